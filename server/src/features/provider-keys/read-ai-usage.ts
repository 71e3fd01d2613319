import { USAGE_DAYS, type AiUsage, type CallPurpose } from '@training/shared/ai-usage';
import type { Capability, Provider } from '@training/shared/provider-keys';
import type { AiContext } from '../../context.ts';
import { read } from '../../database/database.ts';

/** One pass over the calls of the time; the groups are few, so everything else is added up from them. */
export const READ_AI_USAGE = {
  name: 'read-ai-usage',
  text: `
select ((at at time zone 'UTC')::date)::text as date, capability, purpose, provider, model, own,
  count(*)::float8 as calls, (count(*) filter (where outcome <> 'ok'))::float8 as failed,
  sum(input_tokens)::float8 as input_tokens, sum(output_tokens)::float8 as output_tokens,
  sum(seconds)::float8 as seconds, coalesce(sum(cost_usd), 0)::float8 as cost_usd,
  (count(*) filter (where cost_usd is null))::float8 as unpriced
from ai_calls
where workspace_id = $1 and at >= $2 and at < $3
group by 1, 2, 3, 4, 5, 6`,
};

type Group = {
  date: string;
  capability: Capability;
  purpose: CallPurpose;
  provider: Provider;
  model: string;
  own: boolean;
  unpriced: number;
} & Amounts;

type Amounts = AiUsage['totals']['own'];

const DAY = 86_400_000;

/** What the calls of the last 30 UTC days came to, the validation of keys included. */
export async function readAiUsage({
  db,
  workspace,
  now,
}: Pick<AiContext, 'db' | 'workspace' | 'now'>): Promise<AiUsage> {
  const today = Math.floor(now.getTime() / DAY) * DAY;
  const from = new Date(today - (USAGE_DAYS - 1) * DAY);
  const groups = await read<Group>(db, READ_AI_USAGE, [workspace.id, from, new Date(today + DAY)]);
  const byDate = Map.groupBy(groups, ({ date }) => date);
  const byFeature = Map.groupBy(groups, ({ capability, purpose, provider, model, own }) =>
    JSON.stringify([capability, purpose, provider, model, !own]),
  );
  const dates = Array.from({ length: USAGE_DAYS }, (_, day) =>
    new Date(from.getTime() + day * DAY).toISOString().slice(0, 10),
  );
  return {
    from: from.toISOString(),
    to: now.toISOString(),
    days: dates.map((date) => ({ date, ...ownAndPooled(byDate.get(date) ?? []) })),
    totals: ownAndPooled(groups),
    by_feature: [...byFeature]
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([, calls]) => {
        const { capability, purpose, provider, model, own } = calls[0]!;
        return { capability, purpose, provider, model, own, ...sum(calls) };
      }),
    unpriced_calls: groups.reduce((total, { unpriced }) => total + unpriced, 0),
  };
}

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
  };
}

function rounded(value: number, decimals: number): number {
  return Number(value.toFixed(decimals));
}
