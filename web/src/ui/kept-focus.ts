import { type RefObject, useEffect, useRef } from 'react';

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
