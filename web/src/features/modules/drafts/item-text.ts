import type { Flashcard, Question } from '@training/shared/courses/courses';
import { itemFieldsOf } from '../../items/item-fields.ts';
import { isEqualAsJson } from './merge.ts';

export type AnyItem = Flashcard | Question;

/** Returns a card or question as plain text for copying. */
export function formatItemAsText(item: AnyItem): string {
  return itemFieldsOf(item)
    .map(({ label, text }) => `${label}:\n${text}`)
    .join('\n');
}

/** Returns the items that are new or changed compared with `from`. */
export function findChangedItems<Item extends AnyItem>(from: Item[], items: Item[]): Item[] {
  const before = new Map(from.map((item) => [item.id, item]));
  return items.filter((item) => !isEqualAsJson(item, before.get(item.id)));
}
