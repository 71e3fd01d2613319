import { z } from 'zod';
import { type Identified, merge, isSame } from './merge.ts';

/** What was typed into a section and the server does not have, with what it began from. */
export interface Unsaved<Item> {
  from: Item[];
  items: Item[];
}

/** Of one person, module and section. It is kept in the tab, so that no other person of this computer comes upon it. */
export const storageKey = (person: string, module: string, section: string) =>
  ['unsaved', person, module, section].join(' ');

/** Keeps what is unsaved for when this tab shows the section again; null forgets it. */
export function keepUnsaved<Item>(key: string, unsaved: Unsaved<Item> | null): void {
  try {
    if (unsaved === null) sessionStorage.removeItem(key);
    else sessionStorage.setItem(key, JSON.stringify(unsaved));
  } catch {
    // Storage is switched off, or full. Leaving has asked first.
  }
}

/** What was kept, where the section as it is now does not have it already. */
export function unsavedOf<Item extends Identified>(
  key: string,
  item: z.ZodType<Item>,
  present: Item[],
): Unsaved<Item> | null {
  const items = z.array(item);
  const kept = z.object({ from: items, items }).safeParse(read(key)).data;
  if (kept === undefined) return null;
  const merged = merge(kept.from, kept.items, present);
  return merged.conflicts.length === 0 && isSame(merged.items, present) ? null : kept;
}

function read(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
