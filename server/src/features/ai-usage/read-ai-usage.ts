import {
  ModelCallPurpose,
  AI_USAGE_REPORT_DAYS,
  type AiUsageReport,
  GeneratedItemOutcomeCounts,
  AI_BUDGET_HISTORY_MONTHS,
  BUDGET_WARNING_SHARE,
  type PooledAiBudgetMonth,
  ModuleAiCost,
  MAX_MODULE_COSTS_SHOWN,
} from '@training/shared/ai-usage/ai-usage';
import { AiCapability, AiProvider } from '@training/shared/provider-keys/provider-keys';
import { z } from 'zod';
import type { AiContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { lookupDayOfOldestPrice, NANODOLLARS_PER_USD } from '../../providers/ai/prices.ts';
import { firstDayOfMonth } from './reserve-budget.ts';

/** Costs per module between two UTC days. */
const READ_MODULE_COSTS = defineStatement({
  name: 'read-ai-costs-of-modules',
  scope: 'tenant',
  unprepared: true,
  row: ModuleAiCost,
  sql: `
with spent as (
  select module_id, sum(calls)::float8 as calls, sum(unpriced)::float8 as unpriced_calls,
    coalesce(sum(cost_usd) filter (where own), 0) as own, coalesce(sum(cost_usd) filter (where not own), 0) as pooled
  from ai_module_days
  where workspace_id = :workspaceId and day between :from::date and :to::date
  group by module_id
)
select s.module_id, coalesce(m.working ->> 'title', m.title) as title, m.course_id, c.title as course, s.calls,
  s.unpriced_calls, round(s.own, 6)::float8 as own_usd, round(s.pooled, 6)::float8 as pooled_usd
from spent s
join modules m on m.workspace_id = :workspaceId and m.id = s.module_id
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
order by s.own + s.pooled desc, s.calls desc, s.module_id
limit ${MAX_MODULE_COSTS_SHOWN}`,
});

/** Maximum number of models and prompt versions returned, latest first. */
const MOST = 50;

/** Counts published generated cards and questions that trainers kept, edited or deleted (rules/ai 19). */
const READ_OUTCOMES = defineStatement({
  name: 'read-outcomes-of-generated',
  scope: 'tenant',
  unprepared: true,
  row: GeneratedItemOutcomeCounts,
  sql: `
select feature, provider, model, prompt, case when checked_model is not null
    then json_build_object('provider', checked_provider, 'model', checked_model) end as checked_by,
  to_iso(min(made_at)) as since,
  count(*) filter (where outcome = 'kept')::integer as kept,
  count(*) filter (where outcome = 'edited')::integer as edited,
  count(*) filter (where outcome = 'deleted')::integer as deleted,
  count(*) filter (where outcome <> 'kept' and not flagged)::integer as missed
from generated_items
where workspace_id = :workspaceId and outcome is not null
group by feature, provider, model, prompt, checked_provider, checked_model
order by min(made_at) desc, feature, provider, model, prompt, checked_provider, checked_model
limit ${MOST}`,
});

const Group = z.strictObject({
  date: z.string(),
  capability: AiCapability,
  purpose: ModelCallPurpose,
  provider: AiProvider,
  model: z.string(),
  own: z.boolean(),
  calls: z.number(),
  failed: z.number(),
  unpriced: z.number(),
  input_tokens: z.number(),
  output_tokens: z.number(),
  seconds: z.number(),
  cost_usd: z.number(),
  cached_tokens: z.number(),
  cache_saved_usd: z.number(),
  flex_saved_usd: z.number(),
});
type Group = z.infer<typeof Group>;
type Amounts = AiUsageReport['totals']['own'];

/**
 * Reads the few daily totals, to which `count_ai_calls` adds each call as it is written; all other sums derive from
 * them.
 */
const READ_AI_USAGE = defineStatement({
  name: 'read-ai-usage',
  scope: 'tenant',
  row: Group,
  sql: `
select day::text as date, capability, purpose, provider, model, own,
  calls::float8, case when purpose = 'key_validation' then 0 else failed end::float8 as failed, unpriced::float8, input_tokens::float8, output_tokens::float8,
  seconds::float8, cost_usd::float8, cached_tokens::float8, cache_saved_usd::float8, flex_saved_usd::float8
from ai_call_days
where workspace_id = :workspaceId and day between :from::date and :to::date`,
});

const DAY = 86_400_000;

/**
 * Reads the usage of the last 30 UTC days, including key validation. Validation calls never count as failed: detecting
 * a refused key is their purpose.
 */
export async function readAiUsage(ctx: Pick<AiContext, 'db' | 'workspace' | 'ai' | 'now'>): Promise<AiUsageReport> {
  const { db, workspace, ai, now } = ctx;
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const dates = Array.from({ length: AI_USAGE_REPORT_DAYS }, (_, day) =>
    dateOf(today - (AI_USAGE_REPORT_DAYS - 1 - day) * DAY),
  );
  const range = { from: dateOf(today - (AI_USAGE_REPORT_DAYS - 1) * DAY), to: dateOf(today) };
  const groups = await READ_AI_USAGE.all(db.pool, { workspaceId: workspace.id, ...range });
  const modules = await READ_MODULE_COSTS.all(db.pool, { workspaceId: workspace.id, ...range });
  const outcomes = await READ_OUTCOMES.all(db.pool, { workspaceId: workspace.id });
  const byDate = Map.groupBy(groups, ({ date }) => date);
  const byFeature = Map.groupBy(groups, ({ capability, purpose, provider, model, own }) =>
    JSON.stringify([capability, purpose, provider, model, !own]),
  );
  return {
    from: `${dates[0]}T00:00:00.000Z`,
    to: now.toISOString(),
    days: dates.map((date) => ({ date, ...ownAndPooled(byDate.get(date) ?? []) })),
    totals: ownAndPooled(groups),
    by_feature: [...byFeature]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, calls]) => {
        const { capability, purpose, provider, model, own } = calls[0]!;
        return { capability, purpose, provider, model, own, ...sum(calls) };
      }),
    by_module: modules,
    priced_at: lookupDayOfOldestPrice(Object.values(ai.settings.models).flat()),
    outcomes,
    unpriced_calls: groups.reduce((total, { unpriced }) => total + unpriced, 0),
    budget: await readAiBudget(ctx),
  };
}

