import { placesOfRows, rowsOf } from './places-of-rows.ts';
import { scrollAtEdges } from './scroll-at-edges.ts';

/** The minimum distance in pixels that counts as dragging rather than pressing. */
const SLACK = 5;
/** Milliseconds after which a new order that hasn't rendered counts as rejected. */
const PATIENCE = 300;

interface Steps {
  onBegin: () => void;
  /** Called with the new index, from 0. */
  onOver: (to: number) => void;
  onEnd: (from: number, to: number) => void;
  onCancel: () => void;
}

export interface Drag {
  /** Call when the list has rendered in a different order. */
  orderChanged: () => void;
  /** Moves it back, unless it has been dropped. */
  cancel: () => void;
}

/**
 * Lets a row follow the pointer pressed on its handle, until release or Escape. Until then only the styles of rows
 * change: nothing re-renders or moves in the document.
 */
export function dragRow(press: PointerEvent, handle: HTMLElement, row: HTMLElement, steps: Steps): Drag {
  const { parentElement: list } = row;
  if (list === null) throw new Error('a row stands in a list');
  const released = new AbortController();
  const grip = press.clientY - row.getBoundingClientRect().top;
  let state: 'pressed' | 'dragged' | 'put' | 'done' = 'pressed';
  let pointer = press.clientY;
  let over: number | null = null;

  const clear = () => {
    state = 'done';
    for (const each of rowsOf(list)) shift(each, 0);
    delete row.dataset['dragging'];
    delete list.dataset['sorting'];
  };
  const place = () => {
    const { to, shifts } = placesOfRows(list, row, pointer - grip);
    rowsOf(list).forEach((each, index) => shift(each, shifts[index] ?? 0));
    if (over !== null && to !== over) steps.onOver(to);
    over = to;
  };
  const begin = () => {
    state = 'dragged';
    handle.setPointerCapture(press.pointerId);
    row.dataset['dragging'] = 'true';
    list.dataset['sorting'] = 'true';
    scrollAtEdges(() => pointer, place, released.signal);
    steps.onBegin();
  };
  const cancel = () => {
    released.abort();
    const isUnderWay = state === 'dragged';
    if (isUnderWay || state === 'put') clear();
    if (isUnderWay) steps.onCancel();
  };
  const put = () => {
    released.abort();
    if (state !== 'dragged') return;
    state = 'put';
    // Keeps the rows in their new positions until the new order renders; otherwise they would briefly jump back.
    const { from, to, put: way } = placesOfRows(list, row, pointer - grip);
    delete row.dataset['dragging'];
    shift(row, way);
    setTimeout(() => state === 'put' && clear(), PATIENCE);
    steps.onEnd(from, to);
  };

  const on = <Name extends keyof DocumentEventMap>(name: Name, react: (event: DocumentEventMap[Name]) => void) =>
    document.addEventListener(name, react, { signal: released.signal, capture: true });
  const isIt = ({ pointerId }: PointerEvent) => pointerId === press.pointerId;
  on('pointermove', (event) => {
    if (!isIt(event)) return;
    pointer = event.clientY;
    const isFar = Math.hypot(event.clientX - press.clientX, event.clientY - press.clientY) >= SLACK;
    if (state === 'pressed' && isFar) begin();
    if (state === 'dragged') place();
  });
  on('pointerup', (event) => isIt(event) && put());
  on('pointercancel', (event) => isIt(event) && cancel());
  on('keydown', (event) => {
    if (state !== 'dragged' || event.key !== 'Escape') return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  });
  return {
    cancel,
    orderChanged: () => {
      if (!row.isConnected) cancel();
      else if (state === 'put') clear();
      else if (state === 'dragged') place();
    },
  };
}

/** Shifts a row. At 0 it has no transform, so that elements positioned within it aren't affected. */
function shift(row: HTMLElement, pixels: number): void {
  const transform = pixels === 0 ? '' : `translateY(${pixels}px)`;
  if (row.style.transform !== transform) row.style.transform = transform;
}
