import { BUDGET_MONTHS, BUDGET_WARNED_AT, type AiBudget } from '@training/shared/ai-usage/ai-usage';
import { z } from 'zod';
import type { AiContext } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { NANO } from '../../providers/ai/prices.ts';
import { monthOf } from './reserve-budget.ts';

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
  and m.month > :month::date - make_interval(months => ${BUDGET_MONTHS})
order by m.month desc`,
});

/** Reads the workspace's spending on pooled keys in the current UTC month, its limit, and earlier months. */
export async function readAiBudget({
  db,
  workspace,
  ai: { settings },
  now,
}: Pick<AiContext, 'db' | 'workspace' | 'ai' | 'now'>): Promise<AiBudget> {
  const limit = settings.pooledMonthly;
  const found = await READ_BUDGET.all(db.pool, { workspaceId: workspace.id, month: monthOf(now) });
  const month = monthOf(now).slice(0, 7);
  const { charged, reserved } = found.find((each) => each.month === month) ?? { charged: 0, reserved: 0 };
  const share = limit === null ? 0 : charged / limit;
  return {
    month,
    spent_usd: usd(charged - reserved),
    reserved_usd: usd(reserved),
    limit_usd: limit === null ? null : usd(limit),
    level: share >= 1 ? 'exhausted' : share >= BUDGET_WARNED_AT ? 'warned' : 'open',
    renews_at: new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)).toISOString(),
    before: found
      .filter((each) => each.month !== month)
      .map((each) => ({ month: each.month, spent_usd: usd(each.charged) })),
  };
}

const usd = (nano: number) => Number((nano / NANO).toFixed(6));
