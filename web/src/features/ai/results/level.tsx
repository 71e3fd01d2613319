import { Badge } from '@mantine/core';
import type { Level } from '@training/shared/generated-items';

const WORDS: Record<Level, string> = { recall: 'To know', apply: 'To use', decide: 'To decide' };

/** What an item asks of somebody. What was made before there were levels has none. */
export function ItemLevel({ level }: { level: Level | null }) {
  return (
    level && (
      <Badge variant="default" size="sm">
        {WORDS[level]}
      </Badge>
    )
  );
}
