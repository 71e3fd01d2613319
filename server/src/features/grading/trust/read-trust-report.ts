import { ModelGradingTrust, type GradingTrustReport } from '@training/shared/grading/grading-trust';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { readGradeVerdictSamples, type GradeVerdictSamples } from './grade-verdict-samples.ts';
import {
  countVerdictsStillNeeded,
  deriveConfidenceThreshold,
  hasWrongVerdict,
  type SameVerdictGradeGroup,
} from './threshold.ts';
import { readConfidenceThresholdSetting } from './find-confidence-threshold.ts';

/** Maximum number of models and prompts in the report: those that graded last. */
const MOST = 10;

/** Number of newest grades of a model to search for one with a second look; grades of 0 have none. */
const MOST_CHECKED = 20;

const Maker = ModelGradingTrust.pick({ provider: true, model: true, prompt: true, newest: true, checked_by: true });

/** Lists the models by skipping through the index from one to the next: there are far fewer models than grades. */
const MAKERS = defineStatement({
  name: 'list-models-that-graded',
  scope: 'tenant',
  unprepared: true,
  row: Maker,
  sql: `
with recursive makers as (
  (select provider, model, prompt, at, 1 as n from grades
    where workspace_id = :workspaceId and kind = 'model' and compared is not null and at <= :now::timestamptz
    order by provider, model, prompt, at desc limit 1)
  union all
  select next.provider, next.model, next.prompt, next.at, makers.n + 1
  from makers cross join lateral (
    select g.provider, g.model, g.prompt, g.at from grades g
    where g.workspace_id = :workspaceId and g.kind = 'model' and g.compared is not null
      and g.at <= :now::timestamptz
      and (g.provider, g.model, g.prompt) > (makers.provider, makers.model, makers.prompt)
    order by g.provider, g.model, g.prompt, g.at desc limit 1
  ) next
  where makers.n < 500
)
select m.provider, m.model, m.prompt, to_iso(m.at) as newest, checked.by as checked_by
from (select * from makers order by at desc, provider, model, prompt limit ${MOST}) m
left join lateral (
  select json_build_object('provider', g.checked_provider, 'model', g.checked_model) as by from (
    select * from grades
    where workspace_id = :workspaceId and provider = m.provider and model = m.model and prompt = m.prompt
      and compared is not null
    order by at desc limit ${MOST_CHECKED}) g
  where g.checked_model is not null
  order by g.at desc limit 1
) checked on true
order by m.at desc, m.provider, m.model, m.prompt`,
});

/** Returns the setting, and for each model people's verdicts on its grades with the threshold that follows. */
export async function readGradingTrustReport({ db, workspace, now }: Context): Promise<GradingTrustReport> {
  const workspaceId = workspace.id;
  const trust = await readConfidenceThresholdSetting(db.pool, workspaceId);
  const makers = await MAKERS.all(db.pool, { workspaceId, now });
  const reviews = await readGradeVerdictSamples(db.pool, { workspaceId, now }, makers);
  return { trust, models: makers.map((maker, n) => ({ ...maker, ...summarise(reviews[n]!) })) };
}

function summarise({ newest, older }: GradeVerdictSamples) {
  const sum = (...those: ((graded: SameVerdictGradeGroup) => boolean)[]) =>
    newest.filter((graded) => those.every((is) => is(graded))).reduce((all, { grades }) => all + grades, 0);
  const counted = ({ counted }: SameVerdictGradeGroup) => counted;
  const proposed = ({ counted }: SameVerdictGradeGroup) => !counted;
  const isKnown = ({ correct }: SameVerdictGradeGroup) => correct !== null;
  return {
    counted: sum(counted),
    changed: sum(counted, hasWrongVerdict),
    proposed: sum(proposed, isKnown),
    differed: sum(proposed, hasWrongVerdict),
    waiting: sum(({ correct }) => correct === null),
    threshold: deriveConfidenceThreshold(newest, older),
    missing: countVerdictsStillNeeded(newest),
  };
}
