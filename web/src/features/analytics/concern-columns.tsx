import { Menu, Text } from '@mantine/core';
import type { Concern } from '@training/shared/analytics/analytics-lists';
import { relativeTime } from '../../lib/dates.ts';
import { dayInWords, percent } from '../../lib/in-words.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import type { Column } from '../../ui/lists/data-table.tsx';
import { RowMenu } from '../../ui/lists/row-menu.tsx';
import { TwoLines } from '../../ui/lists/two-lines.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import classes from './analytics.module.css';
import { actionsOn, type ConcernAction } from './use-concern-actions.tsx';

/** The columns of a list; on phones each row has its most important ones in one cell. */
export function concernColumns(isCertificate: boolean): Column<Concern>[] {
  const date = (concern: Concern) => dateOf(concern, isCertificate);
  return [
    {
      key: 'person',
      header: 'Person',
      isRowHeader: true,
      isSortable: true,
      cell: (concern) => (
        <>
          <Person of={concern} />
          <Text size="xs" c="dimmed" fw={400} className={classes.wide}>
            {concern.email}
          </Text>
          <Text size="xs" c="dimmed" fw={400} className={classes.narrow}>
            {[concern.module, date(concern), remindedInWords(concern)].filter((words) => words !== null).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      key: 'department',
      header: 'Department',
      isSortable: true,
      isWideOnly: true,
      cell: ({ department }) => department ?? '–',
    },
    {
      key: 'module',
      header: 'Module',
      isSortable: true,
      isWideOnly: true,
      cell: ({ module, course }) => <TwoLines below={course}>{module}</TwoLines>,
    },
    {
      key: 'date',
      header: isCertificate ? 'Last day' : 'Due',
      nowrap: true,
      isSortable: true,
      isWideOnly: true,
      cell: date,
    },
    {
      key: 'progress',
      header: isCertificate ? 'Renewal' : 'Progress',
      align: 'end',
      isSortable: true,
      isWideOnly: true,
      cell: ({ progress }) => percent(progress ?? 0),
    },
    {
      key: 'reminded',
      header: 'Reminded',
      nowrap: true,
      isWideOnly: true,
      cell: ({ reminded }) =>
        reminded === null ? '–' : <TwoLines below={`by ${reminded.by_name}`}>{<Time at={reminded.at} />}</TwoLines>,
    },
  ];
}

/** The actions on one row. */
export const concernMenu = (
  isCertificate: boolean,
  onAct: (action: ConcernAction, concerns: readonly Concern[]) => void,
): Column<Concern> => ({
  key: 'actions',
  header: 'Actions',
  headerHidden: true,
  align: 'end',
  nowrap: true,
  cell: (concern) => (
    <RowMenu label={`Actions for ${concern.full_name}, ${concern.module}`}>
      {actionsOn(isCertificate).map(({ action, label }) => (
        <Menu.Item key={action} onClick={() => onAct(action, [concern])}>
          {label}
        </Menu.Item>
      ))}
    </RowMenu>
  ),
});

/** Links to the person's page. Whoever sees the list may open it. */
function Person({ of: { user_id, full_name } }: { of: Concern }) {
  const { workspace } = useWorkspace();
  return (
    <TextLink to="/$workspace/people/$person" params={{ workspace: workspace.slug, person: user_id }}>
      {full_name}
    </TextLink>
  );
}

function dateOf({ due_on, expires_on }: Concern, isCertificate: boolean): string {
  const day = isCertificate ? expires_on : due_on;
  return day === null ? '–' : dayInWords(day);
}

const remindedInWords = ({ reminded }: Concern) =>
  reminded === null ? null : `reminded ${relativeTime(reminded.at)} by ${reminded.by_name}`;
