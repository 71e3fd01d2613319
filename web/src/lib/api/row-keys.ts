import { type RefObject, useRef } from 'react';
import { useShortcut } from '../shortcuts.ts';

/**
 * Moves between the rows of a list with J and K, by focusing each row's first link. Returns a ref for the element
 * around the rows.
 * @param what The singular for the list of shortcuts, such as "module".
 */
export function useRowKeys(what: string, group: string): RefObject<HTMLDivElement | null> {
  const list = useRef<HTMLDivElement>(null);
  const move = (step: 1 | -1) => {
    const rows = Array.from(list.current?.querySelectorAll('tbody tr, li') ?? []);
    const here = rows.findIndex((row) => row.contains(document.activeElement));
    const link = rows[here === -1 ? 0 : here + step]?.querySelector('a');
    link?.scrollIntoView({ block: 'nearest' });
    link?.focus({ preventScroll: true });
  };
  useShortcut({ keys: 'j', does: `Next ${what}`, group }, () => move(1));
  useShortcut({ keys: 'k', does: `Previous ${what}`, group }, () => move(-1));
  return list;
}
