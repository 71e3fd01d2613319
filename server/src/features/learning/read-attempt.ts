import { Question } from '@training/shared/courses';
import { AnswerResponse, AnswerState, AttemptSummary, type Attempt } from '@training/shared/learning';
import { Timestamp } from '@training/shared/primitives';
import { z } from 'zod';
import type { Context } from '../../context.ts';
import { defineStatement, type Runner } from '../../database/statement.ts';
import { ATTEMPT_SUMMARY } from './cycle-state.ts';
import { givenAnswer } from './given-answer.ts';

const Stored = z.strictObject({
  answer_id: z.string(),
  response: AnswerResponse,
  given_at: Timestamp,
  state: AnswerState,
  score: z.number().nullable(),
  carried: z.boolean(),
  question: Question,
});

/** Of what has not been answered, nothing leaves the database. */
const READ = defineStatement({
  name: 'read-attempt',
  scope: 'tenant',
  row: z.strictObject({ attempt: AttemptSummary, answers: z.array(Stored) }),
  sql: `
select ${ATTEMPT_SUMMARY} as attempt, coalesce((
  select json_agg(json_build_object('answer_id', g.id, 'response', g.response, 'given_at', wire_time(g.given_at),
    'state', g.state, 'score', g.score::float8, 'carried', g.carried_from is not null, 'question', q.question) order by q.place)
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
  return { ...attempt, answers: answers.map(({ question, ...answer }) => givenAnswer(question, answer)) };
}
