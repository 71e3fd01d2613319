import { Badge, SegmentedControl, Text, Title } from '@mantine/core';
import { IconClipboardList } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { type Assignment, AssignmentOrder, type PersonOutOfAttempts } from '@training/shared/assignments/assignments';
import { useEffect, useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { formatRelativeTime } from '../../lib/i18n/dates.ts';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { formatNumber } from '../../lib/i18n/numbers.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { createActionsColumn, type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';
import { useListOrder } from '../../ui/lists/use-list-order.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { notifyProblem } from '../../ui/notify.ts';
import { TextLink } from '../../ui/text-link.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { AssignButton, useAssignDialog } from './assign-button.tsx';
import { toModuleOption } from './chosen-option.ts';
import { audienceInWords, dueRuleInWords } from './assignment-words.ts';
import { GrantAttemptsDialog } from './grant-attempts-dialog.tsx';
import classes from './out-of-attempts.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

const SHOWN = 25;

/** People who have used all attempts and can't continue without a trainer. Renders nothing if there are none. */
function OutOfAttemptsList() {
  const [opening, setOpening] = useState<PersonOutOfAttempts | null>(null);
  const stuck = trpc.assignments.outOfAttempts.useQuery({ limit: SHOWN });
  const { people = [], total = 0 } = stuck.data ?? {};
  return (
    <>
      {people.length > 0 && (
        <section className={classes.section} aria-labelledby="out-of-attempts">
          <Title order={2} size="h4" id="out-of-attempts" mb="xs">
            {total > people.length
              ? t('outOfAttemptsShown', { shown: people.length, total })
              : t('outOfAttempts', { total })}
          </Title>
          <DataTable
            label={t('peopleOutOfAttempts')}
            columns={[...outOfAttemptsColumns(), actions(setOpening)]}
            rows={people}
            rowKey={({ enrollment_id }) => enrollment_id}
          />
        </section>
      )}
      <GrantAttemptsDialog person={opening} onClose={() => setOpening(null)} />
    </>
  );
}

const outOfAttemptsColumns = (): Column<PersonOutOfAttempts>[] => [
  {
    key: 'person',
    header: t('person'),
    cell: ({ full_name, department }) => <TwoLineCell below={department}>{full_name}</TwoLineCell>,
  },
  {
    key: 'module',
    header: t('module'),
    cell: ({ module, course }) => <TwoLineCell below={course}>{module}</TwoLineCell>,
  },
  {
    key: 'attempts',
    header: t('attempts'),
    align: 'end',
    cell: ({ attempts_allowed }) => formatNumber(attempts_allowed),
  },
  {
    key: 'best',
    header: t('best'),
    align: 'end',
    cell: ({ best_score }) => (best_score === null ? '–' : formatPercent(best_score)),
  },
  {
    key: 'since',
    header: t('since'),
    nowrap: true,
    isWideOnly: true,
    cell: ({ last_activity_at }) => (last_activity_at === null ? '' : formatRelativeTime(last_activity_at)),
  },
];

const actions = (open: (person: PersonOutOfAttempts) => void): Column<PersonOutOfAttempts> =>
  createActionsColumn((person) => (
    <CompactRowButton aria-label={t('openAttemptsFor', { person: person.full_name })} onClick={() => open(person)}>
      {t('openAttempts')}
    </CompactRowButton>
  ));

const route = getRouteApi('/$workspace/assignments/');
const PAGE_SIZE = 25;
/** Milliseconds between refreshes while an assignment is being applied to many people. */
const WHILE_APPLYING = 2_000;

/** All assignments with their progress. */
export function AssignmentsPage() {
  const { state, order, down, page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/assignments/' });
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
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
      <PageHeader
        title={t('assignments')}
        description={t('aboutPage')}
        actions={
          <>
            <ToPaths />
            <AssignButton />
            <NamedModule />
          </>
        }
      />
      <OutOfAttemptsList />
      <SegmentedControl
        mb="md"
        aria-label={t('whichAssignments')}
        data={[
          { value: 'standing', label: t('active') },
          { value: 'ended', label: t('ended') },
        ]}
        value={state ?? 'standing'}
        onChange={(value) =>
          void navigate({
            search: (before) => ({ ...before, state: value === 'ended' ? 'ended' : undefined, page: undefined }),
          })
        }
      />
      <PageState query={assignments} what={t('theAssignments')}>
        {({ assignments: found, total }) => (
          <PagedList
            what={t('assignmentsCounted', { count: total })}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) })
            }
            empty={
              <EmptyState
                title={state === 'ended' ? t('noAssignmentHasEnded') : t('noAssignmentsYet')}
                icon={<IconClipboardList size={28} stroke={1.5} />}
              >
                {state === 'ended' ? null : t('howToBegin')}
              </EmptyState>
            }
          >
            <DataTable
              label={t('assignmentList')}
              columns={columnsOf()}
              rows={found}
              rowKey={({ id }) => id}
              sort={sort}
            />
          </PagedList>
        )}
      </PageState>
    </>
  );
}

/** The form, opened with the module that the address names. */
function NamedModule() {
  const { assign } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/assignments/' });
  const { modules } = trpc.useUtils();
  const { open, dialog } = useAssignDialog();
  useEffect(() => {
    if (assign === undefined) return;
    // Once: going back or reloading doesn't open it again.
    void navigate({ search: (before) => ({ ...before, assign: undefined }), replace: true });
    void modules.get.fetch({ id: assign }, { staleTime: Infinity }).then(
      ({ title }) => open({ modules: [toModuleOption(assign, title)], audiences: [] }),
      (error: unknown) => notifyProblem(toDisplayableProblem(error)),
    );
  }, [assign, navigate, modules, open]);
  return dialog;
}

function ToPaths() {
  return (
    <LinkButton to="/$workspace/assignments/paths" variant="default">
      {t('paths')}
    </LinkButton>
  );
}

const columnsOf = (): Column<Assignment>[] => [
  { key: 'module', header: t('module'), isSortable: true, cell: (assignment) => <Name assignment={assignment} /> },
  { key: 'to', header: t('to'), cell: audienceInWords },
  { key: 'due', header: t('due'), cell: dueRuleInWords },
  {
    key: 'completed',
    header: t('status.completed'),
    align: 'end',
    isSortable: true,
    cell: ({ counts }) => t('ofTotal', { done: counts.completed, total: counts.people }),
  },
  {
    key: 'overdue',
    header: t('status.overdue'),
    align: 'end',
    isSortable: true,
    cell: ({ counts }) => formatNumber(counts.overdue),
  },
  {
    key: 'created',
    header: t('created'),
    nowrap: true,
    isSortable: true,
    cell: ({ created_at }) => <TimeAgo at={created_at} />,
  },
];

function Name({ assignment: { id, module, applying } }: { assignment: Assignment }) {
  return (
    <>
      <TextLink to="/$workspace/assignments/$assignment" params={{ assignment: id }} fw={600}>
        {module.title}
      </TextLink>
      {module.status !== 'published' && (
        <Text size="xs" c="dimmed">
          {t('notPublished')}
        </Text>
      )}
      {applying !== null && (
        <Badge variant="light" component="output">
          {t('assigning', applying)}
        </Badge>
      )}
      {applying !== null && applying.failing.length > 0 && (
        <Text size="xs" c="dimmed">
          {t('assigningFails', { names: applying.failing.map(({ name }) => name).join(', ') })}
        </Text>
      )}
    </>
  );
}
