import { useLocation } from '@tanstack/react-router';
import { type RefObject, useEffect, useState } from 'react';

/** What says that the reader goes elsewhere. */
const GOES_ON = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const;

/**
 * Leads a link to `#anchor` to its section: the heading gets the focus, and stays in place while what is above it is
 * still loading, until the reader goes on.
 */
export function useAnchored(anchor: string | undefined, heading: RefObject<HTMLElement | null>): void {
  const { hash } = useLocation();
  const isMeant = anchor !== undefined && hash === anchor;
  const visits = useVisits(anchor);
  useEffect(() => {
    if (!isMeant) return;
    const place = () => heading.current?.scrollIntoView({ block: 'start' });
    // A new page gives the focus to its main part first.
    const frame = requestAnimationFrame(() => {
      heading.current?.focus({ preventScroll: true });
      place();
    });
    const growing = new ResizeObserver(place);
    growing.observe(document.body);
    const leave = () => growing.disconnect();
    for (const way of GOES_ON) window.addEventListener(way, leave, { once: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      leave();
      for (const way of GOES_ON) window.removeEventListener(way, leave);
    };
  }, [isMeant, visits, heading]);
}

/** How often a link to the anchor was followed: for the router, one to where it is already leads nowhere. */
function useVisits(anchor: string | undefined): number {
  const [visits, setVisits] = useState(0);
  useEffect(() => {
    if (anchor === undefined) return;
    const onClick = ({ target }: MouseEvent) => {
      const link = target instanceof Element ? target.closest('a') : null;
      if (link?.hash === `#${anchor}` && link.pathname === location.pathname) setVisits((before) => before + 1);
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [anchor]);
  return visits;
}
