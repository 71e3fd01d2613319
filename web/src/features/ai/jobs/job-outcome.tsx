import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconKeyOff } from '@tabler/icons-react';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import { type DisplayableProblem, toDisplayableProblem } from '../../../lib/api/problem.ts';
import { refusalInWords } from '../../../lib/api/refusal-words.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import classes from '../ai.module.css';
import { FeatureLink } from '../features/feature-link.tsx';
import { textsOfAiFeature } from '../features/feature-words.ts';
import { useNavigateToJob } from './use-job.ts';
import { findJobInputOfThisTab, useStartJob } from './start-job.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/** Says that a job waits because the workspace's key doesn't work. */
export function ParkedJobAlert({ job }: { job: Pick<AiJob, 'error'> }) {
  return (
    <Alert color="orange" icon={<IconKeyOff aria-hidden />} title={t('workspacesKeyDoesntWork')}>
      {job.error !== null && <Text size="sm">{refusalInWords(job.error)}</Text>}
      <Text size="sm">{t('waitsForKey')}</Text>
    </Alert>
  );
}

/** Converts a job's error into the console's error format. */
export function jobProblemOf({ error }: AiJob): DisplayableProblem {
  return {
    code: error?.code ?? 'unexpected',
    status: 0,
    detail: error === null ? t('endedWithoutReason') : refusalInWords(error),
    request_id: null,
    errors: [],
  };
}

/** Explains why a job has no result, and offers a retry. */
export function MissingResultExplanation({ job }: { job: AiJob }) {
  const { failed } = textsOfAiFeature(job.feature);
  return (
    <Stack align="flex-start">
      {job.state === 'failed' ? (
        <FailedState what={failed} problem={jobProblemOf(job)} />
      ) : (
        <Text>{t('cancelledBeforeWasDone')}</Text>
      )}
      <TryAgain job={job} />
    </Stack>
  );
}

/** Errors that the same input would cause again. */
const NEEDS_OTHER_INPUT = new Set(['document_unreadable', 'file_not_found', 'unsupported_file', 'file_too_large']);

function TryAgain({ job }: { job: AiJob }) {
  const startJob = useStartJob();
  const openJob = useNavigateToJob();
  const task = findJobInputOfThisTab(job.id);
  if (task === undefined || NEEDS_OTHER_INPUT.has(job.error?.code ?? '')) {
    return (
      <FeatureLink feature={job.feature} className={classes.link}>
        {t('startAgain')}
      </FeatureLink>
    );
  }
  const again = () => startJob.mutate(task, { onSuccess: ({ id }) => void openJob(id) });
  return (
    <>
      {startJob.error !== null && (
        <FailedState what={t('failedToStart')} problem={toDisplayableProblem(startJob.error)} />
      )}
      <Group>
        <Button onClick={again} loading={startJob.isPending || startJob.isSuccess}>
          {t('tryAgain')}
        </Button>
      </Group>
    </>
  );
}
