import { Button, Group, Text, Title } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { LearningPath, PathAssignment, PathProgressOfAllPeople } from '@training/shared/paths/paths';
import { useState } from 'react';
import { isQuerySubjectNotFound } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';
import { joinWithDots } from '../../lib/i18n/in-words.ts';
import { formatNumber } from '../../lib/i18n/numbers.ts';
import { ConfirmDialog } from '../../ui/dialogs/confirm-dialog.tsx';
import { FormDialog } from '../../ui/dialogs/form-dialog.tsx';
import { createActionsColumn, type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { TwoLineCell } from '../../ui/lists/two-line-cell.tsx';
import { notify } from '../../ui/notify.ts';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { audienceInWords, dueRuleInWords } from '../assignments/assignment-words.ts';
import { AssignPathForm } from './assign-path-form.tsx';
import { PathForm } from './path-form.tsx';
import { PathPeopleList } from './path-people.tsx';

const t = translatorOf('paths');

const route = getRouteApi('/$workspace/assignments/paths/$path');
/** Milliseconds between refreshes while an assignment is being applied to many people. */
const WHILE_APPLYING = 2_000;

/** One path: its modules, its assignments, and where its people are. */
export function PathDetailPage() {
  const { path: id } = route.useParams();
  const path = trpc.paths.get.useQuery({ id });
  const above = (
    <Breadcrumbs>
      <TextLink to="/$workspace/assignments">{t('assignments')}</TextLink>
      <TextLink to="/$workspace/assignments/paths">{t('paths')}</TextLink>
    </Breadcrumbs>
  );
  if (isQuerySubjectNotFound(path)) return <EmptyState title={t('pathNotFound')} headingLevel={1} action={above} />;
  return (
    <>
      <PageHeader
        title={path.data?.title ?? t('path')}
        description={path.data && aboutPath(path.data)}
        above={above}
        actions={path.data && <Actions path={path.data} />}
      />
      <PageState query={path} what={t('thePath')}>
        {(found) => (
          <>
            {found.description !== '' && <Text mb="md">{found.description}</Text>}
            <Standing path={found} />
          </>
        )}
      </PageState>
    </>
  );
}

const aboutPath = ({ department, created_by_name, archived_at }: LearningPath) =>
  joinWithDots([
    archived_at === null ? null : t('archived'),
    department === null ? t('superAdminsOnly') : t('trainersOf', { department: department.name }),
    t('byPerson', { person: created_by_name }),
  ]);

function Actions({ path }: { path: LearningPath }) {
  const [open, setOpen] = useState<'change' | 'assign' | null>(null);
  const close = () => setOpen(null);
  const isActive = path.archived_at === null;
  return (
    <>
      {path.may_change && <Archive path={path} />}
      {path.may_change && isActive && (
        <Button variant="default" onClick={() => setOpen('change')}>
          {t('change')}
        </Button>
      )}
      {isActive && <Button onClick={() => setOpen('assign')}>{t('assign')}</Button>}
      <FormDialog opened={open === 'change'} onClose={close} title={t('changeNamed', { title: path.title })}>
        <PathForm path={path} onClose={close} onSaved={close} />
      </FormDialog>
      <FormDialog opened={open === 'assign'} onClose={close} title={t('assignNamed', { title: path.title })}>
        <AssignPathForm path={path} assignment={null} onClose={close} />
      </FormDialog>
    </>
  );
}

function Archive({ path: { id, title, archived_at, assignments } }: { path: LearningPath }) {
  const [isAsking, setAsking] = useState(false);
  const utils = trpc.useUtils();
  const archiving = trpc.paths.archive.useMutation({
    onSuccess: () => {
      setAsking(false);
      void utils.paths.invalidate();
    },
  });
  if (archived_at !== null) {
    return (
      <Button variant="default" loading={archiving.isPending} onClick={() => archiving.mutate({ id, archived: false })}>
        {t('restore')}
      </Button>
    );
  }
  return (
    <>
      <Button variant="default" onClick={() => setAsking(true)}>
        {t('archive')}
      </Button>
      <ConfirmDialog
        opened={isAsking}
        onClose={() => setAsking(false)}
        title={t('archiveNamed', { title })}
        confirmLabel={t('archive')}
        failed={t('failedToArchive')}
        mutation={archiving}
        obstacle={assignments > 0 ? t('endFirst') : null}
        onConfirm={() => archiving.mutate({ id, archived: true })}
      >
        {t('aboutArchive')}
      </ConfirmDialog>
    </>
  );
}

function Standing({ path }: { path: LearningPath }) {
  const standing = trpc.paths.standing.useQuery(
    { id: path.id },
    {
      refetchInterval: ({ state: { data } }) =>
        data?.assignments.some(({ applying }) => applying) ? WHILE_APPLYING : false,
    },
  );
  return (
    <PageState query={standing} what={t('thePath')}>
      {({ counts, steps, assignments }) => (
        <>
          <Text mb="xs">{t('counts', counts)}</Text>
          <DataTable
            label={t('modules')}
            columns={stepColumns()}
            rows={path.steps.map((step, index) => ({ ...step, index, figures: steps[index] }))}
            rowKey={({ module_id }) => module_id}
          />
          <Title order={2} size="h4" mt="xl" mb="xs">
            {t('assignments')}
          </Title>
          {assignments.length === 0 ? (
            <Text c="dimmed">{t('notAssignedYet')}</Text>
          ) : (
            <Assignments path={path} assignments={assignments} />
          )}
          {counts.people > 0 && <PathPeopleList path={path} />}
        </>
      )}
    </PageState>
  );
}

type StepRow = LearningPath['steps'][number] & {
  index: number;
  figures: PathProgressOfAllPeople['steps'][number] | undefined;
};

const stepColumns = (): Column<StepRow>[] => [
  {
    key: 'module',
    header: t('module'),
    cell: ({ index, title, course, status }) => (
      <TwoLineCell below={status === 'published' ? course : t('notPublished')}>
        {index + 1}. <bdi>{title}</bdi>
      </TwoLineCell>
    ),
  },
  { key: 'here', header: t('hereNow'), align: 'end', cell: ({ figures }) => formatNumber(figures?.at ?? 0) },
  {
    key: 'completed',
    header: t('status.completed'),
    align: 'end',
    cell: ({ figures }) => formatNumber(figures?.completed ?? 0),
  },
  {
    key: 'excused',
    header: t('status.excused'),
    align: 'end',
    isWideOnly: true,
    cell: ({ figures }) => formatNumber(figures?.excused ?? 0),
  },
  {
    key: 'open',
    header: t('open'),
    align: 'end',
    isWideOnly: true,
    cell: ({ figures }) => formatNumber(figures?.open ?? 0),
  },
  { key: 'overdue', header: t('overdue'), align: 'end', cell: ({ figures }) => formatNumber(figures?.overdue ?? 0) },
];

function Assignments({ path, assignments }: { path: LearningPath; assignments: PathAssignment[] }) {
  const [changing, setChanging] = useState<PathAssignment | null>(null);
  const [ending, setEnding] = useState<PathAssignment | null>(null);
  const utils = trpc.useUtils();
  const end = trpc.paths.endAssignment.useMutation({
    onSuccess: () => {
      notify(t('assignmentWasEnded'));
      setEnding(null);
      void utils.paths.invalidate();
      void utils.assignments.invalidate();
    },
  });
  const columns: Column<PathAssignment>[] = [
    { key: 'to', header: t('to'), cell: audienceInWords },
    { key: 'due', header: t('due'), cell: dueRuleInWords },
    {
      key: 'completed',
      header: t('status.completed'),
      align: 'end',
      cell: ({ counts }) => t('ofTotal', { done: counts.completed, total: counts.people }),
    },
    { key: 'overdue', header: t('overdue'), align: 'end', cell: ({ counts }) => formatNumber(counts.overdue) },
    createActionsColumn(
      (assignment) =>
        assignment.may_change && (
          <Group gap="xs" justify="flex-end">
            <CompactRowButton
              aria-label={t('changeFor', { audience: audienceInWords(assignment) })}
              onClick={() => setChanging(assignment)}
            >
              {t('change')}
            </CompactRowButton>
            <CompactRowButton
              aria-label={t('endFor', { audience: audienceInWords(assignment) })}
              onClick={() => setEnding(assignment)}
            >
              {t('end')}
            </CompactRowButton>
          </Group>
        ),
    ),
  ];
  return (
    <>
      <DataTable label={t('assignments')} columns={columns} rows={assignments} rowKey={({ id }) => id} />
      <FormDialog
        opened={changing !== null}
        onClose={() => setChanging(null)}
        title={t('changeFor', { audience: changing ? audienceInWords(changing) : '' })}
      >
        {changing && <AssignPathForm path={path} assignment={changing} onClose={() => setChanging(null)} />}
      </FormDialog>
      <ConfirmDialog
        opened={ending !== null}
        onClose={() => setEnding(null)}
        title={t('endFor', { audience: ending ? audienceInWords(ending) : '' })}
        confirmLabel={t('end')}
        failed={t('failedToEnd')}
        danger
        mutation={end}
        onConfirm={() => ending && end.mutate({ id: ending.id })}
      >
        {t('aboutEnd')}
      </ConfirmDialog>
    </>
  );
}
