import type { EntityManager } from '@mikro-orm/postgresql';
import { AiFeature } from '@training/shared/ai/ai-features';
import { AiCapability } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { publishTopics } from '../../../platform/topic-changes.ts';
import { LeaseLostError, LEASE_ID_MATCHES, leaseRenewalSql } from '../../../platform/queue/lease.ts';
import { aiJobLiveTopicOf } from '../jobs/ai-job.ts';
import { TextRangeReadFromPicture } from '../features/feature.ts';
import { AiJobDestination } from '../jobs/destination.ts';

/** Seconds for which a lease lasts unless its server renews it, which it does three times as often. */
export const AI_JOB_LEASE_SECONDS = 60;

/** A job claimed by this server. */
const ClaimedAiJob = z.strictObject({
  workspace: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
  id: z.uuid(),
  feature: AiFeature,
  capability: AiCapability,
  input: z.unknown(),
  fileId: z.uuid().nullable(),
  destination: AiJobDestination.nullable(),
  createdBy: z.uuid(),
  scannedRanges: z.array(TextRangeReadFromPicture).nullable(),
  work: z.record(z.string(), z.unknown()),
  leaseId: z.uuid(),
  interruptions: z.number(),
});
export type ClaimedAiJob = z.infer<typeof ClaimedAiJob>;

const CLAIM = defineStatement({
  name: 'claim-ai-job',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.uuid(), id: z.uuid(), background: z.boolean() }),
  sql: `
select claimed_workspace_id as "workspaceId", claimed_id as id, claimed_background as background
from claim_ai_job(:perWorkspace, make_interval(secs => ${AI_JOB_LEASE_SECONDS}),
  array_remove(array[case when :interactive::boolean then false end, case when :background::boolean then true end], null))`,
});

const READ_CLAIMED = defineStatement({
  name: 'read-claimed-ai-job',
  scope: 'tenant',
  row: ClaimedAiJob,
  sql: `
select json_build_object('id', w.id, 'slug', w.slug, 'name', w.name) as workspace, j.id, j.feature, j.capability,
  j.input, j.file_id as "fileId", case when j.destination_id is not null
    then json_strip_nulls(json_build_object('kind', j.destination_kind, 'id', j.destination_id, 'item', j.destination_item)) end
    as destination,
  j.created_by as "createdBy", j.scanned_ranges as "scannedRanges", j.work, j.lease_id as "leaseId", j.interruptions
from ai_jobs j join workspaces w on w.id = j.workspace_id
where j.workspace_id = :workspaceId and j.id = :id and j.state = 'running'`,
});

export type AiJobKey = { workspaceId: string; id: string };

/** Kinds of jobs to claim, by priority. */
export type ClaimableJobPriorities = { interactive: boolean; background: boolean };

/**
 * Claims the next job (rules/bounds 9) of a kind with a free slot; if several servers try, one gets it. Returns
 * undefined if no job is due or every waiting workspace has reached its limit.
 */
export function claimAiJob(
  db: Database,
  perWorkspace: number,
  { interactive, background }: ClaimableJobPriorities = { interactive: true, background: true },
): Promise<(AiJobKey & { background: boolean }) | undefined> {
  return CLAIM.first(db.pool, { perWorkspace, interactive, background });
}

/** Claims up to `most` jobs. */
export async function claimAiJobs(
  db: Database,
  most: number,
  perWorkspace: number,
  kinds: ClaimableJobPriorities,
): Promise<AiJobKey[]> {
  const claimed: AiJobKey[] = [];
  while (claimed.length < most) {
    const key = await claimAiJob(db, perWorkspace, kinds);
    if (!key) break;
    claimed.push(key);
  }
  return claimed;
}

/** Reads a claimed job and notifies its followers; undefined if it was cancelled meanwhile. */
export async function readClaimedAiJob(db: Database, key: AiJobKey): Promise<ClaimedAiJob | undefined> {
  const job = await READ_CLAIMED.first(db.pool, key);
  if (job) await publishTopics(db.pool, aiJobLiveTopicOf(key.workspaceId, key.id));
  return job;
}

/** SQL condition that matches a job whose lease is ours; its parameters are `jobLeaseParametersOf`. */
export const JOB_LEASE_IS_OURS =
  `workspace_id = :workspaceId and id = :id and ${LEASE_ID_MATCHES} and state = 'running'` as const;

const CHECK = defineStatement({
  name: 'check-ai-job-lease',
  scope: 'tenant',
  sql: `select 1 from ai_jobs where ${JOB_LEASE_IS_OURS}`,
});

const RENEW = defineStatement({
  name: 'renew-ai-job',
  scope: 'tenant',
  sql: `update ai_jobs set ${leaseRenewalSql(AI_JOB_LEASE_SECONDS)} where ${JOB_LEASE_IS_OURS}`,
});

const LOCK = defineStatement({
  name: 'lock-ai-job',
  scope: 'tenant',
  row: z.strictObject({ providerFailures: z.number(), failedFor: z.number() }),
  sql: `
select provider_failures as "providerFailures",
  case when provider_failures > 0
    then coalesce(extract(epoch from now() - provider_failed_at), 0) else 0 end::float8 as "failedFor"
from ai_jobs where ${JOB_LEASE_IS_OURS} for no key update`,
});

export const jobLeaseParametersOf = ({ workspace, id, leaseId }: ClaimedAiJob) => ({
  workspaceId: workspace.id,
  id,
  leaseId,
});

/** @throws LeaseLostError if the job was cancelled, or claimed by another server */
export async function assertAiJobLease(db: Database, job: ClaimedAiJob): Promise<void> {
  if ((await CHECK.run(db.pool, jobLeaseParametersOf(job))) === 0) throw new LeaseLostError();
}

/** @throws LeaseLostError */
export async function renewAiJobLease(db: Database, job: ClaimedAiJob): Promise<void> {
  if ((await RENEW.run(db.pool, jobLeaseParametersOf(job))) === 0) throw new LeaseLostError();
}

/** Number of consecutive provider failures, and seconds since the first. */
type Held = { providerFailures: number; failedFor: number };

/** Locks the row of a job whose lease is ours. @throws LeaseLostError */
export async function lockLeasedAiJob(em: EntityManager, job: ClaimedAiJob): Promise<Held> {
  const held = await LOCK.first(em, jobLeaseParametersOf(job));
  if (!held) throw new LeaseLostError();
  return held;
}

/**
 * Changes a job in one transaction and notifies its followers. `work` must lock the row with `lockLeasedAiJob`.
 * @throws LeaseLostError
 */
export function inNotifyingAiJobTransaction<T>(
  db: Database,
  job: ClaimedAiJob,
  work: (em: EntityManager) => Promise<T>,
): Promise<T> {
  return createWorkspaceEntityManager({ db, workspace: job.workspace }).transactional(async (em) => {
    const result = await work(em);
    const { workspace, destination, id } = job;
    // Followers of a result are also notified about replacements of its items.
    const seenWith = destination?.kind === 'ai_job' ? destination.id : id;
    await publishTopics(em, aiJobLiveTopicOf(workspace.id, seenWith));
    return result;
  });
}
