import { Button, Group } from '@mantine/core';

interface NewestAndOlderProps<Place> {
  /** The cursor of this page; undefined for the newest. */
  from: Place | undefined;
  /** The cursor of the next, older page; null on the last one. */
  next: Place | null;
  onTurn: (to: Place | undefined) => void;
}

/** The pagination of a list without page numbers, from newest to oldest. */
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
