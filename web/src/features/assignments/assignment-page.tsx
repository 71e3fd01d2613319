import { Button, Group, Text } from '@mantine/core';
import { IconUsers } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { AssignedPerson, Assignment } from '@training/shared/assignments/assignments';
import { LearnerAssignmentStatus } from '@training/shared/statuses';
import { useState } from 'react';
import { isQuerySubjectNotFound } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { formatLastDayBefore } from '../../lib/i18n/dates.ts';
import { joinWithDots, formatDay, formatPercent } from '../../lib/i18n/in-words.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../lib/search-params.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { createActionsColumn, type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { FilterBar, FilterSelect, SearchField } from '../../ui/lists/filter-bar.tsx';
import { PagedList } from '../../ui/lists/paged-list.tsx';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';
import { notify } from '../../ui/notify.ts';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { audienceInWords, dueRuleInWords } from './assignment-words.ts';
import { ChangeAssignmentForm } from './change-form.tsx';
import { GrantAttemptsDialog } from './grant-attempts-dialog.tsx';
import { ExcuseTrainingDialog } from './excuse-training-dialog.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('assignments');

interface NamedPerson {
  full_name: string;
  email: string | null;
  department: string | null;
}

/** Returns the columns that identify a row's person. */
const personColumns = (): Column<NamedPerson>[] => [
  {
    key: 'person',
    header: t('person'),
    cell: ({ full_name, email }) => <TwoLineCell below={email}>{full_name}</TwoLineCell>,
  },
  { key: 'department', header: t('department'), cell: ({ department }) => department ?? '–' },
];

const route = getRouteApi('/$workspace/assignments/$assignment');
const PAGE_SIZE = 25;

/** One assignment with its people, the late ones first. */
export function AssignmentDetailPage() {
  const { assignment: id } = route.useParams();
  const assignment = trpc.assignments.get.useQuery({ id });
  const above = (
    <Breadcrumbs>
      <TextLink to="/$workspace/assignments">{t('assignments')}</TextLink>
      {assignment.data?.path && (
        <TextLink to="/$workspace/assignments/paths/$path" params={{ path: assignment.data.path.id }}>
          {assignment.data.path.title}
        </TextLink>
      )}
    </Breadcrumbs>
  );
  if (isQuerySubjectNotFound(assignment)) {
    return <EmptyState title={t('assignmentNotFound')} headingLevel={1} action={above} />;
  }
  return (
    <>
      <PageHeader
        title={assignment.data?.module.title ?? t('assignment')}
        above={above}
        actions={
          assignment.data?.may_change &&
          assignment.data.ended_at === null &&
          assignment.data.path === null && (
            <>
              <Change assignment={assignment.data} />
              <End assignment={assignment.data} />
            </>
          )
        }
      />
      <PageState query={assignment} what={t('theAssignment')}>
        {(found) => (
          <>
            <Facts assignment={found} />
            <People assignment={found} />
          </>
        )}
      </PageState>
    </>
  );
}

function Facts({ assignment }: { assignment: Assignment }) {
  const { counts, joiners, created_by_name, ended_at, ended_by_name } = assignment;
  const facts = [
    audienceInWords(assignment),
    joiners ? t('newMembersToo') : null,
    dueRuleInWords(assignment),
    t('byPerson', { person: created_by_name }),
    ended_at === null ? null : t('endedBy', { person: ended_by_name ?? '' }),
  ];
  return (
    <Group gap="xs" mb="md">
      <Text>{joinWithDots(facts)}</Text>
      <Text c="dimmed">{counts.paused > 0 ? t('countsPaused', counts) : t('counts', counts)}</Text>
    </Group>
  );
}

