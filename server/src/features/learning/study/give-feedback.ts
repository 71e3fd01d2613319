import type { GiveFeedback, ModuleFeedback } from '@training/shared/learning/learning';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { pipelinedTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { lockCycle } from '../cycle.ts';

const STORE = defineStatement({
  name: 'store-module-feedback',
  scope: 'tenant',
  sql: `
insert into module_feedback (workspace_id, enrollment_id, module_id, revision_id, rating, comment, given_at)
values (:workspaceId, :enrollmentId, :moduleId, :revisionId, :rating::integer, :comment, :now)
on conflict (workspace_id, enrollment_id) do update set
  revision_id = excluded.revision_id, rating = excluded.rating, comment = excluded.comment, given_at = excluded.given_at`,
});

/**
 * Keeps what a learner says of the module in a cycle of theirs, in the place of what they said before
 * (rules/learning 12).
 * @throws AppError `enrollment_not_found`; `not_started`
 */
export function giveFeedback(ctx: Context, { enrollment_id, rating, comment }: GiveFeedback): Promise<ModuleFeedback> {
  return pipelinedTransaction(ctx, async (transaction, last) => {
    const { module_id: moduleId, revision_id: revisionId } = await lockCycle(transaction, ctx, enrollment_id);
    if (revisionId === null) throw new AppError('not_started', 'Start the module before you give feedback.');
    const cycle = { workspaceId: ctx.workspace.id, enrollmentId: enrollment_id, moduleId, revisionId };
    await STORE.run(last, { ...cycle, rating, comment, now: ctx.now });
    return { rating, comment, at: ctx.now.toISOString() };
  });
}
