import { useLayoutEffect, useRef, type RefObject } from 'react';

/** Until then whoever closes a dialog has put the focus elsewhere, if they know a better place; in milliseconds. */
const SETTLED = 10;

/**
 * Gives the focus back to where it was when a dialog opened, also where the dialog is drawn open from the beginning, or
 * taken off the page while it is open. Whoever has gone on meanwhile keeps it. `isReturned` false: who closes the
 * dialog knows a better place.
 *
 * @returns A ref for the dialog: its first field takes the focus in a timer of its own, which may come after Escape.
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
    const heading = headingAround(opener);
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

/** The heading of the section, or else of the page, that something is in. */
export function headingAround(element: Element | null): HTMLElement | null {
  const around = element?.closest('section[aria-labelledby]') ?? document.querySelector('main');
  return around?.querySelector<HTMLElement>('h1, h2') ?? null;
}

/** What opened a dialog, or the button of the menu that it was in; null where neither is there any more. */
function standingFor(opener: Element | null): HTMLElement | null {
  if (!(opener instanceof HTMLElement) || opener === document.body) return null;
  const menu = opener.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (menu) return document.getElementById(menu);
  return opener.isConnected ? opener : null;
}
