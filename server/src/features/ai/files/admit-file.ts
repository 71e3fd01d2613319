import { AI_LIMITS } from '@training/shared/ai-sources';
import { z } from 'zod';
import type { AiContext } from '../../../context.ts';
import { defineStatement } from '../../../database/statement.ts';
import type { StoredKey } from '../../../database/stored-bytes.ts';
import { inTransaction } from '../../../database/transaction.ts';
import { AppError } from '../../../errors.ts';
import { newId } from '../../../platform/ids.ts';
import { makeRoom } from './make-room.ts';

/** Maximum number of uploads per day, including deleted files (rules/bounds 10). */
const MOST_A_DAY = { person: 100, workspace: 1_000 };

const MEBIBYTE = 1024 * 1024;

/** Locks the workspace, so that concurrent uploads can't both take the last place. */
const HOLD_WORKSPACE = defineStatement({
  name: 'hold-workspace-for-file',
  scope: 'tenant',
  sql: 'select 1 from workspaces where id = :workspaceId for no key update',
});

const USED = defineStatement({
  name: 'files-used',
  scope: 'tenant',
  row: z.strictObject({ byPerson: z.number(), byWorkspace: z.number(), stored: z.number() }),
  sql: `
select
  count(*) filter (where created_by = :owner and created_at > now() - interval '1 day')::integer as "byPerson",
  count(*) filter (where created_at > now() - interval '1 day')::integer as "byWorkspace",
  coalesce(sum(size) filter (where state <> 'deleted'), 0)::float8 as stored
from ai_files where workspace_id = :workspaceId`,
});

const BEGIN = defineStatement({
  name: 'begin-ai-file',
  scope: 'tenant',
  sql: `
insert into ai_files (workspace_id, id, created_by, created_at, state, size)
values (:workspaceId, :id, :owner, now(), 'arriving', ${AI_LIMITS.documentBytes})`,
});

/**
 * Reserves a file before its bytes arrive, if the uploader and the workspace have room for the largest possible file.
 * @throws AppError `rate_limited`, `storage_full`
 */
export function admitFile(ctx: AiContext, owner: string): Promise<StoredKey> {
  const file = { workspaceId: ctx.workspace.id, id: newId() };
  const most = ctx.ai.bounds.storedBytesPerWorkspace;
  return inTransaction(ctx, async (em) => {
    await HOLD_WORKSPACE.run(em, { workspaceId: file.workspaceId });
    const { byPerson, byWorkspace, stored } = await USED.one(em, { workspaceId: file.workspaceId, owner });
    if (byPerson >= MOST_A_DAY.person) throw tooMany('You have', MOST_A_DAY.person);
    if (byWorkspace >= MOST_A_DAY.workspace) throw tooMany('The people of this workspace have', MOST_A_DAY.workspace);
    const over = stored + AI_LIMITS.documentBytes - most;
    if (over > 0 && (await makeRoom(em, file.workspaceId, over)) < over) {
      throw new AppError(
        'storage_full',
        `The workspace stores ${Math.floor(stored / MEBIBYTE)} of ${most / MEBIBYTE} MiB of files, too much for another ` +
          `one: wait until AI jobs that read files have ended, or cancel some. Files without a job are removed after a day.`,
      );
    }
    await BEGIN.run(em, { ...file, owner });
    return file;
  });
}

function tooMany(who: string, most: number): AppError {
  return new AppError(
    'rate_limited',
    `${who} uploaded ${most} files in one day, which is the limit. Try again in an hour.`,
    {
      headers: { 'retry-after': '3600' },
    },
  );
}
