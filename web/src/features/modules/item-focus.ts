import { drawNow } from '../../ui/gradual.tsx';
import { anchorOf } from '../items/item-anchor.ts';

/** Where its name is. */
export const nameIdOf = (id: string) => `${anchorOf(id)}-name`;

/** Puts the focus on an item's name: from there on, its buttons and fields follow. */
export function focusName(id: string): void {
  // It may be there only with the next frame, or get another number.
  requestAnimationFrame(() => {
    drawNow(id);
    document.getElementById(nameIdOf(id))?.focus();
  });
}

/** Puts the focus on an item's first field, or on whatever of it takes the focus. */
export function focusItem(id: string): void {
  drawNow(id);
  const item = document.getElementById(anchorOf(id));
  const field = item?.querySelector<HTMLElement>('textarea') ?? item?.querySelector<HTMLElement>('button');
  item?.scrollIntoView({ block: 'center' });
  (field ?? item)?.focus({ preventScroll: true });
}
