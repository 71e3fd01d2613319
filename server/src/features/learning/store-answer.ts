import type { StoredAnswerContent, AnswerState } from '@training/shared/learning/attempts';
import type { Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { newId } from '../../platform/ids.ts';
import type { LockedAttempt } from './attempt.ts';
import { completeCycleIfDone } from './complete-cycle.ts';
import { readAttemptAndCycleProgress, type AttemptAndCycleProgress } from './cycle-progress.ts';
import { refreshCycleProgress } from './refresh-cycle-progress.ts';
import { SCORE_ATTEMPT, scoreAttempt } from './score-attempt.ts';
import type { EntityManager } from '@mikro-orm/postgresql';
import { AppError } from '../../core/errors.ts';
import { AnswerEntity } from './attempt.entity.ts';

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
export async function storeAnswerScore(
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

const INSERT = defineStatement({
  name: 'insert-answer',
  scope: 'tenant',
  sql: `
insert into answers (workspace_id, id, attempt_id, question_id, item_hash, kind, response, given_at, state, score,
  language, texts_hash, presence)
values (:workspaceId, :id, :attemptId, :questionId, :itemHash, :kind, :response::jsonb, :now, :state, :score::numeric,
  :language, :textsHash, :presence::jsonb)`,
});

/** `score` is 0 to 1 if it is graded, else null. */
type NewAnswer = { response: StoredAnswerContent; state: AnswerState; score: number | null };

/**
 * Stores the answer to an unanswered question of a locked attempt, and rescores the attempt and its cycle.
 * @param last Runner of the last statement; in `inPipelinedTransaction` it is sent with the commit.
 */
export async function storeAnswer(
  on: StatementRunner,
  ctx: Context,
  locked: LockedAttempt,
  { response, state, score }: NewAnswer,
  last: StatementRunner = on,
): Promise<AttemptAndCycleProgress & { answerId: string }> {
  const { attempt_id: attemptId, enrollment_id: enrollmentId, question, item_hash: itemHash } = locked;
  const { language, texts_hash: textsHash } = locked.shown;
  const id = newId();
  const named = { workspaceId: ctx.workspace.id, attemptId, now: ctx.now };
  const shown = { language, textsHash };
  const answer = {
    id,
    questionId: question.id,
    itemHash,
    kind: question.kind,
    response: JSON.stringify(response),
    presence: ctx.presence ? JSON.stringify(ctx.presence) : null,
    ...shown,
  };
  const isLast = locked.answered + 1 >= (locked.questions ?? 0);
  const stored = Promise.all([
    INSERT.run(on, { ...named, ...answer, state, score }),
    SCORE_ATTEMPT.run(on, named),
    refreshCycleProgress(on, ctx, enrollmentId, ctx.now),
  ]);
  if (isLast) {
    await stored;
    await completeCycleIfDone(on, ctx, enrollmentId);
  }
  const [outcome] = await Promise.all([readAttemptAndCycleProgress(last, ctx, attemptId), stored]);
  return { ...outcome, answerId: id };
}
