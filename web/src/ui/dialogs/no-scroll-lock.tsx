import type { ReactNode } from 'react';

/**
 * Replaces the library with which Mantine's dialogs lock page scrolling: it writes `<style>` elements, so the theme
 * disables it (shell/theme.ts), and shell.css locks instead. Mantine renders this while it is disabled.
 */
export function RemoveScroll({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  if (enabled) throw new Error('A dialog locks the scrolling by itself: give it lockScroll={false}');
  return <div>{children}</div>;
}

/** Class names for fixed elements during the lock, which have no styles here. */
RemoveScroll.classNames = { fullWidth: 'width-before-scroll-bar', zeroRight: 'right-scroll-bar-position' };
