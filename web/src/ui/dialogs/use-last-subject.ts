import { useState } from 'react';

/**
 * Returns the subject of a dialog, and keeps it while the dialog is fading out (`what` is `null`). While open, follows
 * changes as long as `isStill` returns true for the same subject.
 */
export function useLastSubject<What>(
  what: What | null,
  isStill: (now: What, last: What) => boolean = () => true,
): What | null {
  const [last, setLast] = useState(what);
  const [wasOpen, setWasOpen] = useState(what !== null);
  const isOpen = what !== null;
  if (isOpen !== wasOpen) setWasOpen(isOpen);
  if (what === null || what === last) return last;
  if (wasOpen && last !== null && !isStill(what, last)) return last;
  setLast(what);
  return what;
}
