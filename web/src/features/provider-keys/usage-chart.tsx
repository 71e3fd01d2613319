import '@mantine/charts/styles.css';
import { BarChart } from '@mantine/charts';
import type { AiUsage } from '@training/shared/ai-usage/ai-usage';
import { dollarsFor, inFull } from '../../lib/numbers.ts';

export type Measure = 'calls' | 'cost_usd';

const dayName = new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' });

const SERIES = [
  { name: 'own', label: 'Own key', color: 'var(--chart-own)' },
  { name: 'pooled', label: 'Pooled key', color: 'var(--chart-pooled)' },
];

interface UsageChartProps {
  days: AiUsage['days'];
  measure: Measure;
}

/** Own usage stacked on pooled usage, by day. The arrow keys move between days. */
export function UsageChart({ days, measure }: UsageChartProps) {
  const data = days.map(({ date, own, pooled }) => ({
    day: dayName.format(new Date(date)),
    own: own[measure],
    pooled: pooled[measure],
  }));
  const isCost = measure === 'cost_usd';
  const amounts = data.flatMap(({ own, pooled }) => [own, pooled]);
  const title = isCost ? 'Estimated cost of each day, by key' : 'Calls of each day, by key';
  return (
    <BarChart
      h={240}
      data={data}
      dataKey="day"
      type="stacked"
      series={SERIES}
      withLegend
      legendProps={{ verticalAlign: 'top', height: 40 }}
      valueFormatter={isCost ? dollarsFor(amounts) : inFull}
      yAxisProps={{
        allowDecimals: isCost,
        width: isCost ? 72 : 44,
        // The precision of axis labels depends on the largest value, not on the smallest.
        tickFormatter: isCost ? dollarsFor([Math.max(...amounts)]) : inFull,
      }}
      xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 24 }}
      barChartProps={{ title }}
    />
  );
}
