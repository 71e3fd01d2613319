import { Alert, Text } from '@mantine/core';
import { IconInfoCircle } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from '../ai.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/** A verbatim quote with its source. The server has verified it. */
export function QuoteWithSource({ children, from }: { children: string; from: ReactNode }) {
  return (
    <figure className={classes.quote}>
      <figcaption>{from}</figcaption>
      <blockquote dir="auto">{children}</blockquote>
    </figure>
  );
}

interface DroppedProps {
  count: number;
  /** The kind of omitted items. */
  of: 'cards' | 'questions' | 'quotes' | 'points';
  /** True if unknown URLs are a possible reason as well. */
  addresses?: boolean;
}

/** Explains that items were omitted, and why. */
export function DroppedItemsNote({ count, of, addresses = false }: DroppedProps) {
  if (count === 0) return null;
  return (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />} mb="md">
      <Text size="sm">
        {addresses && (of === 'cards' || of === 'questions')
          ? t(`droppedOrAddress.${of}`, { count })
          : t(`dropped.${of}`, { count })}
      </Text>
    </Alert>
  );
}

interface DisputedProps {
  count: number | undefined;
  of: 'cards' | 'questions';
}

/** Explains that items were omitted because the source contradicts them. */
export function OmittedContradictedItemsNote({ count, of }: DisputedProps) {
  if (!count) return null;
  return (
    <Alert color="blue" icon={<IconInfoCircle aria-hidden />} mb="md">
      <Text size="sm">{t(`disputed.${of}`, { count })}</Text>
    </Alert>
  );
}
