import { Box, Group, Text } from '@mantine/core';
import type { CourseDetail, ModuleSummary } from '@training/shared/courses/courses';
import { type ReactNode, useRef, useState } from 'react';
import { moved } from '../../lib/moved.ts';
import { type Problem, problemOf } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { SortableList } from '../../ui/sorting/sortable-list.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ModuleStanding, SourceMark } from './module-standing.tsx';

/** The modules of a course, which authors can reorder. Moves are applied optimistically and reverted if refused. */
export function ModuleOrder({ course }: { course: CourseDetail }) {
  const { courses } = trpc.useUtils();
  const [problem, setProblem] = useState<Problem | null>(null);
  const underWay = useRef(0);
  const order = trpc.modules.order.useMutation({
    // Runs moves in sequence, because each starts from the order that the previous one produced.
    scope: { id: `order of ${course.id}` },
    onError: (error) => setProblem(problemOf(error)),
    onSettled: () => {
      underWay.current -= 1;
      // Refetching before the last move has arrived would return an outdated order.
      if (underWay.current === 0) void courses.get.invalidate({ id: course.id });
    },
  });
  const move = (id: string, to: number) => {
    const modules = moved(course.modules, id, to);
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
            what={problem.code === 'stale_version' ? 'someone else changed the list' : 'couldn’t save the order'}
            problem={problem.code === 'stale_version' ? { ...problem, detail: STALE } : problem}
          />
        </Box>
      )}
      <SortableList
        label="Modules"
        ids={idsOf(course.modules)}
        nameOf={(id) => byId.get(id)?.title ?? 'The module'}
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

const STALE = 'Modules were added or moved. This is the current order; move yours again.';

const idsOf = (modules: ModuleSummary[]) => modules.map(({ id }) => id);

interface RowProps {
  course: string;
  module: ModuleSummary;
  index: number;
  handle: ReactNode;
}

function Row({ course, module, index, handle }: RowProps) {
  const { id, title, status, workflow, flashcards, questions, open_queries } = module;
  const { workspace } = useWorkspace();
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs" wrap="nowrap" miw={0}>
        {handle}
        <Text component="div" fw={500}>
          {index + 1}.{' '}
          <TextLink to="/$workspace/courses/$course/$module" params={{ workspace: workspace.slug, course, module: id }}>
            {title}
          </TextLink>
        </Text>
      </Group>
      <Group gap="sm">
        <Text c="dimmed">
          {flashcards} {flashcards === 1 ? 'card' : 'cards'} · {questions} {questions === 1 ? 'question' : 'questions'}
        </Text>
        <SourceMark course={course} module={id} />
        <ModuleStanding status={status} workflow={workflow} openQueries={open_queries} />
      </Group>
    </Group>
  );
}
