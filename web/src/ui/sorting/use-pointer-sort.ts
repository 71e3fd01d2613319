import { type PointerEvent, useCallback, useLayoutEffect, useRef } from 'react';
import { dragRow } from './drag-row.ts';
import type { Order, SortingStep } from './use-keyboard-sort.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

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
    const announce = (what: SortingStep, to = now.current.ids.indexOf(id)) => {
      const { ids, nameOf, say } = now.current;
      say(t(`sorting.${what}`, { name: nameOf(id, ids.indexOf(id)), place: to + 1, count: ids.length }));
    };
    cancel.current?.();
    cancel.current = dragRow(row, press, handle, {
      onBegin: () => {
        now.current.onBegin();
        announce('pickedUp');
      },
      onOver: (to) => announce('moved', to),
      onEnd: (to) => {
        announce('putDown', to);
        if (to !== now.current.ids.indexOf(id)) now.current.onMove(id, to);
      },
      onCancel: () => announce('putBack'),
    });
  }, []);
}
