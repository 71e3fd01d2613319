import { type RefObject, useEffect, useRef } from 'react';

/**
 * Lets whoever works by keyboard go on near where they were: when what had the focus is taken off the page, the heading
 * of its section gets it. The element of the answered ref holds those sections.
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
    // With the next frame, after whoever knows a better place for it.
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
