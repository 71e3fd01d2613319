import { List, Text } from '@mantine/core';
import type { Department } from '@training/shared/departments';
import { problemOf } from '../../lib/problem.ts';
import { trpc } from '../../lib/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { notify } from '../../ui/notify.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { useLast } from '../../ui/use-last.ts';

/** `department` null keeps it closed. */
export function DeleteDepartmentDialog({
  department,
  onClose,
}: {
  department: Department | null;
  onClose: () => void;
}) {
  const utils = trpc.useUtils();
  const remove = trpc.departments.delete.useMutation();
  const shown = useLast(department);
  const close = () => {
    remove.reset();
    onClose();
  };
  const onConfirm = ({ id, name }: Department) =>
    remove.mutate(
      { id },
      {
        onSuccess: () => {
          notify(`${name} is deleted.`);
          void utils.departments.invalidate();
          close();
        },
      },
    );
  return (
    <ConfirmDialog
      opened={department !== null}
      onClose={close}
      title={`Delete ${shown?.name}?`}
      confirmLabel="Delete department"
      danger
      mutation={remove}
      onConfirm={() => shown !== null && onConfirm(shown)}
    >
      <Text>
        Only a department that nothing belongs to can be deleted: no people, active or not, no courses, no suggestions
        and no assignments. The audit log keeps its name.
      </Text>
      {shown !== null && remove.error !== null && problemOf(remove.error).code === 'department_in_use' && (
        <WhatIsLeft of={shown} />
      )}
    </ConfirmDialog>
  );
}

/** The way to what still belongs to the department. */
function WhatIsLeft({ of: { id, name } }: { of: Department }) {
  const params = { workspace: useWorkspace().workspace.slug };
  return (
    <List size="sm" mt="xs">
      <List.Item>
        <TextLink to="/$workspace/people" params={params} search={{ department: id }}>
          People in {name}
        </TextLink>
      </List.Item>
      <List.Item>
        <TextLink to="/$workspace/courses" params={params} search={{ department: id }}>
          Courses of {name}
        </TextLink>
      </List.Item>
      <List.Item>
        <TextLink to="/$workspace/recommended" params={params}>
          Recommended queue
        </TextLink>
      </List.Item>
      <List.Item>
        <TextLink to="/$workspace/assignments" params={params}>
          Assignments
        </TextLink>
      </List.Item>
    </List>
  );
}
