import { CONFIDENCE_CALIBRATION } from '@training/shared/grading/grading-trust';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import type { ResultModel } from '../../ai/jobs/provenance.ts';
import type { SameVerdictGradeGroup } from './threshold.ts';

const PICKED = `
  select answer_id, number, counts, compared, score from grades
  where workspace_id = :workspaceId and provider = by.provider and model = by.model and prompt = by.prompt
    and kind = 'model' and compared is not null` as const;

/** Joins people's verdicts on the grade `g` as of `:now`: the last grade by a person (`said`), and the check (`c`). */
export const JOIN_VERDICTS = `
left join lateral (
  select l.score from grades l
  where l.workspace_id = :workspaceId and l.answer_id = g.answer_id and l.number > g.number and l.kind <> 'model'
    and l.at <= :now::timestamptz
  order by l.number desc limit 1) said on true
left join grade_checks c on c.workspace_id = :workspaceId and c.answer_id = g.answer_id and c.number = g.number
  and c.checked_at <= :now::timestamptz` as const;

/**
 * Groups the newest grades of each model, and the newest of those that are older, by people's verdict on them. The last
 * verdict counts; an open appeal makes it null; a grade that counted and wasn't changed is correct. Everything is as of
 * `now`, so that a report gives the same figures later.
 */
const GRADE_REVIEWS = defineStatement({
  name: 'read-grade-reviews',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({
    by: z.number(),
    is_older: z.boolean(),
    confidence: z.number(),
    counted: z.boolean(),
    correct: z.boolean().nullable(),
    checked: z.boolean(),
    grades: z.number(),
  }),
  sql: `
select by.n::integer - 1 as by, g.is_older, floor(g.compared * 20)::float8 / 20 as confidence, g.counts as counted,
  case when p.answer_id is not null then null when said.score is not null then said.score = g.score
    when c.score is not null then c.score = g.score when g.counts then true end as correct,
  c.score is not null as checked,
  count(*)::integer as grades
from unnest(:providers::text[], :models::text[], :prompts::text[]) with ordinality as by (provider, model, prompt, n)
cross join lateral (
  (select false as is_older, * from (${PICKED} and at <= :now::timestamptz
    order by at desc, answer_id limit ${CONFIDENCE_CALIBRATION.window}) newest)
  union all
  (select true, * from (${PICKED} and at <= :now::timestamptz - interval '${CONFIDENCE_CALIBRATION.olderThanDays} days'
    order by at desc, answer_id limit ${CONFIDENCE_CALIBRATION.window}) older)
) g
${JOIN_VERDICTS}
left join appeals p on p.workspace_id = :workspaceId and p.answer_id = g.answer_id and p.at <= :now::timestamptz
  and (p.decided_at is null or p.decided_at > :now::timestamptz)
group by 1, 2, 3, 4, 5, 6`,
});

export type GradeVerdictSamples = { newest: SameVerdictGradeGroup[]; older: SameVerdictGradeGroup[] };

/** Returns people's verdicts on the grades of these models, in the order of `makers`. */
export async function readGradeVerdictSamples(
  on: StatementRunner,
  { workspaceId, now }: { workspaceId: string; now: Date },
  makers: readonly ResultModel[],
): Promise<GradeVerdictSamples[]> {
  const rows = await GRADE_REVIEWS.all(on, {
    workspaceId,
    now,
    providers: makers.map(({ provider }) => provider),
    models: makers.map(({ model }) => model),
    prompts: makers.map(({ prompt }) => prompt),
  });
  return makers.map((_, n) => {
    const groups = (older: boolean) => rows.filter(({ by, is_older }) => by === n && is_older === older);
    return { newest: groups(false), older: groups(true) };
  });
}
