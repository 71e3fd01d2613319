import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '../ai.module.css';

/** Word for word from where it says; the server has looked it up there. */
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
  /** What was left out, as "cards". */
  what: string;
  where?: string;
  /** Whether addresses that are not there are a reason, too. */
  addresses?: boolean;
}

/** Says that something was left out, and why. */
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

/** Says that something was left out because the source says otherwise. */
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
