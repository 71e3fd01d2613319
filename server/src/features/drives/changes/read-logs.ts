import { z } from 'zod';
import { defineStatement } from '../../../database/statement.ts';
import type { ChangeLog, DriveChange } from '../../../providers/drives/drive.ts';
import { DriveFailure } from '../../../providers/drives/drive-failure.ts';
import { askForEach, markAsked, seeWithParents, type Looking } from './see-with-parents.ts';
import { startWalkUnless } from './start-walk-unless.ts';
import type { Turn } from './turns-to-ask.ts';

/** Pages that are read in a turn; then it is the turn of others. */
const PAGES = 20;

/** A log without a cursor waits for a walk; where none has begun for so long, one is started. Milliseconds. */
const WALK_AGAIN = 300_000;

const Log = z.strictObject({ driveId: z.string(), cursor: z.string().nullable() });

const LOGS = defineStatement({
  name: 'logs-of-drive',
  scope: 'tenant',
  row: Log,
  sql: `
select drive_id as "driveId", cursor from drive_logs
where workspace_id = :workspaceId and connection_id = :id order by drive_id`,
});

const MOVE_CURSOR = defineStatement({
  name: 'move-cursor-of-drive',
  scope: 'tenant',
  sql: `
update drive_logs set cursor = :to
where workspace_id = :workspaceId and connection_id = :id and drive_id = :driveId and cursor = :from`,
});

const KNOWN = defineStatement({
  name: 'known-items-of-drive',
  scope: 'tenant',
  row: z.strictObject({ id: z.string(), driveId: z.string().nullable() }),
  sql: `
select provider_id as id, drive_id as "driveId" from drive_files
where workspace_id = :workspaceId and connection_id = :id and provider_id = any(:ids::text[])`,
});

/**
 * Reads on in each log of a drive, page by page: what a page says and how far it was read are one transaction, so that
 * whoever dies in between reads it again (rules/drives 3). Answers whether there is more.
 * @throws DriveFailure, TurnLost
 */
export async function readLogs(looking: Looking, turn: Turn, provider: ChangeLog): Promise<boolean> {
  const { ctx } = looking;
  const { workspaceId, id } = turn;
  let pages = PAGES;
  for (const log of await LOGS.all(ctx.db.pool, { workspaceId, id })) {
    let { cursor } = log;
    while (cursor !== null && pages > 0) {
      const from: string = cursor;
      cursor = null;
      try {
        const page = await provider.changes(log.driveId || null, from, looking.signal);
        pages -= 1;
        if (page.changes.length > 0 || page.next !== from) {
          await seeChanges(looking, turn, page.changes, { driveId: log.driveId, from, to: page.next });
        }
        if (page.more) cursor = page.next;
      } catch (error) {
        if (!(error instanceof DriveFailure)) throw error;
        // A shared drive that the account does not see any more leaves the other logs as they are.
        if (['forbidden', 'not_found'].includes(error.outcome)) continue;
        if (error.outcome !== 'cursor_refused') throw error;
        await MOVE_CURSOR.run(ctx.db.pool, { workspaceId, id, driveId: log.driveId, from, to: null });
      }
    }
    if (pages === 0) return true;
  }
  const logs = await LOGS.all(ctx.db.pool, { workspaceId, id });
  if (logs.some(({ cursor }) => cursor === null)) {
    await startWalkUnless(ctx, id, { cause: 'cursor_refused', within: WALK_AGAIN });
  }
  return false;
}

/** What is not there any more is asked for by itself: it may only have gone where the account does not see it. */
async function seeChanges(
  looking: Looking,
  turn: Turn,
  changes: readonly DriveChange[],
  { driveId, from, to }: { driveId: string; from: string; to: string },
): Promise<void> {
  const { ctx } = looking;
  const { workspaceId, id } = turn;
  const removed = changes.flatMap((change) => (change.item ? [] : [change.id]));
  const known = removed.length > 0 ? await KNOWN.all(ctx.db.pool, { workspaceId, id, ids: removed }) : [];
  const asked = await askForEach(looking, known);
  const items = [...changes, ...asked].flatMap(({ item }) => item ?? []);
  await seeWithParents(looking, items, async (em) => {
    await markAsked(em, looking, asked);
    await MOVE_CURSOR.run(em, { workspaceId, id, driveId, from, to });
  });
}
