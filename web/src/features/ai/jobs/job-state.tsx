import { Badge, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { AiJobState, AiJobSummary } from '@training/shared/ai/ai-jobs';
import { useId, useEffect, useState } from 'react';
import classes from '../ai.module.css';
import { formatTimeUntil } from '../../../lib/i18n/dates.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

const COLORS: Record<AiJobState, string> = {
  queued: 'gray.6',
  running: 'blue',
  parked: 'orange',
  succeeded: 'green',
  failed: 'red',
  cancelled: 'gray.6',
};

export function JobStateBadge({ state }: { state: AiJobState }) {
  return (
    <Badge variant="dot" color={COLORS[state]}>
      {t(`state.${state}`)}
    </Badge>
  );
}

/** Returns "Step 2 of 5"; null while the number of steps is unknown. */
export function jobStepInWords({ progress: { done, total } }: AiJobSummary): string | null {
  return total === 0 ? null : t('stepOf', { step: Math.min(done + 1, total), total });
}

/** The minimum percentage of the progress bar: an empty bar would look stuck. */
const LEAST_SHARE = 5;

/** The progress of an unfinished job. */
export function JobProgress({ job }: { job: AiJobSummary }) {
  const { done, total, step } = job.progress;
  const doing = step || (job.state === 'queued' ? t('startingSoon') : t('starting'));
  const text = total === 0 ? doing : t('stepDoing', { step: Math.min(done + 1, total), total, doing });
  const id = useId();
  const isMoving = job.state === 'running';
  const share = total === 0 ? 0 : (done / total) * 100;
  return (
    <Stack gap={6} maw="46rem">
      {/* Without a value, the bar is indeterminate. */}
      <VisuallyHidden>
        <progress aria-labelledby={id} max={total || undefined} value={total === 0 ? undefined : done} />
      </VisuallyHidden>
      <Progress.Root size="lg" aria-hidden>
        <Progress.Section
          className={classes.bar}
          withAria={false}
          value={isMoving ? Math.max(share, LEAST_SHARE) : share}
          striped={isMoving}
          animated={isMoving}
        />
      </Progress.Root>
      <Text id={id}>{job.retry_at === null ? text : <ActivityAndRetry doing={text} at={job.retry_at} />}</Text>
    </Stack>
  );
}

/** Counts down: "Next try in 12 seconds." */
export function RetryCountdown({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return t('nextTry', { when: formatTimeUntil(at, now) });
}

/** Says what is being done, and when the next try is. */
export function ActivityAndRetry({ doing, at }: { doing: string; at: string }) {
  return t.nodes('thenNextTry', { doing, next: () => <RetryCountdown at={at} /> });
}
