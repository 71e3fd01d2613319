import {
  type Active,
  type DndContextProps,
  type Over,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { useRef } from 'react';
import type { Order } from './use-keyboard-sort.ts';

interface PointerOrder extends Order {
  onBegin: () => void;
}

/** Moves items by dragging their handles. Returns the properties of the list's `DndContext`. */
export function usePointerSort({ ids, nameOf, onMove, say, onBegin }: PointerOrder): DndContextProps {
  const sensors = useSensors(useSensor(PointerSensor, BEYOND_A_PRESS));
  const announced = useRef(-1);
  const placeOf = ({ id }: Active | Over) => ids.indexOf(String(id));
  const tell = (active: Active, what: string, place = placeOf(active)) => {
    announced.current = place;
    say(`${nameOf(String(active.id), placeOf(active))} ${what} place ${place + 1} of ${ids.length}.`);
  };
  return {
    sensors,
    collisionDetection: closestCenter,
    modifiers: VERTICALLY,
    accessibility: SILENT,
    onDragStart: ({ active }) => {
      onBegin();
      tell(active, 'picked up. It’s at');
    },
    onDragOver: ({ active, over }) => {
      const to = placeOf(over ?? active);
      if (to !== announced.current) tell(active, 'moved to', to);
    },
    onDragEnd: ({ active, over }) => {
      const to = placeOf(over ?? active);
      tell(active, 'put down at', to);
      if (to !== placeOf(active)) onMove(String(active.id), to);
    },
    onDragCancel: ({ active }) => tell(active, 'is back where it was, at'),
  };
}

/** The distance in pixels that counts as dragging rather than pressing. */
const BEYOND_A_PRESS = { activationConstraint: { distance: 5 } };

const VERTICALLY: DndContextProps['modifiers'] = [({ transform }) => ({ ...transform, x: 0 })];

/** The list announces by itself, in the same words as for the keyboard. */
const nothing = () => undefined;
const SILENT = {
  announcements: { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing },
};
