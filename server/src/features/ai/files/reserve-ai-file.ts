import { raw, type EntityManager } from '@mikro-orm/postgresql';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { z } from 'zod';
import type { AiContext } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { BlobKey } from '../../../database/blob-tables.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { lockWorkspace } from '../../workspaces/workspace.entity.ts';
import { AiFileEntity } from './ai-file.entity.ts';
import { AI_FILE_STORE, JOB_IS_UNFINISHED, JOB_NEEDS_ITS_FILE } from './stored-file.ts';

/** One person's part of a workspace's storage: eight people can fill it together, one cannot (rules/bounds 10). */
const SHARE = 1 / 8;

/** Returns the bytes that one person may store of each kind of file: at least one file of the largest size. */
export function maxStoredBytesOfPerson(bytesOfWorkspace: number): number {
  return Math.max(bytesOfWorkspace * SHARE, AI_INPUT_LIMITS.documentBytes);
}

/** Locks the oldest recordings kept only for playback, as many as needed to free `bytes`. */
const LOCK_USED = defineStatement({
  name: 'lock-recordings',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select f.id from ai_files f
join (
  select k.id, sum(k.size) over (order by k.created_at, k.id) - k.size as before from ai_files k
  where k.workspace_id = :workspaceId and k.state = 'stored' and k.kind = 'audio'
    and (:owner::uuid is null or k.created_by = :owner::uuid)
    and exists (select from ai_jobs j where j.workspace_id = :workspaceId and j.file_id = k.id and ${JOB_NEEDS_ITS_FILE})
    and not exists (select from ai_jobs j where j.workspace_id = :workspaceId and j.file_id = k.id and ${JOB_IS_UNFINISHED})) oldest
  on oldest.id = f.id and oldest.before < :bytes
where f.workspace_id = :workspaceId for update of f skip locked`,
});

/** Checks again under the lock, because a job may have been started with one of the files since. */
const REMOVE_KEPT = defineStatement({
  name: 'remove-kept-recordings',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ size: z.number() }),
  sql: AI_FILE_STORE.removal(`r.workspace_id = :workspaceId and r.id = any (:ids::uuid[]) and not exists (
    select from ai_jobs j where j.workspace_id = :workspaceId and j.file_id = r.id and ${JOB_IS_UNFINISHED})`),
});

/**
 * Deletes the oldest recordings kept only for playback until `bytes` are free or none is left: convenience must not
 * block work. Returns the number of bytes freed.
 */
async function freeFileSpace(
  em: EntityManager,
  { workspaceId, owner, bytes }: { workspaceId: string; owner: string | null; bytes: number },
): Promise<number> {
  const held = await LOCK_USED.all(em, { workspaceId, owner, bytes });
  const removed = await REMOVE_KEPT.all(em, { workspaceId, ids: held.map(({ id }) => id) });
  return removed.reduce((freed, { size }) => freed + size, 0);
}

/** Maximum number of uploads per day, including deleted files (rules/bounds 10). */
const MOST_A_DAY = { person: 100, workspace: 1_000 };

const MEBIBYTE = 1024 * 1024;

const USED = defineStatement({
  name: 'files-used',
  scope: 'tenant',
  row: z.strictObject({ byPerson: z.number(), byWorkspace: z.number(), own: z.number(), stored: z.number() }),
  sql: `
select
  count(*) filter (where created_by = :owner and created_at > now() - interval '1 day')::integer as "byPerson",
  count(*) filter (where created_at > now() - interval '1 day')::integer as "byWorkspace",
  coalesce(sum(size) filter (where created_by = :owner and state <> 'deleted'), 0)::float8 as own,
  coalesce(sum(size) filter (where state <> 'deleted'), 0)::float8 as stored
from ai_files where workspace_id = :workspaceId`,
});

/**
 * Reserves a file before its bytes arrive, if the uploader and the workspace have room for the largest possible file.
 * @throws AppError `rate_limited`, `storage_full`
 */
export function reserveAiFile(ctx: AiContext, owner: string): Promise<BlobKey> {
  const file = { workspaceId: ctx.workspace.id, id: newId() };
  const most = ctx.ai.bounds.storedBytesPerWorkspace;
  return inTransaction(ctx, async (em) => {
    const { workspaceId } = file;
    // Two uploads can't both take the last free place.
    await lockWorkspace(em, workspaceId);
    const { byPerson, byWorkspace, own, stored } = await USED.one(em, { workspaceId, owner });
    if (byPerson >= MOST_A_DAY.person) throw tooMany('You have', MOST_A_DAY.person);
    if (byWorkspace >= MOST_A_DAY.workspace) throw tooMany('The people of this workspace have', MOST_A_DAY.workspace);
    const share = maxStoredBytesOfPerson(most);
    const overShare = own + AI_INPUT_LIMITS.documentBytes - share;
    const freed = overShare > 0 ? await freeFileSpace(em, { workspaceId, owner, bytes: overShare }) : 0;
    if (freed < overShare) throw full('You store', own, share);
    const over = stored - freed + AI_INPUT_LIMITS.documentBytes - most;
    if (over > 0 && (await freeFileSpace(em, { workspaceId, owner: null, bytes: over })) < over) {
      throw full('The workspace stores', stored, most);
    }
    const arriving = {
      createdBy: owner,
      createdAt: raw('now()'),
      state: 'arriving',
      size: AI_INPUT_LIMITS.documentBytes,
    } as const;
    await em.insert(AiFileEntity, { ...file, ...arriving });
    return file;
  });
}

function full(who: string, stored: number, most: number): AppError {
  return new AppError(
    'storage_full',
    `${who} ${Math.floor(stored / MEBIBYTE)} of ${Math.floor(most / MEBIBYTE)} MiB of files, too much for another ` +
      `one: wait until AI jobs that read files have ended, or cancel some. Files without a job are removed after a day.`,
  );
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
