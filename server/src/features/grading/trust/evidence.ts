import { CALIBRATION } from '@training/shared/grading/grading-trust';
import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import type { MadeBy } from '../../ai/jobs/provenance.ts';
import type { Graded } from './threshold.ts';

const PICKED = `
  select answer_id, number, counts, compared, score from grades
  where workspace_id = :workspaceId and provider = by.provider and model = by.model and prompt = by.prompt
    and kind = 'model' and compared is not null` as const;

/**
 * The newest grades of each model, and those of them that are older, with what people have said of each: the last word
 * counts. While an appeal is open there is none; what counted and was left alone stands. All as it was at `now`, so
 * that a report gives the same figures later.
 */
const EVIDENCE = defineStatement({
  name: 'read-grading-evidence',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({
    by: z.number(),
    is_ripe: z.boolean(),
    confidence: z.number(),
    counted: z.boolean(),
    stood: z.boolean().nullable(),
    checked: z.boolean(),
    grades: z.number(),
  }),
  sql: `
select by.n::integer - 1 as by, g.is_ripe, floor(g.compared * 20)::float8 / 20 as confidence, g.counts as counted,
  case when p.answer_id is not null then null when said.score is not null then said.score = g.score
    when c.score is not null then c.score = g.score when g.counts then true end as stood,
  c.score is not null as checked,
  count(*)::integer as grades
from unnest(:providers::text[], :models::text[], :prompts::text[]) with ordinality as by (provider, model, prompt, n)
cross join lateral (
  (select false as is_ripe, * from (${PICKED} and at <= :now::timestamptz
    order by at desc, answer_id limit ${CALIBRATION.window}) newest)
  union all
  (select true, * from (${PICKED} and at <= :now::timestamptz - interval '${CALIBRATION.ripeAfter} days'
    order by at desc, answer_id limit ${CALIBRATION.window}) older)
) g
left join lateral (
  select l.score from grades l
  where l.workspace_id = :workspaceId and l.answer_id = g.answer_id and l.number > g.number and l.kind <> 'model'
    and l.at <= :now::timestamptz
  order by l.number desc limit 1
) said on true
left join grade_checks c on c.workspace_id = :workspaceId and c.answer_id = g.answer_id and c.number = g.number
  and c.checked_at <= :now::timestamptz
left join appeals p on p.workspace_id = :workspaceId and p.answer_id = g.answer_id and p.at <= :now::timestamptz
  and (p.decided_at is null or p.decided_at > :now::timestamptz)
group by 1, 2, 3, 4, 5, 6`,
});

export type Evidence = { newest: Graded[]; ripe: Graded[] };

/** What people said of the grades of each of these models, in their order. */
export async function readGradeReviews(
  on: Runner,
  { workspaceId, now }: { workspaceId: string; now: Date },
  makers: readonly MadeBy[],
): Promise<Evidence[]> {
  const rows = await EVIDENCE.all(on, {
    workspaceId,
    now,
    providers: makers.map(({ provider }) => provider),
    models: makers.map(({ model }) => model),
    prompts: makers.map(({ prompt }) => prompt),
  });
  return makers.map((_, n) => {
    const look = (ripe: boolean) => rows.filter(({ by, is_ripe }) => by === n && is_ripe === ripe);
    return { newest: look(false), ripe: look(true) };
  });
}
