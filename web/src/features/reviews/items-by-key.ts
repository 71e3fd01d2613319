import type { SectionKind } from '@training/shared/courses';
import { type FocusEvent, useRef } from 'react';
import { useShortcut } from '../../lib/shortcuts.ts';

const PANEL = 'data-section';
const ITEM = 'data-item';

/** Of the element that has a section's items in it, each of which is `itemProps`. */
export const panelProps = (section: SectionKind) => ({ [PANEL]: section });
export const itemProps = (id: string) => ({ [ITEM]: id, tabIndex: -1 });

const itemsOf = (section: SectionKind) =>
  Array.from(document.querySelectorAll<HTMLElement>(`[${PANEL}="${section}"] [${ITEM}]`));

const around = (element: Element | null) => element?.closest<HTMLElement>(`[${ITEM}]`) ?? null;

/** The card or question that has the focus, or has something in it that does. */
export const itemInFocus = () => around(document.activeElement)?.getAttribute(ITEM) ?? undefined;

/** Where a section begins. */
export const headingOf = (section: SectionKind) => document.querySelector<HTMLElement>(`[${PANEL}="${section}"] h2`);

/** J and K lead from item to item, through both sections; answers what has to hear of the focus. */
export function useItemKeys(section: SectionKind, onSection: (section: SectionKind) => void) {
  // A dialog or a button that went may have taken the focus: one goes on from where one was.
  const last = useRef<string>(undefined);
  const move = (step: 1 | -1) => {
    const items = itemsOf(section);
    const here = itemInFocus() ?? last.current;
    const place = items.findIndex((item) => item.getAttribute(ITEM) === here);
    const target = place === -1 ? items[0] : items[place + step];
    if (target !== undefined) return focus(target);
    const other = step === 1 ? 'quiz' : 'flashcards';
    if (place === -1 || other === section) return;
    onSection(other);
    whenThere(other, step);
  };
  useShortcut({ keys: 'j', does: 'Next card or question', group: 'Review' }, () => move(1));
  useShortcut({ keys: 'k', does: 'Previous card or question', group: 'Review' }, () => move(-1));
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      // From the heading of a section one begins with it.
      if (target.matches(`[${PANEL}] h2`)) last.current = undefined;
      else last.current = around(target)?.getAttribute(ITEM) ?? last.current;
    },
  };
}

function focus(item: HTMLElement): void {
  item.scrollIntoView({ block: 'nearest' });
  item.focus({ preventScroll: true });
}

/** As many frames a section may take to be drawn. */
const PATIENCE = 60;

function whenThere(section: SectionKind, step: 1 | -1, frames = PATIENCE): void {
  requestAnimationFrame(() => {
    const items = itemsOf(section);
    const target = step === 1 ? items[0] : items.at(-1);
    if (target !== undefined) focus(target);
    else if (frames > 0) whenThere(section, step, frames - 1);
  });
}
