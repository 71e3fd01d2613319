/** The distance in pixels that counts as dragging rather than pressing. */
const BEYOND_A_PRESS = 5;

/** The distance in pixels from the window's edges at which the page scrolls. */
const EDGE = 64;

/** Pixels by which the page scrolls in a frame at most. */
const FASTEST = 16;

interface DragEvents {
  onBegin: () => void;
  /** Receives the index that the row would have. */
  onOver: (to: number) => void;
  onEnd: (to: number) => void;
  onCancel: () => void;
}

/**
 * Lets a pointer that was pressed on a row's handle drag the row within its list. The other rows make room, and the
 * page scrolls near the window's edges. The order stays as it is: `onEnd` changes it. Returns a function that cancels.
 */
export function dragRow(row: HTMLElement, press: PointerEvent, handle: HTMLElement, on: DragEvents): () => void {
  const list = row.parentElement ?? row;
  const rows = [...list.querySelectorAll<HTMLElement>(':scope > *')];
  const from = rows.indexOf(row);
  const topOf = (element: HTMLElement) => element.getBoundingClientRect().top;
  const pressedAt = press.clientY - topOf(list);
  const listening = new AbortController();
  let pointer = press.clientY;
  let to = from;
  let frame = 0;
  let places: { top: number; height: number }[] = [];
  const isDragging = () => places.length > 0;

  function begin(): void {
    const top = topOf(list);
    places = rows.map((each) => ({ top: topOf(each) - top, height: each.offsetHeight }));
    handle.setPointerCapture(press.pointerId);
    list.dataset['sorting'] = '';
    row.dataset['dragging'] = '';
    on.onBegin();
    follow();
  }

  function follow(): void {
    frame = requestAnimationFrame(follow);
    const depth = Math.min(pointer - EDGE, 0) + Math.max(pointer - (innerHeight - EDGE), 0);
    if (depth !== 0) scrollBy({ top: Math.max(-FASTEST, Math.min(FASTEST, depth / 4)), behavior: 'instant' });
    draw();
  }

  function draw(): void {
    const [first, own, last] = [places[0], places[from], places.at(-1)];
    if (first === undefined || own === undefined || last === undefined) return;
    const lowest = last.top + last.height - own.top - own.height;
    const moved = Math.max(first.top - own.top, Math.min(lowest, pointer - topOf(list) - pressedAt));
    row.style.transform = `translateY(${moved}px)`;
    const middle = own.top + moved + own.height / 2;
    const away = places.map(({ top, height }) => Math.abs(top + height / 2 - middle));
    const next = away.indexOf(Math.min(...away));
    if (next === to) return;
    to = next;
    const room = own.height + (places[1] === undefined ? 0 : places[1].top - first.top - first.height);
    for (const [index, each] of rows.entries()) {
      if (each === row) continue;
      const isPassed = index > from ? index <= to : index >= to;
      each.style.transform = isPassed ? `translateY(${index > from ? -room : room}px)` : '';
    }
    on.onOver(to);
  }

  /** Puts all rows back, without a transition. */
  function stop(): boolean {
    if (listening.signal.aborted) return false;
    const wasDragging = isDragging();
    listening.abort();
    cancelAnimationFrame(frame);
    for (const each of rows) each.style.transform = '';
    delete list.dataset['sorting'];
    delete row.dataset['dragging'];
    return wasDragging;
  }

  const cancel = () => {
    if (stop()) on.onCancel();
  };
  const { signal } = listening;
  const mine = (act: (event: PointerEvent) => void) => (event: PointerEvent) => {
    if (event.pointerId === press.pointerId) act(event);
  };
  const onMove = mine(({ clientY }) => {
    pointer = clientY;
    if (!isDragging() && Math.abs(pointer - press.clientY) >= BEYOND_A_PRESS) begin();
  });
  const onUp = mine(({ clientY }) => {
    pointer = clientY;
    if (isDragging()) draw();
    if (stop()) on.onEnd(to);
  });
  addEventListener('pointermove', onMove, { signal });
  addEventListener('pointerup', onUp, { signal });
  addEventListener('pointercancel', mine(cancel), { signal });
  addEventListener('blur', cancel, { signal });
  // A long touch would open a menu.
  addEventListener('contextmenu', (event) => event.preventDefault(), { signal });
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isDragging()) return;
    event.preventDefault();
    event.stopPropagation();
    cancel();
  };
  addEventListener('keydown', onKeyDown, { capture: true, signal });
  return cancel;
}
