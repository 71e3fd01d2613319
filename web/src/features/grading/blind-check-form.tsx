import { Badge, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core';
import type { GradeCheckResult, GradeCheckQueue } from '@training/shared/grading/grade-checks';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { trpc } from '../../lib/api/trpc.ts';
import { useStoredFormState } from '../../lib/unsaved-input/use-stored-form-input.ts';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { notify } from '../../ui/notify.ts';
import { RestoredNotice } from '../../ui/forms/restored-notice.tsx';
import { FailedState } from '../../ui/pages/states.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { AnswerContent, RubricPointCheckboxes } from './answer-parts.tsx';
import classes from './grading.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('grading');

interface AnswerToCheckProps {
  item: GradeCheckQueue['items'][number];
  onDone: () => void;
}

/**
 * Form that grades an answer without showing the model's grade, which is shown afterwards and can then be overridden.
 */
export function BlindCheckForm({ item: { id, since, answer }, onDone }: AnswerToCheckProps) {
  const { question, module } = answer;
  const [met, setMet] = useState(() => question.rubric.map(() => false));
  const [checked, setChecked] = useState<GradeCheckResult>();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const checking = trpc.grading.check.useMutation({
    onSuccess: (result) => {
      if (!result.agrees) return setChecked(result);
      notify(t('aiGaveSamePoints'));
      onDone();
    },
  });
  const check = (event: FormEvent) => {
    event.preventDefault();
    if (!checking.isPending) checking.mutate({ id, verdict: { by: 'criteria', met } });
  };
  return (
    <Stack gap="md" align="stretch" className={classes.answer}>
      <Stack gap={4}>
        <Title order={2} size="h4" tabIndex={-1} ref={heading}>
          {module.title}
        </Title>
        <Group gap="xs">
          <Text size="sm" c="dimmed">
            {t.nodes('waitingSince', { course: module.course, at: () => <TimeAgo at={since} /> })}
          </Text>
          <Badge variant="light" color="grape">
            {t('check')}
          </Badge>
        </Group>
        <Text size="sm">{t('aiHasGradedAnswer')}</Text>
      </Stack>
      <div dir="auto">
        <Markdown>{question.prompt}</Markdown>
      </div>
      <AnswerContent answer={answer} />
      {checked === undefined ? (
        <form onSubmit={check}>
          <Stack gap="md">
            <RubricPointCheckboxes
              rubric={question.rubric}
              met={met}
              onMark={(index) => setMet(met.map((is, each) => (each === index ? !is : is)))}
            />
            {checking.error !== null && (
              <FailedState what={t('failedToSaveCheck')} problem={toDisplayableProblem(checking.error)} />
            )}
            <Group justify="flex-end">
              <Button type="submit" loading={checking.isPending}>
                {t('check')}
              </Button>
            </Group>
          </Stack>
        </form>
      ) : (
        <Different checked={checked} met={met} onDone={onDone} />
      )}
    </Stack>
  );
}

interface DifferentProps {
  checked: GradeCheckResult;
  met: boolean[];
  onDone: () => void;
}

/** Both grades, and a form to put the trainer's own in the place of the model's. */
function Different({ checked: { answer_id, score, model_score }, met, onDone }: DifferentProps) {
  const { values, change, storedInput } = useStoredFormState(['reason', 'override', answer_id], { reason: '' });
  const { reason } = values;
  const newest = trpc.grading.answerToGrade.useQuery({ answer_id });
  const overriding = trpc.grading.override.useMutation({
    onSuccess: () => {
      storedInput.sent();
      notify(t('gradeWasOverridden'));
      onDone();
    },
  });
  const may = newest.data?.may.override ?? false;
  const override = (event: FormEvent) => {
    event.preventDefault();
    if (newest.data === undefined || overriding.isPending || reason.trim() === '') return;
    overriding.mutate({ answer_id, grade: newest.data.grades.length, verdict: { by: 'criteria', met }, reason });
  };
  return (
    <form onSubmit={override}>
      <Stack gap="md">
        <Text component="output" fw={600}>
          {t('bothGrades', { trainer: formatPercent(score), ai: formatPercent(model_score) })}
        </Text>
        <RestoredNotice storedInput={storedInput} />
        {may && (
          <Textarea
            label={t('reasonLearner')}
            description={t('ifAisGradeWrong')}
            autosize
            minRows={2}
            maxLength={SPOKEN_ANSWER_LIMITS.words}
            value={reason}
            onChange={(event) => change({ reason: event.currentTarget.value })}
          />
        )}
        {overriding.error !== null && (
          <FailedState what={t('failedToOverrideGrade')} problem={toDisplayableProblem(overriding.error)} />
        )}
        <Group justify="flex-end">
          <Button variant="default" onClick={onDone}>
            {t('leaveAisGrade')}
          </Button>
          {may && (
            <Button type="submit" loading={overriding.isPending} disabled={reason.trim() === ''}>
              {t('overrideTheGrade')}
            </Button>
          )}
        </Group>
      </Stack>
    </form>
  );
}
