import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { itemOfAnchor } from '../items/item-anchor.ts';
import { focusItem } from './item-focus.ts';

/** Focuses the card or question named by the URL fragment, once the page is rendered. */
export function useNamedItem(): void {
  const id = itemOfAnchor(useLocation({ select: ({ hash }) => hash }));
  useEffect(() => {
    if (id === null) return;
    const frame = requestAnimationFrame(() => focusItem(id));
    return () => cancelAnimationFrame(frame);
  }, [id]);
}
