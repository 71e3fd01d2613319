import { Group, VisuallyHidden, Text } from '@mantine/core';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import { isQuerySubjectNotFound } from '../../lib/api/problem.ts';
import { NotFoundPage } from '../../ui/pages/error-pages.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TimeAgo } from '../../ui/time.tsx';
import { CancelJobButton } from './jobs/cancel-job.tsx';
import { AddToModuleButton } from './results/add-to-module.tsx';
import { JobMenu } from './jobs/job-menu.tsx';
import { JobModuleLinks } from './jobs/job-modules.tsx';
import { textsOfAiFeature, jobNameOf } from './features/feature-words.ts';
import { MissingResultExplanation, ParkedJobAlert } from './jobs/job-outcome.tsx';
import { JobResult } from './results/job-result.tsx';
import { JobProgress, JobStateBadge } from './jobs/job-state.tsx';
import { AiBreadcrumb } from './features/ai-breadcrumb.tsx';
import { hasJobEnded, useJob } from './jobs/use-job.ts';
import { Section } from '../../ui/pages/section.tsx';
import { GeneratedCardList } from './results/card-result.tsx';
import { GeneratedQuestionList } from './results/quiz-result.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('ai');

const route = getRouteApi('/$workspace/ai/jobs/$job');

/** A job from its start to its result, updated live. */
export function JobPage() {
  const { job: id } = route.useParams();
  return <JobOf key={id} id={id} />;
}

function JobOf({ id }: { id: string }) {
  const { also } = route.useSearch();
  const job = useJob(id);
  if (isQuerySubjectNotFound(job)) return <NotFoundPage />;
  return (
    <>
      {job.data === undefined && <PageHeader title={t('job')} above={<AiBreadcrumb />} />}
      <VisuallyHidden component="output">{job.data !== undefined && t(`news.${job.data.state}`)}</VisuallyHidden>
      <PageState query={job} what={t('theJob')}>
        {(found) => (
          <>
            <Head job={found} />
            {also !== undefined && also !== id && <AlsoStarted id={also} beside={id} />}
            <Body job={found} />
          </>
        )}
      </PageState>
    </>
  );
}

function Head({ job }: { job: AiJob }) {
  const { kind } = textsOfAiFeature(job.feature);
  const navigate = useNavigate({ from: '/$workspace' });
  const at = () => <TimeAgo at={job.created_at} />;
  const toList = () => navigate({ to: '/$workspace/ai' });
  return (
    <PageHeader
      above={<AiBreadcrumb />}
      title={jobNameOf(job)}
      description={
        <Group component="span" gap="xs">
          <JobStateBadge state={job.state} />
          <span>{job.title ? t.nodes('kindStarted', { kind, at }) : t.nodes('startedAt', { at })}</span>
          <JobModuleLinks job={job} />
        </Group>
      }
      actions={
        <>
          {!hasJobEnded(job.state) && <CancelJobButton id={job.id} />}
          <AddToModuleButton job={job} />
          <JobMenu job={job} onDeleted={toList} />
        </>
      }
    />
  );
}

function Body({ job }: { job: AiJob }) {
  switch (job.state) {
    case 'queued':
    case 'running':
      return (
        <>
          <JobProgress job={job} />
          <SoFar job={job} />
        </>
      );
    case 'parked':
      return (
        <>
          <ParkedJobAlert job={job} />
          <SoFar job={job} />
        </>
      );
    case 'succeeded':
      return <JobResult job={job} />;
    case 'failed':
    case 'cancelled':
      return <MissingResultExplanation job={job} />;
  }
}

/** The items generated so far. */
function SoFar({ job }: { job: AiJob }) {
  if (!('so_far' in job) || job.so_far.length === 0) return null;
  return (
    <Section title={t('madeSoFar', { count: job.so_far.length })} description={t('restBeingMadeUse')}>
      {job.feature === 'card_generation' ? (
        <GeneratedCardList cards={job.so_far} />
      ) : (
        <GeneratedQuestionList questions={job.so_far} />
      )}
    </Section>
  );
}

interface AlsoStartedProps {
  id: string;
  /** The job shown on this page. */
  beside: string;
}

/** Links to the other of two jobs started together. */
function AlsoStarted({ id, beside }: AlsoStartedProps) {
  const job = useJob(id);
  if (job.data === undefined) return null;
  return (
    <Group gap="xs" mb="lg">
      <Text>
        {t.nodes('startedTogether', {
          kind: textsOfAiFeature(job.data.feature).kind,
          link: (kind) => (
            <TextLink to="/$workspace/ai/jobs/$job" params={{ job: id }} search={{ also: beside }}>
              {kind}
            </TextLink>
          ),
        })}
      </Text>
      <JobStateBadge state={job.data.state} />
    </Group>
  );
}
