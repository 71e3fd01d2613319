import { DriveKind } from '@training/shared/drives';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statement.ts';

/** How long whoever fetches a file has it, in seconds; they say three times as often that they still do. */
export const FILE_LEASE_SECONDS = 120;

/** Maximum number of a drive's texts that wait for the scanner. Files that aren't fetched yet cost nothing. */
const MOST_SCANNED = 20;

export type DriveKey = { workspaceId: string; id: string };

/**
 * Finds connected drives with due files. Reads one file per drive and none if nothing is due, even when PostgreSQL's
 * statistics are outdated: each order matches exactly one index, and the subqueries with a limit aren't merged into
 * others.
 */
const LOOK = defineStatement({
  name: 'drives-with-due-files',
  scope: 'sweep',
  seldom: true,
  row: z.strictObject({ workspaceId: z.uuid(), id: z.uuid() }),
  sql: `
with recursive waiting (workspace_id, connection_id) as (
  (select workspace_id, connection_id from drive_files where due_at is not null
   order by workspace_id, connection_id, due_at limit 1)
  union all
  select f.workspace_id, f.connection_id from waiting w cross join lateral (
    select workspace_id, connection_id from drive_files
    where due_at is not null and (workspace_id, connection_id) > (w.workspace_id, w.connection_id)
    order by workspace_id, connection_id, due_at limit 1) f
)
select c.workspace_id as "workspaceId", c.id
from waiting w join drive_connections c on c.workspace_id = w.workspace_id and c.id = w.connection_id
cross join lateral (
  select from drive_files f where f.workspace_id = c.workspace_id and f.connection_id = c.id
    and f.due_at <= now() and (f.leased_until is null or f.leased_until < now())
  order by f.due_at limit 1) due
where c.state in ('connected', 'degraded') and (c.paused_until is null or c.paused_until <= now())
  and (select count(*) from (select from drive_files f where f.workspace_id = c.workspace_id
    and f.connection_id = c.id and f.state in ('scanning', 'waiting_for_key') and not f.is_folder
    limit ${MOST_SCANNED}) scanned) < ${MOST_SCANNED}`,
});

export const findDueFiles = (db: Database): Promise<DriveKey[]> => LOOK.all(db.pool);

const ClaimedFile = z.strictObject({
  workspace: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string() }),
  connection: z.strictObject({ id: z.uuid(), kind: DriveKind }),
  id: z.uuid(),
  providerId: z.string(),
  driveId: z.string().nullable(),
  name: z.string(),
  mediaType: z.string(),
  reason: z.string().nullable(),
  textHash: z.instanceof(Buffer).nullable(),
  textChecksum: z.string().nullable(),
  dueAt: z.date(),
  leasedUntil: z.date(),
  /** Number of consecutive attempts, including this one. */
  attempts: z.int(),
});
/** A file claimed by this server. Another claim has another `leasedUntil`. */
export type ClaimedFile = z.infer<typeof ClaimedFile>;

const CLAIM = defineStatement({
  name: 'claim-drive-file',
  scope: 'tenant',
  seldom: true,
  row: ClaimedFile,
  sql: `
with next as materialized (
  select n.id, n.due_at, c.kind, w.slug, w.name from drive_files n
  join drive_connections c on c.workspace_id = :workspaceId and c.id = n.connection_id
  join workspaces w on w.id = :workspaceId
  where n.workspace_id = :workspaceId and n.connection_id = :id and n.due_at <= now()
    and (n.leased_until is null or n.leased_until < now())
  order by n.due_at limit 1 for no key update of n skip locked
)
update drive_files f set state = 'fetching', state_at = now(), leased_until = now() + interval '${FILE_LEASE_SECONDS} seconds',
  gathering_since = null, attempts = f.attempts + 1
from next
where f.workspace_id = :workspaceId and f.id = next.id
returning json_build_object('id', f.workspace_id, 'slug', next.slug, 'name', next.name) as workspace,
  json_build_object('id', f.connection_id, 'kind', next.kind) as connection, f.id, f.provider_id as "providerId",
  f.drive_id as "driveId", f.name, f.media_type as "mediaType", f.reason, f.text_hash as "textHash", f.text_checksum as "textChecksum",
  next.due_at as "dueAt", f.leased_until as "leasedUntil", f.attempts`,
});

/** Claims the file of a drive that has been due longest. Only one server gets it. */
export function claimFile(db: Database, { workspaceId, id }: DriveKey): Promise<ClaimedFile | undefined> {
  return CLAIM.first(db.pool, { workspaceId, id });
}

const RENEW = defineStatement({
  name: 'renew-drive-file',
  scope: 'tenant',
  row: z.strictObject({ leasedUntil: z.date() }),
  sql: `
update drive_files f set leased_until = now() + interval '${FILE_LEASE_SECONDS} seconds'
from drive_connections c
where f.workspace_id = :workspaceId and f.id = :id and f.leased_until = :leasedUntil and f.state = 'fetching'
  and c.workspace_id = :workspaceId and c.id = f.connection_id and c.state in ('connected', 'degraded')
returning f.leased_until as "leasedUntil"`,
});

/** The key of a claim, as parameters for statements. */
export const claimKey = ({ workspace, id, leasedUntil }: ClaimedFile) => ({
  workspaceId: workspace.id,
  id,
  leasedUntil,
});

/** Renews the claim on a file. Returns false if it is lost or the drive was disconnected. */
export async function renewClaim(db: Database, file: ClaimedFile): Promise<boolean> {
  const renewed = await RENEW.first(db.pool, claimKey(file));
  if (renewed) file.leasedUntil = renewed.leasedUntil;
  return renewed !== undefined;
}
