import type { EntityManager } from '@mikro-orm/postgresql';
import type { AnswerState } from '@training/shared/learning/attempts';
import type { Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { AnswerEntity } from './attempt.entity.ts';
import { scoreAttempt } from './score-attempt.ts';

const LOCK = defineStatement({
  name: 'lock-cycle-of-answer',
  scope: 'tenant',
  sql: `
select 1 from enrollments
where workspace_id = :workspaceId and id = (
  select a.enrollment_id from answers g
  join attempts a on a.workspace_id = :workspaceId and a.id = g.attempt_id
  where g.workspace_id = :workspaceId and g.id = :answerId)
for no key update`,
});

/**
 * Stores the state and score of an answer in the attempt in which it was given and in those that carry it over, and
 * rescores them all. Locks the cycle itself.
 * @param answerId The answer as it was given: `carried_from` if it was carried over.
 * @param mark score: 0 to 1 with state `graded`, else null
 * @throws AppError `question_not_found` if there is no such answer
 */
export async function markAnswer(
  em: EntityManager,
  ctx: Context,
  answerId: string,
  { state, score }: { state: AnswerState; score: number | null },
): Promise<void> {
  const named = { workspaceId: ctx.workspace.id, answerId };
  if ((await LOCK.run(em, named)) === 0) {
    throw new AppError('question_not_found', `There is no answer ${answerId} in this workspace.`);
  }
  const { workspaceId } = named;
  const given = { workspaceId, $or: [{ id: answerId }, { carriedFrom: answerId }] };
  await em.nativeUpdate(AnswerEntity, given, { state, score });
  for (const { attemptId } of await em.find(AnswerEntity, given, { fields: ['attemptId'] })) {
    await scoreAttempt(em, ctx, attemptId);
  }
}
