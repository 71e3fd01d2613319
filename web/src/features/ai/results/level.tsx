import { Badge } from '@mantine/core';
import type { ItemSkillLevel } from '@training/shared/ai/generated-items';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('ai');

/** The level of an item. Items generated before levels existed have none. */
export function ItemSkillLevelBadge({ level }: { level: ItemSkillLevel | null }) {
  return (
    level && (
      <Badge variant="default" size="sm">
        {t(`level.${level}`)}
      </Badge>
    )
  );
}
