import { type RefObject, useEffect } from 'react';
import type { AnyItem } from '../drafts/item-text.ts';
import type { SectionDraft } from '../drafts/section-draft.ts';

/** Milliseconds during which key presses are ignored after a focused field has disappeared. */
const PAUSE = 1_000;

/**
 * Handles a lock while the user is typing: further key presses are meant for the field that has disappeared, so they
 * are ignored briefly, and the page shows the reason.
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
      // The notice renders in the next frame, and the box with the unsaved text, which then has the focus.
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
