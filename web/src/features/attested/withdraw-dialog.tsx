import { Text, Textarea } from '@mantine/core';
import type { AttestedEntry } from '@training/shared/attested/attested';
import type { FormEvent } from 'react';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useKeptState } from '../../lib/autosave/use-kept-words.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { notify } from '../../ui/notify.ts';

const t = translatorOf('attested');

interface WithdrawDialogProps {
  entry: AttestedEntry | null;
  onClose: () => void;
}

/** Withdraws past training, with a recorded reason. */
export function WithdrawDialog({ entry, onClose }: WithdrawDialogProps) {
  const shown = useLast(entry);
  return (
    <FormDialog opened={entry !== null} onClose={onClose} title={t('withdrawTitle')} size="md">
      {shown && <WithdrawForm entry={shown} onClose={onClose} />}
    </FormDialog>
  );
}

function WithdrawForm({ entry, onClose }: { entry: AttestedEntry; onClose: () => void }) {
  const { values, change, words } = useKeptState(['withdraw past training', entry.id], { reason: '' });
  const { reason } = values;
  const utils = trpc.useUtils();
  const withdrawing = trpc.attested.withdraw.useMutation({
    onSuccess: () => {
      words.sent();
      notify(t('wasWithdrawn', { person: entry.full_name, module: entry.module }));
      void utils.attested.invalidate();
      void utils.users.training.invalidate();
      void utils.analytics.invalidate();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    withdrawing.mutate({ id: entry.id, reason });
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      words={words}
      failure={t('failedToWithdraw')}
      problem={withdrawing.error === null ? null : problemOf(withdrawing.error)}
      submitLabel={t('withdraw')}
      isSubmitting={withdrawing.isPending}
      obstacle={reason.trim() === '' ? t('enterReason') : null}
    >
      <Text size="sm">{t('aboutWithdrawal', { person: entry.full_name, module: entry.module })}</Text>
      <Textarea
        label={t('reason')}
        required
        autosize
        minRows={2}
        maxLength={500}
        value={reason}
        onChange={({ currentTarget }) => change({ reason: currentTarget.value })}
      />
    </FormInDialog>
  );
}
