import { type KeyboardEvent, useCallback, useLayoutEffect, useRef, useState } from 'react';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface Picked {
  id: string;
  to: number;
}

export interface Order {
  ids: string[];
  nameOf: (id: string, index: number) => string;
  onMove: (id: string, to: number) => void;
  /** Announces a text to screen readers. */
  say: (text: string) => void;
}

/** What happened to an item, as announced. */
export type SortingStep = 'pickedUp' | 'moved' | 'putDown' | 'putBack';

/** Picks an item up, moves it and drops it by keyboard. Every key takes effect immediately. */
export function useKeyboardSort(order: Order) {
  const [picked, setPicked] = useState<Picked>();
  const isThere = picked !== undefined && order.ids.includes(picked.id);
  const now = useRef({ ...order, picked });
  useLayoutEffect(() => {
    now.current = { ...order, picked: isThere ? picked : undefined };
  });

  const putBack = useCallback(() => {
    const { picked: item, ids, nameOf, say } = now.current;
    if (!item) return;
    const from = ids.indexOf(item.id);
    setPicked(undefined);
    say(t('sorting.putBack', { name: nameOf(item.id, from), place: from + 1, count: ids.length }));
  }, []);

  const onKeyDown = useCallback(
    (id: string, event: KeyboardEvent) => {
      const { picked: item, ids, nameOf, onMove, say } = now.current;
      const from = ids.indexOf(id);
      const announce = (what: SortingStep, to: number) =>
        say(t(`sorting.${what}`, { name: nameOf(id, from), place: to + 1, count: ids.length }));
      const isHeld = item?.id === id;
      if (event.key === ' ' || event.key === 'Enter') {
        event.preventDefault();
        if (event.repeat) return;
        setPicked(isHeld ? undefined : { id, to: from });
        announce(isHeld ? 'putDown' : 'pickedUp', isHeld ? item.to : from);
        if (isHeld && item.to !== from) onMove(id, item.to);
      } else if (isHeld && event.key === 'Escape') {
        event.preventDefault();
        putBack();
      } else if (isHeld && (event.key === 'ArrowUp' || event.key === 'ArrowDown')) {
        event.preventDefault();
        const to = item.to + (event.key === 'ArrowUp' ? -1 : 1);
        if (to < 0 || to >= ids.length) return;
        setPicked({ id, to });
        announce('moved', to);
      }
    },
    [putBack],
  );

  return {
    /** The id of the picked item. */
    pickedId: isThere ? picked.id : undefined,
    /** The previewed order. */
    ids: isThere ? order.ids.filter((id) => id !== picked.id).toSpliced(picked.to, 0, picked.id) : order.ids,
    onKeyDown,
    putBack,
  };
}
