import { Box, Button, Group, Text } from '@mantine/core';
import { IconStack2 } from '@tabler/icons-react';
import { getRouteApi } from '@tanstack/react-router';
import type { CourseDetail, ModuleSummary } from '@training/shared/courses/courses';
import { type ReactNode, useRef, useState } from 'react';
import { isQuerySubjectNotFound, type DisplayableProblem, toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { moveById } from '../../lib/move-by-id.ts';
import { usePermissionReach, useWorkspaceSession } from '../../lib/workspace.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState, FailedState } from '../../ui/pages/states.tsx';
import { SortableList } from '../../ui/sorting/sortable-list.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { LinkButton } from '../../ui/link-button.tsx';
import { AssignButton } from '../assignments/assign-button.tsx';
import { toCourseOption } from '../assignments/chosen-option.ts';
import { PublishedModuleCount } from './course-table.tsx';
import { validityInWords } from './course-words.ts';
import { DownloadMenu } from './download-menu.tsx';
import { ModuleStateBadges, ModuleSourceChangedMark } from './module-state-badges.tsx';
import { CoursesBreadcrumb } from './courses-breadcrumb.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('courses');

/** The modules of a course, which authors can reorder. Moves are applied optimistically and reverted if refused. */
function ModuleOrder({ course }: { course: CourseDetail }) {
  const { courses } = trpc.useUtils();
  const [problem, setProblem] = useState<DisplayableProblem | null>(null);
  const underWay = useRef(0);
  const order = trpc.modules.order.useMutation({
    // Runs moves in sequence, because each starts from the order that the previous one produced.
    scope: { id: `order/${course.id}` },
    onError: (error) => setProblem(toDisplayableProblem(error)),
    onSettled: () => {
      underWay.current -= 1;
      // Refetching before the last move has arrived would return an outdated order.
      if (underWay.current === 0) void courses.get.invalidate({ id: course.id });
    },
  });
  const move = (id: string, to: number) => {
    const modules = moveById(course.modules, id, to);
    setProblem(null);
    underWay.current += 1;
    // A pending response would briefly restore the old order.
    void courses.get.cancel({ id: course.id });
    courses.get.setData({ id: course.id }, { ...course, modules });
    order.mutate({ course_id: course.id, from: idsOf(course.modules), to: idsOf(modules) });
  };
  const byId = new Map(course.modules.map((module) => [module.id, module]));
  return (
    <>
      {problem !== null && (
        <Box mb="md">
          <FailedState
            what={problem.code === 'stale_version' ? t('someoneElseChangedList') : t('failedToSaveOrder')}
            problem={problem.code === 'stale_version' ? { ...problem, detail: t('movedMeanwhile') } : problem}
          />
        </Box>
      )}
      <SortableList
        label={t('modules')}
        ids={idsOf(course.modules)}
        nameOf={(id) => byId.get(id)?.title ?? t('theModule')}
        onMove={move}
      >
        {(id, index, handle) => {
          const module = byId.get(id);
          return module && <Row course={course.id} module={module} index={index} handle={handle} />;
        }}
      </SortableList>
    </>
  );
}

const idsOf = (modules: ModuleSummary[]) => modules.map(({ id }) => id);

interface RowProps {
  course: string;
  module: ModuleSummary;
  index: number;
  handle: ReactNode;
}

function Row({ course, module, index, handle }: RowProps) {
  const { id, title, status, workflow, flashcards, questions, open_queries } = module;
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap" miw={0}>
        {handle}
        <Text component="div" fw={500}>
          {index + 1}.{' '}
          <TextLink to="/$workspace/courses/$course/$module" params={{ course, module: id }}>
            {title}
          </TextLink>
        </Text>
      </Group>
      <Group gap="sm">
        <Text c="dimmed">{t('cardsAndQuestions', { flashcards, questions })}</Text>
        <ModuleSourceChangedMark course={course} module={id} />
        <ModuleStateBadges status={status} workflow={workflow} openQueries={open_queries} />
      </Group>
    </Group>
  );
}

const route = getRouteApi('/$workspace/courses/$course');

