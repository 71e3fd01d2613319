import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { Attempt, ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import type { ModuleForStudy } from '@training/shared/learning/learning';
import { type FormEvent, useEffect, useMemo, useRef } from 'react';
import { isTemporaryStatus } from '../../../lib/api/http-error.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import {
  deleteUnsavedInput,
  loadStoredUnsavedInputs,
  storeUnsavedInput,
} from '../../../lib/unsaved-input/unsaved-input.ts';
import { useStoredFormState } from '../../../lib/unsaved-input/use-stored-form-input.ts';
import { useWorkspaceSession } from '../../../lib/workspace.ts';
import { RestoredNotice } from '../../../ui/forms/restored-notice.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import { MediaAtPlace } from '../../../ui/media.tsx';
import { Note } from '../../../ui/note.tsx';
import { FailedState } from '../../../ui/pages/states.tsx';
import { SpokenQuestion } from '../spoken/spoken-question.tsx';
import { UntranslatedNote } from '../language-switch.tsx';
import { useUpdateCachedStudiedModule } from '../use-update-studied-module.ts';
import { AnswerFeedback, ChoiceOrTextAnswerField } from './answer-field.tsx';
import { parseStoredAnswer, initialAnswerOfTwoOptionOrdering } from './stored-answer.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

type Question = ModuleForStudy['questions'][number];

interface QuestionPageProps {
  module: ModuleForStudy;
  attempt: Attempt;
  question: Question;
  /** "Question 2 of 5". */
  place: string;
  isLast: boolean;
  /** True if another answer has to be checked next. */
  hasToCheck: boolean;
  /** Called when an answer is being sent, including one left over from a page that was closed. */
  onAnswered: (questionId: string) => void;
  onNext: () => void;
}

/** One question. Its answer is final, and the result is shown immediately. */
export function QuestionPage({
  module,
  attempt,
  question,
  place,
  isLast,
  hasToCheck,
  onAnswered,
  onNext,
}: QuestionPageProps) {
  const given = attempt.answers.find(({ question_id }) => question_id === question.id);
  const { send, unsent, isSending, isAway, error } = useSendAnswer(module.module_id, attempt, onAnswered);
  const at = ['answer', attempt.id, question.id] as const;
  const { values, change, storedInput } = useStoredFormState(at, { response: unsent(question.id) });
  const response = parseStoredAnswer(values.response) ?? initialAnswerOfTwoOptionOrdering(question);
  const heading = useRef<HTMLHeadingElement>(null);
  // Starts each question at its heading, for screen readers too.
  useEffect(() => heading.current?.focus(), []);
  const isTranscribing = given?.state === 'transcribing';
  // The button that sent the recording has disappeared, and the transcript comes next.
  useEffect(() => {
    if (isTranscribing) heading.current?.focus();
  }, [isTranscribing]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (response === null || isSending) return;
    send(question.id, response);
    // Answers in transit are stored separately.
    storedInput.sent();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="md" align="stretch">
        <Title order={2} size="h5" tabIndex={-1} ref={heading}>
          {place}
        </Title>
        <UntranslatedNote id={question.id} shown={attempt} source={module.languages[0] ?? ''} />
        <div dir="auto">
          <Markdown>{question.prompt}</Markdown>
          <MediaAtPlace item={question} at="prompt" />
        </div>
        {given === undefined && <RestoredNotice storedInput={storedInput} />}
        {question.kind === 'spoken' ? (
          <SpokenQuestion module={module} attempt={attempt} question={question} given={given} onAnswered={onAnswered} />
        ) : (
          <ChoiceOrTextAnswerField
            question={question}
            given={given}
            response={response}
            onChange={(next) => change({ response: next })}
          />
        )}
        {error !== null && given === undefined && (
          <FailedState what={t('failedToSaveAnswer')} problem={toDisplayableProblem(error)} />
        )}
        {isAway && <Note title={t('notSentYet')}>{t('serverAwayAnswerKept')}</Note>}
        {given !== undefined && question.kind !== 'spoken' && <AnswerFeedback answer={given} />}
        <Group justify="space-between">
          <Text component="output" size="sm" c="dimmed">
            {given !== undefined ? t('saved') : isSending ? t('saving') : ''}
          </Text>
          {given === undefined ? (
            question.kind !== 'spoken' && (
              <Button type="submit" size="md" loading={isSending} disabled={response === null}>
                {t('answer')}
              </Button>
            )
          ) : (
            <NextButton
              label={hasToCheck ? t('checkYourAnswer') : isLast ? t('seeResult') : t('nextQuestion')}
              isSecond={isTranscribing}
              onNext={onNext}
            />
          )}
        </Group>
      </Stack>
    </form>
  );
}

interface NextButtonProps {
  label: string;
  /** True if something else comes first: a transcript to confirm. */
  isSecond: boolean;
  onNext: () => void;
}

/** Takes over the focus of the answer button once continuing is the next step. */
function NextButton({ label, isSecond, onNext }: NextButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (!isSecond) button.current?.focus();
  }, [isSecond]);
  return (
    <Button size={isSecond ? 'sm' : 'md'} variant={isSecond ? 'subtle' : 'filled'} ref={button} onClick={onNext}>
      {label}
    </Button>
  );
}

/**
 * Sends answers to the server, which grades them immediately. If it is unreachable, answers are stored in the browser
 * across reloads and sent once it responds. Sending an answer twice is safe: it counts once.
 */
function useSendAnswer(moduleId: string, { id: attemptId, language }: Attempt, onSend: (questionId: string) => void) {
  const { session, workspace } = useWorkspaceSession();
  const place = useMemo(
    () => ({ email: session.email, workspace: workspace.slug, about: ['answers', attemptId] }),
    [session.email, workspace.slug, attemptId],
  );
  const { answered, reload } = useUpdateCachedStudiedModule(moduleId);
  const sending = trpc.learning.answer.useMutation({
    onMutate: ({ question_id, response }) => {
      storeUnsavedInput(place, question_id, response);
      onSend(question_id);
    },
    retry: (_, error) => isTemporaryStatus(toDisplayableProblem(error).status),
    retryDelay: (failures) => Math.min(1_000 * 2 ** failures, 10_000),
    onSuccess: (result, { question_id }) => {
      deleteUnsavedInput(place, question_id);
      answered(result);
    },
    onError: (_error, { question_id }) => {
      // Refused, for example because another tab has answered: shows the server's state.
      deleteUnsavedInput(place, question_id);
      void reload();
    },
  });
  const { mutate } = sending;
  useEffect(() => {
    // Left over from a page that was closed before sending it.
    for (const [question_id, stored] of loadStoredUnsavedInputs(place)) {
      const response = parseStoredAnswer(stored);
      if (response !== null) mutate({ attempt_id: attemptId, question_id, response, language });
      else deleteUnsavedInput(place, question_id);
    }
    // Not again when another language is chosen.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [place, attemptId, mutate]);
  return {
    /** Returns the answer given here that hasn't reached the server. */
    unsent: (question_id: string): ImmediatelyGradedAnswer | null =>
      parseStoredAnswer(loadStoredUnsavedInputs(place).get(question_id)),
    send: (question_id: string, response: ImmediatelyGradedAnswer) =>
      mutate({ attempt_id: attemptId, question_id, response, language }),
    isSending: sending.isPending,
    isAway: sending.isPending && sending.failureCount > 0,
    error: sending.error,
  };
}
