import type { EntityManager } from '@mikro-orm/postgresql';
import { CONFIDENCE_CALIBRATION, GRADE_CHECK_PARAMETERS } from '@training/shared/grading/grading-trust';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import type { ResultModel } from '../../ai/jobs/provenance.ts';
import { notifyWorkspaceWidePermittedUsers } from '../../notifications/create-notifications.ts';
import { JOIN_VERDICTS } from '../trust/grade-verdict-samples.ts';

/** Minimum number of earlier answers to a question to know its usual points. */
const LEAST_EARLIER = 5;
/** Minimum number of newest grades of known questions to compute a shift. */
const LEAST_NEWEST = 20;

/**
 * A verdict is the last grade by a person, or else a check. Points are compared by question, because questions differ
 * in difficulty. The variance of a question counts as at least 0.01.
 */
const DRIFT = defineStatement({
  name: 'read-grading-drift',
  scope: 'tenant',
  row: z.strictObject({
    verdicts: z.number(),
    wrong: z.number(),
    compared: z.number(),
    shift: z.number().nullable(),
    error: z.number().nullable(),
  }),
  sql: `
with graded as (
  select g.answer_id, g.number, g.counts, g.score::float8 as score, row_number() over (order by g.at desc, g.answer_id) as n
  from (
    select answer_id, number, counts, score, at from grades
    where workspace_id = :workspaceId and provider = :provider and model = :model and prompt = :prompt
      and kind = 'model' and compared is not null and at <= :now::timestamptz
    order by at desc, answer_id limit ${CONFIDENCE_CALIBRATION.window}) g
), judged as (
  select coalesce(said.score, c.score)::float8 = g.score as stood from graded g
  ${JOIN_VERDICTS}
  where coalesce(said.score, c.score) is not null order by g.n limit ${GRADE_CHECK_PARAMETERS.newest}
), asked as (
  select g.n, g.score, a.question_id from graded g
  join answers a on a.workspace_id = :workspaceId and a.id = g.answer_id
), earlier as (
  select question_id, avg(score) as mean, greatest(var_pop(score), 0.01) as variance, count(*) as grades from asked
  where n > ${GRADE_CHECK_PARAMETERS.newest} group by question_id having count(*) >= ${LEAST_EARLIER}
)
select (select count(*)::integer from judged) as verdicts,
  (select count(*)::integer from judged where not stood) as wrong, count(*)::integer as compared,
  avg(a.score - b.mean)::float8 as shift,
  case when count(*) > 0 then (sqrt(sum(b.variance * (1 + 1.0 / b.grades))) / count(*))::float8 end as error
from asked a join earlier b on b.question_id = a.question_id where a.n <= ${GRADE_CHECK_PARAMETERS.newest}`,
});

export type ModelGradingDrift = { verdicts: number; wrong: number; shift: number | null; alarm: boolean };

/** Compares the newest grades of a model with earlier ones, and with people's verdicts on them (rules/grading 12). */
export async function computeModelGradingDrift(
  on: StatementRunner,
  { workspaceId, now }: { workspaceId: string; now: Date },
  { provider, model, prompt }: ResultModel,
): Promise<ModelGradingDrift> {
  const found = await DRIFT.one(on, { workspaceId, now, provider, model, prompt });
  const { verdicts, wrong, compared, error } = found;
  const shift = compared < LEAST_NEWEST ? null : found.shift;
  const isShifted =
    shift !== null &&
    Math.abs(shift) >= GRADE_CHECK_PARAMETERS.shift &&
    Math.abs(shift) >= GRADE_CHECK_PARAMETERS.errors * (error ?? 0);
  return { verdicts, wrong, shift, alarm: isShifted || wrong >= GRADE_CHECK_PARAMETERS.mostWrong };
}

/** Notifies super admins, once a day, if a model grades differently than before. */
export async function notifyAdminsOfModelGradingDrift(
  em: EntityManager,
  { workspaceId, now }: { workspaceId: string; now: Date },
  madeBy: ResultModel,
): Promise<void> {
  const { alarm, verdicts, wrong, shift } = await computeModelGradingDrift(em, { workspaceId, now }, madeBy);
  if (!alarm) return;
  const { provider, model, prompt } = madeBy;
  const points = shift === null || Math.abs(shift) < GRADE_CHECK_PARAMETERS.shift ? 0 : Math.round(shift * 100);
  await notifyWorkspaceWidePermittedUsers(em, workspaceId, now, 'workspace:write', {
    kind: 'grading.drifted',
    because: 'super_admin',
    subject: { kind: 'grading', id: null, name: model },
    part: [provider, model, prompt, now.toISOString().slice(0, 10)].join(' '),
    facts: {
      problem: {
        of: 'grading',
        verdicts,
        wrong: wrong >= GRADE_CHECK_PARAMETERS.mostWrong ? wrong : 0,
        newest: GRADE_CHECK_PARAMETERS.newest,
        points,
      },
    },
  });
}
