import { Text } from '@mantine/core';
import type { ItemResults } from '@training/shared/ai/item-results';
import { FirstFew } from './first-few.tsx';
import { ItemName } from './item-name.tsx';
import classes from './items.module.css';
import { ShareBar } from './share-bar.tsx';

const SHOWN = 20;

/** Cards in the module's order, with the number of people who have seen each. A drop shows where people stop. */
export function CardResults({ results }: { results: ItemResults }) {
  return (
    <FirstFew label="Cards" rows={results.cards} few={SHOWN} rowKey={({ id }) => id}>
      {({ id, number, front, people, seen }) => (
        <div className={classes.card}>
          <ItemName results={results} id={id} number={number} text={front} />
          {people === 0 ? (
            <Text size="sm" c="dimmed">
              No one has begun this wording yet
            </Text>
          ) : (
            <ShareBar count={seen} of={people} says="seen by" />
          )}
        </div>
      )}
    </FirstFew>
  );
}
