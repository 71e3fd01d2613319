import { z } from 'zod';
import { defineStatement } from '../../../database/statements/statement.ts';
import { publishing } from '../../../platform/live.ts';
import { defineQueue } from '../../../platform/queue/define-queue.ts';
import { LEASE } from '../../../platform/queue/lease.ts';

const Log = z.strictObject({
  workspaceId: z.uuid(),
  connectionId: z.uuid(),
  driveId: z.string(),
  cursor: z.string(),
  ...LEASE,
});
/** A change log that needs a notification channel. */
export type FeedWithoutChannel = z.infer<typeof Log>;

/** Change logs whose channel is to be opened or renewed. */
export const CHANNELS_TO_OPEN = defineQueue({
  name: 'drive-channels',
  table: 'drive_change_feeds',
  key: { workspaceId: 'workspace_id', connectionId: 'connection_id', driveId: 'drive_id' },
  seconds: 120,
  isReady: `q.cursor is not null and exists (
    select from drive_connections c
    where c.workspace_id = q.workspace_id and c.id = q.connection_id and c.state in ('connected', 'degraded')
      and (c.paused_until is null or c.paused_until <= now()))`,
  row: Log,
  returning: 'q.workspace_id as "workspaceId", q.connection_id as "connectionId", q.drive_id as "driveId", q.cursor',
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
  name: 'record-drive-channel-open',
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
  name: 'record-no-channel-push',
  scope: 'cross_tenant',
  sql: `
with silent as (
  update drive_connections set push = 'none', updated_at = :now,
    state_at = case when state_reason is null then :now else state_at end,
    state = case when state_reason is null then 'degraded' else state end,
    state_reason = coalesce(state_reason, 'no_push')
  where kind = 'google' and push = 'channel' and state in ('connected', 'degraded')
  returning workspace_id, id
), anew as (
  update drive_change_feeds l set due_at = :now from silent s
  where l.workspace_id = s.workspace_id and l.connection_id = s.id
)
select ${publishing(`workspace_id || '/drives'`)} from silent`,
});
