import { useEffect, useState } from 'react';
import { loadWithCatalogues } from '../lib/i18n/catalogues.ts';
import { notify } from './notify.ts';
import { useIdleAfterFirstUse } from './use-idle.ts';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

/**
 * Loads a component when the browser is idle, or when it is first opened. Undefined until then. If it can't load while
 * open, notifies the user and calls `close`.
 */
export function useLazyPart<Part>(load: () => Promise<Part>, isOpen: boolean, close: () => void): Part | undefined {
  const [part, setPart] = useState<Part>();
  const isWanted = useIdleAfterFirstUse() || isOpen;
  const isMissing = isWanted && part === undefined;
  useEffect(() => {
    if (!isMissing) return;
    let isShown = true;
    loadWithCatalogues(load()).then(
      (loaded) => isShown && setPart(() => loaded),
      () => {
        if (!isShown || !isOpen) return;
        notify(t('failedToLoadPart'));
        close();
      },
    );
    return () => {
      isShown = false;
    };
    // oxlint-disable-next-line react/exhaustive-deps -- `load` and `close` are new functions on each render
  }, [isMissing, isOpen]);
  return part;
}
