import classes from './figures.module.css';

const WIDTH = 160;
const HEIGHT = 40;
/** Keeps the line's width and its last dot inside. */
const INSET = 4;

interface SparklineProps {
  /** In order of time, evenly spaced; null leaves a gap. */
  values: (number | null)[];
  /** All of its values in words, for screen readers. */
  label: string;
}

/** A small line of a figure's past, from zero; its last value has a dot. */
export function Sparkline({ values, label }: SparklineProps) {
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
