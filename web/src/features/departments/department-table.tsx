import { Text } from '@mantine/core';
import type { Department } from '@training/shared/departments/departments';
import { createActionsColumn, type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { sortRows } from '../../ui/lists/sort-rows.ts';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { MenuItem } from '../../ui/popups/menu.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('departments');

const VALUES: Record<string, (department: Department) => string | number> = {
  name: ({ name }) => name,
  people: ({ active_users }) => active_users,
  suggestions: ({ waiting_suggestions }) => waiting_suggestions,
  created: ({ created_at }) => created_at,
};

interface Actions {
  onRename: (department: Department) => void;
  onDelete: (department: Department) => void;
}

interface DepartmentTableProps {
  departments: Department[];
  /** Absent for read-only users. */
  actions: Actions | undefined;
}

export function DepartmentTable({ departments, actions }: DepartmentTableProps) {
  const sort = useListOrder({
    list: 'departments',
    keys: Object.keys(VALUES),
    initial: { by: 'name', isDescending: false },
    descendingFirst: ['people', 'suggestions', 'created'],
  });
  const columns: Column<Department>[] = [
    { key: 'name', header: t('name'), isSortable: true, cell: ({ name }) => name },
    { key: 'people', header: t('people'), isSortable: true, cell: (department) => <People department={department} /> },
    { key: 'courses', header: t('courses'), cell: (department) => <Courses department={department} /> },
    {
      key: 'suggestions',
      header: t('suggestions'),
      isSortable: true,
      cell: ({ waiting_suggestions: n }) => n.toLocaleString(),
    },
    {
      key: 'created',
      header: t('created'),
      isSortable: true,
      nowrap: true,
      cell: ({ created_at }) => <TimeAgo at={created_at} />,
    },
  ];
  if (actions !== undefined) {
    columns.push({
      ...createActionsColumn((department) => <RowActions department={department} actions={actions} />),
      nowrap: true,
    });
  }
  return (
    <DataTable
      label={t('departments')}
      columns={columns}
      rows={sortRows(departments, VALUES[sort.by], sort.isDescending)}
      rowKey={({ id }) => id}
      sort={sort}
    />
  );
}

function People({ department: { id, name, active_users, inactive_users } }: { department: Department }) {
  return (
    <>
      <TextLink
        to="/$workspace/people"
        search={{ department: id, status: 'active' }}
        aria-label={t('activePeopleIn', { count: active_users, department: name })}
      >
        {active_users.toLocaleString()}
      </TextLink>
      {inactive_users > 0 && (
        <Text span size="sm" c="dimmed">
          {' '}
          {t('inactiveToo', { count: inactive_users })}
        </Text>
      )}
    </>
  );
}

function Courses({ department: { id, name, courses } }: { department: Department }) {
  return (
    <TextLink
      to="/$workspace/courses"
      search={{ department: id }}
      aria-label={t('coursesOf', { count: courses, department: name })}
    >
      {courses.toLocaleString()}
    </TextLink>
  );
}

function RowActions({ department, actions: { onRename, onDelete } }: { department: Department; actions: Actions }) {
  return (
    <RowMenu label={t('actionsFor', { department: department.name })}>
      <MenuItem onClick={() => onRename(department)}>{t('rename')}</MenuItem>
      <MenuItem isDanger onClick={() => onDelete(department)}>
        {t('deleteOrMove')}
      </MenuItem>
    </RowMenu>
  );
}
