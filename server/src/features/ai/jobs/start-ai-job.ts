import type { EntityManager } from '@mikro-orm/postgresql';
import { AI_FEATURE_INPUTS_AND_RESULTS, type AiTask } from '@training/shared/ai/ai-features';
import { UploadedFileKind, type AiJobSummary } from '@training/shared/ai/ai-jobs';
import { translatorIn } from '../../../core/messages.ts';
import type { AiContext } from '../../../core/context.ts';
import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { AiJobEntity } from './ai-job.entity.ts';
import { createAiJob } from './create-ai-job.ts';
import type { AiJobDestination } from './destination.ts';
import { requireJobOwnerId } from '../files/stored-file.ts';
import { summariseAiJob } from './read-ai-jobs.ts';
import { UNFINISHED_AI_JOB_STATES } from '../files/unfinished-jobs.ts';
import { readAiCapabilitiesWithKey } from '../../provider-keys/read-ai-availability.ts';

const names = translatorIn('ai-names', 'en');

/** Maximum number of unfinished jobs per person. */
const MAX_UNFINISHED = 20;

/** Takes an advisory lock instead of locking the person's row: a change to a person waits for that person's writes. */
const LOCK_JOBS = defineStatement({
  name: 'lock-ai-jobs-of-person',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(hashtextextended('ai jobs ' || :workspaceId::text || :id::text, 0))`,
});

const LOCK_FILE = defineStatement({
  name: 'lock-ai-file',
  scope: 'tenant',
  row: z.strictObject({ kind: UploadedFileKind }),
  sql: `
select kind from ai_files where workspace_id = :workspaceId and id = :fileId and created_by = :createdBy and state = 'stored' for key share`,
});

/**
 * Starts a job: inserts and queues it in one transaction.
 * @param destination Additional destination of the result.
 * @throws AppError `ai_not_configured`, `rate_limited`, `file_not_found`, `unsupported_file`
 */
export function startAiJob(
  ctx: AiContext,
  task: AiTask,
  destination: AiJobDestination | null = null,
): Promise<AiJobSummary> {
  return inTransaction(ctx, async (em) => summariseAiJob(em, ctx, await createOwnAiJob(em, ctx, task, destination)));
}

/** Inserts and queues a job of the caller. Returns its id. @throws AppError as `startAiJob` */
export async function createOwnAiJob(
  em: EntityManager,
  ctx: AiContext,
  task: AiTask,
  destination: AiJobDestination | null,
): Promise<string> {
  const { workspace, now } = ctx;
  const createdBy = requireJobOwnerId(ctx);
  const { capability } = AI_FEATURE_INPUTS_AND_RESULTS[task.feature];
  const label = names(`feature.${task.feature}`);
  const available = await readAiCapabilitiesWithKey(ctx, em);
  if (!available[capability]) {
    throw new AppError(
      'ai_not_configured',
      `${label} isn’t available: there is no key for ${names(`capability.${capability}`)}. A super admin can add a provider key under Settings.`,
    );
  }
  await mustHaveRoom(em, workspace.id, createdBy);
  const fileId = fileOf(task);
  if (fileId) await mustBeOfUse(em, workspace.id, createdBy, fileId, task);
  return createAiJob(em, { workspaceId: workspace.id, task, createdBy, now, fileId, destination });
}

/** Id of the uploaded file in a task's input. */
function fileOf({ input }: AiTask): string | null {
  if ('file_id' in input) return input.file_id;
  return 'source' in input && 'file_id' in input.source ? input.source.file_id : null;
}

/** @throws AppError `rate_limited` */
async function mustHaveRoom(em: EntityManager, workspaceId: string, createdBy: string): Promise<void> {
  // Serializes per person, so that concurrent requests can't both take the last place.
  await LOCK_JOBS.run(em, { workspaceId, id: createdBy });
  const unfinished = await em.count(AiJobEntity, {
    createdBy,
    state: UNFINISHED_AI_JOB_STATES,
    // Scans of the person's drives weren't started by them, so they don't count.
    $or: [{ destinationKind: null }, { destinationKind: { $ne: 'drive_file' } }],
  });
  if (unfinished >= MAX_UNFINISHED) {
    throw new AppError(
      'rate_limited',
      `You have ${MAX_UNFINISHED} AI jobs running. Wait until one ends, or cancel one.`,
      { headers: { 'retry-after': '30' } },
    );
  }
}

/** @throws AppError `file_not_found`, `unsupported_file` */
async function mustBeOfUse(
  em: EntityManager,
  workspaceId: string,
  createdBy: string,
  fileId: string,
  { feature }: AiTask,
): Promise<void> {
  const file = await LOCK_FILE.first(em, { workspaceId, fileId, createdBy });
  if (!file) {
    throw new AppError(
      'file_not_found',
      'The file is gone: files are kept until their job ends, for a day at most. Upload it again.',
    );
  }
  const wantsAudio = feature === 'speech_to_text';
  if ((file.kind === 'audio') === wantsAudio) return;
  throw new AppError(
    'unsupported_file',
    wantsAudio
      ? 'The file is a document. Only recordings can be transcribed.'
      : 'The file is a recording. Transcribe it instead.',
  );
}
