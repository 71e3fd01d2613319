import { Badge, Progress, Stack, Text, VisuallyHidden } from '@mantine/core';
import type { AiJobState, AiJobSummary } from '@training/shared/ai/ai-jobs';
import { useId, useEffect, useState } from 'react';
import classes from '../ai.module.css';
import { timeUntil } from '../../../lib/dates.ts';

const STATES: Record<AiJobState, { name: string; color: string }> = {
  queued: { name: 'Waiting', color: 'gray.6' },
  running: { name: 'Running', color: 'blue' },
  parked: { name: 'Waiting for a key', color: 'orange' },
  succeeded: { name: 'Done', color: 'green' },
  failed: { name: 'Failed', color: 'red' },
  cancelled: { name: 'Cancelled', color: 'gray.6' },
};

export function JobStateBadge({ state }: { state: AiJobState }) {
  const { name, color } = STATES[state];
  return (
    <Badge variant="dot" color={color}>
      {name}
    </Badge>
  );
}

/**
 * Announcements for screen readers when the state changes. Progress in between isn't announced, because it would
 * interrupt.
 */
export const STATE_NEWS: Record<AiJobState, string> = {
  queued: 'The job is queued.',
  running: 'The job is running.',
  parked: 'The job is waiting for the workspace’s provider key.',
  succeeded: 'The job is done. Its result is on this page.',
  failed: 'The job failed.',
  cancelled: 'The job was cancelled.',
};

/** "Step 2 of 5", once the number of steps is known. */
export function stepOf({ progress: { done, total } }: AiJobSummary): string | null {
  return total === 0 ? null : `Step ${Math.min(done + 1, total)} of ${total}`;
}

/** The minimum percentage of the progress bar: an empty bar would look stuck. */
const LEAST_SHARE = 5;

/** The progress of an unfinished job. */
export function JobProgress({ job }: { job: AiJobSummary }) {
  const { done, total, step } = job.progress;
  const words = [stepOf(job), step || (job.state === 'queued' ? 'Starting soon.' : 'Starting.')];
  const text = words.filter(Boolean).join(': ');
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
      <Text id={id}>
        {text}
        {job.retry_at !== null && (
          <>
            . <NextTry at={job.retry_at} />
          </>
        )}
      </Text>
    </Stack>
  );
}

/** Counts down: "Next try in 12 seconds." */
export function NextTry({ at }: { at: string }) {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, []);
  return `Next try ${timeUntil(at, now)}.`;
}
