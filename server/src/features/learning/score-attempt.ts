import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { newId } from '../../platform/ids.ts';
import { updateEvidence } from '../evidence/record-evidence.ts';
import { startAttemptWithCarriedAnswers, FIND_CARRY_OVER_TARGET, SUPERSEDE_UNFINISHED_ATTEMPT } from './carry-over.ts';
import { completeCycleIfDone } from './complete-cycle.ts';
import { topicPassScoreResultRowsSql } from '../courses/topic-results.ts';
import { readAttemptAndCycleProgress, type AttemptAndCycleProgress } from './cycle-progress.ts';
import { refreshCycleProgress } from './refresh-cycle-progress.ts';

const LOCK = defineStatement({
  name: 'lock-cycle-to-settle',
  scope: 'tenant',
  row: z.strictObject({ enrollment_id: z.string() }),
  sql: `
select id as enrollment_id from enrollments
where workspace_id = :workspaceId
  and id = (select enrollment_id from attempts where workspace_id = :workspaceId and id = :attemptId)
for no key update`,
});

/**
 * Stores the state of an attempt: open until all questions are answered, waiting until all answers are graded, then
 * passed or failed, with the mean of their scores; a topic below its pass score fails it. An ended attempt never waits
 * again, and a superseded one stays as it is.
 */
export const SCORE_ATTEMPT = defineStatement({
  name: 'score-attempt',
  scope: 'tenant',
  sql: `
with tally as (
  select a.id, a.pass_score, a.drawn, asked.questions, t.quiz, t.settings, count(g.id) as answered, count(g.id) filter (where g.state <> 'graded') as ungraded,
    round(coalesce(sum(g.score), 0) / nullif(asked.questions, 0), 4) as score, max(g.given_at) as last_answer_at
  from attempts a
  join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id
  cross join lateral (select coalesce(cardinality(a.drawn), t.questions) as questions) asked
  left join answers g on g.workspace_id = :workspaceId and g.attempt_id = a.id
  where a.workspace_id = :workspaceId and a.id = :attemptId and a.state <> 'superseded'
  group by a.workspace_id, a.id, t.workspace_id, t.id, asked.questions
), outcome as (
  select *, case
    when answered < questions then 'open'
    when ungraded > 0 then 'waiting'
    when score < pass_score or exists (
      select from (${topicPassScoreResultRowsSql('a', 'a')}) topics where topics.score < topics.pass_score) then 'failed'
    else 'passed' end as state
  from tally a
)
update attempts a set state = o.state, last_answer_at = o.last_answer_at,
  score = case when o.state in ('passed', 'failed') then o.score end,
  ended_at = case when o.state in ('passed', 'failed')
    then coalesce(a.ended_at, greatest(:now::timestamptz, a.started_at)) end
from outcome o
where a.workspace_id = :workspaceId and a.id = o.id and (a.ended_at is null or o.state in ('passed', 'failed'))`,
});

/**
 * Stores the state and score of an attempt after its answers were graded or regraded, and updates the cycle, which it
 * may complete. Locks the cycle itself. Does nothing if nothing has changed.
 * @throws AppError `attempt_not_found`
 */
export async function scoreAttempt(
  on: StatementRunner,
  ctx: Context,
  attemptId: string,
): Promise<AttemptAndCycleProgress> {
  const named = { workspaceId: ctx.workspace.id, attemptId };
  const cycle = await LOCK.first(on, named);
  if (!cycle) throw new AppError('attempt_not_found', `There is no attempt ${attemptId} in this workspace.`);
  await SCORE_ATTEMPT.run(on, { ...named, now: ctx.now });
  await carryPassOver(on, ctx, cycle.enrollment_id, attemptId);
  await refreshCycleProgress(on, ctx, cycle.enrollment_id, null);
  await completeCycleIfDone(on, ctx, cycle.enrollment_id);
  await updateEvidence(on, ctx, cycle.enrollment_id);
  return readAttemptAndCycleProgress(on, ctx, attemptId);
}

/**
 * Carries the answers of a passed attempt over to the newer revision that the learner switched to while an appeal was
 * open, as if the appeal had been won first. Answers to unchanged questions are kept, beside those given since
 * (rules/learning 7).
 */
async function carryPassOver(
  on: StatementRunner,
  ctx: Context,
  enrollmentId: string,
  attemptId: string,
): Promise<void> {
  const named = { workspaceId: ctx.workspace.id, now: ctx.now };
  const behind = await FIND_CARRY_OVER_TARGET.first(on, { ...named, attemptId });
  if (!behind) return;
  const { revision_id: revisionId, unfinished_id } = behind;
  const id = newId();
  const baseIds = unfinished_id === null ? [attemptId] : [attemptId, unfinished_id];
  await SUPERSEDE_UNFINISHED_ATTEMPT.run(on, { ...named, enrollmentId });
  await startAttemptWithCarriedAnswers(on, { ...named, enrollmentId, revisionId, baseIds, id });
  await SCORE_ATTEMPT.run(on, { ...named, attemptId: id });
}
