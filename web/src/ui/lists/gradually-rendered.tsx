import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Items that aren't rendered yet, by id, in page order. */
const waiting = new Map<string, () => void>();
/** The ids of those near the window, which come first. */
const near = new Set<string>();
/** Milliseconds to wait at most if the page is never idle. */
const PATIENCE = 100;
let isScheduled = false;

interface GradualProps {
  /** The id for `renderNow`. */
  id: string;
  /** True if it is initially visible. */
  isFirst: boolean;
  /** A placeholder until then, so that the browser's own search finds the text. */
  instead: ReactNode;
  children: ReactNode;
}

/**
 * An item of a possibly long list that is expensive to render. It renders when the page is idle, those near the window
 * first, or on `renderNow`, and then stays.
 */
export function GraduallyRenderedItem({ id, isFirst, instead, children }: GradualProps) {
  const [isDrawn, setDrawn] = useState(isFirst);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isDrawn || place.current === null) return;
    const draw = () => setDrawn(true);
    const seeing = new IntersectionObserver(
      (seen) => {
        if (seen.some(({ isIntersecting }) => isIntersecting)) near.add(id);
        else near.delete(id);
      },
      { rootMargin: '100% 0%' },
    );
    seeing.observe(place.current);
    waiting.set(id, draw);
    schedule();
    return () => {
      seeing.disconnect();
      waiting.delete(id);
      near.delete(id);
    };
  }, [id, isDrawn]);
  return isDrawn ? children : <div ref={place}>{instead}</div>;
}

/** Renders an item synchronously, so that its fields can be focused. */
export function renderNow(id: string): void {
  const draw = waiting.get(id);
  if (draw !== undefined) flushSync(draw);
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  // Safari doesn't support idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(drawNext, { timeout: PATIENCE });
  else setTimeout(drawNext, PATIENCE / 4);
}

/** Renders one item, so that key presses are handled in between. */
function drawNext(): void {
  isScheduled = false;
  const [id = ''] = near.size > 0 ? near : waiting.keys();
  const draw = waiting.get(id);
  near.delete(id);
  waiting.delete(id);
  draw?.();
  schedule();
}
