import type { PutSetUpAway } from '@training/shared/overview/overview';
import type { Context } from '../../core/context.ts';
import { inTransaction } from '../../core/transaction.ts';
import { ownerOf } from '../ai/files/owner-of.ts';
import { SetUpPutAwayEntity } from './set-up-put-away.entity.ts';

/** Hides or shows the set-up list for the caller only. */
export async function dismissSetUp(ctx: Context, { away }: PutSetUpAway): Promise<PutSetUpAway> {
  const named = { workspaceId: ctx.workspace.id, userId: ownerOf(ctx) };
  await inTransaction(ctx, async (em) => {
    if (!away) await em.nativeDelete(SetUpPutAwayEntity, named);
    else await em.upsert(SetUpPutAwayEntity, { ...named, at: ctx.now }, { onConflictAction: 'ignore' });
  });
  return { away };
}
