import { Text, Textarea } from '@mantine/core';
import type { AssignedPerson } from '@training/shared/assignments/assignments';
import type { FormEvent } from 'react';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useKeptState } from '../../lib/autosave/use-kept-words.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

/** Excuses a person from a training, with a recorded reason. */
export function WaiveDialog({ person, onClose }: { person: AssignedPerson | null; onClose: () => void }) {
  const shown = useLast(person);
  return (
    <FormDialog
      opened={person !== null}
      onClose={onClose}
      title={t('excuseTitle', { person: shown?.full_name ?? '' })}
      size="md"
    >
      {shown && <WaiveForm person={shown} onClose={onClose} />}
    </FormDialog>
  );
}

function WaiveForm({ person, onClose }: { person: AssignedPerson; onClose: () => void }) {
  const { values, change, words } = useKeptState(['waive', person.enrollment_id], { reason: '' });
  const { reason } = values;
  const utils = trpc.useUtils();
  const waiving = trpc.assignments.waive.useMutation({
    onSuccess: () => {
      words.sent();
      notify(t('wasExcused', { person: person.full_name }));
      void utils.assignments.invalidate();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    waiving.mutate({ enrollment_id: person.enrollment_id, reason });
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      words={words}
      failure={t('failedToExcusePerson')}
      problem={waiving.error === null ? null : problemOf(waiving.error)}
      submitLabel={t('excuse')}
      isSubmitting={waiving.isPending}
      obstacle={reason.trim() === '' ? t('enterReason') : null}
    >
      <Text size="sm">{t('aboutExcuse')}</Text>
      <Textarea
        label={t('reason')}
        required
        autosize
        minRows={2}
        maxLength={2_000}
        value={reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
    </FormInDialog>
  );
}
