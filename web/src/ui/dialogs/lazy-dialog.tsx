import { keysOf } from '@training/shared/primitives';
import { type ComponentType, useEffect, useState } from 'react';
import { useLater } from '../use-later.ts';

/**
 * A dialog whose code is fetched when the browser is idle, or else when it is first opened; `closed` is what it is
 * given while it is closed.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  closed: Partial<Props>,
) {
  const isOpenWith = (props: Partial<Props>) => keysOf(closed).some((name) => props[name] !== closed[name]);
  return function LazyDialog(props: Props) {
    const Dialog = useLater(load, isOpenWith(props), () => props.onClose());
    // One that is drawn open from the beginning would not know where the focus was.
    const [isDrawn, setDrawn] = useState(false);
    useEffect(() => setDrawn(Dialog !== undefined), [Dialog]);
    return Dialog === undefined ? null : <Dialog {...props} {...(isDrawn ? {} : closed)} />;
  };
}
