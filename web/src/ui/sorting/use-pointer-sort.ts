import { type PointerEvent, useCallback, useEffect, useLayoutEffect, useRef } from 'react';
import { type Drag, dragRow } from './drag-row.ts';
import type { Order } from './use-keyboard-sort.ts';

interface PointerOrder extends Order {
  onBegin: () => void;
}

/** Moves items by dragging their handles with mouse, touch or pen. Returns the handler for presses on a handle. */
export function usePointerSort(order: PointerOrder) {
  const now = useRef(order);
  useLayoutEffect(() => {
    now.current = order;
  });
  const drag = useRef<Drag>(undefined);
  const drawn = order.ids.join();
  useLayoutEffect(() => drag.current?.orderChanged(), [drawn]);
  useEffect(() => () => drag.current?.cancel(), []);
  return useCallback((id: string, press: PointerEvent<HTMLElement>) => {
    const row = press.currentTarget.closest('li');
    if (row === null || press.button !== 0 || !press.isPrimary) return;
    const say = (what: string, to?: number) => {
      const { ids, nameOf, say: tell } = now.current;
      const from = ids.indexOf(id);
      tell(`${nameOf(id, from)} ${what} place ${(to ?? from) + 1} of ${ids.length}.`);
    };
    drag.current?.cancel();
    drag.current = dragRow(press.nativeEvent, press.currentTarget, row, {
      onBegin: () => {
        now.current.onBegin();
        say('picked up. It’s at');
      },
      onOver: (to) => say('moved to', to),
      onEnd: (from, to) => {
        say('put down at', to);
        if (to !== from) now.current.onMove(id, to);
      },
      onCancel: () => say('is back where it was, at'),
    });
  }, []);
}
