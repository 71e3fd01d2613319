import { trpc } from '../../lib/api/trpc.ts';
import { isMissing } from '../../lib/api/problem.ts';
import { useWorkspace } from '../../lib/workspace.ts';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { Button, Group, Stack, Title } from '@mantine/core';
import type { Attempt, GivenAnswer } from '@training/shared/learning/attempts';
import { useState } from 'react';
import { Markdown } from '../../ui/markdown.tsx';
import { AnswerField, AnswerFeedback } from './quiz/answer-field.tsx';
import { AttemptResult } from './quiz/attempt-result.tsx';
import { SpokenState } from './spoken/spoken-state.tsx';
import type { AskedQuestion } from '@training/shared/courses/courses';

interface PastAttemptProps {
  attempt: Attempt;
  moduleId: string;
  timeZone: string;
}

/** A past attempt of any training: the questions, the answers and the results. */
function PastAttempt({ attempt, moduleId, timeZone }: PastAttemptProps) {
  const [shown, setShown] = useState<string | null>(null);
  const place = attempt.asked.findIndex(({ id }) => id === shown);
  const question = attempt.asked[place];
  const given = attempt.answers.find(({ question_id }) => question_id === shown);
  if (!question || !given) return <AttemptResult attempt={attempt} timeZone={timeZone} onLook={setShown} />;
  return (
    <Stack gap="md" align="stretch">
      <Title order={2} size="h5">
        Question {place + 1} of {attempt.asked.length}
      </Title>
      <div dir="auto">
        <Markdown>{question.prompt}</Markdown>
      </div>
      <Answered question={question} given={given} moduleId={moduleId} />
      <Group justify="flex-end">
        <Button size="md" onClick={() => setShown(null)}>
          Back to result
        </Button>
      </Group>
    </Stack>
  );
}

interface AnsweredProps {
  question: AskedQuestion;
  given: GivenAnswer;
  moduleId: string;
}

function Answered({ question, given, moduleId }: AnsweredProps) {
  if (question.kind === 'spoken') return <SpokenState answerId={given.answer_id} moduleId={moduleId} />;
  return (
    <>
      <AnswerField question={question} given={given} response={null} onChange={() => undefined} />
      <AnswerFeedback answer={given} />
    </>
  );
}

interface AttemptPageProps {
  moduleId: string;
  attemptId: string;
}

/** One attempt at a module, even if its training has ended. */
export function AttemptPage({ moduleId, attemptId }: AttemptPageProps) {
  const { workspace } = useWorkspace();
  const query = trpc.learning.attempt.useQuery({ attempt_id: attemptId });
  const { data } = query;
  const above = (
    <Breadcrumbs>
      <TextLink to="/$workspace/training" params={{ workspace: workspace.slug }}>
        My training
      </TextLink>
      <TextLink to="/$workspace/training/$module" params={{ workspace: workspace.slug, module: moduleId }}>
        {data?.title ?? 'Training'}
      </TextLink>
    </Breadcrumbs>
  );
  if (isMissing(query)) {
    return (
      <EmptyState title="Attempt not found" headingLevel={1} action={above}>
        The link may be old, or the attempt isn’t yours.
      </EmptyState>
    );
  }
  return (
    <>
      <PageHeader title={data ? `Attempt ${data.attempt.number}` : 'Attempt'} description={data?.title} above={above} />
      <PageState query={query} what="this attempt">
        {({ attempt, time_zone }) => <PastAttempt attempt={attempt} moduleId={moduleId} timeZone={time_zone} />}
      </PageState>
    </>
  );
}
