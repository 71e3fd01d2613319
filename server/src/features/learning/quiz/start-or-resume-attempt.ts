import type { Attempt } from '@training/shared/learning/attempts';
import type { BeginAttempt } from '@training/shared/learning/learning';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inPipelinedTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { joinAllowedAndUsedAttemptsSql } from '../../courses/attempt-settings.ts';
import { nextDrawSeedSql } from './draw.ts';
import { drawQuestionIds, QuestionPool, questionPoolSql } from './pool.ts';
import { assertRevisionMayStillBeFinished, assertCycleCanBeStudied, lockOwnCycle } from '../cycle.ts';
import { readAttemptInLanguage } from '../read-attempt.ts';
import { FIND_RESUMABLE_ATTEMPT } from '../attempt.ts';

const INSERT = defineStatement({
  name: 'insert-attempt',
  scope: 'tenant',
  sql: `
insert into attempts (workspace_id, id, enrollment_id, number, revision_id, pass_score, state, started_at, draw, drawn)
select :workspaceId, :id, :enrollmentId, 1 + coalesce((
    select max(number) from attempts where workspace_id = :workspaceId and enrollment_id = :enrollmentId), 0),
  r.id, (r.settings ->> 'pass_score')::numeric, 'open', :now, :draw, :drawn::uuid[]
from module_revisions r
where r.workspace_id = :workspaceId and r.id = :revisionId`,
});

const READ_LIMIT = defineStatement({
  name: 'read-attempt-limit',
  scope: 'tenant',
  row: z.strictObject({ allowed: z.int(), used: z.int(), draw: z.string(), pool: QuestionPool.nullable() }),
  sql: `
select limits.allowed, limits.used, ${nextDrawSeedSql('e.user_id', 'e.module_id')} as draw, ${questionPoolSql('e', 'r')} as pool
from enrollments e
join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
${joinAllowedAndUsedAttemptsSql('e', 'r')}
where e.workspace_id = :workspaceId and e.id = :enrollmentId`,
});

/**
 * Starts an attempt at the quiz of the studied revision, or resumes the existing one. Concurrent calls get the same
 * attempt.
 * @throws AppError `enrollment_not_found`, `cycle_completed`, `cycle_closed`, `module_not_published`, `not_started`,
 *   `revision_outdated`; `question_not_found` if the quiz has no questions; `no_attempts_left`
 */
export function startOrResumeAttempt(ctx: Context, { enrollment_id, language }: BeginAttempt): Promise<Attempt> {
  return inPipelinedTransaction(ctx, async (transaction) => {
    const cycle = assertCycleCanBeStudied(await lockOwnCycle(transaction, ctx, enrollment_id));
    const named = { workspaceId: ctx.workspace.id, enrollmentId: enrollment_id };
    const found = await FIND_RESUMABLE_ATTEMPT.first(transaction, named);
    if (found) return readAttemptInLanguage(transaction, ctx, { attemptId: found.id, language });
    assertRevisionMayStillBeFinished(cycle);
    if (cycle.questions === 0) throw new AppError('question_not_found', 'The module has no questions.');
    const { allowed, used, draw, pool } = await READ_LIMIT.one(transaction, named);
    if (used >= allowed) {
      const all = allowed === 1 ? 'your only attempt' : `all ${allowed} attempts`;
      throw new AppError('no_attempts_left', `You have used ${all}. Ask a trainer to open more.`);
    }
    const id = newId();
    const drawn = drawQuestionIds(pool, draw);
    await INSERT.run(transaction, { ...named, id, revisionId: cycle.revision_id, now: ctx.now, draw, drawn });
    return readAttemptInLanguage(transaction, ctx, { attemptId: id, language });
  });
}
