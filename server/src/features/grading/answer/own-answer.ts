import { type Grade, OwnSpokenAnswer } from '@training/shared/grading/grading';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';
import { z } from 'zod';
import { requireActingPerson, type Context } from '../../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { ATTEMPT_OF_ANSWER_SHOWS_SOLUTIONS } from '../../learning/attempt.ts';
import { ANSWER_JSON_FIELDS_SQL, ANSWER_FROM_CLAUSE, gradesJsonFieldSql } from '../answer-view.ts';
import { spokenAnswerNotFoundError, getOriginalAnswerId, type LockedAnswer } from './lock-answer.ts';

/** Time of the grade that counts. */
const GRADED_AT = `(
  select max(g.at) from grades g where g.workspace_id = :workspaceId and g.answer_id = a.id and g.counts)` as const;

/** True if the grade of `a` is lower than the best one since the last decision on an appeal. */
const LOWERED = `(a.score < (
  select max(g.score) from grades g
  where g.workspace_id = :workspaceId and g.answer_id = a.id and g.counts and g.number >= (
    select max(d.number) from grades d
    where d.workspace_id = :workspaceId and d.answer_id = a.id and d.kind = 'appeal')))` as const;

/** Answer as its learner sees it, without details that only trainers can use; takes `ANSWER_FROM_CLAUSE`. */
const OWN_ANSWER = `json_build_object(${ANSWER_JSON_FIELDS_SQL}, ${gradesJsonFieldSql('g.counts')},
  'note', case when s.failure_code = 'invalid_request' then s.failure_detail end,
  'correct_by', case when a.state = 'transcribing' and s.transcript is not null then to_iso(s.waits_until) end,
  'appeal_by', case when a.state = 'graded' and a.score < 1
    and (p.answer_id is null or p.decided_at is not null and ${LOWERED})
    and ${GRADED_AT} > :now::timestamptz - interval '${SPOKEN_ANSWER_LIMITS.appealWithin} days' then to_iso(${GRADED_AT} + interval '${SPOKEN_ANSWER_LIMITS.appealWithin} days') end)` as const;

const READ = defineStatement({
  name: 'read-own-spoken-answer',
  scope: 'tenant',
  row: z.strictObject({ answer: OwnSpokenAnswer, solutions: z.boolean() }),
  sql: `
select ${OWN_ANSWER} as answer, ${ATTEMPT_OF_ANSWER_SHOWS_SOLUTIONS} as solutions ${ANSWER_FROM_CLAUSE}
where a.workspace_id = :workspaceId and a.id = :answerId and e.user_id = :userId`,
});

/** Reads an answer of the caller's. @throws AppError `answer_not_found` */
export async function readOwnSpokenAnswer(
  ctx: Context,
  answerId: string,
  on: StatementRunner = ctx.db.pool,
): Promise<OwnSpokenAnswer> {
  const { workspace, now } = ctx;
  const id = await getOriginalAnswerId(on, workspace.id, answerId);
  const named = {
    workspaceId: workspace.id,
    slug: workspace.slug,
    now,
    answerId: id,
    userId: requireActingPerson(ctx).id,
  };
  const row = await READ.first(on, named);
  if (!row) throw spokenAnswerNotFoundError(answerId);
  const { answer, solutions } = row;
  if (solutions) return answer;
  return { ...answer, grades: answer.grades.map(withoutUnmet) };
}

/** Hides the texts of unmet criteria: what an answer lacks is part of the solution. */
function withoutUnmet(grade: Grade): Grade {
  const criteria = grade.criteria?.map((each) => (each.met ? each : { ...each, criterion: null, comment: '' })) ?? null;
  return { ...grade, criteria };
}

/** @throws AppError `answer_not_found` if it is somebody else's answer */
export function assertOwnAnswer(ctx: Context, { answerId, learnerId }: LockedAnswer): void {
  if (learnerId !== requireActingPerson(ctx).id) throw spokenAnswerNotFoundError(answerId);
}
