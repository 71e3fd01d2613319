import type { PutSetUpAway } from '@training/shared/overview/overview';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { ownerOf } from '../ai/files/owner-of.ts';

const PUT_AWAY = defineStatement({
  name: 'put-set-up-away',
  scope: 'tenant',
  sql: `
insert into set_up_put_away (workspace_id, user_id, at) values (:workspaceId, :me, :now) on conflict do nothing`,
});

const BRING_BACK = defineStatement({
  name: 'restore-set-up',
  scope: 'tenant',
  sql: `delete from set_up_put_away where workspace_id = :workspaceId and user_id = :me`,
});

/** Hides or shows the set-up list for the caller only. */
export async function putSetUpAway(ctx: Context, { away }: PutSetUpAway): Promise<PutSetUpAway> {
  const named = { workspaceId: ctx.workspace.id, me: ownerOf(ctx) };
  await inTransaction(ctx, (em) => (away ? PUT_AWAY.run(em, { ...named, now: ctx.now }) : BRING_BACK.run(em, named)));
  return { away };
}
