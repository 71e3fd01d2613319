import { z } from 'zod';
import { type Place, dropUnsaved, storeUnsaved, storedUnsaved } from '../../../lib/autosave/unsaved-words.ts';
import type { Kept, Unsaved } from './draft-state.ts';
import { type Identified, byId, isNewTo, isSame } from './merge.ts';
import type { SectionDraft } from './section-draft.ts';

/** Milliseconds before edits are stored in the browser, and thus the maximum loss in a crash. */
const PAUSE = 1_000;

/** Returns the stored edits that aren't in the current section. */
export function unsavedAt<Item extends Identified>(place: Place, item: z.ZodType<Item>, present: Item[]): Kept<Item>[] {
  const items = z.array(item);
  const ids = z.array(z.string());
  const Stored = z.object({ from: items, items, order: z.object({ from: ids, items: ids }) });
  const kept: Kept<Item>[] = [];
  for (const [id, words] of storedUnsaved(place)) {
    const { data } = Stored.safeParse(words);
    const found = data && { ...restored(data, present), id, because: 'closed' as const };
    if (found !== undefined && isNewTo(found, present)) kept.push(found);
    else dropUnsaved(place, id);
  }
  return kept;
}

/**
 * Stores the unsaved edits of `draft` in the browser until the server has them. Returns a function that does so
 * immediately and returns true if everything is stored.
 */
export function saveInBrowser<Item extends Identified>(draft: SectionDraft<Item>, place: Place): () => boolean {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let stored = new Map(draft.unsaved.map((unsaved) => [unsaved.id, unsaved]));
  const keep = () => {
    clearTimeout(timer);
    timer = undefined;
    const before = stored;
    stored = new Map();
    let isKept = true;
    for (const unsaved of draft.unsaved) {
      const last = before.get(unsaved.id);
      const isThere = last?.items === unsaved.items && last.from === unsaved.from;
      if (isThere || storeUnsaved(place, unsaved.id, shortened(unsaved))) {
        stored.set(unsaved.id, unsaved);
      } else {
        isKept = false;
        if (last !== undefined) stored.set(unsaved.id, last);
      }
    }
    for (const id of before.keys()) if (!stored.has(id)) dropUnsaved(place, id);
    return isKept;
  };
  draft.subscribe(() => {
    if (!draft.isUnsaved) keep();
    else timer ??= setTimeout(keep, PAUSE);
  });
  return keep;
}

/** Returns the stored form: full texts only for edited items, and the order of all. */
export function shortened<Item extends Identified>({ from, items }: Pick<Unsaved<Item>, 'from' | 'items'>) {
  const [was, is] = [byId(from), byId(items)];
  const isTyped = ({ id }: Item) => !isSame(was.get(id), is.get(id));
  const idsOf = (list: Item[]) => list.map(({ id }) => id);
  return {
    from: from.filter(isTyped),
    items: items.filter(isTyped),
    order: { from: idsOf(from), items: idsOf(items) },
  };
}

/** Restores the stored form. Unedited items are taken from the current version, as merging would do. */
export function restored<Item extends Identified>(
  { from, items, order }: ReturnType<typeof shortened<Item>>,
  present: Item[],
): Pick<Unsaved<Item>, 'from' | 'items'> {
  const now = byId(present);
  const whole = (ids: string[], typed: Map<string, Item>) => ids.flatMap((id) => typed.get(id) ?? now.get(id) ?? []);
  return { from: whole(order.from, byId(from)), items: whole(order.items, byId(items)) };
}
