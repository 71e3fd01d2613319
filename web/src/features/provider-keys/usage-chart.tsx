import { lazily } from '../../lib/lazily.ts';
import type { AiUsage } from '@training/shared/ai-usage/ai-usage';
import { dollarsFor, inFull } from '../../lib/numbers.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import classes from './usage-chart.module.css';

export type Measure = 'calls' | 'cost_usd';

type Day = AiUsage['days'][number];

const dayName = lazily(() => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }));

const nameOf = ({ date }: Day) => dayName().format(new Date(date));

/** Own usage stacked on pooled usage, by day, and the same numbers as a table on demand. */
export function UsageChart({ days, measure }: { days: Day[]; measure: Measure }) {
  const isCost = measure === 'cost_usd';
  const words = isCost ? dollarsFor(days.flatMap(({ own, pooled }) => [own[measure], pooled[measure]])) : inFull;
  const most = Math.max(0, ...days.map(({ own, pooled }) => own[measure] + pooled[measure]));
  const heightOf = (value: number) => ({ height: `${most === 0 ? 0 : (value / most) * 100}%` });
  const title = isCost ? 'Estimated cost of each day, by key' : 'Calls of each day, by key';
  const columns: Column<Day>[] = [
    { key: 'day', header: 'Day', cell: nameOf },
    { key: 'own', header: 'Own key', align: 'end', cell: ({ own }) => words(own[measure]) },
    { key: 'pooled', header: 'Pooled key', align: 'end', cell: ({ pooled }) => words(pooled[measure]) },
  ];
  return (
    <figure className={classes.chart} aria-label={title}>
      <div className={classes.legend}>
        <span data-key="own">Own key</span>
        <span data-key="pooled">Pooled key</span>
        <span className={classes.most}>Most in a day: {words(most)}</span>
      </div>
      <div className={classes.days} aria-hidden="true">
        {days.map((day) => (
          <div
            key={day.date}
            title={`${nameOf(day)}: own key ${words(day.own[measure])}, pooled key ${words(day.pooled[measure])}`}
          >
            <span data-key="own" style={heightOf(day.own[measure])} />
            <span data-key="pooled" style={heightOf(day.pooled[measure])} />
          </div>
        ))}
      </div>
      <div className={classes.ends} aria-hidden="true">
        {[days.at(0), days.at(-1)].map((day) => day !== undefined && <span key={day.date}>{nameOf(day)}</span>)}
      </div>
      <details>
        <summary>Numbers of each day</summary>
        <DataTable label={title} columns={columns} rows={days} rowKey={({ date }) => date} isCompact />
      </details>
    </figure>
  );
}
