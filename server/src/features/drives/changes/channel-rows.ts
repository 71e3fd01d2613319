import { z } from 'zod';
import { defineStatement } from '../../../database/statement.ts';
import { publishing } from '../../../platform/live.ts';

const Log = z.strictObject({
  workspaceId: z.uuid(),
  connectionId: z.uuid(),
  driveId: z.string(),
  cursor: z.string(),
});
/** A change log that needs a notification channel. */
export type FeedWithoutChannel = z.infer<typeof Log>;

/** Claims logs that are due, by postponing them, so that two instances never open a channel for the same log. */
export const CLAIM_FEEDS_WITHOUT_CHANNEL = defineStatement({
  name: 'take-drive-logs-without-channel',
  scope: 'sweep',
  row: Log,
  sql: `
with due as materialized (
  select l.workspace_id, l.connection_id, l.drive_id from drive_logs l
  where l.cursor is not null and l.channel_due_at <= :now and exists (
    select from drive_connections c
    where c.workspace_id = l.workspace_id and c.id = l.connection_id and c.state in ('connected', 'degraded')
      and coalesce(c.paused_until, '-infinity') <= :now)
  order by l.channel_due_at limit :most
  for update skip locked
)
update drive_logs l set channel_due_at = :until from due
where l.workspace_id = due.workspace_id and l.connection_id = due.connection_id and l.drive_id = due.drive_id
returning l.workspace_id as "workspaceId", l.connection_id as "connectionId", l.drive_id as "driveId", l.cursor`,
});

export const RETRY_LATER = defineStatement({
  name: 'put-off-drive-channel',
  scope: 'tenant',
  sql: `
update drive_logs set channel_due_at = :at
where workspace_id = :workspaceId and connection_id = :connectionId and drive_id = :driveId`,
});

/** Inserted before the provider is asked: its first notification can arrive before its response does. */
export const ADD_CHANNEL = defineStatement({
  name: 'add-drive-channel',
  scope: 'tenant',
  sql: `
insert into drive_channels (workspace_id, id, connection_id, drive_id, token_hash, opened_at, expires_at)
values (:workspaceId, :id, :connectionId, :driveId, :tokenHash, :now, :expiresAt)`,
});

export const REMOVE_CHANNEL = defineStatement({
  name: 'remove-drive-channel',
  scope: 'tenant',
  sql: `delete from drive_channels where workspace_id = :workspaceId and id = :id`,
});

/**
 * Marks a channel as open and retires the log's earlier ones. Those still send notifications until they are stopped.
 */
export const CHANNEL_OPEN = defineStatement({
  name: 'note-drive-channel-open',
  scope: 'tenant',
  sql: `
update drive_channels set
  resource_id = case when id = :id then :resourceId else resource_id end,
  expires_at = case when id = :id then :expiresAt::timestamptz else expires_at end,
  retired_at = case when id <> :id then coalesce(retired_at, :now::timestamptz) end
where workspace_id = :workspaceId and connection_id = :connectionId and drive_id = :driveId`,
});

const Retired = z.strictObject({ id: z.uuid(), resourceId: z.string() });

export const RETIRED = defineStatement({
  name: 'retired-drive-channels',
  scope: 'tenant',
  row: Retired,
  sql: `
select id, resource_id as "resourceId" from drive_channels
where workspace_id = :workspaceId and connection_id = :connectionId and drive_id = :driveId
  and retired_at is not null and resource_id is not null and expires_at > :now`,
});

/**
 * Marks Google drives as `no_push` when this server can't receive notifications (it has no public https address). Their
 * channels are due at once, so they reopen as soon as a server with such an address runs.
 */
export const NO_PUSH_ARRIVES = defineStatement({
  name: 'note-that-no-channel-rings',
  scope: 'sweep',
  sql: `
with silent as (
  update drive_connections set push = 'none', updated_at = :now,
    state_at = case when state_reason is null then :now else state_at end,
    state = case when state_reason is null then 'degraded' else state end,
    state_reason = coalesce(state_reason, 'no_push')
  where kind = 'google' and push = 'channel' and state in ('connected', 'degraded')
  returning workspace_id, id
), anew as (
  update drive_logs l set channel_due_at = :now from silent s
  where l.workspace_id = s.workspace_id and l.connection_id = s.id
)
select ${publishing(`workspace_id || '/drives'`)} from silent`,
});
