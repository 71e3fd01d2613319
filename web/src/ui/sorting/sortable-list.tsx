import { VisuallyHidden } from '@mantine/core';
import {
  type KeyboardEvent,
  type ReactNode,
  memo,
  useCallback,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import { SortHandle } from './sort-handle.tsx';
import classes from './sortable-list.module.css';
import { useKeyboardSort } from './use-keyboard-sort.ts';
import { usePickedItem } from './use-picked-item.ts';
import { useDraggableRow, usePointerSort } from './use-pointer-sort.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface SortableListProps {
  label: string;
  /** The list re-renders only when the ids or their order change. */
  ids: string[];
  /** Returns an item's name for announcements: "Card 3". */
  nameOf: (id: string, index: number) => string;
  onMove: (id: string, to: number) => void;
  /** The CSS class of each row. */
  rowClass?: string | undefined;
  /** Renders an item; `handle` is its drag handle. Keep the function stable, so that only moved items re-render. */
  children: (id: string, index: number, handle: ReactNode) => ReactNode;
}

/** A list that can be sorted by dragging, by keyboard, or with step buttons. */
export function SortableList({ label, ids, nameOf, onMove, rowClass, children }: SortableListProps) {
  const [said, setSaid] = useState('');
  const sorting = usePickedItem({ ids, nameOf, onMove, say: setSaid });
  const { onKeyDown, onBlur } = useKeyboardSort(sorting.picking);
  const instructions = useId();
  usePointerSort(instructions, sorting.picking);
  return (
    <>
      <ol className={classes.list} aria-label={label}>
        {sorting.ids.map((id, index) => (
          <SortableRow
            key={id}
            id={id}
            index={index}
            isLast={index === ids.length - 1}
            name={nameOf(id, index)}
            className={rowClass}
            instructions={instructions}
            onStep={sorting.picking.step}
            pickedBy={id === sorting.picked?.id ? sorting.picked.by : undefined}
            onKeyDown={onKeyDown}
            onBlur={onBlur}
          >
            {children}
          </SortableRow>
        ))}
      </ol>
      <VisuallyHidden id={instructions}>{t('sorting.instructions')}</VisuallyHidden>
      <VisuallyHidden component="output">{said}</VisuallyHidden>
    </>
  );
}

interface SortableRowProps {
  id: string;
  index: number;
  isLast: boolean;
  name: string;
  className: string | undefined;
  /** The element id of the instructions, which also identifies the list. */
  instructions: string;
  onStep: (id: string, to: number) => void;
  pickedBy: 'keys' | 'pointer' | undefined;
  onKeyDown: (id: string, event: KeyboardEvent) => void;
  onBlur: () => void;
  children: SortableListProps['children'];
}

/** Re-renders its content only if the content or its position has changed. */
const SortableRow = memo((props: SortableRowProps) => {
  const { id, index, isLast, name, className, instructions, pickedBy, children } = props;
  const { onStep, onKeyDown, onBlur } = props;
  const row = useRef<HTMLLIElement>(null);
  const { rowRef, handleRef } = useDraggableRow(instructions, id);
  const ref = useCallback(
    (element: HTMLLIElement | null) => {
      row.current = element;
      return rowRef(element);
    },
    [rowRef],
  );
  useEffect(() => {
    if (pickedBy === 'keys') row.current?.scrollIntoView({ block: 'nearest' });
  }, [pickedBy, index]);
  const content = useMemo(
    () =>
      children(
        id,
        index,
        <SortHandle
          name={name}
          onUp={index === 0 ? undefined : () => onStep(id, index - 1)}
          onDown={isLast ? undefined : () => onStep(id, index + 1)}
          dragProps={{
            'aria-describedby': instructions,
            ref: handleRef,
            onKeyDown: (event) => onKeyDown(id, event),
            onBlur,
          }}
        />,
      ),
    [children, id, index, isLast, name, instructions, onStep, handleRef, onKeyDown, onBlur],
  );
  return (
    <li
      ref={ref}
      className={className === undefined ? classes.row : `${classes.row} ${className}`}
      data-picked={pickedBy}
    >
      {content}
    </li>
  );
});
