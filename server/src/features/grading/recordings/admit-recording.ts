import { raw } from '@mikro-orm/postgresql';
import { z } from 'zod';
import type { AiContext } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { lockStorage, shareOfPerson } from '../../ai/files/storage-share.ts';
import type { StoredKey } from '../../../database/stored-bytes.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { GRADING } from '@training/shared/grading/grading-limits';
import { RecordingEntity } from './recording.entity.ts';

/** Recordings that a person may send within a day, whatever became of them, and at once (rules/bounds 10). */
const MOST = { aDay: 300, atOnce: 4 };

const MEBIBYTE = 1024 * 1024;

/** Uploads under way count at full size. After 5 minutes an upload counts as abandoned by a dead server. */
const USED = defineStatement({
  name: 'recordings-used',
  scope: 'tenant',
  row: z.strictObject({ sent: z.number(), arriving: z.number(), own: z.number(), stored: z.number() }),
  sql: `
select
  count(*) filter (where created_at > now() - interval '1 day')::integer as sent,
  count(*) filter (where state = 'arriving' and created_at > now() - interval '5 minutes')::integer as arriving,
  coalesce(sum(size) filter (where state <> 'deleted'), 0)::float8 as own,
  (select coalesce(sum(size), 0)::float8 from recordings where workspace_id = :workspaceId and state = 'stored') as stored
from recordings where workspace_id = :workspaceId and user_id = :userId`,
});

/**
 * Takes a recording in, before its bytes come, if its speaker and the workspace have room for the largest there may be.
 * @throws AppError `rate_limited`, `storage_full`
 */
export function admitRecording(ctx: AiContext, userId: string): Promise<StoredKey> {
  const recording = { workspaceId: ctx.workspace.id, id: newId() };
  const most = ctx.ai.bounds.storedBytesPerWorkspace;
  return inTransaction(ctx, async (em) => {
    await lockStorage(em, recording.workspaceId);
    const used = await USED.one(em, { workspaceId: recording.workspaceId, userId });
    if (used.sent >= MOST.aDay) {
      const words = `You have sent ${MOST.aDay} recordings today, which is the limit. Type your answer instead.`;
      throw new AppError('rate_limited', words, { headers: { 'retry-after': '3600' } });
    }
    if (used.arriving >= MOST.atOnce) {
      const words = `${MOST.atOnce} of your recordings are being sent already. Send this one when they have arrived, or type your answer.`;
      throw new AppError('rate_limited', words, { headers: { 'retry-after': '5' } });
    }
    const share = shareOfPerson(most);
    if (used.own + GRADING.recordingBytes > share) {
      const [mine, all] = [used.own, share].map((bytes) => Math.floor(bytes / MEBIBYTE));
      const words = `Your recordings take ${mine} of the ${all} MiB that a person may store. Type your answer instead.`;
      throw new AppError('storage_full', words);
    }
    // What others send at the moment is not counted: a learner is not to be kept from answering by it.
    if (used.stored >= most) {
      throw new AppError('storage_full', 'The workspace’s storage is full. Type your answer instead.');
    }
    const arriving = { userId, createdAt: raw('now()'), state: 'arriving', size: GRADING.recordingBytes } as const;
    await em.insert(RecordingEntity, { ...recording, ...arriving });
    return recording;
  });
}
