import { keyCaps, useSingleKeys } from '../../../lib/shortcuts.ts';
import classes from './decision-bar.module.css';

/** The key of a button, on it, while shortcuts are on and there is room; `aria-keyshortcuts` tells it. */
export function KeyHint({ keys }: { keys: string }) {
  const [areOn] = useSingleKeys();
  if (!areOn) return null;
  // Drawn by the style sheet: it is no part of what the button is called.
  return <span className={classes.key} data-key={keyCaps(keys).join(' ')} aria-hidden="true" />;
}
