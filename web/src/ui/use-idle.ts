import { useSyncExternalStore } from 'react';

/** Events that tell that somebody uses the page, before they can open anything. */
const USES = ['pointermove', 'pointerdown', 'keydown', 'wheel', 'touchstart'] as const;

let isUsed = false;
const listeners = new Set<() => void>();

function onFirstUse(): void {
  for (const name of USES) removeEventListener(name, onFirstUse);
  // Safari doesn't support idle callbacks.
  const whenIdle = 'requestIdleCallback' in window ? requestIdleCallback : (run: () => void) => setTimeout(run, 200);
  whenIdle(() => {
    isUsed = true;
    for (const listener of listeners) listener();
  });
}

function subscribe(listener: () => void): () => void {
  if (!isUsed && listeners.size === 0)
    for (const name of USES) addEventListener(name, onFirstUse, { capture: true, passive: true });
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Returns true once the console has been used and the browser was idle: the time for parts that may be opened next. A
 * page that is only looked at doesn't load them.
 */
export const useIdleAfterFirstUse = (): boolean => useSyncExternalStore(subscribe, () => isUsed);
