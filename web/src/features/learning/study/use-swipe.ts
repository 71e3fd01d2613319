import { type PointerEvent, useRef } from 'react';

/** The minimum horizontal distance of a swipe in CSS pixels. */
const FAR = 48;

/** Detects swipes to the left or right, but not taps and vertical scrolling. */
export function useSwipe(swiped: (direction: 'left' | 'right') => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown(event: PointerEvent) {
      start.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY };
    },
    onPointerUp(event: PointerEvent) {
      if (start.current === null) return;
      const across = event.clientX - start.current.x;
      const along = event.clientY - start.current.y;
      start.current = null;
      if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(along)) swiped(across < 0 ? 'left' : 'right');
    },
    onPointerCancel() {
      start.current = null;
    },
  };
}
