/** The distance in pixels from the window's edges within which the page scrolls, faster when nearer. */
const EDGE = 96;
/** The maximum speed in pixels per frame. */
const FASTEST = 18;

/** Scrolls the page while the pointer, at `y` in the window, is near an edge. Calls `onScroll` after each step. */
export function scrollAtEdges(y: () => number, onScroll: () => void, until: AbortSignal): void {
  const step = () => {
    if (until.aborted) return;
    const by = speedAt(y(), window.innerHeight);
    const before = window.scrollY;
    if (by !== 0) window.scrollBy({ top: by, behavior: 'instant' });
    if (window.scrollY !== before) onScroll();
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

function speedAt(y: number, height: number): number {
  const within = (distance: number) => Math.max(0, Math.min(EDGE - distance, EDGE));
  return (FASTEST / EDGE) * (within(height - y) - within(y));
}
