import { Group, Text } from '@mantine/core';
import { useWorkspace } from '../../../lib/workspace.ts';
import { TextLink } from '../../../ui/text-link.tsx';
import { FEATURE_WORDS } from '../features/feature-words.ts';
import { JobStateBadge } from './job-state.tsx';
import { useJob } from './use-job.ts';

interface AlsoStartedProps {
  id: string;
  /** The job shown on this page. */
  beside: string;
}

/** Links to the other of two jobs started together. */
export function AlsoStarted({ id, beside }: AlsoStartedProps) {
  const { workspace } = useWorkspace();
  const job = useJob(id);
  if (job.data === undefined) return null;
  return (
    <Group gap="xs" mb="lg">
      <Text>
        Started together with this:{' '}
        <TextLink
          to="/$workspace/ai/jobs/$job"
          params={{ workspace: workspace.slug, job: id }}
          search={{ also: beside }}
        >
          {FEATURE_WORDS[job.data.feature].kind}
        </TextLink>
      </Text>
      <JobStateBadge state={job.data.state} />
    </Group>
  );
}
