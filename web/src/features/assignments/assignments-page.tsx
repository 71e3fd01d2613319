import { Badge, SegmentedControl, Text, Title } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type Assignment, AssignmentOrder, type OutOfAttempts } from '@training/shared/assignments/assignments';
import { useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { relativeTime } from '../../lib/dates.ts';
import { percent } from '../../lib/in-words.ts';
import { inFull } from '../../lib/numbers.ts';
import { pageAt, pageOf } from '../../lib/search-params.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { RowButton } from '../../ui/lists/row-button.tsx';
import { TwoLines } from '../../ui/lists/two-lines.tsx';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Time } from '../../ui/time.tsx';
import { AssignButton } from './assign-button.tsx';
import { audienceInWords, dueRuleInWords } from './assignment-words.ts';
import { OpenAttemptsDialog } from './open-attempts-dialog.tsx';
import classes from './out-of-attempts.module.css';

const SHOWN = 25;

/** People who have used all attempts and can't continue without a trainer. Renders nothing if there are none. */
function OutOfAttemptsList() {
  const [opening, setOpening] = useState<OutOfAttempts | null>(null);
  const stuck = trpc.assignments.outOfAttempts.useQuery({ limit: SHOWN });
  const { people = [], total = 0 } = stuck.data ?? {};
  return (
    <>
      {people.length > 0 && (
        <section className={classes.section} aria-labelledby="out-of-attempts">
          <Title order={2} size="h4" id="out-of-attempts" mb="xs">
            Out of attempts {total > people.length ? `(${people.length} of ${inFull(total)})` : `(${total})`}
          </Title>
          <DataTable
            label="people out of attempts"
            columns={[...OUT_OF_ATTEMPTS_COLUMNS, actions(setOpening)]}
            rows={people}
            rowKey={({ enrollment_id }) => enrollment_id}
          />
        </section>
      )}
      <OpenAttemptsDialog person={opening} onClose={() => setOpening(null)} />
    </>
  );
}

const OUT_OF_ATTEMPTS_COLUMNS: Column<OutOfAttempts>[] = [
  {
    key: 'person',
    header: 'Person',
    cell: ({ full_name, department }) => <TwoLines below={department}>{full_name}</TwoLines>,
  },
  { key: 'module', header: 'Module', cell: ({ module, course }) => <TwoLines below={course}>{module}</TwoLines> },
  { key: 'attempts', header: 'Attempts', align: 'end', cell: ({ attempts_allowed }) => inFull(attempts_allowed) },
  {
    key: 'best',
    header: 'Best',
    align: 'end',
    cell: ({ best_score }) => (best_score === null ? '–' : percent(best_score)),
  },
  {
    key: 'since',
    header: 'Since',
    nowrap: true,
    isWideOnly: true,
    cell: ({ last_activity_at }) => (last_activity_at === null ? '' : relativeTime(last_activity_at)),
  },
];

const actions = (open: (person: OutOfAttempts) => void): Column<OutOfAttempts> => ({
  key: 'actions',
  header: 'Actions',
  headerHidden: true,
  align: 'end',
  cell: (person) => (
    <RowButton aria-label={`Open attempts for ${person.full_name}`} onClick={() => open(person)}>
      Open attempts
    </RowButton>
  ),
});

const route = getRouteApi('/$workspace/assignments/');
const PAGE_SIZE = 25;
/** Milliseconds between refreshes while an assignment is being applied to many people. */
const WHILE_APPLYING = 2_000;

/** All assignments with their progress. */
export function AssignmentsPage() {
  const { state, order, down, page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/assignments/' });
  const { limit, offset } = pageOf(page, PAGE_SIZE);
  const sort = useListOrder({
    list: 'assignments',
    keys: AssignmentOrder.options,
    initial: { by: 'created', isDescending: true },
    descendingFirst: ['created', 'overdue'],
    inUrl: { by: order, isDescending: down },
    onChange: ({ by, isDescending }) =>
      void navigate({
        search: (before) => ({ ...before, order: by, down: isDescending || undefined, page: undefined }),
      }),
  });
  const assignments = trpc.assignments.list.useQuery(
    { state: state ?? 'standing', order: sort.by, descending: sort.isDescending, limit, offset },
    {
      placeholderData: keepPreviousData,
      refetchInterval: ({ state: { data } }) =>
        data?.assignments.some(({ applying }) => applying !== null) ? WHILE_APPLYING : false,
    },
  );
  return (
    <>
      <PageHeader title="Assignments" description="Who has to learn what, and by when." actions={<AssignButton />} />
      <OutOfAttemptsList />
      <SegmentedControl
        mb="md"
        aria-label="Which assignments"
        data={[
          { value: 'standing', label: 'Active' },
          { value: 'ended', label: 'Ended' },
        ]}
        value={state ?? 'standing'}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, state: value === 'ended' ? 'ended' : undefined, page: undefined }),
          })
        }
      />
      <PageState query={assignments} what="the assignments">
        {({ assignments: found, total }) => (
          <PagedList
            what={total === 1 ? 'assignment' : 'assignments'}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) => void navigate({ search: (before) => ({ ...before, page: pageAt(next, PAGE_SIZE) }) })}
            empty={
              <EmptyState
                title={state === 'ended' ? 'No assignment has ended' : 'No assignments yet'}
                icon={<IconClipboardList size={28} stroke={1.5} />}
              >
                {state === 'ended' ? null : 'Assign a published module to a person, a department or a role.'}
              </EmptyState>
            }
          >
            <DataTable label="assignments" columns={COLUMNS} rows={found} rowKey={({ id }) => id} sort={sort} />
          </PagedList>
        )}
      </PageState>
    </>
  );
}

const COLUMNS: Column<Assignment>[] = [
  { key: 'module', header: 'Module', isSortable: true, cell: (assignment) => <Name assignment={assignment} /> },
  { key: 'to', header: 'To', cell: audienceInWords },
  { key: 'due', header: 'Due', cell: dueRuleInWords },
  {
    key: 'completed',
    header: 'Completed',
    align: 'end',
    isSortable: true,
    cell: ({ counts }) => `${inFull(counts.completed)} of ${inFull(counts.people)}`,
  },
  {
    key: 'overdue',
    header: 'Overdue',
    align: 'end',
    isSortable: true,
    cell: ({ counts }) => inFull(counts.overdue),
  },
  {
    key: 'created',
    header: 'Created',
    nowrap: true,
    isSortable: true,
    cell: ({ created_at }) => <Time at={created_at} />,
  },
];

function Name({ assignment: { id, module, applying } }: { assignment: Assignment }) {
  const { workspace } = useWorkspace();
  return (
    <>
      <TextLink
        to="/$workspace/assignments/$assignment"
        params={{ workspace: workspace.slug, assignment: id }}
        fw={600}
      >
        {module.title}
      </TextLink>
      {module.status !== 'published' && (
        <Text size="xs" c="dimmed">
          Not published: no one has to do it now
        </Text>
      )}
      {applying !== null && (
        <Badge variant="light" component="output">
          Assigning… {inFull(applying.done)} of {inFull(applying.total)}
        </Badge>
      )}
      {applying !== null && applying.failing.length > 0 && (
        <Text size="xs" c="dimmed">
          Couldn’t assign {applying.failing.map(({ name }) => name).join(', ')}. The server tries again each minute.
        </Text>
      )}
    </>
  );
}
