import type { AnswerResponse, AnswerState } from '@training/shared/learning/attempts';
import type { Context } from '../../core/context.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { newId } from '../../platform/ids.ts';
import type { LockedAttempt } from './attempt.ts';
import { completeCycle } from './complete-cycle.ts';
import { readOutcome, type AttemptOutcome } from './cycle-state.ts';
import { refreshCycle } from './refresh-cycle.ts';
import { SCORE_ATTEMPT } from './score-attempt.ts';

const INSERT = defineStatement({
  name: 'insert-answer',
  scope: 'tenant',
  sql: `
insert into answers (workspace_id, id, attempt_id, question_id, item_hash, kind, response, given_at, state, score)
values (:workspaceId, :id, :attemptId, :questionId, :itemHash, :kind, :response::jsonb, :now, :state, :score::numeric)`,
});

/** `score` is 0 to 1 if it is graded, else null. */
type NewAnswer = { response: AnswerResponse; state: AnswerState; score: number | null };

/**
 * Stores the answer to an unanswered question of a locked attempt, and rescores the attempt and its cycle.
 * @param last Runner of the last statement; in `pipelinedTransaction` it is sent with the commit.
 */
export async function storeAnswer(
  on: Runner,
  ctx: Context,
  locked: LockedAttempt,
  { response, state, score }: NewAnswer,
  last: Runner = on,
): Promise<AttemptOutcome & { answerId: string }> {
  const { attempt_id: attemptId, enrollment_id: enrollmentId, question, item_hash: itemHash } = locked;
  const id = newId();
  const named = { workspaceId: ctx.workspace.id, attemptId, now: ctx.now };
  const answer = { id, questionId: question.id, itemHash, kind: question.kind, response: JSON.stringify(response) };
  const isLast = locked.answered + 1 >= (locked.questions ?? 0);
  const stored = Promise.all([
    INSERT.run(on, { ...named, ...answer, state, score }),
    SCORE_ATTEMPT.run(on, named),
    refreshCycle(on, ctx, enrollmentId, ctx.now),
  ]);
  if (isLast) {
    await stored;
    await completeCycle(on, ctx, enrollmentId);
  }
  const [outcome] = await Promise.all([readOutcome(last, ctx, attemptId), stored]);
  return { ...outcome, answerId: id };
}
