import { Question, AskedQuestion } from '@training/shared/courses/courses';
import { AttemptSummary, type Attempt } from '@training/shared/learning/attempts';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { defineStatement, type Runner } from '../../database/statements/statement.ts';
import { limitsOf } from '../courses/attempt-settings.ts';
import { SHOWS_SOLUTIONS } from './shows-solutions.ts';
import { ATTEMPT_SUMMARY } from './cycle-state.ts';
import { drawQuestions } from './quiz/draw.ts';
import { givenAnswer, STORED_ANSWER, StoredAnswer } from './given-answer.ts';

/** SQL for the questions of the revision `r` without their solutions. */
export const ASKED = `coalesce((
  select json_agg(json_build_object('id', item -> 'id', 'kind', item -> 'kind', 'prompt', item -> 'prompt',
    'options', coalesce(item -> 'options', '[]')) order by place)
  from jsonb_array_elements(r.quiz) with ordinality as questions (item, place)), '[]')` as const;

/** Reads solutions only for answered questions; no others leave the database. */
const READ = defineStatement({
  name: 'read-attempt',
  scope: 'tenant',
  row: z.strictObject({
    attempt: AttemptSummary,
    asked: z.array(AskedQuestion),
    draw: z.string().nullable(),
    solutions: z.boolean(),
    answers: z.array(z.strictObject({ stored: StoredAnswer, question: Question })),
  }),
  sql: `
select ${ATTEMPT_SUMMARY} as attempt, ${ASKED} as asked, a.draw, ${SHOWS_SOLUTIONS} as solutions, coalesce((
  select json_agg(json_build_object('stored', ${STORED_ANSWER}, 'question', q.question) order by q.place)
  from answers g
  join jsonb_array_elements(r.quiz) with ordinality q (question, place) on (q.question ->> 'id')::uuid = g.question_id
  where g.workspace_id = :workspaceId and g.attempt_id = a.id), '[]') as answers
from attempts a
join module_revisions r on r.workspace_id = :workspaceId and r.id = a.revision_id
cross join lateral (select r.number, r.questions, r.settings) t
join enrollments e on e.workspace_id = :workspaceId and e.id = a.enrollment_id
left join module_revisions s on s.workspace_id = :workspaceId and s.id = e.revision_id
${limitsOf('e', 's')}
where a.workspace_id = :workspaceId and a.id = :attemptId`,
});

/** Returns an attempt with all its answers. */
export async function readAttempt(on: Runner, { workspace }: Context, attemptId: string): Promise<Attempt> {
  const { attempt, asked, answers, ...shown } = await READ.one(on, { workspaceId: workspace.id, attemptId });
  const given = new Map(
    answers.map(({ question, stored }) => [question.id, givenAnswer(question, stored, shown)] as const),
  );
  const drawn = drawQuestions(shown.draw, asked);
  return { ...attempt, asked: drawn, answers: drawn.flatMap(({ id }) => given.get(id) ?? []) };
}
