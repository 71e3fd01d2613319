import { keysOf } from '@training/shared/primitives';
import { type ComponentType, useEffect, useState } from 'react';
import { notify } from './notify.ts';
import { useIdle } from './use-idle.ts';

/**
 * A dialog whose code is fetched when the browser is idle, or else when it is first opened; `closed` is what it is given
 * while it is closed.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  closed: Partial<Props>,
) {
  const isOpenWith = (props: Partial<Props>) => keysOf(closed).some((name) => props[name] !== closed[name]);
  return function LazyDialog(props: Props) {
    const [Dialog, setDialog] = useState<ComponentType<Props>>();
    // One that is drawn open from the beginning would not know where the focus was.
    const [isDrawn, setDrawn] = useState(false);
    const isOpen = isOpenWith(props);
    const isWanted = useIdle() || isOpen;
    const isMissing = isWanted && Dialog === undefined;
    useEffect(() => {
      if (!isMissing) return;
      let isShown = true;
      load().then(
        (loaded) => isShown && setDialog(() => loaded),
        () => {
          if (!isShown || !isOpen) return;
          notify('Couldn’t load this. Check your connection and try again.');
          props.onClose();
        },
      );
      return () => {
        isShown = false;
      };
      // oxlint-disable-next-line react/exhaustive-deps -- what closes it is new at each render
    }, [isMissing, isOpen]);
    useEffect(() => setDrawn(Dialog !== undefined), [Dialog]);
    return Dialog === undefined ? null : <Dialog {...props} {...(isDrawn ? {} : closed)} />;
  };
}
