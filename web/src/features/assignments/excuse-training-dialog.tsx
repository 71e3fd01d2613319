import { Text, Textarea } from '@mantine/core';
import { type AssignedPerson, WaiveEnrollment } from '@training/shared/assignments/assignments';
import { trpc } from '../../lib/api/trpc.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { notify } from '../../ui/notify.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

/** Excuses a person from a training, with a recorded reason. */
export function ExcuseTrainingDialog({ person, onClose }: { person: AssignedPerson | null; onClose: () => void }) {
  return (
    <FormDialog
      opened={person !== null}
      onClose={onClose}
      title={t('excuseTitle', { person: person?.full_name ?? '' })}
      size="md"
    >
      {person && <WaiveForm person={person} onClose={onClose} />}
    </FormDialog>
  );
}

function WaiveForm({ person, onClose }: { person: AssignedPerson; onClose: () => void }) {
  const { enrollment_id, full_name } = person;
  const utils = trpc.useUtils();
  const waive = trpc.assignments.waive.useMutation();
  const { form, inDialog } = useContractForm(WaiveEnrollment, { enrollment_id, reason: '' }, ['waive', enrollment_id]);
  const send = async (values: WaiveEnrollment) => {
    await waive.mutateAsync(values);
    notify(t('wasExcused', { person: full_name }));
    void utils.assignments.invalidate();
    onClose();
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToExcusePerson')} submitLabel={t('excuse')}>
      <Text size="sm">{t('aboutExcuse')}</Text>
      <Textarea
        label={t('reason')}
        required
        autosize
        minRows={2}
        maxLength={2_000}
        data-autofocus
        {...form.getInputProps('reason')}
      />
    </FormInDialog>
  );
}
