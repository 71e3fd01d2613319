/** In pixels from the edges of the window: there the page scrolls, the faster the nearer. */
const EDGE = 96;
/** In pixels for each frame. */
const FASTEST = 18;

/** Scrolls the page while a pointer, at `y` of the window, is near its edges, and says so each time it has. */
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
