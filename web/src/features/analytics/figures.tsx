import { Text } from '@mantine/core';
import type { AnalyticsTrendPoint } from '@training/shared/analytics/analytics-lists';
import { SLOW_QUERY_OPTIONS, trpc } from '../../lib/api/trpc.ts';
import { formatDayOfTimestamp } from '../../lib/i18n/dates.ts';
import { formatPercent } from '../../lib/i18n/in-words.ts';
import { formatNumber } from '../../lib/i18n/numbers.ts';
import { PageState } from '../../ui/pages/page-state.tsx';
import type { SharedAnalyticsFilters } from './analytics-search.ts';
import classes from './figures.module.css';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('analytics');

const WIDTH = 160;
const HEIGHT = 40;
/** Keeps the line's width and its last dot inside. */
const INSET = 4;

interface SparklineProps {
  /** Values in order of time, evenly spaced; null leaves a gap. */
  values: (number | null)[];
  /** All of its values in words, for screen readers. */
  label: string;
}

/** A small line of a figure's past, from zero; its last value has a dot. */
function Sparkline({ values, label }: SparklineProps) {
  const top = Math.max(...values.map((value) => value ?? 0)) || 1;
  const points = values.map((value, n) => ({
    x: INSET + (n / Math.max(values.length - 1, 1)) * (WIDTH - 2 * INSET),
    y: value === null ? null : HEIGHT - INSET - (value / top) * (HEIGHT - 2 * INSET),
  }));
  const path = points
    .map(({ x, y }, n) => {
      if (y === null) return '';
      const isFirst = n === 0 || points[n - 1]?.y === null;
      return `${isFirst ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`;
    })
    .join('');
  const last = points.at(-1);
  return (
    <svg className={classes.line} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label}>
      <path d={path} />
      {last !== undefined && last.y !== null && <circle cx={last.x} cy={last.y} r={3} />}
    </svg>
  );
}

interface Figure {
  title: 'completedOnTime' | 'list.overdue' | 'list.expiring';
  says: 'ofTrainingsDue' | 'trainingsPastDue' | 'certificatesSoon';
  of: (point: AnalyticsTrendPoint) => number | null;
  inWords: (value: number) => string;
  /** The unit of its changes. */
  unit: 'points' | 'count';
  /** True if more is better. */
  isGood: boolean;
}

const FIGURES: Figure[] = [
  {
    title: 'completedOnTime',
    says: 'ofTrainingsDue',
    of: ({ on_time_rate }) => on_time_rate,
    inWords: formatPercent,
    unit: 'points',
    isGood: true,
  },
  {
    title: 'list.overdue',
    says: 'trainingsPastDue',
    of: ({ overdue }) => overdue,
    inWords: formatNumber,
    unit: 'count',
    isGood: false,
  },
  {
    title: 'list.expiring',
    says: 'certificatesSoon',
    of: ({ expiring }) => expiring,
    inWords: formatNumber,
    unit: 'count',
    isGood: false,
  },
];

/** Three figures, each with its change over 90 days and its trend. */
export function AnalyticsFigures({ scope }: { scope: SharedAnalyticsFilters }) {
  const trend = trpc.analytics.trend.useQuery(scope, SLOW_QUERY_OPTIONS);
  return (
    <section aria-label={t('figures')} className={classes.figures}>
      <PageState query={trend} what={t('theFigures')}>
        {({ points }) => FIGURES.map((figure) => <OneFigure key={figure.title} figure={figure} points={points} />)}
      </PageState>
    </section>
  );
}

function OneFigure({ figure, points }: { figure: Figure; points: AnalyticsTrendPoint[] }) {
  const { title, says, of, inWords } = figure;
  const last = points.at(-1);
  const now = last === undefined ? null : of(last);
  const history = points.map((point) => `${formatDayOfTimestamp(point.at)}: ${orNone(of(point), inWords)}`).join(', ');
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.words}>
        <Text size="sm" fw={500}>
          {t(title)}
        </Text>
        <Text className={classes.value}>{orNone(now, inWords)}</Text>
        <Change figure={figure} points={points} />
        <Text size="xs" c="dimmed">
          {t(says)}
        </Text>
      </figcaption>
      <Sparkline values={points.map(of)} label={t('everyTenDays', { title: t(title), history })} />
    </figure>
  );
}

const orNone = (value: number | null, inWords: (value: number) => string) => (value === null ? '–' : inWords(value));

function Change({ figure: { of, unit, isGood }, points }: { figure: Figure; points: AnalyticsTrendPoint[] }) {
  const [first] = points;
  const last = points.at(-1);
  const before = first === undefined ? null : of(first);
  const now = last === undefined ? null : of(last);
  if (before === null || now === null) {
    return (
      <Text size="sm" c="dimmed">
        {t('nothingCompare')}
      </Text>
    );
  }
  const difference = Math.abs(now - before);
  const amount = unit === 'points' ? Math.round(difference * 100) : difference;
  const isSame = amount === 0;
  const isUp = now > before;
  return (
    <Text size="sm" className={classes.change} data-is={isSame ? undefined : isUp === isGood ? 'better' : 'worse'}>
      {isSame ? t('noChange90Days') : t(isUp ? 'changeUp' : 'changeDown', { unit, amount })}
    </Text>
  );
}
