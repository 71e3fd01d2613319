import { type RefObject, useEffect } from 'react';
import type { AnyItem } from '../drafts/item-text.ts';
import type { SectionDraft } from '../drafts/section-draft.ts';

/** How long no key does anything after a field has gone under somebody's hands, in milliseconds. */
const PAUSE = 1_000;

/**
 * When a section is locked while somebody types into it: what they type on is meant for a field that has gone, so no
 * key does anything for a moment, and the page shows why.
 */
export function useSuddenLock<Item extends AnyItem>(
  draft: SectionDraft<Item>,
  section: RefObject<HTMLElement | null>,
): void {
  useEffect(() => {
    let wasOpen = draft.read().lock === null;
    return draft.subscribe(() => {
      const isOpen = draft.read().lock === null;
      const isSudden = wasOpen && !isOpen && isTypingIn(section.current);
      wasOpen = isOpen;
      if (!isSudden) return;
      ignoreKeys();
      // The notice is there with the next frame, and the box with what was typed, which has the focus then.
      requestAnimationFrame(() => requestAnimationFrame(() => showWhy(section.current)));
    });
  }, [draft, section]);
}

function isTypingIn(section: HTMLElement | null): boolean {
  const { activeElement } = document;
  return (
    activeElement !== null && activeElement.matches('input, textarea') && section?.contains(activeElement) === true
  );
}

function showWhy(section: HTMLElement | null): void {
  const notice = section?.querySelector<HTMLElement>('[data-lock]');
  const kept = section?.querySelector<HTMLElement>('[data-kept]');
  (kept ?? notice)?.focus({ preventScroll: true });
  (notice?.closest('section') ?? kept)?.scrollIntoView({ block: 'start' });
}

function ignoreKeys(): void {
  const ignore = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', ignore, { capture: true });
  setTimeout(() => removeEventListener('keydown', ignore, { capture: true }), PAUSE);
}
