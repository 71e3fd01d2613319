import { raw } from '@mikro-orm/postgresql';
import { AI_LIMITS } from '@training/shared/ai/ai-sources';
import { z } from 'zod';
import type { AiContext } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import type { StoredKey } from '../../../database/stored-bytes.ts';
import { lockStorage, shareOfPerson } from './storage-share.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { freeFileSpace } from './free-file-space.ts';
import { AiFileEntity } from './ai-file.entity.ts';

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
export function admitFile(ctx: AiContext, owner: string): Promise<StoredKey> {
  const file = { workspaceId: ctx.workspace.id, id: newId() };
  const most = ctx.ai.bounds.storedBytesPerWorkspace;
  return inTransaction(ctx, async (em) => {
    const { workspaceId } = file;
    await lockStorage(em, workspaceId);
    const { byPerson, byWorkspace, own, stored } = await USED.one(em, { workspaceId, owner });
    if (byPerson >= MOST_A_DAY.person) throw tooMany('You have', MOST_A_DAY.person);
    if (byWorkspace >= MOST_A_DAY.workspace) throw tooMany('The people of this workspace have', MOST_A_DAY.workspace);
    const share = shareOfPerson(most);
    const overShare = own + AI_LIMITS.documentBytes - share;
    const freed = overShare > 0 ? await freeFileSpace(em, { workspaceId, owner, bytes: overShare }) : 0;
    if (freed < overShare) throw full('You store', own, share);
    const over = stored - freed + AI_LIMITS.documentBytes - most;
    if (over > 0 && (await freeFileSpace(em, { workspaceId, owner: null, bytes: over })) < over) {
      throw full('The workspace stores', stored, most);
    }
    const arriving = {
      createdBy: owner,
      createdAt: raw('now()'),
      state: 'arriving',
      size: AI_LIMITS.documentBytes,
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
