import { Text, Textarea } from '@mantine/core';
import { type AttestedCompletionEntry, WithdrawAttestedCompletion } from '@training/shared/attested/attested';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { notify } from '../../ui/notify.ts';

const t = translatorOf('attested');

interface WithdrawDialogProps {
  entry: AttestedCompletionEntry | null;
  onClose: () => void;
}

/** Withdraws past training, with a recorded reason. */
export function WithdrawPastTrainingDialog({ entry, onClose }: WithdrawDialogProps) {
  return (
    <FormDialog opened={entry !== null} onClose={onClose} title={t('withdrawTitle')} size="md">
      {entry && <WithdrawForm entry={entry} onClose={onClose} />}
    </FormDialog>
  );
}

function WithdrawForm({ entry, onClose }: { entry: AttestedCompletionEntry; onClose: () => void }) {
  const { id, full_name: person, module } = entry;
  const utils = trpc.useUtils();
  const withdraw = trpc.attested.withdraw.useMutation();
  const { form, inDialog } = useContractForm(WithdrawAttestedCompletion, { id, reason: '' }, [
    'withdraw past training',
    id,
  ]);
  const send = async (values: WithdrawAttestedCompletion) => {
    await withdraw.mutateAsync(values);
    notify(t('wasWithdrawn', { person, module }));
    void utils.attested.invalidate();
    void utils.users.training.invalidate();
    void utils.analytics.invalidate();
    onClose();
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToWithdraw')} submitLabel={t('withdraw')}>
      <Text size="sm">{t('aboutWithdrawal', { person, module })}</Text>
      <Textarea
        label={t('reason')}
        required
        autosize
        minRows={2}
        maxLength={500}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormInDialog>
  );
}
