import { TextInput } from '@mantine/core';
import { CreateDepartment, type Department } from '@training/shared/departments/departments';
import { trpc } from '../../lib/api/trpc.ts';
import { useContractForm } from '../../ui/forms/contract-form.ts';
import { FormDialog, FormInDialog } from '../../ui/dialogs/form-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { useLast } from '../../ui/dialogs/use-last.ts';

interface DepartmentDialogProps {
  /** The department to rename, or `department: null` for a new one; null if the dialog is closed. */
  naming: { department: Department | null } | null;
  onClose: () => void;
}

export function DepartmentDialog({ naming, onClose }: DepartmentDialogProps) {
  const department = useLast(naming)?.department ?? null;
  return (
    <FormDialog
      opened={naming !== null}
      onClose={onClose}
      title={department === null ? 'New department' : `Rename ${department.name}`}
      size="md"
    >
      <NameForm department={department} onClose={onClose} />
    </FormDialog>
  );
}

function NameForm({ department, onClose }: { department: Department | null; onClose: () => void }) {
  const utils = trpc.useUtils();
  const create = trpc.departments.create.useMutation();
  const rename = trpc.departments.rename.useMutation();
  const { form, problem, onSubmit, words } = useContractForm(CreateDepartment, { name: department?.name ?? '' }, [
    'department',
    department?.id ?? 'new',
  ]);
  const send = async ({ name }: CreateDepartment) => {
    if (department === null) await create.mutateAsync({ name });
    else await rename.mutateAsync({ id: department.id, name });
    notify(department === null ? `${name} was added.` : `${department.name} was renamed to ${name}.`);
    // The name appears in every list.
    void utils.invalidate();
    onClose();
  };
  return (
    <FormInDialog
      onSubmit={onSubmit(send)}
      onClose={onClose}
      words={words}
      failure={department === null ? 'couldn’t create the department' : 'couldn’t rename the department'}
      problem={problem}
      submitLabel={department === null ? 'Create department' : 'Rename'}
      isSubmitting={form.submitting}
    >
      <TextInput
        label="Name"
        description="Must be unique, ignoring case."
        autoComplete="off"
        data-autofocus
        {...form.getInputProps('name')}
      />
    </FormInDialog>
  );
}
