import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { lockDrive } from '../drive-sync/ingest/lock-drive.ts';
import { IN_HAND } from '../drive-sync/ingest/scope-sql.ts';
import { startCrawl } from '../drive-sync/scan/start-crawl.ts';

const PICKED = defineStatement({
  name: 'is-anything-of-drive-picked',
  scope: 'tenant',
  row: z.strictObject({ picked: z.boolean() }),
  sql: `
select exists (select from drive_folders where workspace_id = :workspaceId and connection_id = :id) as picked`,
});

/** Makes files due that were found but not read yet when the drive was disconnected or lost access. */
const DUE_AGAIN = defineStatement({
  name: 'make-drive-files-due-again',
  scope: 'tenant',
  sql: `
update drive_files set due_at = :now, attempts = 0
where workspace_id = :workspaceId and connection_id = :id and not is_folder and due_at is null
  and (state = 'discovered' or state in ${IN_HAND} and job_id is null)`,
});

/** Renews subscriptions and channels, which may have ended with the previous access. */
const TOLD_AGAIN = defineStatement({
  name: 'have-drive-told-again',
  scope: 'tenant',
  sql: `
with lark as materialized (
  select id from drive_connections where workspace_id = :workspaceId and id = :id and kind <> 'google'
), files as (
  update drive_files f set subscribe_at = :now from lark
  where f.workspace_id = :workspaceId and f.connection_id = lark.id and f.subscribe_at is distinct from :now
), folders as (
  update drive_folders d set subscribe_at = :now from lark
  where d.workspace_id = :workspaceId and d.connection_id = lark.id
)
update drive_change_feeds set due_at = :now where workspace_id = :workspaceId and connection_id = :id`,
});

/**
 * Starts a crawl to find changes missed while the drive couldn't be read, and renews push notifications. The caller has
 * locked the connection. The crawl and then the files are locked next: the order used everywhere.
 */
export async function restartCrawl(on: Runner, ctx: Context, id: string): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const { picked } = await PICKED.one(on, { workspaceId, id });
  if (picked) await startCrawl(on, ctx, id, { cause: 'reconnected' });
  await lockDrive(on, workspaceId, id);
  await DUE_AGAIN.run(on, { workspaceId, id, now: ctx.now });
  await TOLD_AGAIN.run(on, { workspaceId, id, now: ctx.now });
}
