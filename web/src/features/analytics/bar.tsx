import classes from './analytics.module.css';

interface BarProps {
  /** The parts from start to end, with the name of their colour. */
  parts: { is: 'done' | 'open' | 'late'; count: number }[];
  /** The count of a full bar. */
  most: number;
}

/** A bar in a table's cell. The row's other cells have its numbers, so screen readers skip it. */
export function Bar({ parts, most }: BarProps) {
  return (
    <span className={classes.bar} aria-hidden="true">
      {parts.map(({ is, count }) => (
        <span key={is} data-is={is} style={{ width: `${(count / Math.max(most, 1)) * 100}%` }} />
      ))}
    </span>
  );
}
