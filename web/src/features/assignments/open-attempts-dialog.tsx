import { Text, Textarea } from '@mantine/core';
import { NumberField } from '../../ui/forms/number-field.tsx';
import type { FormEvent } from 'react';
import { problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useKeptState } from '../../lib/autosave/use-kept-words.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

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
      title={t('openAttemptsFor', { person: shown?.full_name ?? '' })}
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
      notify(t('attemptsLeft', { person: person.full_name, count: attempts_left }));
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
      failure={t('failedToOpenAttempts')}
      problem={opening.error === null ? null : problemOf(opening.error)}
      submitLabel={t('openAttempts')}
      isSubmitting={opening.isPending}
      obstacle={reason.trim() === '' ? t('reasonForLearner') : null}
    >
      <Text size="sm">{t('attemptsUsed', { count: person.attempts_allowed })}</Text>
      <NumberField
        label={t('moreAttempts')}
        min={1}
        max={20}
        value={attempts}
        onChange={(value) =>
          change({ attempts: typeof value === 'number' ? Math.min(Math.max(Math.trunc(value), 1), 20) : 1 })
        }
      />
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
