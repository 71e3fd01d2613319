import { type KeyboardEvent, useMemo } from 'react';
import type { ItemPicking } from './use-picked-item.ts';

/** Picks an item up, moves it and drops it by keyboard. Every key takes effect immediately. */
export function useKeyboardSort({ picked, pickUp, moveTo, putDown, putBack }: ItemPicking) {
  return useMemo(
    () => ({
      onKeyDown: (id: string, event: KeyboardEvent) => {
        const item = picked();
        const isHeld = item?.id === id;
        if (event.key === ' ' || event.key === 'Enter') {
          event.preventDefault();
          if (event.repeat) return;
          if (isHeld) putDown();
          else pickUp(id, 'keys');
        } else if (isHeld && event.key === 'Escape') {
          event.preventDefault();
          putBack();
        } else if (isHeld && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
          event.preventDefault();
          moveTo(item.to + (event.key === 'ArrowUp' ? -1 : 1));
        }
      },
      onBlur: () => {
        if (picked()?.by === 'keys') putBack();
      },
    }),
    [picked, pickUp, moveTo, putDown, putBack],
  );
}
