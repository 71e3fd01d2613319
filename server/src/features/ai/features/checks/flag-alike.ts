import type { ItemFlag } from '@training/shared/generated-items';
import { clip } from '../prompt/answer-text.ts';
import { nearDuplicates, type Said } from './near-duplicates.ts';

/** Flags what says the same as an item before it, in place of what was said of that before. */
export function flagAlike<Item extends { flags: ItemFlag[] }>(
  items: readonly Item[],
  saidBy: (item: Item) => Said,
): Item[] {
  const said = items.map(saidBy);
  const alike = nearDuplicates(said);
  return items.map((item, n) => {
    const other = said[alike[n] ?? -1];
    const flags = item.flags.filter(({ kind }) => kind !== 'alike');
    if (other) flags.push({ kind: 'alike', detail: clip(other.asked, 200) });
    return { ...item, flags };
  });
}
