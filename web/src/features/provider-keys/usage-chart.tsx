import { memoizeOnce } from '../../lib/memoize-once.ts';
import type { AiUsageReport } from '@training/shared/ai-usage/ai-usage';
import { createDollarFormatter, formatNumber } from '../../lib/i18n/numbers.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import classes from './usage-chart.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('provider-keys');

export type UsageMeasure = 'calls' | 'cost_usd';

type Day = AiUsageReport['days'][number];

const dayName = memoizeOnce(
  () => new Intl.DateTimeFormat(undefined, { day: 'numeric', month: 'short', timeZone: 'UTC' }),
);

const nameOf = ({ date }: Day) => dayName().format(new Date(date));

/** Own usage stacked on pooled usage, by day, and the same numbers as a table on demand. */
export function AiUsageChart({ days, measure }: { days: Day[]; measure: UsageMeasure }) {
  const isCost = measure === 'cost_usd';
  const words = isCost
    ? createDollarFormatter(days.flatMap(({ own, pooled }) => [own[measure], pooled[measure]]))
    : formatNumber;
  const most = Math.max(0, ...days.map(({ own, pooled }) => own[measure] + pooled[measure]));
  const heightOf = (value: number) => ({ height: `${most === 0 ? 0 : (value / most) * 100}%` });
  const title = isCost ? t('costOfEachDay') : t('callsOfEachDay');
  const columns: Column<Day>[] = [
    { key: 'day', header: t('day'), cell: nameOf },
    { key: 'own', header: t('keyState.own'), align: 'end', cell: ({ own }) => words(own[measure]) },
    { key: 'pooled', header: t('pooledKey'), align: 'end', cell: ({ pooled }) => words(pooled[measure]) },
  ];
  return (
    <figure className={classes.chart} aria-label={title}>
      <div className={classes.legend}>
        <span data-key="own">{t('keyState.own')}</span>
        <span data-key="pooled">{t('pooledKey')}</span>
        <span className={classes.most}>{t('mostInADay', { amount: words(most) })}</span>
      </div>
      <div className={classes.days} aria-hidden="true">
        {days.map((day) => (
          <div
            key={day.date}
            title={t('amountsOfDay', {
              day: nameOf(day),
              own: words(day.own[measure]),
              pooled: words(day.pooled[measure]),
            })}
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
        <summary>{t('numbersOfEachDay')}</summary>
        <DataTable label={title} columns={columns} rows={days} rowKey={({ date }) => date} isCompact />
      </details>
    </figure>
  );
}
