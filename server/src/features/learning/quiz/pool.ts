import { createHash } from 'node:crypto';
import { z } from 'zod';
import { shareSeats } from '../../courses/share-seats.ts';
import { questionsAsked, questionsPerAttempt, topicScores } from '../../courses/attempt-settings.ts';

/** The questions of a revision from which an attempt draws. */
export const Pool = z.strictObject({
  /** The number of questions to draw. */
  count: z.int(),
  /** Topics with a pass score of their own. */
  passed: z.array(z.string()),
  questions: z.array(
    z.strictObject({
      id: z.string(),
      topic: z.string().nullable(),
      /** The number of attempts of the cycle that asked it. */
      asked: z.int(),
      /** An attempt that is continued asked it (1) or answered it (2; 3 in the first of several); 0 if neither. */
      kept: z.int(),
    }),
  ),
});
export type Pool = z.infer<typeof Pool>;

/** SQL for how an attempt that is continued at another revision has the question `item`; 0 for a new attempt. */
type Kept = string;

/** SQL for the pool of the next attempt at the revision `r` in the cycle `e`; null if attempts ask all questions. */
export const poolOf = <const E extends string, const R extends string>(e: E, r: R, kept: Kept = '0') =>
  `case when ${questionsPerAttempt(`${r}.settings`)} < ${r}.questions then json_build_object(
  'count', ${questionsAsked(r)}, 'passed', (
    select coalesce(json_agg(s -> 'topic'), '[]') from jsonb_array_elements(${topicScores(`${r}.settings`)}) s),
  'questions', (
    select json_agg(json_build_object('id', item -> 'id', 'topic', item -> 'topic', 'kept', ${kept}, 'asked', (
      select count(*) from attempts x
      where x.workspace_id = :workspaceId and x.enrollment_id = ${e}.id and (item ->> 'id')::uuid = any (x.drawn))) order by place)
    from jsonb_array_elements(${r}.quiz) with ordinality as pool (item, place))) end` as string;

const ANSWERED = 2;

type Ranked = Pick<Pool['questions'][number], 'kept' | 'asked'> & { rank: string };

const inOrder = (one: Ranked, other: Ranked) =>
  other.kept - one.kept || one.asked - other.asked || (one.rank < other.rank ? -1 : 1);

/**
 * Draws the questions of an attempt: what is answered already, and then fair by topic, those first that were asked
 * least often; questions without a topic are one of their own (rules/learning 9). Null if the attempt asks all.
 */
export function drawFrom(pool: Pool | null, draw: string): string[] | null {
  if (pool === null) return null;
  const rank = (of: string) => createHash('sha256').update(`${draw}/${of}`).digest('hex');
  const topics = [...Map.groupBy(pool.questions, ({ topic }) => topic)].map(([topic, of]) => ({
    isPassed: topic !== null && pool.passed.includes(topic),
    asked: of.reduce((sum, { asked }) => sum + asked, 0) / of.length,
    rank: rank(`topic/${topic ?? ''}`),
    questions: of.map((question) => ({ ...question, rank: rank(question.id) })).toSorted(inOrder),
    seats: 0,
  }));
  topics.sort(
    (one, other) =>
      Number(other.isPassed) - Number(one.isPassed) || one.asked - other.asked || (one.rank < other.rank ? -1 : 1),
  );
  let left = pool.count;
  const seat = (topic: (typeof topics)[number]) => {
    if (left === 0) return;
    topic.seats++;
    left--;
  };
  for (const topic of topics) if (topic.isPassed) seat(topic);
  const answered = topics.flatMap((topic) =>
    topic.questions.flatMap((question, at) => (question.kept >= ANSWERED ? [{ ...question, topic, at }] : [])),
  );
  for (const { topic, at } of answered.toSorted(inOrder)) if (at >= topic.seats) seat(topic);
  for (const topic of topics) if (topic.seats === 0) seat(topic);
  shareSeats(topics, left);
  return topics.flatMap(({ questions, seats }) => questions.slice(0, seats).map(({ id }) => id));
}
