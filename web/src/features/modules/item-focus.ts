import type { SectionKind } from '@training/shared/courses';
import { drawNow } from '../../ui/lists/gradual.tsx';
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

/** Where a part of a module that is written begins. */
export const partId = (kind: SectionKind) => `part-${kind}`;

/** Puts the focus on its heading. */
export function focusPart(kind: SectionKind): void {
  const part = document.getElementById(partId(kind));
  part?.scrollIntoView({ block: 'start' });
  part?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}

/** Puts the focus on an item's first field, or on whatever of it takes the focus. */
export function focusItem(id: string): void {
  drawNow(id);
  const item = document.getElementById(anchorOf(id));
  const folded = item?.closest('details');
  if (folded) folded.open = true;
  const field = item?.querySelector<HTMLElement>('textarea') ?? item?.querySelector<HTMLElement>('button');
  item?.scrollIntoView({ block: 'center' });
  (field ?? item)?.focus({ preventScroll: true });
}
