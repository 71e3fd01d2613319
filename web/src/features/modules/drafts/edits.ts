import { moveById } from '../../../lib/move-by-id.ts';
import { notifyWithUndo } from '../../../ui/undo-notification.tsx';
import type { SectionDraft } from './section-draft.ts';

import type { AnyItem } from './item-text.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

type Identified = { id: string };

export function replaceDraftItem<Item extends Identified>(draft: SectionDraft<Item>, item: Item): boolean {
  return draft.edit((items) => items.map((each) => (each.id === item.id ? item : each)));
}

export function moveDraftItem<Item extends Identified>(draft: SectionDraft<Item>, id: string, to: number): void {
  draft.edit((items) => moveById(items, id, to));
}

/** Removes an item's source, with an undo notification. */
export function removeDraftItemSource<Item extends AnyItem>(
  draft: SectionDraft<Item>,
  id: string,
  about: string,
): void {
  const item = draft.readItem(id);
  const source = item?.source;
  if (item === undefined || source === undefined) return;
  replaceDraftItem(draft, { ...item, source: undefined });
  notifyWithUndo(t('sourceWasRemoved', { about }), async () => {
    const now = draft.readItem(id);
    if (now === undefined || !replaceDraftItem(draft, { ...now, source })) return t('cantUndoSectionHas');
    await draft.flush();
    return t('sourceBack');
  });
}

/** Removes an item, with an undo notification. Returns the id of the item now in its place, or before it. */
export function removeDraftItem<Item extends Identified>(
  draft: SectionDraft<Item>,
  id: string,
  name: string,
  onBack: () => void,
): string | undefined {
  const { items } = draft.read();
  const at = items.findIndex((item) => item.id === id);
  const item = items[at];
  if (item === undefined) return undefined;
  draft.edit((before) => before.filter((each) => each.id !== id));
  notifyWithUndo(t('wasRemoved', { name }), async () => {
    const isOpen = draft.edit((now) => (now.some((each) => each.id === id) ? now : now.toSpliced(at, 0, item)));
    if (!isOpen) return t('cantComeBack', { name });
    onBack();
    await draft.flush();
    return t('isBack', { name });
  });
  return (items[at + 1] ?? items[at - 1])?.id;
}
