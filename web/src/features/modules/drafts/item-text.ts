import type { Flashcard, Question } from '@training/shared/courses/courses';
import { fieldsOf } from '../../items/item-fields.ts';
import { isSame } from './merge.ts';

export type AnyItem = Flashcard | Question;

/** Returns a card or question as plain text for copying. */
export function itemAsText(item: AnyItem): string {
  return fieldsOf(item)
    .map(({ label, text }) => `${label}:\n${text}`)
    .join('\n');
}

/** Returns the items that are new or changed compared with `from`. */
export function changedItems<Item extends AnyItem>(from: Item[], items: Item[]): Item[] {
  const before = new Map(from.map((item) => [item.id, item]));
  return items.filter((item) => !isSame(item, before.get(item.id)));
}
