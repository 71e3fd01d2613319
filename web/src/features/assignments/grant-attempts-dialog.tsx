import { Text, Textarea } from '@mantine/core';
import { GrantExtraAttempts } from '@training/shared/assignments/assignments';
import { NumberField } from '../../ui/forms/number-field.tsx';
import { trpc } from '../../lib/api/trpc.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { notify } from '../../ui/notify.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

/** The person who needs more attempts, and their current number. */
interface Stuck {
  enrollment_id: string;
  full_name: string;
  attempts_allowed: number;
}

/** Grants a person more quiz attempts, with a reason that is sent to them. */
export function GrantAttemptsDialog({ person, onClose }: { person: Stuck | null; onClose: () => void }) {
  return (
    <FormDialog
      opened={person !== null}
      onClose={onClose}
      title={t('openAttemptsFor', { person: person?.full_name ?? '' })}
      size="md"
    >
      {person && <OpenAttemptsForm key={person.enrollment_id} person={person} onClose={onClose} />}
    </FormDialog>
  );
}

function OpenAttemptsForm({ person, onClose }: { person: Stuck; onClose: () => void }) {
  const { enrollment_id, full_name, attempts_allowed } = person;
  const utils = trpc.useUtils();
  const open = trpc.assignments.openAttempts.useMutation();
  const given = { enrollment_id, attempts: 1, reason: '' };
  const { form, inDialog } = useContractForm(GrantExtraAttempts, given, ['open attempts', enrollment_id]);
  const send = async (values: GrantExtraAttempts) => {
    const { attempts_left } = await open.mutateAsync(values);
    notify(t('attemptsLeft', { person: full_name, count: attempts_left }));
    void utils.assignments.invalidate();
    onClose();
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={t('failedToOpenAttempts')}
      submitLabel={t('openAttempts')}
      obstacle={form.values.reason.trim() === '' ? t('reasonForLearner') : null}
    >
      <Text size="sm">{t('attemptsUsed', { count: attempts_allowed })}</Text>
      <NumberField
        label={t('moreAttempts')}
        min={1}
        max={20}
        value={form.values.attempts}
        onChange={(value) =>
          form.setFieldValue('attempts', typeof value === 'number' ? Math.min(Math.max(Math.trunc(value), 1), 20) : 1)
        }
      />
      <Textarea label={t('reason')} required autosize minRows={2} maxLength={2_000} {...form.getInputProps('reason')} />
    </FormInDialog>
  );
}
