import { keyLabelsOf, useSingleKeySetting } from '../../../lib/shortcuts.ts';
import classes from './decision-bar.module.css';

/**
 * Shows a button's shortcut key if shortcuts are enabled and there is room. Screen readers get it from
 * `aria-keyshortcuts`.
 */
export function ShortcutHint({ keys }: { keys: string }) {
  const [areOn] = useSingleKeySetting();
  if (!areOn) return null;
  // Rendered by the style sheet, so that it isn't part of the button's name.
  return <span className={classes.key} data-key={keyLabelsOf(keys).join(' ')} aria-hidden="true" />;
}
