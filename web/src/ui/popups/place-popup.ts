/** Pixels between a popup and its anchor, and at least between it and the window's edges. */
const GAP = 4;

/**
 * Places a popover of the browser below its anchor, or above it if there is more room, and keeps it there while the
 * page scrolls. `align` is the side of the anchor that it lines up with, or `both` for the anchor's width. Returns a
 * function that stops it.
 */
export function placePopup(popup: HTMLElement, anchor: HTMLElement, align: 'start' | 'end' | 'both'): () => void {
  const place = () => {
    const { top, bottom, left, right, width } = anchor.getBoundingClientRect();
    const { clientWidth, clientHeight } = document.documentElement;
    const [above, below] = [top - 2 * GAP, clientHeight - bottom - 2 * GAP];
    const { style } = popup;
    style.width = align === 'both' ? `${width}px` : '';
    style.setProperty('--room', `${Math.max(above, below)}px`);
    const isAbove = popup.offsetHeight > below && above > below;
    style.top = isAbove ? 'auto' : `${bottom + GAP}px`;
    style.bottom = isAbove ? `${clientHeight - top + GAP}px` : 'auto';
    const isEnd = (align === 'end') !== (getComputedStyle(anchor).direction === 'rtl');
    const wanted = isEnd ? right - popup.offsetWidth : left;
    style.left = `${Math.max(GAP, Math.min(wanted, clientWidth - popup.offsetWidth - GAP))}px`;
  };
  place();
  const sizes = new ResizeObserver(place);
  sizes.observe(popup);
  const stopping = new AbortController();
  const options = { capture: true, passive: true, signal: stopping.signal };
  addEventListener('scroll', place, options);
  addEventListener('resize', place, options);
  return () => {
    sizes.disconnect();
    stopping.abort();
  };
}
