import type pg from 'pg';
import type { ResultModel } from '../../ai/jobs/provenance.ts';

export type Past = {
  grades: number;
  confidence: number;
  /** Score that people gave in place of the model's full marks; undefined without a verdict. */
  said?: number;
  counts?: boolean;
  daysAgo?: number;
};

/** Inserts grades that a model gave in the past, for answers of an attempt that nothing else uses. */
export async function storePastGrades(
  pool: pg.Pool,
  { workspaceId, attemptId }: { workspaceId: string; attemptId: string },
  { provider, model, prompt }: ResultModel,
  { grades, confidence, said, counts = true, daysAgo = 0 }: Past,
): Promise<void> {
  const state = counts || said !== undefined ? 'graded' : 'trainer';
  await pool.query(
    `with given as (
       insert into answers (workspace_id, id, attempt_id, question_id, item_hash, kind, response, given_at, state, score)
       select $1::uuid, gen_random_uuid(), $2, gen_random_uuid(), '', 'spoken', '{"text": "So."}', now(), $3,
         case when $3 = 'graded' then coalesce($10::numeric, 1) end
       from generate_series(1, $4)
       returning id
     ), graded as (
       insert into grades (workspace_id, answer_id, number, kind, counts, score, confidence, compared, provider, model, prompt,
         typed, by_name, at)
       select $1::uuid, id, 1, 'model', $5, 1, $6, $6, $7, $8, $9, true, 'AI grading', now() - make_interval(days => $11) from given
     )
     insert into grades (workspace_id, answer_id, number, kind, counts, score, by_name, at)
     select $1::uuid, id, 2, case when $5 then 'override' else 'trainer' end, true, $10::numeric, 'Tom', now() from given
     where $10::numeric is not null`,
    [workspaceId, attemptId, state, grades, counts, confidence, provider, model, prompt, said ?? null, daysAgo],
  );
}
