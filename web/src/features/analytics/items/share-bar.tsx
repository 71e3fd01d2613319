import { Progress, Text, VisuallyHidden } from '@mantine/core';
import { inFull } from '../../../lib/numbers.ts';
import classes from './items.module.css';

interface ShareBarProps {
  count: number;
  of: number;
  color?: string;
  /** The meaning of the numbers for screen readers: "chosen by". */
  says: string;
}

/** Shows "5 of 12" as text and as a bar. */
export function ShareBar({ count, of, color, says }: ShareBarProps) {
  return (
    <span className={classes.share}>
      <Progress value={of === 0 ? 0 : (count / of) * 100} color={color} className={classes.bar} aria-hidden />
      <Text span size="sm" className={classes.count}>
        <VisuallyHidden>{says} </VisuallyHidden>
        {inFull(count)} of {inFull(of)}
      </Text>
    </span>
  );
}
