import type { ReactNode } from 'react';

/**
 * Stands in the place of the library by which Mantine's dialogs keep the page behind them from scrolling: it writes
 * `<style>` elements, so the theme switches it off (shell/theme.ts), and shell.css locks. Switched off it draws this.
 */
export function RemoveScroll({ enabled, children }: { enabled: boolean; children: ReactNode }) {
  if (enabled) throw new Error('A dialog locks the scrolling by itself: give it lockScroll={false}');
  return <div>{children}</div>;
}

/** Of what is fixed while it locks; nothing styles them. */
RemoveScroll.classNames = { fullWidth: 'width-before-scroll-bar', zeroRight: 'right-scroll-bar-position' };
