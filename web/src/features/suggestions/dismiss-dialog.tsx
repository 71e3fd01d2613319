import { Text, Textarea } from '@mantine/core';
import {
  DismissSuggestion,
  DISMISSAL_RESTORE_DAYS,
  type SuggestionSummary,
} from '@training/shared/suggestions/suggestions';
import { trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { notifyWithUndo } from '../../ui/undo-notification.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('suggestions');

/** The dialog is closed while `suggestion` is null. */
export function DismissSuggestionDialog({
  suggestion,
  onClose,
}: {
  suggestion: SuggestionSummary | null;
  onClose: () => void;
}) {
  return (
    <FormDialog opened={suggestion !== null} onClose={onClose} title={t('dismissThisSuggestion')} size="md">
      {suggestion && <DismissForm suggestion={suggestion} onClose={onClose} />}
    </FormDialog>
  );
}

function DismissForm({ suggestion: { id, title }, onClose }: { suggestion: SuggestionSummary; onClose: () => void }) {
  const utils = trpc.useUtils();
  const dismiss = trpc.suggestions.dismiss.useMutation();
  const { form, inDialog } = useContractForm(DismissSuggestion, { id, reason: '' }, ['dismiss suggestion', id]);
  const send = async (values: DismissSuggestion) => {
    await dismiss.mutateAsync(values);
    notifyWithUndo(t('wasDismissed', { title }), async () => {
      await utils.client.suggestions.restore.mutate({ id });
      void utils.suggestions.invalidate();
      return t('isPendingAgain', { title });
    });
    // Before the dialog closes: a row that disappears must not get the focus back.
    await utils.suggestions.invalidate();
    onClose();
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToDismiss')} submitLabel={t('dismiss')}>
      <Text fw={600}>{title}</Text>
      <Textarea
        label={t('reason')}
        description={t('keptSuggestionAuditLog')}
        placeholder={t('alreadyCoveredInduction')}
        autosize={false}
        rows={3}
        data-autofocus
        {...form.getInputProps('reason')}
      />
      <Text size="sm" c="dimmed">
        {t('leavesQueue', { days: DISMISSAL_RESTORE_DAYS })}
      </Text>
    </FormInDialog>
  );
}
