import { Text, Textarea } from '@mantine/core';
import { NumberField } from '../../ui/forms/number-field.tsx';
import type { FormEvent } from 'react';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useKeptState } from '../../lib/autosave/use-kept-words.ts';
import { counted } from '../../lib/numbers.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';

/** The person who needs more attempts, and their current number. */
interface Stuck {
  enrollment_id: string;
  full_name: string;
  attempts_allowed: number;
}

/** Grants a person more quiz attempts, with a reason that is sent to them. */
export function OpenAttemptsDialog({ person, onClose }: { person: Stuck | null; onClose: () => void }) {
  const shown = useLast(person);
  return (
    <FormDialog
      opened={person !== null}
      onClose={onClose}
      title={`Open attempts for ${shown?.full_name ?? ''}`}
      size="md"
    >
      {shown && <OpenAttemptsForm key={shown.enrollment_id} person={shown} onClose={onClose} />}
    </FormDialog>
  );
}

function OpenAttemptsForm({ person, onClose }: { person: Stuck; onClose: () => void }) {
  const { values, change, words } = useKeptState(['open attempts', person.enrollment_id], { attempts: 1, reason: '' });
  const { attempts, reason } = values;
  const utils = trpc.useUtils();
  const opening = trpc.assignments.openAttempts.useMutation({
    onSuccess: ({ attempts_left }) => {
      words.sent();
      notify(`${person.full_name} has ${counted(attempts_left, 'attempt')} left.`);
      void utils.assignments.invalidate();
      onClose();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    opening.mutate({ enrollment_id: person.enrollment_id, attempts, reason });
  };
  return (
    <FormInDialog
      onSubmit={submit}
      onClose={onClose}
      words={words}
      failure="Couldn’t open attempts"
      problem={opening.error === null ? null : problemOf(opening.error)}
      submitLabel="Open attempts"
      isSubmitting={opening.isPending}
      obstacle={reason.trim() === '' ? 'Enter a reason. The learner sees it, and it goes into the audit log.' : null}
    >
      <Text size="sm">They have used all {counted(person.attempts_allowed, 'attempt')}.</Text>
      <NumberField
        label="More attempts"
        min={1}
        max={20}
        value={attempts}
        onChange={(value) =>
          change({ attempts: typeof value === 'number' ? Math.min(Math.max(Math.trunc(value), 1), 20) : 1 })
        }
      />
      <Textarea
        label="Reason"
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
