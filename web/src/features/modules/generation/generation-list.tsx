import { Button, Group, Paper, Text } from '@mantine/core';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { useMutation } from '@tanstack/react-query';
import { FailedState } from '../../../ui/pages/states.tsx';
import { CancelJobButton } from '../../ai/jobs/cancel-job.tsx';
import { textsOfAiFeature } from '../../ai/features/feature-words.ts';
import { ParkedJobAlert, jobProblemOf } from '../../ai/jobs/job-outcome.tsx';
import { JobProgress } from '../../ai/jobs/job-state.tsx';
import { SourceCoverageNote, PagesReadFromPicturesNote } from '../../ai/results/coverage.tsx';
import { OmittedContradictedItemsNote, DroppedItemsNote } from '../../ai/results/quote.tsx';
import { hasJobEnded, useJob } from '../../ai/jobs/use-job.ts';
import { GENERATION_FEATURE_OF_SECTION, GenerateButton } from './generate-button.tsx';
import { type SectionGeneration, dropGeneration, useGenerationsOfThisTab, replaceGeneration } from './generations.ts';
import { locateGeneratedItems } from './place-of-generated.ts';
import { useOneAtATimeHandler } from '../../../lib/one-at-a-time.ts';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface GenerationListProps {
  module: ModuleDetail;
  kind: SectionKind;
  isOpen: boolean;
}

/** The generations in progress for a section, shown where their results will appear. */
export function GenerationsInProgress({ module, kind, isOpen }: GenerationListProps) {
  return useGenerationsOfThisTab(module.id).map((generation) => (
    <GenerationRow key={generation.jobId} module={module} generation={generation} kind={kind} isOpen={isOpen} />
  ));
}

interface GenerationRowProps {
  module: ModuleDetail;
  generation: SectionGeneration;
  kind: SectionKind;
  isOpen: boolean;
}

function GenerationRow({ module, generation, kind, isOpen }: GenerationRowProps) {
  const job = useJob(generation.jobId);
  if (job.data === undefined || job.data.feature !== GENERATION_FEATURE_OF_SECTION[kind]) return null;
  return (
    <Paper withBorder p="sm" mb="md">
      <Outcome module={module} job={job.data} kind={kind} isOpen={isOpen} />
      <Group mt="xs">
        {hasJobEnded(job.data.state) ? (
          <>
            <Button size="compact-sm" variant="default" onClick={() => dropGeneration(generation.jobId)}>
              {t('close')}
            </Button>
            {isOpen && job.data.state === 'failed' && <GenerateButton module={module} kind={kind} />}
            {isOpen && job.data.state === 'succeeded' && (
              <OneMore key={job.data.id} generation={generation} kind={kind} />
            )}
          </>
        ) : (
          <CancelJobButton id={job.data.id} />
        )}
      </Group>
    </Paper>
  );
}

type OutcomeProps = Pick<GenerationRowProps, 'module' | 'kind' | 'isOpen'> & { job: AiJob };

function Outcome({ module, job, kind, isOpen }: OutcomeProps) {
  switch (job.state) {
    case 'queued':
    case 'running':
      return (
        <>
          <Text fw={600} mb={4}>
            {t(`makingTitle.${kind}`)}
          </Text>
          <JobProgress job={job} />
          <AskedSoFar job={job} />
        </>
      );
    case 'parked':
      return <ParkedJobAlert job={job} />;
    case 'failed':
      return <FailedState what={textsOfAiFeature(job.feature).failed} problem={jobProblemOf(job)} />;
    case 'cancelled':
      return <Text>{t('cancelled')}</Text>;
    case 'succeeded':
      return <Made module={module} job={job} kind={kind} isOpen={isOpen} />;
  }
}

function Made({ module, job, kind, isOpen }: OutcomeProps) {
  const made = kind === 'quiz' ? 'questions' : 'cards';
  const count = itemsOf(job).length;
  if (count === 0)
    return (
      <Text component="output" display="block">
        {t('failedToMakeAnythingFrom')}
      </Text>
    );
  return (
    <>
      <Text component="output" display="block">
        {[t(`made.${kind}`, { count }), placed(module, job, isOpen)].filter(Boolean).join(' ')}
      </Text>
      {job.result !== null && 'scan' in job.result && <PagesReadFromPicturesNote scan={job.result.scan} />}
      {job.result !== null && 'coverage' in job.result && <SourceCoverageNote coverage={job.result.coverage} />}
      {job.result !== null && 'dropped' in job.result && <DroppedItemsNote count={job.result.dropped} of={made} />}
      {job.result !== null && 'disputed' in job.result && (
        <OmittedContradictedItemsNote count={job.result.disputed} of={made} />
      )}
    </>
  );
}

/** Says where the items are, and what follows from it. */
function placed(module: ModuleDetail, job: AiJob, isOpen: boolean): string {
  const where = locateGeneratedItems(module, { id: job.id, quotes: itemsOf(job).map(({ quote }) => quote) });
  if (where === 'proposal') return t('theyCouldntAddedSection');
  return isOpen && where === 'section' ? t('checkEachAgainstPassage') : '';
}

function itemsOf({ feature, result }: AiJob): readonly { quote: string }[] {
  if (result === null) return [];
  if (feature === 'card_generation' && 'cards' in result) return result.cards;
  return 'questions' in result ? result.questions : [];
}

/**
 * Generates one more item from the same source, avoiding existing ones. Of a long source, reads the parts with the
 * fewest items.
 */
function OneMore({ generation, kind }: { generation: SectionGeneration; kind: SectionKind }) {
  const { client } = trpc.useUtils();
  const { moduleId, jobId, more } = generation;
  const start = useMutation({
    mutationFn: async () => {
      const made = await client.modules.generate.mutate({
        module_id: moduleId,
        section: kind,
        count: 1,
        more: true,
        ...more,
      });
      replaceGeneration(jobId, { ...generation, jobId: made.id });
    },
    networkMode: 'always',
  });
  const onStart = useOneAtATimeHandler(() => start.mutateAsync());
  return (
    <>
      <Button size="compact-sm" variant="default" loading={start.isPending} onClick={onStart}>
        {t(`oneMore.${kind}`)}
      </Button>
      {start.error !== null && <FailedState what={t('failedToStart')} problem={toDisplayableProblem(start.error)} />}
    </>
  );
}

/** The fronts or prompts generated so far, as a compact list. */
function AskedSoFar({ job }: { job: AiJob }) {
  if (!('so_far' in job) || job.so_far.length === 0) return null;
  const asked =
    job.feature === 'card_generation' ? job.so_far.map(({ front }) => front) : job.so_far.map(({ prompt }) => prompt);
  return (
    <ol aria-label={t('madeSoFar')}>
      {asked.map((text, index) => (
        // Items are only appended, and two may have the same text.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} dir="auto">
          {text}
        </li>
      ))}
    </ol>
  );
}
