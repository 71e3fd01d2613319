import { Button, Group, Modal, Stack, TextInput } from '@mantine/core';
import { CreateDepartment, type Department } from '@training/shared/departments';
import { useState } from 'react';
import { trpc } from '../../lib/trpc.ts';
import { useContractForm } from '../../ui/contract-form.ts';
import { notify } from '../../ui/notify.ts';
import { FailedState } from '../../ui/states.tsx';

interface DepartmentDialogProps {
  /** Which one to rename, `department: null` for a new one; null keeps the dialog closed. */
  naming: { department: Department | null } | null;
  onClose: () => void;
}

export function DepartmentDialog({ naming, onClose }: DepartmentDialogProps) {
  // Keeps the form on the screen while the dialog fades out.
  const [shown, setShown] = useState(naming);
  if (naming !== null && naming !== shown) setShown(naming);
  const department = shown?.department ?? null;
  return (
    <Modal
      opened={naming !== null}
      onClose={onClose}
      title={department === null ? 'New department' : `Rename ${department.name}`}
    >
      <NameForm department={department} onClose={onClose} />
    </Modal>
  );
}

function NameForm({ department, onClose }: { department: Department | null; onClose: () => void }) {
  const utils = trpc.useUtils();
  const create = trpc.departments.create.useMutation();
  const rename = trpc.departments.rename.useMutation();
  const { form, problem, onSubmit } = useContractForm(CreateDepartment, { name: department?.name ?? '' });
  const send = async ({ name }: CreateDepartment) => {
    if (department === null) await create.mutateAsync({ name });
    else await rename.mutateAsync({ id: department.id, name });
    notify(department === null ? `${name} is made.` : `${department.name} is now called ${name}.`);
    // Its name stands in every list.
    void utils.invalidate();
    onClose();
  };
  return (
    <form noValidate onSubmit={onSubmit(send)}>
      <Stack>
        <TextInput
          label="Name"
          description="Each name once, whatever its case."
          autoComplete="off"
          data-autofocus
          {...form.getInputProps('name')}
        />
        {problem !== null && (
          <FailedState
            what={department === null ? 'the department was not made' : 'the department was not renamed'}
            problem={problem}
          />
        )}
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" loading={form.submitting}>
            {department === null ? 'Create department' : 'Rename'}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
