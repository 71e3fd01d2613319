import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '../ai.module.css';

/** A verbatim quote with its source. The server has verified it. */
export function Quote({ children, from }: { children: string; from: ReactNode }) {
  return (
    <figure className={classes.quote}>
      <figcaption>{from}</figcaption>
      <blockquote dir="auto">{children}</blockquote>
    </figure>
  );
}

interface DroppedProps {
  count: number;
  /** The kind of omitted items, such as "cards". */
  what: string;
  where?: string;
  /** True if unknown URLs are a possible reason as well. */
  addresses?: boolean;
}

/** Explains that items were omitted, and why. */
export function Dropped({ count, what, where = 'in the source', addresses = false }: DroppedProps) {
  if (count === 0) return null;
  return (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />} mb="md">
      <Text size="sm">
        {count === 1
          ? `1 of the ${what} was left out because its passage${addresses ? ' or an address in it' : ''} is not ${where}.`
          : `${count} ${what} were left out because their passages${addresses ? ' or addresses in them' : ''} are not ${where}.`}
      </Text>
    </Alert>
  );
}

/** Explains that items were omitted because the source contradicts them. */
export function Disputed({ count, what }: { count: number | undefined; what: string }) {
  if (!count) return null;
  return (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />} mb="md">
      <Text size="sm">
        {count === 1
          ? `1 of the ${what} was left out because the source says otherwise.`
          : `${count} ${what} were left out because the source says otherwise.`}
      </Text>
    </Alert>
  );
}
