import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface Picked {
  id: string;
  to: number;
  by: 'keys' | 'pointer';
}

interface Order {
  ids: string[];
  nameOf: (id: string, index: number) => string;
  onMove: (id: string, to: number) => void;
  /** Announces a text to screen readers. */
  say: (text: string) => void;
}

export type ItemPicking = ReturnType<typeof usePickedItem>['picking'];

/** The item that is picked up by keyboard or pointer. Shows the order that it would have, and announces each step. */
export function usePickedItem(order: Order) {
  const [state, setState] = useState<Picked>();
  const picked = state !== undefined && order.ids.includes(state.id) ? state : undefined;
  const now = useRef({ ...order, picked });
  useLayoutEffect(() => {
    now.current = { ...order, picked };
  });

  const picking = useMemo(() => {
    const change = (next: Picked | undefined) => {
      now.current.picked = next;
      setState(next);
    };
    const announce = (id: string, what: 'pickedUp' | 'moved' | 'putDown' | 'putBack', to: number) => {
      const { ids, nameOf, say } = now.current;
      say(t(`sorting.${what}`, { name: nameOf(id, ids.indexOf(id)), place: to + 1, count: ids.length }));
    };
    return {
      picked: () => now.current.picked,
      shownIds: () => withPicked(now.current.ids, now.current.picked),
      pickUp: (id: string, by: Picked['by']) => {
        const to = now.current.ids.indexOf(id);
        change({ id, to, by });
        announce(id, 'pickedUp', to);
      },
      moveTo: (to: number) => {
        const { picked: item, ids } = now.current;
        if (!item || to === item.to || to < 0 || to >= ids.length) return;
        change({ ...item, to });
        announce(item.id, 'moved', to);
      },
      putDown: () => {
        const { picked: item, ids, onMove } = now.current;
        if (!item) return;
        change(undefined);
        announce(item.id, 'putDown', item.to);
        if (item.to !== ids.indexOf(item.id)) onMove(item.id, item.to);
      },
      putBack: () => {
        const { picked: item, ids } = now.current;
        if (!item) return;
        change(undefined);
        announce(item.id, 'putBack', ids.indexOf(item.id));
      },
      /** Moves an item without picking it up. */
      step: (id: string, to: number) => {
        announce(id, 'moved', to);
        now.current.onMove(id, to);
      },
    };
  }, []);

  return { picked, ids: withPicked(order.ids, picked), picking };
}

const withPicked = (ids: string[], picked: Picked | undefined) =>
  picked === undefined ? ids : ids.filter((id) => id !== picked.id).toSpliced(picked.to, 0, picked.id);
