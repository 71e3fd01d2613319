import { Button, Group, SegmentedControl, Text } from '@mantine/core';
import { IconMicrophone } from '@tabler/icons-react';
import { type GradingQueue, GradingTaskKind } from '@training/shared/grading/grading';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { GradeCheckQueue } from '@training/shared/grading/grade-checks';
import { trpc } from '../../lib/api/trpc.ts';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { EmptyState } from '../../ui/pages/states.tsx';
import { BlindCheckForm } from './blind-check-form.tsx';
import { AnswerGradingForm } from './answer-grading-form.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('grading');

const route = getRouteApi('/$workspace/grading');

/** The number of answers fetched at once; the next ones are fetched when these are done. */
const AHEAD = 20;

const ALL = 'all';
/** Not a task of the queue: nobody waits for it. */
const CHECK = 'check';

/** Spoken answers to grade, one after the other, the longest waiting first. */
export function GradingPage() {
  const { task: chosen } = route.useSearch();
  const task = GradingTaskKind.safeParse(chosen).data;
  const isChecking = chosen === CHECK;
  const navigate = useNavigate({ from: '/$workspace/grading' });
  const queue = trpc.grading.queue.useQuery({ task, limit: AHEAD, offset: 0 });
  const checks = trpc.grading.checks.useQuery({ limit: AHEAD });
  return (
    <>
      <PageHeader title={t('grading')} description={t('spokenAnswersAppeals')} />
      <PageState query={queue} what={t('theAnswers')}>
        {(found) => (
          <>
            <SegmentedControl
              mb="md"
              aria-label={t('whatToGrade')}
              value={isChecking ? CHECK : (task ?? ALL)}
              data={[
                { value: ALL, label: t('allCount', { count: found.answers + found.appeals }) },
                { value: 'answer', label: t('answerCount', { count: found.answers }) },
                { value: 'appeal', label: t('appealCount', { count: found.appeals }) },
                { value: CHECK, label: t('checkCount', { count: checks.data?.total ?? 0 }) },
              ]}
              onChange={(value) => void navigate({ search: { task: value === ALL ? undefined : value } })}
            />
            {isChecking ? (
              <PageState query={checks} what={t('theChecks')}>
                {(drawn) => <ToCheck checks={drawn} />}
              </PageState>
            ) : (
              <Waiting queue={found} checks={checks.data?.total ?? 0} key={task} />
            )}
          </>
        )}
      </PageState>
    </>
  );
}

function Waiting({ queue: { items, total }, checks }: { queue: GradingQueue; checks: number }) {
  const [skipped, setSkipped] = useState<ReadonlySet<string>>(new Set());
  const item = items.find(({ answer }) => !skipped.has(answer.answer_id));
  const utils = trpc.useUtils();
  if (item === undefined) {
    return (
      <EmptyState
        title={total === 0 ? t('nothingToGrade') : t('skippedRest')}
        icon={<IconMicrophone size={28} stroke={1.5} />}
        action={total > 0 && <Button onClick={() => setSkipped(new Set())}>{t('startOver')}</Button>}
      >
        {total === 0 && (checks > 0 ? t('nothingButChecks') : t('nothingYet'))}
      </EmptyState>
    );
  }
  const { answer_id } = item.answer;
  return (
    <>
      <AnswerGradingForm key={answer_id} item={item} onDone={() => void utils.grading.queue.invalidate()} />
      <Group justify="space-between" mt="md" maw="44rem">
        <Text size="sm" c="dimmed">
          {t('waitCount', { count: total })}
        </Text>
        <Button variant="subtle" onClick={() => setSkipped(new Set([...skipped, answer_id]))}>
          {t('skipForNow')}
        </Button>
      </Group>
    </>
  );
}

/** Grades to check, one after the other. One stays until its difference from the model's grade has been seen. */
function ToCheck({ checks: { items, total } }: { checks: GradeCheckQueue }) {
  const utils = trpc.useUtils();
  const [current, setCurrent] = useState(items[0]);
  const [done, setDone] = useState<ReadonlySet<string>>(new Set());
  const item = current ?? items.find(({ id }) => !done.has(id));
  if (current === undefined && item !== undefined) setCurrent(item);
  if (item === undefined) {
    return (
      <EmptyState title={t('nothingToCheck')} icon={<IconMicrophone size={28} stroke={1.5} />}>
        {t('someAnswersAiGraded')}
      </EmptyState>
    );
  }
  const next = () => {
    setDone(new Set([...done, item.id]));
    setCurrent(items.find(({ id }) => id !== item.id && !done.has(id)));
    void utils.grading.checks.invalidate();
  };
  return (
    <>
      <BlindCheckForm key={item.id} item={item} onDone={next} />
      <Text size="sm" c="dimmed" mt="md">
        {t('waitCount', { count: total })}
      </Text>
    </>
  );
}
