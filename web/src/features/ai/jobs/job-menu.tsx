import { ActionIcon, TextInput } from '@mantine/core';
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react';
import { type AiJobSummary, RenameAiJob } from '@training/shared/ai/ai-jobs';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { ConfirmDialog } from '../../../ui/dialogs/confirm-dialog.tsx';
import { notify } from '../../../ui/notify.ts';
import { jobNameOf } from '../features/feature-words.ts';
import { hasJobEnded } from './use-job.ts';
import { useContractForm } from '../../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { Menu, MenuItem } from '../../../ui/popups/menu.tsx';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

interface JobMenuProps {
  job: AiJobSummary;
  /** Navigates away from the deleted job's page. */
  onDeleted?: () => Promise<unknown>;
}

/** Actions on a job besides reading its result. */
export function JobMenu({ job, onDeleted }: JobMenuProps) {
  const [asked, setAsked] = useState<'rename' | 'delete' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <Menu
        opener={(props) => (
          <ActionIcon {...props} variant="subtle" color="gray" aria-label={t('moreFor', { name: jobNameOf(job) })}>
            <IconDots size={18} aria-hidden />
          </ActionIcon>
        )}
      >
        <MenuItem icon={<IconPencil size={16} aria-hidden />} onClick={() => setAsked('rename')}>
          {t('renameEllipsis')}
        </MenuItem>
        {hasJobEnded(job.state) && (
          <MenuItem isDanger icon={<IconTrash size={16} aria-hidden />} onClick={() => setAsked('delete')}>
            {t('deleteEllipsis')}
          </MenuItem>
        )}
      </Menu>
      <RenameDialog job={job} opened={asked === 'rename'} onClose={close} />
      <DeleteDialog job={job} opened={asked === 'delete'} onClose={close} onDeleted={onDeleted} />
    </>
  );
}

type DeleteDialogProps = JobMenuProps & { opened: boolean; onClose: () => void };

function DeleteDialog({ job, opened, onClose, onDeleted }: DeleteDialogProps) {
  const { ai } = trpc.useUtils();
  const remove = trpc.ai.delete.useMutation({
    onSuccess: async () => {
      notify(t('wasDeleted', { name: jobNameOf(job) }));
      // Leave the job's page before it is fetched again.
      await onDeleted?.();
      onClose();
      await ai.list.invalidate();
    },
  });
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      title={t('deleteQuestion', { name: jobNameOf(job) })}
      confirmLabel={t('delete')}
      failed={t('failedToDelete')}
      danger
      mutation={remove}
      onConfirm={() => remove.mutate({ id: job.id })}
    >
      {job.feature === 'speech_to_text' ? t('deletesRecordingToo') : t('deletesResult')}
    </ConfirmDialog>
  );
}

interface RenameDialogProps {
  job: AiJobSummary;
  opened: boolean;
  onClose: () => void;
}

function RenameDialog({ job, opened, onClose }: RenameDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('renameTheJob')} size="md">
      <RenameForm job={job} onClose={onClose} />
    </FormDialog>
  );
}

function RenameForm({ job, onClose }: Omit<RenameDialogProps, 'opened'>) {
  const { ai } = trpc.useUtils();
  const rename = trpc.ai.rename.useMutation();
  const given = { id: job.id, title: jobNameOf(job) };
  const { form, inDialog } = useContractForm(RenameAiJob, given, ['rename job', job.id]);
  const send = async (values: RenameAiJob) => {
    await rename.mutateAsync(values);
    await Promise.all([ai.list.invalidate(), ai.get.invalidate({ id: job.id })]);
    onClose();
  };
  return (
    <FormInDialog {...inDialog(send)} onClose={onClose} failure={t('failedToRenameJob')} submitLabel={t('rename')}>
      <TextInput label={t('name')} autoComplete="off" data-autofocus {...form.getInputProps('title')} />
    </FormInDialog>
  );
}