function People({ assignment }: { assignment: Assignment }) {
  const { status, q, page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/assignments/$assignment' });
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const [waiving, setWaiving] = useState<AssignedPerson | null>(null);
  const [opening, setOpening] = useState<AssignedPerson | null>(null);
  const people = trpc.assignments.people.useQuery(
    { id: assignment.id, status, search: q, limit, offset },
    { placeholderData: keepPreviousData },
  );
  const isFiltered = status !== undefined || q !== undefined;
  const columns = assignment.may_change ? [...columnsOf(), actions(setWaiving, setOpening)] : columnsOf();
  return (
    <>
      <FilterBar what={t('people')} onClear={isFiltered ? () => void navigate({ search: {} }) : undefined}>
        <SearchField
          label={t('searchPeople')}
          value={q}
          onSearch={(next) => void navigate({ search: { status, q: next }, replace: true })}
        />
        <FilterSelect
          label={t('status')}
          all={t('allStatuses')}
          options={LearnerAssignmentStatus.options.map((value) => ({ value, label: t(`status.${value}`) }))}
          value={status}
          onChange={(next) => void navigate({ search: { q, status: next } })}
        />
      </FilterBar>
      <PageState query={people} what={t('thePeople')}>
        {({ people: found, total }) => (
          <PagedList
            what={t('peopleCounted', { count: total })}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) =>
              void navigate({ search: (before) => ({ ...before, page: pageNumberAt(next, PAGE_SIZE) }) })
            }
            empty={
              <EmptyState
                title={isFiltered ? t('noPeopleMatch') : t('noOneAssignedYet')}
                icon={<IconUsers size={28} />}
              />
            }
          >
            <DataTable
              label={t('people')}
              columns={columns}
              rows={found}
              rowKey={({ enrollment_id }) => enrollment_id}
            />
          </PagedList>
        )}
      </PageState>
      <GrantAttemptsDialog person={opening} onClose={() => setOpening(null)} />
      <ExcuseTrainingDialog person={waiving} onClose={() => setWaiving(null)} />
    </>
  );
}

const columnsOf = (): Column<AssignedPerson>[] => [
  ...personColumns(),
  {
    key: 'status',
    header: t('status'),
    cell: ({ status, waived }) =>
      waived === null ? (
        t(`status.${status}`)
      ) : (
        <TwoLineCell below={`${waived.by_name}: ${waived.reason}`}>{t(`status.${status}`)}</TwoLineCell>
      ),
  },
  { key: 'progress', header: t('progress'), align: 'end', cell: ({ progress }) => formatPercent(progress) },
  {
    key: 'attempts',
    header: t('attempts'),
    align: 'end',
    nowrap: true,
    isWideOnly: true,
    cell: ({ attempts_used, attempts_allowed }) => t('ofTotal', { done: attempts_used, total: attempts_allowed }),
  },
  {
    key: 'due',
    header: t('due'),
    nowrap: true,
    cell: ({ due_on, lapsed_at }) => (
      <TwoLineCell below={lapsed_at === null ? null : t('certificateExpired', { day: formatLastDayBefore(lapsed_at) })}>
        {due_on === null ? '–' : formatDay(due_on)}
      </TwoLineCell>
    ),
  },
];

const actions = (
  waive: (person: AssignedPerson) => void,
  open: (person: AssignedPerson) => void,
): Column<AssignedPerson> =>
  createActionsColumn((person) =>
    person.status === 'completed' ? null : person.waived === null ? (
      <>
        {person.out_of_attempts && (
          <CompactRowButton
            aria-label={t('openAttemptsFor', { person: person.full_name })}
            onClick={() => open(person)}
          >
            {t('openAttempts')}
          </CompactRowButton>
        )}
        <CompactRowButton aria-label={t('title.excuse', { person: person.full_name })} onClick={() => waive(person)}>
          {t('excuse')}
        </CompactRowButton>
      </>
    ) : (
      <UndoWaiver person={person} />
    ),
  );

function UndoWaiver({ person: { enrollment_id, full_name } }: { person: AssignedPerson }) {
  const utils = trpc.useUtils();
  const undoing = trpc.assignments.undoWaiver.useMutation({ onSettled: () => utils.assignments.invalidate() });
  return (
    <CompactRowButton
      aria-label={t('undoExcuse', { person: full_name })}
      loading={undoing.isPending}
      onClick={() => undoing.mutate({ enrollment_id })}
    >
      {t('undo')}
    </CompactRowButton>
  );
}

function Change({ assignment }: { assignment: Assignment }) {
  const [isChanging, setChanging] = useState(false);
  const close = () => setChanging(false);
  return (
    <>
      <Button variant="default" onClick={() => setChanging(true)}>
        {t('change')}
      </Button>
      <FormDialog opened={isChanging} onClose={close} title={t('changeNamed', { module: assignment.module.title })}>
        <ChangeAssignmentForm assignment={assignment} onClose={close} />
      </FormDialog>
    </>
  );
}

function End({ assignment: { id, counts, module } }: { assignment: Assignment }) {
  const unfinished = counts.open + counts.paused;
  const [isAsking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const ending = trpc.assignments.end.useMutation({
    onSuccess: () => {
      notify(t('assignmentWasEnded'));
      setAsking(false);
      void utils.assignments.invalidate();
    },
  });
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('endAssignment')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('endNamed', { module: module.title })}
        confirmLabel={t('endAssignment')}
        failed={t('failedToEnd')}
        danger
        mutation={ending}
        onConfirm={() => ending.mutate({ id })}
      >
        {t('aboutEnd', { count: unfinished })}
      </ConfirmDialog>
    </>
  );
}
