import { defineEntity, p } from '@mikro-orm/core';
import type { AiFeature } from '@training/shared/ai/ai-features';
import type { AiJobState } from '@training/shared/ai/ai-jobs';
import type { AiCapability } from '@training/shared/provider-keys/provider-keys';
import type { TextRangeReadFromPicture } from '../features/feature.ts';
import type { AiJobDestination } from './destination.ts';
import { createLeaseEntityProperties } from '../../../platform/queue/lease.ts';

export const AiJobEntity = defineEntity({
  name: 'AiJob',
  tableName: 'ai_jobs',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    feature: p.text().$type<AiFeature>(),
    capability: p.text().$type<AiCapability>(),
    state: p.text().$type<AiJobState>(),
    title: p.text(),
    createdBy: p.uuid(),
    /** Input of the job; removed when it ends. */
    input: p.json<unknown>().nullable(),
    fileId: p.uuid().nullable(),
    /** Additional destination of the result; both set or neither. */
    destinationKind: p.text().$type<AiJobDestination['kind']>().nullable(),
    destinationId: p.uuid().nullable(),
    /** Index of the item to replace in another job's result, from 0. */
    destinationItem: p.integer().nullable(),
    /** Source name shown with the generated cards and questions. */
    sourceName: p.text().nullable(),
    /** SHA-256 of the source text or of the text read from a document; the text itself is not kept. */
    sourceHash: p.blob().nullable(),
    /** Text that the job read from a document itself; kept with its result. */
    sourceText: p.text().nullable(),
    /** Parts of the source that a model read from pictures; null if none are known. */
    scannedRanges: p.json<TextRangeReadFromPicture[]>().nullable(),
    /** Finished steps of a long job, which it resumes from. */
    work: p.json<unknown>(),
    progressDone: p.integer().default(0),
    progressTotal: p.integer().default(0),
    progressStep: p.text().default(''),
    result: p.json<unknown>().nullable(),
    errorCode: p.text().nullable(),
    errorDetail: p.text().nullable(),
    /** Number of times the job was claimed. */
    attempts: p.integer().default(0),
    /** Number of times the server running the job disappeared. */
    interruptions: p.integer().default(0),
    /** Number of consecutive times the provider was busy or unreachable. */
    providerFailures: p.integer().default(0),
    /** Time of the first of these failures. */
    providerFailedAt: p.datetime(3).nullable(),
    /** True if no user waits for the job. Other jobs have priority. */
    background: p.boolean().default(false),
    /** Earliest time to claim the job, and its place in the workspace's queue. */
    dueAt: p.datetime(3).nullable(),
    /** Time of the last claim. */
    servedAt: p.datetime(3).nullable(),
    ...createLeaseEntityProperties(),
    createdAt: p.datetime(3),
    startedAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
  },
});

/** A module that a user added the result of a job to, besides the job's own destination. */
export const AiJobModuleEntity = defineEntity({
  name: 'AiJobModule',
  tableName: 'ai_job_modules',
  properties: {
    workspaceId: p.uuid().primary(),
    jobId: p.uuid().primary(),
    moduleId: p.uuid().primary(),
    at: p.datetime(3),
  },
});
