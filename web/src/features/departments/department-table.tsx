import { Group } from '@mantine/core';
import type { Department } from '@training/shared/departments';
import { useWorkspace } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { RowButton } from '../../ui/row-button.tsx';
import { Time } from '../../ui/time.tsx';

interface Actions {
  onRename: (department: Department) => void;
  onDelete: (department: Department) => void;
}

interface DepartmentTableProps {
  departments: Department[];
  /** Absent for those who may only look. */
  actions: Actions | undefined;
}

export function DepartmentTable({ departments, actions }: DepartmentTableProps) {
  const columns: Column<Department>[] = [
    { key: 'name', header: 'Name', cell: ({ name }) => name },
    { key: 'people', header: 'Active people', cell: (department) => <People department={department} /> },
    { key: 'courses', header: 'Courses', cell: (department) => <Courses department={department} /> },
    { key: 'created', header: 'Created', nowrap: true, cell: ({ created_at }) => <Time at={created_at} /> },
  ];
  if (actions !== undefined) {
    columns.push({
      key: 'actions',
      header: 'Actions',
      headerHidden: true,
      align: 'end',
      nowrap: true,
      cell: (department) => <RowActions department={department} actions={actions} />,
    });
  }
  return <DataTable label="Departments" columns={columns} rows={departments} rowKey={({ id }) => id} />;
}

function People({ department: { id, name, active_users } }: { department: Department }) {
  const { workspace } = useWorkspace();
  return (
    <TextLink
      to="/$workspace/people"
      params={{ workspace: workspace.slug }}
      search={{ department: id, status: 'active' }}
      aria-label={`${active_users} active people in ${name}`}
    >
      {active_users.toLocaleString()}
    </TextLink>
  );
}

function Courses({ department: { id, name, courses } }: { department: Department }) {
  const { workspace } = useWorkspace();
  return (
    <TextLink
      to="/$workspace/courses"
      params={{ workspace: workspace.slug }}
      search={{ department: id }}
      aria-label={`${courses} courses of ${name}`}
    >
      {courses.toLocaleString()}
    </TextLink>
  );
}

function RowActions({ department, actions: { onRename, onDelete } }: { department: Department; actions: Actions }) {
  return (
    <Group gap={6} justify="flex-end" wrap="nowrap">
      <RowButton aria-label={`Rename ${department.name}`} onClick={() => onRename(department)}>
        Rename
      </RowButton>
      <RowButton aria-label={`Delete ${department.name}`} onClick={() => onDelete(department)}>
        Delete
      </RowButton>
    </Group>
  );
}
