import { useLayoutEffect, useRef, type RefObject, useEffect } from 'react';

/**
 * A ref that focuses the only field of a page, such as sign-in. Browsers heed `autofocus` only while a page loads.
 * Dialogs use `data-autofocus`.
 */
export const focusAtFirst = (field: HTMLElement | null): void => field?.focus();

/**
 * Focuses `place` if nothing has the focus, or only a closing dialog. A user who has moved on keeps their focus,
 * because the next key presses are meant for it.
 */
export function giveLostFocus(place: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  const dialogs = document.querySelectorAll('[role=dialog]');
  const isLost = activeElement === null || activeElement === document.body;
  const isLeaving = dialogs.length === 1 && dialogs[0]?.contains(activeElement) === true;
  if (isLost || isLeaving) place?.focus();
}

/**
 * Keeps the focus nearby for keyboard users: if the focused element is removed, focuses the heading of its section. Put
 * the returned ref on the element that contains the sections.
 */
export function useKeptFocus<Holder extends HTMLElement>(): RefObject<Holder | null> {
  const holder = useRef<Holder>(null);
  useEffect(() => {
    const inside = holder.current;
    if (inside === null) return;
    let last: Element | null = null;
    let section: Element | null = null;
    const remember = ({ target }: FocusEvent) => {
      if (!(target instanceof Element)) return;
      last = target;
      section = target.closest('section[aria-labelledby]');
    };
    const look = () => {
      if (last === null || last.isConnected || document.activeElement !== document.body) return;
      last = null;
      const place = section?.isConnected ? section : document.querySelector('main');
      place?.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
    };
    // In the next frame, so that other code can choose a better place first.
    const observer = new MutationObserver(() => {
      if (last !== null && !last.isConnected) requestAnimationFrame(look);
    });
    inside.addEventListener('focusin', remember);
    observer.observe(inside, { childList: true, subtree: true });
    return () => {
      inside.removeEventListener('focusin', remember);
      observer.disconnect();
    };
  }, []);
  return holder;
}

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

/** Returns the heading of the section, or else the page, that contains an element. */
export function headingAround(element: Element | null): HTMLElement | null {
  const around = element?.closest('section[aria-labelledby]') ?? document.querySelector('main');
  return around?.querySelector<HTMLElement>('h1, h2') ?? null;
}

/** Returns the dialog's opener, or the button of the menu that contained it; null if neither exists any more. */
function standingFor(opener: Element | null): HTMLElement | null {
  if (!(opener instanceof HTMLElement) || opener === document.body) return null;
  const menu = opener.closest('[role="menu"]')?.getAttribute('aria-labelledby');
  if (menu) return document.getElementById(menu);
  return opener.isConnected ? opener : null;
}
