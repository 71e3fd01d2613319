import { autoScrollWindowForElements } from '@atlaskit/pragmatic-drag-and-drop-auto-scroll/element';
import { attachClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/attach-closest-edge';
import { extractClosestEdge } from '@atlaskit/pragmatic-drag-and-drop-hitbox/closest-edge/extract-closest-edge';
import { getReorderDestinationIndex } from '@atlaskit/pragmatic-drag-and-drop-hitbox/util/get-reorder-destination-index';
import {
  draggable,
  dropTargetForElements,
  monitorForElements,
} from '@atlaskit/pragmatic-drag-and-drop/adapter/element-adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import type { DragLocationHistory } from '@atlaskit/pragmatic-drag-and-drop/types';
import { useCallback, useEffect } from 'react';
import type { ItemPicking } from './use-picked-item.ts';

/** Moves the items of a list as their handles are dragged. `list` identifies the list among those of the page. */
export function usePointerSort(
  list: string,
  { picked, shownIds, pickUp, moveTo, putDown, putBack }: ItemPicking,
): void {
  useEffect(() => {
    const isOfList = ({ source }: { source: { data: Record<string, unknown> } }) => source.data['list'] === list;
    const follow = ({ location }: { location: DragLocationHistory }) => {
      const item = picked();
      const [target] = location.current.dropTargets;
      if (!item || !target) return;
      moveTo(
        getReorderDestinationIndex({
          startIndex: item.to,
          indexOfTarget: shownIds().indexOf(String(target.data['id'])),
          closestEdgeOfTarget: extractClosestEdge(target.data),
          axis: 'vertical',
        }),
      );
    };
    return combine(
      monitorForElements({
        canMonitor: isOfList,
        onDragStart: ({ source }) => {
          putBack();
          pickUp(String(source.data['id']), 'pointer');
        },
        onDrag: follow,
        onDrop: (drop) => {
          follow(drop);
          // No target means that the drag was cancelled.
          if (drop.location.current.dropTargets.length > 0) putDown();
          else putBack();
        },
      }),
      autoScrollWindowForElements({ canScroll: isOfList }),
    );
  }, [list, picked, shownIds, pickUp, moveTo, putDown, putBack]);
}

/** Returns the refs of an item's row and of its handle. */
export function useDraggableRow(list: string, id: string) {
  const rowRef = useCallback(
    (row: HTMLElement | null) =>
      row === null
        ? undefined
        : dropTargetForElements({
            element: row,
            canDrop: ({ source }) => source.data['list'] === list,
            getData: ({ element, input }) =>
              attachClosestEdge({ id }, { element, input, allowedEdges: ['top', 'bottom'] }),
            // Beside the list, the pointer is still at the row that it left.
            getIsSticky: () => true,
          }),
    [list, id],
  );
  const handleRef = useCallback(
    (handle: HTMLElement | null) =>
      handle === null
        ? undefined
        : draggable({
            element: handle,
            getInitialData: () => ({ list, id }),
            onGenerateDragPreview: ({ location, nativeSetDragImage }) => {
              const row = handle.closest('li');
              if (row === null) return;
              const { left, top } = row.getBoundingClientRect();
              const { clientX, clientY } = location.current.input;
              nativeSetDragImage?.(row, clientX - left, clientY - top);
            },
          }),
    [list, id],
  );
  return { rowRef, handleRef };
}
