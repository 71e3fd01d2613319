import { TextInput } from '@mantine/core';
import { type AiJobSummary, RenameAiJob } from '@training/shared/ai/ai-jobs';
import { trpc } from '../../../lib/api/trpc.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { nameOfJob } from '../features/feature-words.ts';

interface RenameDialogProps {
  job: AiJobSummary;
  opened: boolean;
  onClose: () => void;
}

export function RenameDialog({ job, opened, onClose }: RenameDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title="Rename the job" size="md">
      <RenameForm job={job} onClose={onClose} />
    </FormDialog>
  );
}

function RenameForm({ job, onClose }: Omit<RenameDialogProps, 'opened'>) {
  const { ai } = trpc.useUtils();
  const rename = trpc.ai.rename.useMutation();
  const given = { id: job.id, title: nameOfJob(job) };
  const { form, problem, onSubmit, words } = useContractForm(RenameAiJob, given, ['rename job', job.id]);
  const send = async (values: RenameAiJob) => {
    await rename.mutateAsync(values);
    await Promise.all([ai.list.invalidate(), ai.get.invalidate({ id: job.id })]);
    onClose();
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={onClose}
      words={words}
      failure="couldn’t rename the job"
      problem={problem}
      submitLabel="Rename"
      isSubmitting={form.submitting}
    >
      <TextInput label="Name" autoComplete="off" data-autofocus {...form.getInputProps('title')} />
    </FormInDialog>
  );
}
