import { type RefObject, useRef } from 'react';
import { useShortcut } from './shortcuts.ts';

/**
 * J and K lead from row to row of a list: to the first link of each. Answers what stands around the rows.
 *
 * @param what "module", for the list of shortcuts
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
