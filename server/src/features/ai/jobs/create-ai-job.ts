import type { EntityManager } from '@mikro-orm/postgresql';
import { AI_FEATURE_INPUTS_AND_RESULTS, type AiTask } from '@training/shared/ai/ai-features';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { newId } from '../../../platform/ids.ts';
import { TextRangeReadFromPicture } from '../features/feature.ts';
import { AI_FEATURE_DEFINITIONS } from '../features/features.ts';
import { AiJobEntity } from './ai-job.entity.ts';
import type { AiJobDestination } from './destination.ts';
import { queueAiJob } from './queue-ai-job.ts';
import { hashSourceText } from './source-text.ts';

type NewAiJob = {
  workspaceId: string;
  task: AiTask;
  createdBy: string;
  now: Date;
  /** Id of an uploaded file; files that a receiver reads itself don't count. */
  fileId: string | null;
  destination: AiJobDestination | null;
};

/** Source fields for cards and questions. The hash of a document is only known once the job has read it. */
function sourceOf({ feature, input }: AiTask): { sourceName?: string; sourceHash?: Buffer } {
  if (feature !== 'card_generation' && feature !== 'quiz_generation') return {};
  const { source } = input;
  return 'file_id' in source
    ? { sourceName: source.name }
    : { sourceName: source.title, sourceHash: hashSourceText(source.text) };
}

const SCANNED = defineStatement({
  name: 'scanned-ranges-of-source',
  scope: 'tenant',
  row: z.strictObject({ ranges: z.array(TextRangeReadFromPicture) }),
  sql: `
select scanned_ranges as ranges from ai_jobs
where workspace_id = :workspaceId and created_by = :createdBy and source_hash = :hash and scanned_ranges is not null
order by created_at desc limit 1`,
});

/** Inserts and queues a job in the given transaction. Returns its id. */
export async function createAiJob(em: EntityManager, job: NewAiJob): Promise<string> {
  const { workspaceId, task, destination, createdBy, fileId, now } = job;
  const id = newId();
  const feature = AI_FEATURE_DEFINITIONS[task.feature];
  const source = sourceOf(task);
  // So that items made of it later, or made again, are flagged, too.
  const scanned = source.sourceHash && (await SCANNED.first(em, { workspaceId, createdBy, hash: source.sourceHash }));
  em.create(AiJobEntity, {
    workspaceId,
    id,
    feature: task.feature,
    capability: AI_FEATURE_INPUTS_AND_RESULTS[task.feature].capability,
    state: 'queued',
    title: feature.title(task.input),
    createdBy,
    input: task.input,
    ...source,
    scannedRanges: scanned?.ranges ?? null,
    fileId,
    destinationKind: destination?.kind ?? null,
    destinationId: destination?.id ?? null,
    destinationItem: destination?.item ?? null,
    work: {},
    background: feature.priority === 'background',
    result: null,
    createdAt: now,
  });
  await em.flush();
  await queueAiJob(em, { workspaceId, id });
  return id;
}
