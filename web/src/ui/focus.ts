import { type RefObject, useEffect, useRef } from 'react';

/**
 * Focuses `place` if nothing has the focus, or only a closing dialog. A user who has moved on keeps their focus,
 * because the next key presses are meant for it.
 */
export function restoreLostFocus(place: HTMLElement | null | undefined): void {
  const { activeElement } = document;
  const dialogs = document.querySelectorAll('[role=dialog]');
  const isLost = activeElement === null || activeElement === document.body;
  const isLeaving = dialogs.length === 1 && dialogs[0]?.contains(activeElement) === true;
  if (isLost || isLeaving) place?.focus();
}

/**
 * A callback ref that focuses the only field of a page when it is mounted, such as on sign-in. Browsers heed
 * `autofocus` only while a page loads. Dialogs use `data-autofocus`.
 */
export const focusOnMount = (field: HTMLElement | null): void => field?.focus();

/**
 * Keeps the focus nearby for keyboard users: if the focused element is removed, focuses the heading of its section. Put
 * the returned ref on the element that contains the sections.
 */
export function useFocusFallbackRef<Holder extends HTMLElement>(): RefObject<Holder | null> {
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