const dateOf = (time: number) => new Date(time).toISOString().slice(0, 10);

function ownAndPooled(groups: Group[]): { own: Amounts; pooled: Amounts } {
  return { own: sum(groups.filter(({ own }) => own)), pooled: sum(groups.filter(({ own }) => !own)) };
}

function sum(groups: Amounts[]): Amounts {
  const total = (amount: keyof Amounts) => groups.reduce((all, group) => all + group[amount], 0);
  return {
    calls: total('calls'),
    failed: total('failed'),
    input_tokens: total('input_tokens'),
    output_tokens: total('output_tokens'),
    seconds: rounded(total('seconds'), 3),
    cost_usd: rounded(total('cost_usd'), 6),
    cached_tokens: total('cached_tokens'),
    cache_saved_usd: rounded(total('cache_saved_usd'), 6),
    flex_saved_usd: rounded(total('flex_saved_usd'), 6),
  };
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}

const READ_BUDGET = defineStatement({
  name: 'read-ai-budget',
  scope: 'tenant',
  row: z.strictObject({ month: z.string(), charged: z.number(), reserved: z.number() }),
  sql: `
select to_char(m.month, 'YYYY-MM') as month, m.charged::float8 as charged,
  coalesce((select sum(r.amount) from ai_reservations r
    where r.workspace_id = m.workspace_id and r.month = m.month and r.expires_at > now()), 0)::float8 as reserved
from ai_budget_months m
where m.workspace_id = :workspaceId and m.month <= :month::date
  and m.month > :month::date - make_interval(months => ${AI_BUDGET_HISTORY_MONTHS})
order by m.month desc`,
});

/** Reads the workspace's spending on pooled keys in the current UTC month, its limit, and earlier months. */
export async function readAiBudget({
  db,
  workspace,
  ai: { settings },
  now,
}: Pick<AiContext, 'db' | 'workspace' | 'ai' | 'now'>): Promise<PooledAiBudgetMonth> {
  const limit = settings.pooledMonthly;
  const found = await READ_BUDGET.all(db.pool, { workspaceId: workspace.id, month: firstDayOfMonth(now) });
  const month = firstDayOfMonth(now).slice(0, 7);
  const { charged, reserved } = found.find((each) => each.month === month) ?? { charged: 0, reserved: 0 };
  const share = limit === null ? 0 : charged / limit;
  return {
    month,
    spent_usd: usd(charged - reserved),
    reserved_usd: usd(reserved),
    limit_usd: limit === null ? null : usd(limit),
    level: share >= 1 ? 'exhausted' : share >= BUDGET_WARNING_SHARE ? 'warned' : 'open',
    renews_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
    before: found
      .filter((each) => each.month !== month)
      .map((each) => ({ month: each.month, spent_usd: usd(each.charged) })),
  };
}

const usd = (nano: number) => Number((nano / NANODOLLARS_PER_USD).toFixed(6));
