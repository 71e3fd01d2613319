import { useEffect, useState } from 'react';
import { notify } from './notify.ts';
import { useIdle } from './use-idle.ts';

/**
 * What is shown once somebody opens it: fetched when the browser is idle, or else when it is first opened. Undefined
 * until it is there; where it does not come although it is open, that is said, and `close` runs.
 */
export function useLater<Part>(load: () => Promise<Part>, isOpen: boolean, close: () => void): Part | undefined {
  const [part, setPart] = useState<Part>();
  const isWanted = useIdle() || isOpen;
  const isMissing = isWanted && part === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isShown = true;
    load().then(
      (loaded) => isShown && setPart(() => loaded),
      () => {
        if (!isShown || !isOpen) return;
        notify('Couldn’t load this. Check your connection and try again.');
        close();
      },
    );
    return () => {
      isShown = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- what loads and closes it is new at each render
  }, [isMissing, isOpen]);
  return part;
}
