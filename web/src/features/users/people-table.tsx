import { Menu } from '@mantine/core';
import type { MailFailure } from '@training/shared/notifications/mail-failures';
import type { Person } from '@training/shared/users/people';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import type { Sort } from '../../ui/lists/sort-control.tsx';
import { selectionColumn } from '../../ui/lists/selection.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { peopleColumns } from './people-columns.tsx';
import { actionsFor, type PersonAction } from './person-actions.ts';

interface PeopleTableProps {
  people: Person[];
  /** People whose address was rejected; empty while loading. */
  failures: readonly MailFailure[];
  sort: Sort;
  /** Absent for read-only users. */
  acting:
    | {
        sendsMail: boolean;
        selected: ReadonlySet<string>;
        onSelect: (ids: ReadonlySet<string>) => void;
        onAct: (action: PersonAction, person: Person) => void;
      }
    | undefined;
}

export function PeopleTable({ people, failures, sort, acting }: PeopleTableProps) {
  const columns = peopleColumns(failures);
  if (acting !== undefined) {
    columns.unshift(
      selectionColumn({
        rows: people,
        idOf: ({ id }) => id,
        labelOf: ({ full_name }) => `Select ${full_name}`,
        labelOfAll: 'Select everyone on this page',
        ...acting,
      }),
    );
    columns.push(menuColumn(acting));
  }
  return (
    <DataTable
      label="People"
      columns={columns}
      rows={people}
      rowKey={({ id }) => id}
      isMuted={({ is_active }) => !is_active}
      sort={sort}
      isCompact
    />
  );
}

type Acting = Exclude<PeopleTableProps['acting'], undefined>;

const menuColumn = ({ sendsMail, onAct }: Acting): Column<Person> => ({
  key: 'actions',
  header: 'Actions',
  headerHidden: true,
  align: 'end',
  nowrap: true,
  cell: (person) => (
    <RowMenu label={`Actions for ${person.full_name}`}>
      {actionsFor(person, sendsMail).map(({ action, label }) => (
        <Menu.Item
          key={action}
          color={action === 'deactivate' ? 'red' : undefined}
          onClick={() => onAct(action, person)}
        >
          {label}
        </Menu.Item>
      ))}
    </RowMenu>
  ),
});
