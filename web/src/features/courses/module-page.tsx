import { Group, Text } from '@mantine/core';
import { getRouteApi } from '@tanstack/react-router';
import type { ModuleDetail } from '@training/shared/modules';
import { isMissing } from '../../lib/problem.ts';
import { trpc } from '../../lib/trpc.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { NotFoundPage } from '../../shell/error-pages.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { PageState } from '../../ui/page-state.tsx';
import { Section } from '../../ui/section.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { ToCourses, validity } from './course-page.tsx';
import { Flashcards } from './flashcards.tsx';
import { Quiz } from './quiz.tsx';
import { ModuleStatusBadge, SectionStateBadge, meaningOf } from './states.tsx';

const route = getRouteApi('/$workspace/courses/$course/$module');

/** What a module teaches and asks, to read; writing comes with authoring. */
export function ModulePage() {
  const { module: id } = route.useParams();
  const module = trpc.modules.get.useQuery({ id });
  if (isMissing(module.error)) return <NotFoundPage />;
  return (
    <>
      {module.data === undefined && <PageHeader title="Module" above={<ToCourses />} />}
      <PageState query={module} what="the module">
        {(found) => <Module module={found} />}
      </PageState>
    </>
  );
}

function Module({ module: { title, status, validity_days, course, flashcards, quiz } }: { module: ModuleDetail }) {
  const params = { workspace: useWorkspace().workspace.slug, course: course.id };
  return (
    <>
      <PageHeader
        above={
          <ToCourses>
            <TextLink to="/$workspace/courses/$course" params={params}>
              {course.emoji} {course.title}
            </TextLink>
          </ToCourses>
        }
        title={title}
        description={
          <Group component="span" gap="xs">
            <ModuleStatusBadge status={status} />
            <span>Completion valid for: {validity(validity_days).toLowerCase()}</span>
          </Group>
        }
      />
      <Section
        title={`Flashcards (${flashcards.cards.length})`}
        description={meaningOf(flashcards.state)}
        actions={<SectionStateBadge state={flashcards.state} />}
      >
        {flashcards.cards.length === 0 ? (
          <Text c="dimmed">No cards yet.</Text>
        ) : (
          <Flashcards cards={flashcards.cards} />
        )}
      </Section>
      <Section
        title={`Quiz (${quiz.questions.length})`}
        description={meaningOf(quiz.state)}
        actions={<SectionStateBadge state={quiz.state} />}
      >
        {quiz.questions.length === 0 ? <Text c="dimmed">No questions yet.</Text> : <Quiz questions={quiz.questions} />}
      </Section>
    </>
  );
}
