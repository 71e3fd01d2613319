import { moved } from '../../lib/moved.ts';
import { notifyWithUndo } from '../../ui/undo-notification.tsx';
import type { SectionDraft } from './section-draft.ts';

type Identified = { id: string };

export function replaceItem<Item extends Identified>(draft: SectionDraft<Item>, item: Item): void {
  draft.edit((items) => items.map((each) => (each.id === item.id ? item : each)));
}

export function moveItem<Item extends Identified>(draft: SectionDraft<Item>, id: string, to: number): void {
  draft.edit((items) => moved(items, id, to));
}

/** Takes an item away, and offers to put it back where it was; answers the id of what stands there now, or before it. */
export function removeItem<Item extends Identified>(
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
  notifyWithUndo(`${name} is removed.`, async () => {
    const isOpen = draft.edit((now) => (now.some((each) => each.id === id) ? now : now.toSpliced(at, 0, item)));
    if (!isOpen) return `${name} cannot come back: the section has been locked meanwhile.`;
    onBack();
    await draft.flush();
    return `${name} is back.`;
  });
  return (items[at + 1] ?? items[at - 1])?.id;
}
