import { Badge } from '@mantine/core';
import type { Level } from '@training/shared/ai/generated-items';

const WORDS: Record<Level, string> = { recall: 'Recall', apply: 'Apply', decide: 'Judge' };

/** The level of an item. Items generated before levels existed have none. */
export function ItemLevel({ level }: { level: Level | null }) {
  return (
    level && (
      <Badge variant="default" size="sm">
        {WORDS[level]}
      </Badge>
    )
  );
}