const CLOSED = { opened: false };
const CourseDialog = lazyDialog(async () => (await import('./course-dialog.tsx')).CourseDialog, CLOSED);
const ScormDialog = lazyDialog(async () => (await import('./scorm-dialog.tsx')).ScormDownloadDialog, CLOSED);
const ModuleDialog = lazyDialog(async () => (await import('./module-dialog.tsx')).NewModuleDialog, CLOSED);

/** A course with its modules in order. */
export function CourseDetailPage() {
  const { course: id } = route.useParams();
  const course = trpc.courses.get.useQuery({ id });
  if (isQuerySubjectNotFound(course)) return <NotFoundPage />;
  return (
    <>
      {course.data === undefined && <PageHeader title={t('course')} above={<CoursesBreadcrumb />} />}
      <PageState query={course} what={t('theCourse')}>
        {(found) => <Course course={found} />}
      </PageState>
    </>
  );
}

function Course({ course }: { course: CourseDetail }) {
  const { user } = useWorkspaceSession();
  const mayAuthor = usePermissionReach('content:author') !== undefined && course.department_id === user.department_id;
  const [asked, setAsked] = useState<'edit' | 'add' | 'scorm' | null>(null);
  const close = () => setAsked(null);
  return (
    <>
      <PageHeader
        above={<CoursesBreadcrumb />}
        title={`${course.emoji} ${course.title}`}
        description={
          <Group component="span" gap={6}>
            <span>{course.department ?? t('noDepartment')}</span>
            <span aria-hidden="true">·</span>
            {course.published && <span>{t('status.published')}</span>}
            <PublishedModuleCount course={course} />
          </Group>
        }
        actions={
          <>
            {course.published && <AssignButton module={toCourseOption(course.id, course.title)} />}
            <DownloadMenu course={course} onScorm={() => setAsked('scorm')} />
            {mayAuthor && (
              <>
                <LinkButton to="/$workspace/courses/import" search={{ course: course.id }} variant="default">
                  {t('import')}
                </LinkButton>
                <Button variant="default" onClick={() => setAsked('edit')}>
                  {t('editTitleEmoji')}
                </Button>
                <Button onClick={() => setAsked('add')}>{t('addModule')}</Button>
              </>
            )}
          </>
        }
      />
      <Modules course={course} mayAuthor={mayAuthor} />
      <CourseDialog course={course} opened={asked === 'edit'} onClose={close} />
      <ScormDialog course={course} opened={asked === 'scorm'} onClose={close} />
      <ModuleDialog courseId={course.id} opened={asked === 'add'} onClose={close} />
    </>
  );
}

function Modules({ course, mayAuthor }: { course: CourseDetail; mayAuthor: boolean }) {
  if (course.modules.length === 0) {
    return (
      <EmptyState title={t('noModulesYet')} icon={<IconStack2 size={28} stroke={1.5} />}>
        {mayAuthor ? t('addFirstOneModule') : t('modulesWillAppearHere')}
      </EmptyState>
    );
  }
  return mayAuthor ? <ModuleOrder course={course} /> : <ModuleTable course={course} />;
}

function ModuleTable({ course }: { course: CourseDetail }) {
  const columns: Column<ModuleSummary>[] = [
    {
      key: 'title',
      header: t('module'),
      cell: ({ id, title, order }) => (
        <>
          {order + 1}.{' '}
          <TextLink to="/$workspace/courses/$course/$module" params={{ course: course.id, module: id }}>
            {title}
          </TextLink>
        </>
      ),
    },
    {
      key: 'status',
      header: t('status'),
      cell: ({ id, status, workflow, open_queries }) => (
        <Group component="span" gap="xs">
          <ModuleStateBadges status={status} workflow={workflow} openQueries={open_queries} />
          <ModuleSourceChangedMark course={course.id} module={id} />
        </Group>
      ),
    },
    { key: 'flashcards', header: t('flashcards'), cell: ({ flashcards }) => flashcards },
    { key: 'questions', header: t('questions'), cell: ({ questions }) => questions },
    { key: 'validity', header: t('certificate'), cell: ({ validity_days }) => validityInWords(validity_days) },
  ];
  return <DataTable label={t('modules')} columns={columns} rows={course.modules} rowKey={({ id }) => id} />;
}
