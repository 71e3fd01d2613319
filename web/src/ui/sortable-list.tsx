import {
  type Announcements,
  DndContext,
  type DragEndEvent,
  PointerSensor,
  closestCenter,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import { SortableContext, useSortable, verticalListSortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { VisuallyHidden } from '@mantine/core';
import { type KeyboardEvent, type ReactNode, memo, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { SortHandle } from './sort-handle.tsx';
import classes from './sortable-list.module.css';
import { useKeyboardSort } from './use-keyboard-sort.ts';

interface SortableListProps {
  label: string;
  /** Drawn again only when they change, or their order. */
  ids: string[];
  /** What an item is called when it is moved: "Card 3". */
  nameOf: (id: string, index: number) => string;
  onMove: (id: string, to: number) => void;
  /** The CSS class of each row. */
  rowClass?: string | undefined;
  /**
   * Draws an item; `handle` is what moves it. While this is the same function, only items that moved are drawn again.
   */
  children: (id: string, index: number, handle: ReactNode) => ReactNode;
}

const INSTRUCTIONS = {
  draggable:
    'Press the space bar to pick it up, the arrow keys to move it, the space bar to put it down, Escape to cancel.',
};

/** Outside, so that it is the same each time: whatever hangs on it is drawn again otherwise. */
const BY_POINTER = { activationConstraint: { distance: 5 } };

/** A list that is put in order by dragging, by keyboard, or by a button for each step. */
export function SortableList({ label, ids, nameOf, onMove, rowClass, children }: SortableListProps) {
  const sensors = useSensors(useSensor(PointerSensor, BY_POINTER));
  const [said, setSaid] = useState('');
  const sorting = useKeyboardSort({ ids, nameOf, onMove, say: setSaid });
  const now = useRef({ ids, nameOf, onMove });
  useEffect(() => {
    now.current = { ids, nameOf, onMove };
  });
  const onStep = useCallback((id: string, from: number, to: number) => {
    const { ids: all, nameOf: name, onMove: move } = now.current;
    setSaid(`${name(id, from)} moved to place ${to + 1} of ${all.length}.`);
    move(id, to);
  }, []);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    const to = over === null ? -1 : ids.indexOf(String(over.id));
    if (to >= 0 && ids.indexOf(String(active.id)) !== to) onMove(String(active.id), to);
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      onDragStart={sorting.putBack}
      onDragEnd={onDragEnd}
      accessibility={{ screenReaderInstructions: INSTRUCTIONS, announcements: announcementsOf(ids, nameOf) }}
    >
      <SortableContext items={sorting.ids} strategy={verticalListSortingStrategy}>
        <ol className={classes.list} aria-label={label}>
          {sorting.ids.map((id, index) => (
            <SortableRow
              key={id}
              id={id}
              index={index}
              isLast={index === ids.length - 1}
              name={nameOf(id, index)}
              className={rowClass}
              onStep={onStep}
              isPicked={id === sorting.pickedId}
              onKeyDown={sorting.onKeyDown}
              onBlur={sorting.putBack}
            >
              {children}
            </SortableRow>
          ))}
        </ol>
        {/* Dragging by pointer says so by itself. */}
        <VisuallyHidden component="output">{said}</VisuallyHidden>
      </SortableContext>
    </DndContext>
  );
}

interface SortableRowProps {
  id: string;
  index: number;
  isLast: boolean;
  name: string;
  className: string | undefined;
  onStep: (id: string, from: number, to: number) => void;
  /** By keyboard. */
  isPicked: boolean;
  onKeyDown: (id: string, event: KeyboardEvent) => void;
  onBlur: () => void;
  children: SortableListProps['children'];
}

/** Its place changes with whatever is dragged; what it holds is drawn again only where that has changed. */
const SortableRow = memo((props: SortableRowProps) => {
  const { id, index, isLast, name, className, onStep, isPicked, onKeyDown, onBlur, children } = props;
  const { node, setNodeRef, setActivatorNodeRef, transform, transition, isDragging, attributes, listeners } =
    useSortable({
      id,
    });
  useEffect(() => {
    if (isPicked) node.current?.scrollIntoView({ block: 'nearest' });
  }, [isPicked, index, node]);
  const describedBy = attributes['aria-describedby'];
  const content = useMemo(
    () =>
      children(
        id,
        index,
        <SortHandle
          name={name}
          onUp={index === 0 ? undefined : () => onStep(id, index, index - 1)}
          onDown={isLast ? undefined : () => onStep(id, index, index + 1)}
          dragRef={setActivatorNodeRef}
          dragProps={{
            ...listeners,
            'aria-describedby': describedBy,
            onKeyDown: (event) => onKeyDown(id, event),
            onBlur,
          }}
        />,
      ),
    [children, id, index, isLast, name, onStep, setActivatorNodeRef, listeners, describedBy, onKeyDown, onBlur],
  );
  return (
    <li
      ref={setNodeRef}
      className={className === undefined ? classes.row : `${classes.row} ${className}`}
      data-dragging={isDragging || isPicked || undefined}
      style={{ transform: CSS.Translate.toString(transform), transition }}
    >
      {content}
    </li>
  );
});

/** What a screen reader hears while something is moved. */
function announcementsOf(ids: string[], nameOf: SortableListProps['nameOf']): Announcements {
  const indexOf = (id: string | number) => ids.indexOf(String(id));
  const name = (id: string | number) => nameOf(String(id), indexOf(id));
  const place = (id: string | number) => `place ${indexOf(id) + 1} of ${ids.length}`;
  const pickedUp = (id: string | number) => `${name(id)} picked up. It’s at ${place(id)}.`;
  return {
    onDragStart: ({ active }) => pickedUp(active.id),
    onDragOver: ({ active, over }) => {
      if (over === null) return undefined;
      // Over itself it is at once, and must not talk over what is said of the beginning.
      return over.id === active.id ? pickedUp(active.id) : `${name(active.id)} moved to ${place(over.id)}.`;
    },
    onDragEnd: ({ active, over }) => `${name(active.id)} put down at ${place(over === null ? active.id : over.id)}.`,
    onDragCancel: ({ active }) => `${name(active.id)} is back where it was, at ${place(active.id)}.`,
  };
}
