import { defineEntity, p } from '@mikro-orm/core';
import type { AiFeature } from '@training/shared/ai-features';
import type { AiJobState } from '@training/shared/ai-jobs';
import type { Capability } from '@training/shared/provider-keys';
import type { Destination } from './destination.ts';

export const AiJobEntity = defineEntity({
  name: 'AiJob',
  tableName: 'ai_jobs',
  properties: {
    workspaceId: p.uuid().primary(),
    id: p.uuid().primary(),
    feature: p.text().$type<AiFeature>(),
    capability: p.text().$type<Capability>(),
    state: p.text().$type<AiJobState>(),
    title: p.text(),
    createdBy: p.uuid(),
    /** Until it has ended. */
    input: p.json<unknown>().nullable(),
    fileId: p.uuid().nullable(),
    /** Where the result goes besides; both or neither. */
    destinationKind: p.text().$type<Destination['kind']>().nullable(),
    destinationId: p.uuid().nullable(),
    /** Of another job's result, the item in whose place it goes, from 0. */
    destinationItem: p.integer().nullable(),
    /** What cards and questions of it say that they come from. */
    sourceName: p.text().nullable(),
    /** SHA-256 of the text that it worked on, or read from a document; the text itself is not kept. */
    sourceHash: p.blob().nullable(),
    /** What it has read from a document itself; kept with its result. */
    sourceText: p.text().nullable(),
    /** What is finished of a long job: it goes on from there. */
    work: p.json<unknown>(),
    progressDone: p.integer().default(0),
    progressTotal: p.integer().default(0),
    progressStep: p.text().default(''),
    result: p.json<unknown>().nullable(),
    errorCode: p.text().nullable(),
    errorDetail: p.text().nullable(),
    /** How often it was taken up. */
    attempts: p.integer().default(0),
    /** How often the server that ran it went away in the middle. */
    interruptions: p.integer().default(0),
    /** How often in a row the provider was busy or away. */
    providerFailures: p.integer().default(0),
    /** When the first of these was. */
    providerFailedAt: p.datetime(3).nullable(),
    /** Nobody waits for it: those that somebody waits for come first. */
    background: p.boolean().default(false),
    /** When it may be taken up, and its place among those of its workspace. */
    dueAt: p.datetime(3).nullable(),
    /** When it was last taken up. */
    servedAt: p.datetime(3).nullable(),
    leaseUntil: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    startedAt: p.datetime(3).nullable(),
    finishedAt: p.datetime(3).nullable(),
  },
});

/** A module that somebody has added the result of a job to, besides the one that it was made for. */
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
