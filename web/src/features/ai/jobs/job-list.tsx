import { Stack, Text } from '@mantine/core';
import { IconSparkles } from '@tabler/icons-react';
import { keepPreviousData } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import type { AiJobPage, AiJobSummary } from '@training/shared/ai/ai-jobs';
import { refusalInWords } from '../../../lib/api/refusal-words.ts';
import { pageNumberAt, limitAndOffsetOf } from '../../../lib/search-params.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import { PageState } from '../../../ui/pages/page-state.tsx';
import { PagedList } from '../../../ui/lists/paged-list.tsx';
import { Section } from '../../../ui/pages/section.tsx';
import { EmptyState } from '../../../ui/pages/states.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { TimeAgo } from '../../../ui/time.tsx';
import { textsOfAiFeature, jobNameOf } from '../features/feature-words.ts';
import { JobMenu } from './job-menu.tsx';
import { JobModuleLinks } from './job-modules.tsx';
import { JobStateBadge, jobStepInWords, ActivityAndRetry } from './job-state.tsx';
import { hasJobEnded } from './use-job.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

const route = getRouteApi('/$workspace/ai/');
const PAGE_SIZE = 20;

/** Milliseconds between refreshes while a listed job is running. */
const REFRESH_INTERVAL = 3000;

const columns = (): Column<AiJobSummary>[] => [
  { key: 'title', header: t('job'), cell: (job) => <Title job={job} /> },
  { key: 'feature', header: t('what'), nowrap: true, cell: ({ feature }) => textsOfAiFeature(feature).kind },
  { key: 'state', header: t('state'), cell: (job) => <State job={job} /> },
  { key: 'created', header: t('started'), nowrap: true, cell: ({ created_at }) => <TimeAgo at={created_at} /> },
  { key: 'actions', header: t('actions'), headerHidden: true, cell: (job) => <JobMenu job={job} /> },
];

/** The user's jobs, newest first. */
export function JobList() {
  const { page } = route.useSearch();
  const navigate = useNavigate({ from: '/$workspace/ai/' });
  const { limit, offset } = limitAndOffsetOf(page, PAGE_SIZE);
  const jobs = trpc.ai.list.useQuery(
    { limit, offset },
    {
      placeholderData: keepPreviousData,
      // Always stale: a job that ended on its own page must not appear as running here.
      staleTime: 0,
      refetchInterval: ({ state: { data } }) => isAnyUnderWay(data) && REFRESH_INTERVAL,
    },
  );
  return (
    <Section title={t('yourJobs')}>
      <PageState query={jobs} what={t('listJobs')}>
        {({ jobs: found, total }) => (
          <PagedList
            what={t('jobs', { count: total })}
            total={total}
            limit={limit}
            offset={offset}
            onPage={(next) => void navigate({ search: { page: pageNumberAt(next, PAGE_SIZE) } })}
            empty={<NoneYet />}
          >
            <DataTable label={t('yourJobs')} columns={columns()} rows={found} rowKey={({ id }) => id} />
          </PagedList>
        )}
      </PageState>
    </Section>
  );
}

function isAnyUnderWay(page: AiJobPage | undefined): boolean {
  return page?.jobs.some(({ state }) => !hasJobEnded(state)) ?? false;
}

function Title({ job }: { job: AiJobSummary }) {
  return (
    <Stack gap={2}>
      <TextLink to="/$workspace/ai/jobs/$job" params={{ job: job.id }}>
        <bdi>{jobNameOf(job)}</bdi>
      </TextLink>
      {job.modules.length > 0 && (
        <Text size="xs" c="dimmed" component="div">
          <JobModuleLinks job={job} />
        </Text>
      )}
    </Stack>
  );
}

function State({ job }: { job: AiJobSummary }) {
  const step = jobStepInWords(job);
  return (
    <Stack gap={2} align="flex-start">
      <JobStateBadge state={job.state} />
      {!hasJobEnded(job.state) && step !== null && (
        <Text size="xs" c="dimmed">
          {step}
        </Text>
      )}
      {job.retry_at !== null && (
        <Text size="xs" c="dimmed">
          <ActivityAndRetry doing={job.progress.step} at={job.retry_at} />
        </Text>
      )}
      {job.state === 'failed' && job.error !== null && (
        <Text size="xs" c="dimmed" maw="28rem">
          {refusalInWords(job.error)}
        </Text>
      )}
    </Stack>
  );
}

function NoneYet() {
  return (
    <EmptyState title={t('noJobsYet')} icon={<IconSparkles size={28} stroke={1.5} />} headingLevel={3}>
      {t('whatMakeWillAppear')}
    </EmptyState>
  );
}
