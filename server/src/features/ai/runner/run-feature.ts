import { createHash } from 'node:crypto';
import { type EntityData, type InferEntity, raw } from '@mikro-orm/postgresql';
import type { AiFeature } from '@training/shared/ai/ai-features';
import type { Workspace } from '../../../core/context.ts';
import { AppError } from '../../../core/errors.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { Database } from '../../../database/database.ts';
import type { DatabaseAndStorage } from '../../../database/blob-store.ts';
import { LeaseLostError } from '../../../platform/queue/lease.ts';
import { AiProviderError } from '../../../providers/ai/failure.ts';
import type { FeatureTools, JobFile, StoredJobFile } from '../features/feature.ts';
import { AI_FEATURE_DEFINITIONS } from '../features/features.ts';
import { SINGLE_LEVEL_RULE_START } from '../features/prompt/levels.ts';
import { partSizeFor } from '../features/source/chunks.ts';
import { describeFile, AI_FILE_STORE } from '../files/stored-file.ts';
import { callProviderWithCurrentKey } from '../gateway/call-provider.ts';
import { prepareGenerationCall, prepareTranscriptionCall } from '../gateway/call.ts';
import { findPictureReadingModelLabel, findUsedModels } from '../gateway/used-models.ts';
import { AiJobEntity } from '../jobs/ai-job.entity.ts';
import { hashSourceText } from '../jobs/source-text.ts';
import { createAiJobStepRunner } from './ai-job-steps.ts';
import { type ClaimedAiJob, jobLeaseParametersOf } from './claim-ai-job.ts';
import type { AiJobServices } from './job-result-handler.ts';

/** Instruction lines that depend on the chosen language and levels. */
const OF_LANGUAGE = '- Write in the language ';
const OF_LEVELS = '- "level" is ';

/**
 * Version of the instructions that produced an item. It is a hash, so it can't be forgotten when they change. Language
 * and difficulty don't affect it. Undefined for calls that aren't the feature's main call, such as checks.
 */
export function promptVersionOf(feature: AiFeature, system: string): string | undefined {
  const lines = system.split('\n');
  const isItsOwn = lines[0] === `Task: ${feature}` && !lines[1]?.startsWith('Step: ');
  if (!isItsOwn) return undefined;
  const said = lines
    .filter((line) => !line.startsWith(OF_LANGUAGE) && !line.startsWith(`- ${SINGLE_LEVEL_RULE_START}`))
    .map((line) => (line.startsWith(OF_LEVELS) ? line.replaceAll(/[0-9]/g, '') : line));
  return createHash('sha256').update(said.join('\n')).digest('hex').slice(0, 12);
}

/** Stores what a running job has found out. @throws LeaseLostError */
async function note(
  db: Database,
  job: ClaimedAiJob,
  found: EntityData<InferEntity<typeof AiJobEntity>>,
): Promise<void> {
  const { workspace } = job;
  const running = { ...jobLeaseParametersOf(job), state: 'running' as const };
  const recorded = await createWorkspaceEntityManager({ db, workspace }).nativeUpdate(AiJobEntity, running, found);
  if (recorded === 0) throw new LeaseLostError();
}

/** Maximum number of calls if the model's answer is unusable. */
const ASKED_AT_MOST = 3;

/**
 * Runs the feature of a job, resuming from its finished steps. Each call uses the workspace's current key.
 * @throws OwnKeyRefusedError, CredentialPausedError, OtherJobFirstError, AiProviderError, AppError; LeaseLostError
 */
export async function runAiFeature(services: AiJobServices, job: ClaimedAiJob, signal: AbortSignal): Promise<unknown> {
  const { db, ai } = services;
  const { workspace, capability, feature: purpose } = job;
  const { effort, task: main, flex } = AI_FEATURE_DEFINITIONS[job.feature];
  const use = { capability, purpose, job: job.id };
  const ctx = { db, ai, workspace };
  const tools: FeatureTools = {
    ask: ({ task = main, ...request }) => {
      const asking = { ...use, task, prompt: promptVersionOf(purpose, request.system) };
      const ask = () =>
        callProviderWithCurrentKey(
          ctx,
          asking,
          prepareGenerationCall(ai.providers, { ...request, effort, flex, signal }),
        );
      // A list may already have items, so its caller requests only the rest.
      return request.items ? ask() : askAgain(ask);
    },
    listen: (request) =>
      callProviderWithCurrentKey(ctx, use, prepareTranscriptionCall(ai.providers, { ...request, signal })),
    steps: createAiJobStepRunner(db, job),
    file: () => fileOf(services, job),
    // Keeps the first value, so a resumed job doesn't write it again.
    noteSource: ({ text }) =>
      note(db, job, {
        sourceText: raw('coalesce(source_text, ?)', [text]),
        sourceHash: raw('coalesce(source_hash, ?)', [hashSourceText(text)]),
      }),
    noteScanned: (scanned) => note(db, job, { scannedRanges: [...scanned] }),
    scannedRanges: () => Promise.resolve(job.scannedRanges ?? []),
    partSize: partSizeFor((await findUsedModels(ctx))?.contextTokens),
    vision: () => findPictureReadingModelLabel(ctx),
    signal,
  };
  return AI_FEATURE_DEFINITIONS[job.feature].run(tools, await inputOf(services, job));
}

/** @throws OtherJobFirstError */
async function inputOf({ db, resultHandlers }: AiJobServices, { destination, ...job }: ClaimedAiJob): Promise<unknown> {
  const read = destination && resultHandlers[destination.kind].input;
  return read ? read(db, { ...job, destination }) : job.input;
}

/** @throws AppError `file_not_found` */
async function fileOf({ resultHandlers, ...place }: AiJobServices, job: ClaimedAiJob): Promise<JobFile> {
  const { workspace, fileId, destination } = job;
  const read = destination && resultHandlers[destination.kind].file;
  const file = await (read ? read(place, { workspace, destination }) : uploaded(place, workspace, fileId));
  if (!file) throw fileNotFound();
  return {
    ...file,
    async read() {
      const bytes = await file.read();
      if (!bytes) throw fileNotFound();
      return bytes;
    },
  };
}

async function uploaded(
  place: DatabaseAndStorage,
  workspace: Workspace,
  fileId: string | null,
): Promise<StoredJobFile | undefined> {
  const file = fileId === null ? undefined : { workspaceId: workspace.id, id: fileId };
  const found = file && (await describeFile(place.db, file));
  if (!found) return undefined;
  const { size, ...facts } = found;
  return { ...facts, owner: workspace.id, read: () => AI_FILE_STORE.readWhole(place, file, size) };
}

const fileNotFound = () => new AppError('file_not_found', 'The file is gone. Upload it again.');

/** Retries after an unusable answer, because the next one may be fine. */
async function askAgain<T>(ask: () => Promise<T>): Promise<T> {
  for (let asked = 1; ; asked++) {
    try {
      return await ask();
    } catch (error) {
      const again = error instanceof AiProviderError && error.outcome === 'bad_answer' && asked < ASKED_AT_MOST;
      if (!again) throw error;
    }
  }
}
