import type { ModuleDetail } from '@training/shared/courses/modules';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { GeneratedItemWarningList } from '../../ai/results/flags.tsx';
import { ItemSkillLevelBadge } from '../../ai/results/level.tsx';
import type { AnyItem } from '../drafts/item-text.ts';
import type { SectionDraft } from '../drafts/section-draft.ts';
import { useDraftItemValue } from '../drafts/use-section-drafts.ts';

interface MadeFlagsProps<Item extends AnyItem> {
  module: Pick<ModuleDetail, 'id'>;
  draft: SectionDraft<Item>;
  id: string;
}

/** The level and flags of a generated item, until it is edited. Manually created items have no source at first. */
export function GeneratedItemLevelAndWarnings<Item extends AnyItem>(props: MadeFlagsProps<Item>) {
  const item = useDraftItemValue(props.draft, props.id);
  return item?.source !== undefined && <FlagsOf {...props} item={item} />;
}

function FlagsOf<Item extends AnyItem>({ module, id, item }: MadeFlagsProps<Item> & { item: Item }) {
  const text = JSON.stringify({ ...item, source: undefined });
  const [asItCame] = useState(text);
  // A newly generated item renders for the first time and refetches.
  const flagged = trpc.modules.flags.useQuery({ id: module.id }, { staleTime: 1_000 });
  const made = flagged.data?.find(({ item_id }) => item_id === id);
  if (made === undefined || text !== asItCame) return null;
  return (
    <>
      <ItemSkillLevelBadge level={made.level} />
      <GeneratedItemWarningList flags={made.flags} />
    </>
  );
}
