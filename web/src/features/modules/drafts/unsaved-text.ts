import { z } from 'zod';
import { type Place, dropUnsaved, storeUnsaved, storedUnsaved } from '../../../lib/kept/unsaved-words.ts';
import type { Kept, Unsaved } from './draft-state.ts';
import { type Identified, byId, isNewTo, isSame } from './merge.ts';
import type { SectionDraft } from './section-draft.ts';

/** How long what is typed waits until the browser keeps it; what a crash can take, in milliseconds. */
const PAUSE = 1_000;

/** What was kept there and the section as it is now does not have. */
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
 * Keeps what `draft` has unsaved in the browser until the server has it. What it answers does so at once, and says
 * whether all is kept.
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

/** As it is stored: whole is only what was typed, of the rest the order. */
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

/** What was not typed is taken as it is now: merging would take it from there. */
export function restored<Item extends Identified>(
  { from, items, order }: ReturnType<typeof shortened<Item>>,
  present: Item[],
): Pick<Unsaved<Item>, 'from' | 'items'> {
  const now = byId(present);
  const whole = (ids: string[], typed: Map<string, Item>) => ids.flatMap((id) => typed.get(id) ?? now.get(id) ?? []);
  return { from: whole(order.from, byId(from)), items: whole(order.items, byId(items)) };
}
