import { Badge, Group, Text } from '@mantine/core';
import type { MailFailure } from '@training/shared/mail-failures';
import type { User } from '@training/shared/users';
import { ROLE_NAMES } from '../../lib/roles.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { Time } from '../../ui/time.tsx';
import { RefusedAddress } from './refused-address.tsx';

interface Actions {
  onEdit: (person: User) => void;
  /** Deactivate or reactivate, whichever the person is not. */
  onSwitch: (person: User) => void;
}

interface PeopleTableProps {
  people: User[];
  /** Of those whose address is refused; empty until it is known. */
  failures: readonly MailFailure[];
  /** Absent for those who may only look. */
  actions: Actions | undefined;
}

export function PeopleTable({ people, failures, actions }: PeopleTableProps) {
  const columns: Column<User>[] = [
    {
      key: 'name',
      header: 'Name',
      cell: (person) => <Name person={person} failure={failures.find(({ user_id }) => user_id === person.id)} />,
    },
    { key: 'role', header: 'Role', nowrap: true, cell: ({ role }) => ROLE_NAMES[role] },
    {
      key: 'department',
      header: 'Department',
      cell: ({ department }) =>
        department ?? (
          <Text c="dimmed" size="sm">
            None
          </Text>
        ),
    },
    { key: 'status', header: 'Status', cell: ({ is_active }) => <Status isActive={is_active} /> },
    { key: 'added', header: 'Added', nowrap: true, cell: ({ created_at }) => <Time at={created_at} /> },
  ];
  if (actions !== undefined) {
    columns.push({
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      nowrap: true,
      cell: (person) => <RowActions person={person} actions={actions} />,
    });
  }
  return (
    <DataTable
      label="People"
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
      isMuted={({ is_active }) => !is_active}
    />
  );
}

function Name({ person, failure }: { person: User; failure: MailFailure | undefined }) {
  const { session } = useWorkspace();
  return (
    <>
      <Group gap={6}>
        <span>{person.full_name}</span>
        {person.email === session.email && (
          <Badge size="xs" variant="default">
            You
          </Badge>
        )}
      </Group>
      <Text size="xs" c="dimmed" fw={400}>
        {person.email}
      </Text>
      {failure && <RefusedAddress person={person} failure={failure} />}
    </>
  );
}

function Status({ isActive }: { isActive: boolean }) {
  return isActive ? (
    <span>Active</span>
  ) : (
    <Badge variant="dot" color="gray">
      Inactive
    </Badge>
  );
}

function RowActions({ person, actions: { onEdit, onSwitch } }: { person: User; actions: Actions }) {
  const verb = person.is_active ? 'Deactivate' : 'Reactivate';
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <RowButton aria-label={`Edit ${person.full_name}`} onClick={() => onEdit(person)}>
        Edit
      </RowButton>
      <RowButton aria-label={`${verb} ${person.full_name}`} onClick={() => onSwitch(person)}>
        {verb}
      </RowButton>
    </Group>
  );
}
