import { placesOfRows, rowsOf } from './places-of-rows.ts';
import { scrollAtEdges } from './scroll-at-edges.ts';

/** In pixels: a pointer that moves less only presses. */
const SLACK = 5;
/** In milliseconds: a new order that is not there by then was not taken. */
const PATIENCE = 300;

interface Steps {
  onBegin: () => void;
  /** It is over another place, counted from 0. */
  onOver: (to: number) => void;
  onEnd: (from: number, to: number) => void;
  onCancel: () => void;
}

export interface Drag {
  /** For when the list has been drawn in another order. */
  orderChanged: () => void;
  /** Puts it back where it was, unless it has been put down. */
  cancel: () => void;
}

/**
 * Lets a row of a list follow the pointer that was pressed on its handle, until it is released or Escape is pressed.
 * Until then only the styles of rows change: nothing is drawn again, and nothing leaves its place in the document.
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
    // As they will stand, until the order has come: else they would be seen to go back first.
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

/** Its own place is without a style, so that what is positioned within it is placed as ever. */
function shift(row: HTMLElement, pixels: number): void {
  const transform = pixels === 0 ? '' : `translateY(${pixels}px)`;
  if (row.style.transform !== transform) row.style.transform = transform;
}
