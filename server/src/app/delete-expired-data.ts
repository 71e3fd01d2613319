import { raw, type EntityManager, type EntityName, type FilterQuery } from '@mikro-orm/postgresql';
import { processEachAndThrowFirstFailure } from '../core/process-each-alone.ts';
import { AuthSessionEntity, AuthVerificationEntity } from '../auth/sessions/identity.entity.ts';
import { SignInCodeEntity, SignInPauseEntity } from '../auth/pins/pin.entity.ts';
import { AiReservationEntity } from '../features/ai-usage/ai-call.entity.ts';
import { CredentialPauseEntity } from '../features/ai/gateway/credential-pause.entity.ts';
import { AiJobEntity } from '../features/ai/jobs/ai-job.entity.ts';
import { PendingDriveAuthorizationEntity } from '../features/drive-sync/connection/drive-connection.entity.ts';
import { DriveFileChangeEntity } from '../features/drive-sync/ingest/drive-file.entity.ts';
import { DriveChannelEntity } from '../features/drive-sync/connection/change-feed.entity.ts';
import { InvitationEntity } from '../features/users/invitations/invitation.entity.ts';
import { WebhookSecretEntity } from '../features/webhooks/webhook-endpoint.entity.ts';
import { IdempotencyKeyEntity, TokenRateWindowEntity } from '../http/rest/idempotency-key.entity.ts';
import type { Database } from '../database/database.ts';
import { JOB_NEEDS_ITS_FILE, AI_FILE_STORE } from '../features/ai/files/stored-file.ts';
import { ATTESTED_DOCUMENT_STORE, DOCUMENT_IS_UNUSED_FOR_A_DAY } from '../features/attested/documents.ts';
import { ScimRequestEntity } from '../features/scim/scim.entity.ts';
import { REMOVE_OLD_TRANSCRIPTS, removeOldRecordings } from '../features/grading/remove-old-recordings.ts';
import { RECORDING_STORE } from '../features/recordings/stored-recording.ts';
import { ShiftEntity } from '../features/shifts/shift.entity.ts';
import { defineStatement } from '../database/statements/statement.ts';
import { ORM_FILTERS_FOR_BACKGROUND_WORK, runsBackgroundWorkSql } from '../database/statements/away.ts';

const [HOUR, DAY] = [3_600, 86_400];

/** Times by the database's clock: an instance whose clock runs ahead deletes nothing early. */
const ago = (seconds: number) => raw<Date>('now() - make_interval(secs => ?)', [seconds]);

/** Rows of an entity that are deleted once the time in a column is so many seconds ago. */
const expires = <E extends object>(entity: EntityName<E>, column: keyof E & string, after: number) => ({
  entity: entity as EntityName<object>,
  where: () => ({ [column]: { $lte: ago(after) } }) as FilterQuery<object>,
});

const EXPIRED = [
  expires(IdempotencyKeyEntity, 'createdAt', DAY),
  expires(TokenRateWindowEntity, 'startsAt', HOUR),
  expires(AuthSessionEntity, 'expiresAt', 0),
  expires(AuthVerificationEntity, 'expiresAt', 0),
  expires(SignInCodeEntity, 'expiresAt', 0),
  expires(SignInPauseEntity, 'notBefore', DAY),
  expires(ShiftEntity, 'endsAt', 7 * DAY),
  expires(WebhookSecretEntity, 'expiresAt', 0),
  expires(InvitationEntity, 'at', 90 * DAY),
  expires(PendingDriveAuthorizationEntity, 'createdAt', HOUR),
  expires(DriveFileChangeEntity, 'foundAt', 31 * DAY),
  expires(DriveChannelEntity, 'expiresAt', 0),
  expires(CredentialPauseEntity, 'notBefore', DAY),
  // The reserved amounts stay charged.
  expires(AiReservationEntity, 'expiresAt', DAY),
  expires(AiJobEntity, 'finishedAt', 30 * DAY),
  expires(ScimRequestEntity, 'at', 7 * DAY),
];

/** The process that received the bytes has died; no upload takes this long. */
const LEFT_ARRIVING = `r.state = 'arriving' and r.created_at < now() - interval '1 hour' and ${runsBackgroundWorkSql('r.workspace_id')}`;

/** Statements that delete expired data that other rows still may need. */
const EXPIRED_UNLESS_NEEDED = [
  // The last scan of each drive stays, because its card shows it.
  defineStatement({
    name: 'remove-old-drive-crawls',
    scope: 'cross_tenant',
    sql: `
delete from drive_crawls v where finished_at < now() - interval '90 days' and ${runsBackgroundWorkSql('v.workspace_id')} and exists (
  select from drive_crawls later
  where later.workspace_id = v.workspace_id and later.connection_id = v.connection_id and later.started_at > v.started_at)`,
  }),
  defineStatement({
    name: 'remove-files-left-arriving',
    scope: 'cross_tenant',
    sql: AI_FILE_STORE.removal(LEFT_ARRIVING),
  }),
  defineStatement({
    name: 'remove-recordings-left-arriving',
    scope: 'cross_tenant',
    sql: RECORDING_STORE.removal(LEFT_ARRIVING),
  }),
  defineStatement({
    name: 'remove-attested-files-left-arriving',
    scope: 'cross_tenant',
    sql: ATTESTED_DOCUMENT_STORE.removal(LEFT_ARRIVING),
  }),
  defineStatement({
    name: 'remove-unused-attested-files',
    scope: 'cross_tenant',
    sql: ATTESTED_DOCUMENT_STORE.removal(
      `${DOCUMENT_IS_UNUSED_FOR_A_DAY} and ${runsBackgroundWorkSql('r.workspace_id')}`,
    ),
  }),
  // A job that waits longer than a day, for example for a provider key, keeps its file until it has ended, and a
  // transcript keeps its recording as long as it exists.
  defineStatement({
    name: 'remove-old-files',
    scope: 'cross_tenant',
    sql: AI_FILE_STORE.removal(`r.state = 'stored' and r.created_at < now() - interval '1 day'
  and ${runsBackgroundWorkSql('r.workspace_id')} and not exists (
    select from ai_jobs j where j.workspace_id = r.workspace_id and j.file_id = r.id and ${JOB_NEEDS_ITS_FILE})`),
  }),
  defineStatement({
    name: 'forget-old-files',
    scope: 'cross_tenant',
    sql: `
delete from ai_files f where state = 'deleted' and created_at < now() - interval '1 day' and ${runsBackgroundWorkSql('f.workspace_id')}
  and not exists (select from ai_file_parts p where p.workspace_id = f.workspace_id and p.file_id = f.id)`,
  }),
];

