import { Text } from '@mantine/core';
import classes from './transitions.module.css';
import { focusItem } from '../item-focus.ts';
import type { MissingItem } from './missing-items.ts';

/** As many are named; more would only be in the way. */
const NAMED = 8;

/** All that is missing before the module can be submitted, each with the way to it. */
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
