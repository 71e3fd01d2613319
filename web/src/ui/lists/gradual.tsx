import { type ReactNode, useEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';

/** What is not drawn yet, by its id, in the order of the page. */
const waiting = new Map<string, () => void>();
/** So many are drawn at a time: few enough for a key to get its turn in between. */
const AT_A_TIME = 2;
/** In milliseconds: should the page never be idle. */
const PATIENCE = 100;
let isScheduled = false;

interface GradualProps {
  /** By which `drawNow` finds it. */
  id: string;
  /** Whether it is among the first that somebody sees. */
  isFirst: boolean;
  /** Stands in its place meanwhile, so that the browser's own search finds it. */
  instead: ReactNode;
  children: ReactNode;
}

/**
 * An item of a list that may be long and costs much to draw: it is drawn when the page has time for it, or comes near
 * the window, or `drawNow` asks for it. From then on it stays.
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

/** Draws an item before this returns, so that its fields can have the focus. */
export function drawNow(id: string): void {
  const draw = waiting.get(id);
  if (draw !== undefined) flushSync(draw);
}

function schedule(): void {
  if (isScheduled || waiting.size === 0) return;
  isScheduled = true;
  // Safari has no idle time to give.
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
