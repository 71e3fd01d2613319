import { VisuallyHidden } from '@mantine/core';
import {
  type KeyboardEvent,
  type PointerEvent,
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
import { usePointerSort } from './use-pointer-sort.ts';
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
  const order = { ids, nameOf, onMove, say: setSaid };
  const sorting = useKeyboardSort(order);
  const onPointerDown = usePointerSort({ ...order, onBegin: sorting.putBack });
  const instructions = useId();
  const now = useRef({ ids, nameOf, onMove });
  useEffect(() => {
    now.current = { ids, nameOf, onMove };
  });
  const onStep = useCallback((id: string, from: number, to: number) => {
    const { ids: all, nameOf: name, onMove: move } = now.current;
    setSaid(t('sorting.moved', { name: name(id, from), place: to + 1, count: all.length }));
    move(id, to);
  }, []);
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
            onStep={onStep}
            isPicked={id === sorting.pickedId}
            onPointerDown={onPointerDown}
            onKeyDown={sorting.onKeyDown}
            onBlur={sorting.putBack}
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
  /** The element id of the instructions. */
  instructions: string;
  onStep: (id: string, from: number, to: number) => void;
  /** True while picked up by keyboard. */
  isPicked: boolean;
  onPointerDown: (id: string, event: PointerEvent<HTMLElement>) => void;
  onKeyDown: (id: string, event: KeyboardEvent) => void;
  onBlur: () => void;
  children: SortableListProps['children'];
}

/** Re-renders its content only if the content or its position has changed. */
const SortableRow = memo((props: SortableRowProps) => {
  const { id, index, isLast, name, className, instructions, isPicked, children } = props;
  const { onStep, onPointerDown, onKeyDown, onBlur } = props;
  const row = useRef<HTMLLIElement>(null);
  useEffect(() => {
    if (isPicked) row.current?.scrollIntoView({ block: 'nearest' });
  }, [isPicked, index]);
  const content = useMemo(
    () =>
      children(
        id,
        index,
        <SortHandle
          name={name}
          onUp={index === 0 ? undefined : () => onStep(id, index, index - 1)}
          onDown={isLast ? undefined : () => onStep(id, index, index + 1)}
          dragProps={{
            'aria-describedby': instructions,
            onPointerDown: (event) => onPointerDown(id, event),
            onKeyDown: (event) => onKeyDown(id, event),
            onBlur,
          }}
        />,
      ),
    [children, id, index, isLast, name, instructions, onStep, onPointerDown, onKeyDown, onBlur],
  );
  return (
    <li
      ref={row}
      className={className === undefined ? classes.row : `${classes.row} ${className}`}
      data-picked={isPicked || undefined}
    >
      {content}
    </li>
  );
});
