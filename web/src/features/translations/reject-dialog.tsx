import { Text, Textarea } from '@mantine/core';
import { RejectTranslations } from '@training/shared/translations/translations';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { notify } from '../../ui/notify.ts';

const t = translatorOf('translations');

/** A translation as the reviewer saw it. */
export type RejectedTranslation = RejectTranslations['items'][number];

interface RejectDialogProps {
  named: { module_id: string; language: string };
  /** The dialog is closed while it is null. */
  items: RejectedTranslation[] | null;
  onClose: () => void;
}

/** Sends translations back to their authors, with a reason. */
export function RejectTranslationsDialog({ named, items, onClose }: RejectDialogProps) {
  return (
    <FormDialog opened={items !== null} onClose={onClose} title={t('requestChanges')} size="md">
      {items && <RejectForm named={named} items={items} onClose={onClose} />}
    </FormDialog>
  );
}

function RejectForm({ named, items, onClose }: RejectDialogProps & { items: RejectedTranslation[] }) {
  const utils = trpc.useUtils();
  const reject = trpc.translations.reject.useMutation();
  const { form, inDialog } = useContractForm(RejectTranslations, { ...named, items, reason: '' }, [
    'reason',
    named.module_id,
    named.language,
    items[0]?.item_id ?? '',
  ]);
  const send = async (values: RejectTranslations) => {
    await reject.mutateAsync(values);
    notify(t('wasSentBack'));
    await utils.translations.get.invalidate(named);
    onClose();
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToReject')} submitLabel={t('requestChanges')}>
      <Text>{t('rejectExplained')}</Text>
      <Textarea label={t('reason')} rows={4} required data-autofocus {...form.getInputProps('reason')} />
    </FormInDialog>
  );
}
