import type { SectionKind } from '@training/shared/courses/courses';
import { type FocusEvent, useRef } from 'react';
import { useShortcut } from '../../lib/shortcuts.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

const PANEL = 'data-section';
const ITEM = 'data-item';

/** Attributes of the element that contains a section's items, each of which has `reviewItemAttributesOf`. */
export const sectionPanelAttributesOf = (section: SectionKind) => ({ [PANEL]: section });

/** Attributes of an item's element, by which J and K find it. */
export const reviewItemAttributesOf = (id: string) => ({ [ITEM]: id, tabIndex: -1 });

const itemsOf = (section: SectionKind) =>
  Array.from(document.querySelectorAll<HTMLElement>(`[${PANEL}="${section}"] [${ITEM}]`));

const around = (element: Element | null) => element?.closest<HTMLElement>(`[${ITEM}]`) ?? null;

/** Returns the id of the card or question that contains the focus. */
export const findFocusedItemId = () => around(document.activeElement)?.getAttribute(ITEM) ?? undefined;

/** Returns the displayed card or question of a section by its id. */
export const findItemElementById = (section: SectionKind, id: string | undefined) =>
  itemsOf(section).find((item) => item.getAttribute(ITEM) === id);

/** Returns the heading of a section. */
export const findSectionHeadingElement = (section: SectionKind) =>
  document.querySelector<HTMLElement>(`[${PANEL}="${section}"] h2`);

/** Moves between items of both sections with J and K. Returns the handlers that track the focus. */
export function useItemKeyNavigation(section: SectionKind, onSection: (section: SectionKind) => void) {
  // The last focused item: continues from there if a dialog or a removed button took the focus.
  const last = useRef<string>(undefined);
  const move = (step: 1 | -1) => {
    const items = itemsOf(section);
    const here = findFocusedItemId() ?? last.current;
    const place = items.findIndex((item) => item.getAttribute(ITEM) === here);
    const target = place === -1 ? items[0] : items[place + step];
    if (target !== undefined) return focus(target);
    const other = step === 1 ? 'quiz' : 'flashcards';
    if (place === -1 || other === section) return;
    onSection(other);
    whenThere(other, step);
  };
  useShortcut({ keys: 'j', does: t('nextItem'), group: t('review') }, () => move(1));
  useShortcut({ keys: 'k', does: t('previousItem'), group: t('review') }, () => move(-1));
  return {
    onFocus: ({ target }: FocusEvent<HTMLElement>) => {
      // Starts with the section's first item if its heading has the focus.
      if (target.matches(`[${PANEL}] h2`)) last.current = undefined;
      else last.current = around(target)?.getAttribute(ITEM) ?? last.current;
    },
  };
}

function focus(item: HTMLElement): void {
  item.scrollIntoView({ block: 'nearest' });
  item.focus({ preventScroll: true });
}

/** The number of frames to wait for a section to render. */
const PATIENCE = 60;

function whenThere(section: SectionKind, step: 1 | -1, frames = PATIENCE): void {
  requestAnimationFrame(() => {
    const items = itemsOf(section);
    const target = step === 1 ? items[0] : items.at(-1);
    if (target !== undefined) focus(target);
    else if (frames > 0) whenThere(section, step, frames - 1);
  });
}
