import { TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CreateModule } from '@training/shared/courses/modules';
import { trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

interface ModuleDialogProps {
  courseId: string;
  opened: boolean;
  onClose: () => void;
}

/** Creates a module at the end of the course, and opens it for editing. */
export function NewModuleDialog({ courseId, opened, onClose }: ModuleDialogProps) {
  return (
    <FormDialog opened={opened} onClose={onClose} title={t('newModule')} size="md">
      <ModuleForm courseId={courseId} onClose={onClose} />
    </FormDialog>
  );
}

function ModuleForm({ courseId, onClose }: Omit<ModuleDialogProps, 'opened'>) {
  const utils = trpc.useUtils();
  const navigate = useNavigate({ from: '/$workspace' });
  const create = trpc.modules.create.useMutation();
  const { form, inDialog } = useContractForm(CreateModule, { course_id: courseId, title: '' }, ['module', courseId]);
  const send = async (values: CreateModule) => {
    const { id } = await create.mutateAsync(values);
    void utils.courses.invalidate();
    await navigate({
      to: '/$workspace/courses/$course/$module',
      params: { course: courseId, module: id },
    });
  };
  return (
    <FormInDialog
      {...inDialog(send)}
      onClose={onClose}
      failure={t('failedToCreateModule')}
      submitLabel={t('createModule')}
    >
      <TextInput
        label={t('title')}
        description={t('learnersSeeOnceModule')}
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('title')}
      />
    </FormInDialog>
  );
}
