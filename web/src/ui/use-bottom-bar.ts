import { useEffect, useRef } from 'react';

/**
 * A ref for a bar of buttons at the bottom of the window. Notifications appear above it, however many rows it has
 * (ui/notify.ts): `--bottom-bar` is its height.
 */
export function useBottomBarRef<Bar extends HTMLElement>() {
  const bar = useRef<Bar>(null);
  useEffect(() => {
    const { current } = bar;
    if (current === null) return;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => style.setProperty('--bottom-bar', `${current.offsetHeight}px`));
    observer.observe(current);
    return () => {
      observer.disconnect();
      style.removeProperty('--bottom-bar');
    };
  }, []);
  return bar;
}
