import { Alert, Badge, Button, Group, Stack, Text, Textarea, Title, List } from '@mantine/core';
import type { GradingQueue, AnswerToGrade } from '@training/shared/grading/grading';
import { type FormEvent, type KeyboardEvent, useEffect, useRef } from 'react';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useStoredFormState } from '../../lib/unsaved-input/use-stored-form-input.ts';
import { Markdown } from '../../ui/markdown.tsx';
import { notify } from '../../ui/notify.ts';
import { RestoredNotice } from '../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { AnswerContent, RubricPointCheckboxes } from './answer-parts.tsx';
import classes from './grading.module.css';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';
import { Quotation } from '../../ui/quotation.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('grading');

interface AnswerToJudgeProps {
  item: GradingQueue['items'][number];
  onDone: () => void;
}

/**
 * An answer with its question, transcript and rubric. Number keys toggle rubric points, Ctrl+Enter submits the grade.
 */
export function AnswerGradingForm({ item: { task, since, answer }, onDone }: AnswerToJudgeProps) {
  const { question, learner, module, grades, appeal, earlier_appeals } = answer;
  const isUndecidable = task === 'appeal' && !answer.may.decide_appeal;
  const proposed = grades.at(-1)?.criteria;
  const { values, change, storedInput } = useStoredFormState(['answer to judge', task, answer.answer_id], {
    met: question.rubric.map((_, index) => proposed?.[index]?.met ?? false),
    comment: '',
  });
  const { met, comment } = values;
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const done = () => {
    storedInput.sent();
    notify(task === 'appeal' ? t('appealWasDecided') : t('answerWasGraded'));
    onDone();
  };
  const grading = trpc.grading.grade.useMutation({ onSuccess: done });
  const deciding = trpc.grading.decideAppeal.useMutation({ onSuccess: done });
  const { error, isPending } = task === 'appeal' ? deciding : grading;
  const isReady = task === 'answer' || comment.trim() !== '';
  const judge = (event?: FormEvent) => {
    event?.preventDefault();
    if (isPending || !isReady || isUndecidable) return;
    const verdict = { by: 'criteria' as const, met };
    if (task === 'appeal') deciding.mutate({ answer_id: answer.answer_id, verdict, comment });
    else grading.mutate({ answer_id: answer.answer_id, verdict, ...(comment.trim() !== '' && { comment }) });
  };
  const mark = (index: number) => change({ met: met.map((is, each) => (each === index ? !is : is)) });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) judge();
    const number = Number(event.key);
    const isTyping = event.target instanceof HTMLTextAreaElement;
    if (!isTyping && !event.ctrlKey && !event.altKey && number >= 1 && number <= met.length) mark(number - 1);
  };
  const share = met.filter(Boolean).length / Math.max(1, met.length);
  return (
    // The keys have the same effect as the checkboxes and the button.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions
    <form onSubmit={judge} onKeyDown={onKeyDown} className={classes.answer}>
      <Stack gap="md" align="stretch">
        <Stack gap={4}>
          <Title order={2} size="h4" tabIndex={-1} ref={heading}>
            {learner.name}, {module.title}
          </Title>
          <Group gap="xs">
            <Text size="sm" c="dimmed">
              {t.nodes('waitingSince', { course: module.course, at: () => <TimeAgo at={since} /> })}
            </Text>
            {task === 'appeal' && <Badge variant="light">{t('appeal')}</Badge>}
          </Group>
        </Stack>
        <div dir="auto">
          <Markdown>{question.prompt}</Markdown>
        </div>
        <AnswerContent answer={answer} />
        <RestoredNotice storedInput={storedInput} />
        {appeal !== null && task === 'appeal' && (
          <Alert title={t('reasonAppeal')}>
            <Text size="sm" dir="auto">
              {appeal.words}
            </Text>
          </Alert>
        )}
        {task === 'appeal' && earlier_appeals.length > 0 && <JudgedBefore answer={answer} />}
        {isUndecidable ? (
          <Alert color="yellow" title={t('noOneLeftDecide')}>
            <Text size="sm">
              {module.department === null
                ? t('makeSomeoneTrainer')
                : t('makeSomeoneTrainerOf', { department: module.department })}
            </Text>
          </Alert>
        ) : (
          <>
            <RubricPointCheckboxes rubric={question.rubric} met={met} proposed={proposed} onMark={mark} />
            <Textarea
              label={task === 'appeal' ? t('messageLearner') : t('messageLearnerOptional')}
              required={task === 'appeal'}
              autosize
              minRows={2}
              maxLength={SPOKEN_ANSWER_LIMITS.words}
              value={comment}
              onChange={(event) => change({ comment: event.currentTarget.value })}
            />
            {error !== null && <FailedState what={t('failedToSaveGrade')} problem={toDisplayableProblem(error)} />}
            <Group justify="space-between">
              <Text fw={600}>
                {t.nodes('shareOfPoints', {
                  share: formatPercent(share),
                  small: (text) => (
                    <Text span size="sm" c="dimmed" fw={400}>
                      {text}
                    </Text>
                  ),
                })}
              </Text>
              <Button type="submit" loading={isPending} disabled={!isReady}>
                {task === 'appeal' ? t('decideAppeal') : t('grade')}
              </Button>
            </Group>
            <Text size="xs" c="dimmed">
              {t('keys', { last: Math.min(9, met.length), task })}
            </Text>
          </>
        )}
      </Stack>
    </form>
  );
}

/** Of an answer that is appealed again: what was appealed before, and every grade that counted, with its reason. */
function JudgedBefore({ answer: { grades, earlier_appeals } }: { answer: AnswerToGrade }) {
  return (
    <div>
      {earlier_appeals.map(({ at, words }) => (
        <Quotation key={at} title={t('reasonEarlierAppeal')}>
          {words}
        </Quotation>
      ))}
      <List size="sm" spacing="xs">
        {grades
          .filter(({ counts }) => counts)
          .map(({ number, score, by, comment }) => (
            <List.Item key={number}>
              {t('gradeBy', { score: formatPercent(score), by })}
              {comment !== null && (
                <Text size="sm" c="dimmed" dir="auto">
                  {comment}
                </Text>
              )}
            </List.Item>
          ))}
      </List>
    </div>
  );
}
