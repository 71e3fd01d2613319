import { Question } from '@training/shared/courses';
import { AttemptSummary, type Attempt } from '@training/shared/attempts';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineStatement, type Runner } from '../../database/statement.ts';
import { ATTEMPT_SUMMARY } from './cycle-state.ts';
import { givenAnswer, STORED_ANSWER, StoredAnswer } from './given-answer.ts';

/** Of what has not been answered, nothing leaves the database. */
const READ = defineStatement({
  name: 'read-attempt',
  scope: 'tenant',
  row: z.strictObject({
    attempt: AttemptSummary,
    answers: z.array(z.strictObject({ stored: StoredAnswer, question: Question })),
  }),
  sql: `
select ${ATTEMPT_SUMMARY} as attempt, coalesce((
  select json_agg(json_build_object('stored', ${STORED_ANSWER}, 'question', q.question) order by q.place)
  from answers g
  join jsonb_array_elements(t.quiz) with ordinality q (question, place) on (q.question ->> 'id')::uuid = g.question_id
  where g.workspace_id = :workspaceId and g.attempt_id = a.id), '[]') as answers
from attempts a
join module_revisions t on t.workspace_id = :workspaceId and t.id = a.revision_id
where a.workspace_id = :workspaceId and a.id = :attemptId`,
});

/** An attempt with all that has been answered in it. */
export async function readAttempt(on: Runner, { workspace }: Context, attemptId: string): Promise<Attempt> {
  const { attempt, answers } = await READ.one(on, { workspaceId: workspace.id, attemptId });
  return { ...attempt, answers: answers.map(({ question, stored }) => givenAnswer(question, stored)) };
}