/** Deletes in batches, because each hour may have had many rows and transactions must stay short. */
const inBatches = (name: string, { table, key, where }: { table: string; key: string; where: string }) =>
  defineStatement({
    name,
    scope: 'cross_tenant',
    sql: `delete from ${table} where (${key}) in (
  select ${key} from ${table} where ${where} and ${runsBackgroundWorkSql('workspace_id')} limit 10000)`,
  });

/** Deletes deliveries with their attempts, and no later than their events, which are needed for sending. */
const REMOVE_OLD_DELIVERIES = inBatches('remove-old-webhook-deliveries', {
  table: 'webhook_deliveries',
  key: 'workspace_id, endpoint_id, event_id',
  where: `at < now() - interval '30 days'`,
});

/** An event without a sequence number stays until it has one, so that there are no gaps. */
const REMOVE_OLD_EVENTS = inBatches('remove-old-events', {
  table: 'outgoing_events',
  key: 'workspace_id, id',
  where: `at < now() - interval '30 days' and sequence is not null`,
});

const REMOVE_OLD_NOTIFICATIONS = inBatches('remove-old-notifications', {
  table: 'notifications',
  key: 'workspace_id, id',
  where: `at < now() - interval '90 days'`,
});

/** Deletes the pending deliveries of removed endpoints, except those being sent. */
const REMOVE_LEFT_DELIVERIES = defineStatement({
  name: 'remove-left-webhook-deliveries',
  scope: 'cross_tenant',
  sql: `
delete from webhook_deliveries where (workspace_id, endpoint_id, event_id) in (
  select d.workspace_id, d.endpoint_id, d.event_id from webhook_endpoints e
  join webhook_deliveries d on d.workspace_id = e.workspace_id and d.endpoint_id = e.id and d.state <> 'sending'
  where e.state = 'removed' and ${runsBackgroundWorkSql('e.workspace_id')} limit 10000)`,
});

const ALL_WORKSPACES = { filters: ORM_FILTERS_FOR_BACKGROUND_WORK };

const REMOVE_WEBHOOKS = defineStatement({
  name: 'remove-removed-webhooks',
  scope: 'cross_tenant',
  sql: `
delete from webhook_endpoints e where e.state = 'removed' and ${runsBackgroundWorkSql('e.workspace_id')} and not exists (
  select from webhook_deliveries d where d.workspace_id = e.workspace_id and d.endpoint_id = e.id)`,
});

/** Ends jobs that may be waiting for a provider key that will never be added. */
async function expireJobs(em: EntityManager): Promise<void> {
  const waiting = {
    state: { $in: ['queued' as const, 'parked' as const] },
    createdAt: { $lt: ago(30 * DAY) },
  };
  const failed = {
    state: 'failed' as const,
    errorCode: 'ai_job_expired' as const,
    errorDetail: 'The job couldn’t be done within 30 days. Start it again.',
    input: null,
    work: {},
    progressStep: '',
    dueAt: null,
    finishedAt: ago(0),
  };
  await em.nativeUpdate(AiJobEntity, waiting, failed, ALL_WORKSPACES);
}

/** Deletes expired data. One instance runs it every hour. */
export async function deleteExpiredData(db: Database): Promise<void> {
  const { pool } = db;
  const em = db.em.fork();
  const until = async (isDone: () => Promise<boolean>) => {
    while (!(await isDone()));
  };
  const steps: (() => Promise<unknown>)[] = [
    () => expireJobs(em),
    ...EXPIRED.map(
      ({ entity, where }) =>
        () =>
          em.nativeDelete(entity, where(), ALL_WORKSPACES),
    ),
    ...EXPIRED_UNLESS_NEEDED.map((statement) => () => statement.run(pool)),
    () => until(async () => !(await removeOldRecordings(db))),
    () => until(async () => (await REMOVE_OLD_TRANSCRIPTS.run(pool)) === 0),
    () => until(async () => (await REMOVE_OLD_DELIVERIES.run(pool)) === 0),
    () => until(async () => (await REMOVE_OLD_EVENTS.run(pool)) === 0),
    () => until(async () => (await REMOVE_LEFT_DELIVERIES.run(pool)) === 0),
    () => REMOVE_WEBHOOKS.run(pool),
    () => until(async () => (await REMOVE_OLD_NOTIFICATIONS.run(pool)) === 0),
  ];
  await processEachAndThrowFirstFailure(steps, (step) => step());
}
