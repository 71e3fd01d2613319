import type { ItemFlag, Said } from '@training/shared/ai/generated-items';
import { clip } from '../prompt/answer-text.ts';
import { nearDuplicates } from './near-duplicate-items.ts';

/** Flags near-duplicates of an earlier item or of an existing item in `there`, and replaces earlier `alike` flags. */
export async function flagAlike<Item extends { flags: ItemFlag[] }>(
  items: readonly Item[],
  saidBy: (item: Item) => Said,
  there: readonly Said[] = [],
): Promise<Item[]> {
  const alike = await nearDuplicates(items.map(saidBy), there);
  return items.map((item, n) => {
    const other = alike[n];
    const flags = item.flags.filter(({ kind }) => kind !== 'alike');
    if (other) flags.push({ kind: 'alike', detail: clip(other.asked, 200) });
    return { ...item, flags };
  });
}
