import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** Items that aren't rendered yet, by id, in page order. */
const waiting = new Map<string, () => void>();
/** The number of items rendered at once: few enough to handle key presses in between. */
const AT_A_TIME = 2;
/** Milliseconds to wait at most if the page is never idle. */
const PATIENCE = 100;
let isScheduled = false;

interface GradualProps {
  /** The id for `drawNow`. */
  id: string;
  /** True if it is initially visible. */
  isFirst: boolean;
  /** A placeholder until then, so that the browser's own search finds the text. */
  instead: ReactNode;
  children: ReactNode;
}

/**
 * An item of a possibly long list that is expensive to render. It renders when the page is idle, when it comes near the
 * viewport, or on `drawNow`, and then stays.
 */
export function Gradual({ id, isFirst, instead, children }: GradualProps) {
  const [isDrawn, setDrawn] = useState(isFirst);
  const place = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isDrawn || place.current === null) return;
    const draw = () => setDrawn(true);
    const near = new IntersectionObserver((seen) => seen.some(({ isIntersecting }) => isIntersecting) && draw(), {
      rootMargin: '100% 0%',
    });
    near.observe(place.current);
    waiting.set(id, draw);
    schedule();
    return () => {
      near.disconnect();
      waiting.delete(id);
    };
  }, [id, isDrawn]);
  return isDrawn ? children : <div ref={place}>{instead}</div>;
}

/** Renders an item synchronously, so that its fields can be focused. */
export function drawNow(id: string): void {
  const draw = waiting.get(id);
  if (draw !== undefined) flushSync(draw);
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  // Safari doesn't support idle callbacks.
  if ('requestIdleCallback' in window) requestIdleCallback(drawSome, { timeout: PATIENCE });
  else setTimeout(drawSome, PATIENCE / 4);
}

function drawSome(): void {
  isScheduled = false;
  for (const [id, draw] of Array.from(waiting).slice(0, AT_A_TIME)) {
    waiting.delete(id);
    draw();
  }
  schedule();
}
