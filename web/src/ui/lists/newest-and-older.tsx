import { Button, Group } from '@mantine/core';

interface NewestAndOlderProps<Place> {
  /** Where this page of the list begins; undefined for the newest. */
  from: Place | undefined;
  /** Where the next, older page begins; null where this is the last. */
  next: Place | null;
  onTurn: (to: Place | undefined) => void;
}

/** The way through a list that is read from the newest on, whose pages have no numbers. */
export function NewestAndOlder<Place>({ from, next, onTurn }: NewestAndOlderProps<Place>) {
  return (
    <Group mt="md" gap="xs" justify="flex-end">
      {from !== undefined && (
        <Button variant="default" size="xs" onClick={() => onTurn(undefined)}>
          Newest
        </Button>
      )}
      {next !== null && (
        <Button variant="default" size="xs" onClick={() => onTurn(next)}>
          Older
        </Button>
      )}
    </Group>
  );
}
