import { topicPassScoresSql } from './attempt-settings.ts';

/** SQL for the topics with a pass score of their own, of the attempt `a` at the revision `r`, with their scores. */
export const topicPassScoreResultRowsSql = <const A extends string, const R extends string>(a: A, r: R) =>
  `
  select s.topic, s.pass_score, round(coalesce(sum(n.score), 0) / count(*), 4) as score
  from jsonb_to_recordset(${topicPassScoresSql(`${r}.settings`)}) s (topic text, pass_score numeric)
  join jsonb_array_elements(${r}.quiz) q (item) on q.item ->> 'topic' = s.topic
    and (${a}.drawn is null or (q.item ->> 'id')::uuid = any (${a}.drawn))
  left join answers n on n.workspace_id = :workspaceId and n.attempt_id = ${a}.id
    and n.question_id = (q.item ->> 'id')::uuid
  group by s.topic, s.pass_score` as const;

/** SQL for the rows of `topicPassScoreResultRowsSql` as a JSON array. */
export const topicPassScoreResultsJsonSql = <const A extends string, const R extends string>(a: A, r: R) =>
  `coalesce((
  select json_agg(json_build_object('topic', topic, 'pass_score', pass_score, 'score', score) order by topic)
  from (${topicPassScoreResultRowsSql(a, r)}) topics), '[]')` as const;
