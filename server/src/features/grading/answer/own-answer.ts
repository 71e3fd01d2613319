import { type Grade, SpokenAnswer } from '@training/shared/grading/grading';
import { z } from 'zod';
import type { Context } from '../../../core/context.ts';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { learnerOf } from '../../learning/cycle.ts';
import { showsSolutions } from '../../learning/shows-solutions.ts';
import { FROM_ANSWER, OWN_ANSWER } from '../answer-view.ts';
import { noSuchAnswer, givenAnswerId, type LockedAnswer } from '../lock-answer.ts';

const READ = defineStatement({
  name: 'read-own-spoken-answer',
  scope: 'tenant',
  row: z.strictObject({ answer: SpokenAnswer }),
  sql: `
select ${OWN_ANSWER} as answer ${FROM_ANSWER}
where a.workspace_id = :workspaceId and a.id = :answerId and e.user_id = :userId`,
});

/** An answer of the caller’s. @throws AppError `answer_not_found` */
export async function readOwnAnswer(ctx: Context, answerId: string, on: Runner = ctx.db.pool): Promise<SpokenAnswer> {
  const { workspace, now } = ctx;
  const id = await givenAnswerId(on, workspace.id, answerId);
  const named = { workspaceId: workspace.id, slug: workspace.slug, now, answerId: id, userId: learnerOf(ctx).id };
  const row = await READ.first(on, named);
  if (!row) throw noSuchAnswer(answerId);
  const { answer } = row;
  if (await showsSolutions(on, ctx, answer.attempt_id)) return answer;
  return { ...answer, grades: answer.grades.map(withoutUnmet) };
}

/** What an answer lacks is part of the solution: of the criteria that are not met, only that they are not. */
function withoutUnmet(grade: Grade): Grade {
  const criteria = grade.criteria?.map((each) => (each.met ? each : { ...each, criterion: null, comment: '' })) ?? null;
  return { ...grade, criteria };
}

/** @throws AppError `answer_not_found` where it is somebody else’s */
export function assertOwn(ctx: Context, { answerId, learnerId }: LockedAnswer): void {
  if (learnerId !== learnerOf(ctx).id) throw noSuchAnswer(answerId);
}
