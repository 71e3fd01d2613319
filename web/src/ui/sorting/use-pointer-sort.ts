import { type PointerEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { dragRow } from './drag-row.ts';
import type { Order } from './use-keyboard-sort.ts';

interface PointerOrder extends Order {
  onBegin: () => void;
}

/** Moves items by dragging their handles. Returns the handler for pointers pressed on a handle. */
export function usePointerSort(order: PointerOrder) {
  const now = useRef(order);
  const cancel = useRef<() => void>(undefined);
  useLayoutEffect(() => {
    now.current = order;
  });
  const shown = order.ids.join(' ');
  // The dragged rows are others now, or gone.
  useLayoutEffect(() => () => cancel.current?.(), [shown]);

  return useCallback((id: string, event: PointerEvent<HTMLElement>) => {
    const { currentTarget: handle, nativeEvent: press } = event;
    const row = handle.closest('li');
    if (row === null || !press.isPrimary || press.button !== 0) return;
    const placed = (what: string, place = now.current.ids.indexOf(id)) => {
      const { ids, nameOf, say } = now.current;
      say(`${nameOf(id, ids.indexOf(id))} ${what} place ${place + 1} of ${ids.length}.`);
    };
    cancel.current?.();
    cancel.current = dragRow(row, press, handle, {
      onBegin: () => {
        now.current.onBegin();
        placed('picked up. It’s at');
      },
      onOver: (to) => placed('moved to', to),
      onEnd: (to) => {
        placed('put down at', to);
        if (to !== now.current.ids.indexOf(id)) now.current.onMove(id, to);
      },
      onCancel: () => placed('is back where it was, at'),
    });
  }, []);
}
