import { useState } from 'react';

/**
 * What a dialog is about, `null` while it is closed: kept for as long as it fades out, so that its words stay until it
 * is gone. While it is open it follows what becomes of that, for as long as `isStill` says that it is the same thing.
 */
export function useLast<What>(
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
