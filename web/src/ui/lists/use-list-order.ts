import { useState } from 'react';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import type { TableSort } from './sort-control.tsx';

/** The key of the column that a list is sorted by, and the direction. */
interface ListOrder {
  by: string;
  isDescending: boolean;
}

interface ListOrderOptions<By extends string> {
  /** The name under which the order is saved. */
  list:
    | 'analytics-departments'
    | 'analytics-modules'
    | 'analytics-people'
    | 'assignments'
    | 'courses'
    | 'departments'
    | 'people'
    | 'reviews'
    | 'suggestions'
    | 'team'
    | 'tokens'
    | 'training'
    | 'webhook-deliveries'
    | 'webhooks';
  /** The keys of all columns that sort. */
  keys: readonly By[];
  /** The order before a person has chosen another. */
  initial: { by: By; isDescending: boolean };
  /** Columns that sort in descending order first, such as times and numbers. */
  descendingFirst?: readonly By[];
  /** The order in the URL, if the list has one there. It takes precedence over the saved one. */
  inUrl?: { by: By | undefined; isDescending: boolean | undefined };
  onChange?: (order: { by: By; isDescending: boolean }) => void;
}

/** Sorts a list by its columns. The order is saved for the workspace's person in the browser. */
export function useListOrder<By extends string>(options: ListOrderOptions<By>): TableSort & { by: By } {
  const { list, keys, initial, descendingFirst = [], inUrl, onChange } = options;
  const { user } = useWorkspaceSession();
  const key = `order/${user.id}/${list}`;
  const [saved, setSaved] = useState(() => savedOrder(key));
  const keyOf = (by: string | undefined) => keys.find((each) => each === by);
  const savedBy = keyOf(saved?.by);
  const { by, isDescending } =
    inUrl?.by !== undefined
      ? { by: inUrl.by, isDescending: inUrl.isDescending ?? false }
      : savedBy !== undefined && saved !== undefined
        ? { by: savedBy, isDescending: saved.isDescending }
        : initial;
  const onSort = (asked: string) => {
    const next = keyOf(asked);
    if (next === undefined) return;
    const order = { by: next, isDescending: next === by ? !isDescending : descendingFirst.includes(next) };
    saveOrder(key, order);
    setSaved(order);
    onChange?.(order);
  };
  return { by, isDescending, onSort };
}

function savedOrder(key: string): ListOrder | undefined {
  try {
    const [by, way] = localStorage.getItem(key)?.split(' ') ?? [];
    return by === undefined ? undefined : { by, isDescending: way === 'down' };
  } catch {
    // Storage is disabled.
    return undefined;
  }
}

function saveOrder(key: string, { by, isDescending }: ListOrder): void {
  try {
    localStorage.setItem(key, `${by} ${isDescending ? 'down' : 'up'}`);
  } catch {
    // Storage is disabled or full.
  }
}
