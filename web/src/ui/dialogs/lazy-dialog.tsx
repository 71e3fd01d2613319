import { keysOf } from '@training/shared/keys-of';
import { type ComponentType, useEffect, useState } from 'react';
import { useLazyPart } from '../use-lazy-part.ts';

/**
 * A dialog whose code loads when the browser is idle, or when it is first opened. `closed` are its props while closed.
 */
export function lazyDialog<Props extends { onClose: () => void }>(
  load: () => Promise<ComponentType<Props>>,
  closed: Partial<Props>,
) {
  const isOpenWith = (props: Partial<Props>) => keysOf(closed).some((name) => props[name] !== closed[name]);
  return function LazyDialog(props: Props) {
    const Dialog = useLazyPart(load, isOpenWith(props), () => props.onClose());
    // Rendered closed first: a dialog that is mounted open wouldn't know the previous focus.
    const [isDrawn, setDrawn] = useState(false);
    useEffect(() => setDrawn(Dialog !== undefined), [Dialog]);
    return Dialog === undefined ? null : <Dialog {...props} {...(isDrawn ? {} : closed)} />;
  };
}
