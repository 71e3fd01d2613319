import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Milliseconds in which the code that closes a dialog may move the focus elsewhere. */
const SETTLED = 10;

/**
 * Returns the focus to its previous place when a dialog closes, even if the dialog was mounted open or unmounted while
 * open. A user who has moved on keeps their focus. Pass `isReturned` false if the caller moves the focus itself.
 * @returns A ref for the dialog. Its first field takes the focus in a separate timer, which may fire after Escape.
 */
export function useReturnedFocus(opened: boolean, isReturned: boolean): RefObject<HTMLDivElement | null> {
  const dialog = useRef<HTMLDivElement>(null);
  const latest = useRef(isReturned);
  useLayoutEffect(() => {
    latest.current = isReturned;
  });
  useLayoutEffect(() => {
    if (!opened) return;
    const opener = document.activeElement;
    const heading = findHeadingAround(opener);
    return () => {
      const left = document.activeElement;
      setTimeout(() => {
        const { activeElement, body } = document;
        const isLeft = activeElement === left || isIn(dialog, activeElement);
        const isLost = activeElement === null || activeElement === body || isLeft;
        if (latest.current && isLost) (standingFor(opener) ?? heading)?.focus({ preventScroll: true });
      }, SETTLED);
    };
  }, [opened]);
  return dialog;
}

const isIn = (dialog: RefObject<HTMLElement | null>, element: Element | null): boolean =>
  dialog.current?.contains(element) === true;

/** Returns the heading of the section, or else the page, that contains an element. */
export function findHeadingAround(element: Element | null): HTMLElement | null {
  const around = element?.closest('section[aria-labelledby]') ?? document.querySelector('main');
  return around?.querySelector<HTMLElement>('h1, h2') ?? null;
}

/** Returns the dialog's opener; null if it does not exist any more. */
function standingFor(opener: Element | null): HTMLElement | null {
  if (!(opener instanceof HTMLElement) || opener === document.body) return null;
  return opener.isConnected ? opener : null;
}
