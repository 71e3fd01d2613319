import { ModelTrust, type GradingTrustReport } from '@training/shared/grading/grading-trust';
import type { Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { readGradeReviews, type Evidence } from './evidence.ts';
import { missingFrom, thresholdOf, type Graded } from './threshold.ts';
import { readTrust } from './trusted-from.ts';

/** Models and versions of instructions that are answered: those that graded last. */
const MOST = 10;

/** Newest grades of each model among which the latest with a second look is sought; grades of 0 have none. */
const MOST_CHECKED = 20;

const Maker = ModelTrust.pick({ provider: true, model: true, prompt: true, newest: true, checked_by: true });

/** From each to the next one in the index, which has far fewer of them than grades. */
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

/** What is set, and what people said of each model's grades, with what follows from it. */
export async function readTrustReport({ db, workspace, now }: Context): Promise<GradingTrustReport> {
  const workspaceId = workspace.id;
  const trust = await readTrust(db.pool, workspaceId);
  const makers = await MAKERS.all(db.pool, { workspaceId, now });
  const evidence = await readGradeReviews(db.pool, { workspaceId, now }, makers);
  return { trust, models: makers.map((maker, n) => ({ ...maker, ...toldOf(evidence[n]!) })) };
}

function toldOf({ newest, ripe }: Evidence) {
  const sum = (...those: ((graded: Graded) => boolean)[]) =>
    newest.filter((graded) => those.every((is) => is(graded))).reduce((all, { grades }) => all + grades, 0);
  const counted = ({ counted }: Graded) => counted;
  const proposed = ({ counted }: Graded) => !counted;
  const isKnown = ({ stood }: Graded) => stood !== null;
  const isWrong = ({ stood }: Graded) => stood === false;
  return {
    counted: sum(counted),
    changed: sum(counted, isWrong),
    proposed: sum(proposed, isKnown),
    differed: sum(proposed, isWrong),
    waiting: sum(({ stood }) => stood === null),
    threshold: thresholdOf(newest, ripe),
    missing: missingFrom(newest),
  };
}
