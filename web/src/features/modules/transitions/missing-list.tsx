import { Text } from '@mantine/core';
import classes from './transitions.module.css';
import { focusItem } from '../item-focus.ts';
import type { MissingItem } from './missing-items.ts';

/** The maximum number of items listed. */
const NAMED = 8;

/** The problems that block the submission, each with a link. */
export function MissingList({ missing }: { missing: MissingItem[] }) {
  if (missing.length === 0) return null;
  return (
    <div>
      <Text fw={600}>Before you can submit:</Text>
      <ul className={classes.missingList}>
        {missing.slice(0, NAMED).map(({ id, words }) => (
          <li key={id ?? words}>
            {id === null ? (
              words
            ) : (
              <button type="button" className={classes.textButton} onClick={() => focusItem(id)}>
                {words}
              </button>
            )}
          </li>
        ))}
        {missing.length > NAMED && <li>and {missing.length - NAMED} more</li>}
      </ul>
    </div>
  );
}
