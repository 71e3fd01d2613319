import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { itemOfAnchor } from '../items/item-anchor.ts';
import { focusItem } from './item-focus.ts';

/** Puts the focus on the card or question that the address names behind its `#`, once its page is there. */
export function useNamedItem(): void {
  const id = itemOfAnchor(useLocation({ select: ({ hash }) => hash }));
  useEffect(() => {
    if (id === null) return;
    const frame = requestAnimationFrame(() => focusItem(id));
    return () => cancelAnimationFrame(frame);
  }, [id]);
}
