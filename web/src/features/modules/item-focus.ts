import type { SectionKind } from '@training/shared/courses/courses';
import { renderNow } from '../../ui/lists/gradually-rendered.tsx';
import { itemElementIdOf } from '../items/item-anchor.ts';

/** Returns the element id of an item's name. */
export const itemNameElementIdOf = (id: string) => `${itemElementIdOf(id)}-name`;

/** Focuses an item's name; its buttons and fields follow in tab order. */
export function focusItemName(id: string): void {
  // It may render only in the next frame, or get a different number.
  requestAnimationFrame(() => {
    renderNow(id);
    document.getElementById(itemNameElementIdOf(id))?.focus();
  });
}

/** Returns the element id of a section in the editor. */
export const sectionElementIdOf = (kind: SectionKind) => `part-${kind}`;

/** Focuses the section's heading. */
export function focusSection(kind: SectionKind): void {
  const part = document.getElementById(sectionElementIdOf(kind));
  part?.scrollIntoView({ block: 'start' });
  part?.querySelector<HTMLElement>('h2')?.focus({ preventScroll: true });
}

/** Focuses an item's first field, or any other focusable element in it. */
export function focusItem(id: string): void {
  renderNow(id);
  const item = document.getElementById(itemElementIdOf(id));
  const folded = item?.closest('details');
  if (folded) folded.open = true;
  const field = item?.querySelector<HTMLElement>('textarea') ?? item?.querySelector<HTMLElement>('button');
  item?.scrollIntoView({ block: 'center' });
  (field ?? item)?.focus({ preventScroll: true });
}
