import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import { type Problem, problemOf } from '../../../lib/api/problem.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import classes from '../ai.module.css';
import { FeatureLink } from '../features/feature-link.tsx';
import { FEATURE_WORDS } from '../features/feature-words.ts';
import { useOpenJob } from './use-job.ts';
import { taskOf, useStartJob } from './start-job.ts';

export const PARKED_WORDS =
  'Waiting for the workspace’s provider key. Super admins were told. It continues automatically.';

export function Parked({ job }: { job: Pick<AiJob, 'error'> }) {
  return (
    <Alert color="orange" icon={<IconKeyOff aria-hidden />} title="The workspace’s key doesn’t work">
      {job.error !== null && <Text size="sm">{job.error.detail}</Text>}
      <Text size="sm">{PARKED_WORDS}</Text>
    </Alert>
  );
}

/** Converts a job's error into the console's error format. */
export function failureOf({ error }: AiJob): Problem {
  return {
    code: error?.code ?? 'unexpected',
    status: 0,
    detail: error?.detail ?? 'It ended without a reason.',
    request_id: null,
    errors: [],
  };
}

/** Explains why a job has no result, and offers a retry. */
export function NoResult({ job }: { job: AiJob }) {
  const { failed } = FEATURE_WORDS[job.feature];
  return (
    <Stack align="flex-start">
      {job.state === 'failed' ? (
        <FailedState what={failed} problem={failureOf(job)} />
      ) : (
        <Text>Cancelled before it was done.</Text>
      )}
      <TryAgain job={job} />
    </Stack>
  );
}

/** Errors that the same input would cause again. */
const NEEDS_OTHER_INPUT = new Set(['document_unreadable', 'file_not_found', 'unsupported_file', 'file_too_large']);

function TryAgain({ job }: { job: AiJob }) {
  const startJob = useStartJob();
  const openJob = useOpenJob();
  const task = taskOf(job.id);
  if (task === undefined || NEEDS_OTHER_INPUT.has(job.error?.code ?? '')) {
    return (
      <FeatureLink feature={job.feature} className={classes.link}>
        Start again
      </FeatureLink>
    );
  }
  const again = () => startJob.mutate(task, { onSuccess: ({ id }) => void openJob(id) });
  return (
    <>
      {startJob.error !== null && <FailedState what="couldn’t start" problem={problemOf(startJob.error)} />}
      <Group>
        <Button onClick={again} loading={startJob.isPending || startJob.isSuccess}>
          Try again
        </Button>
      </Group>
    </>
  );
}
