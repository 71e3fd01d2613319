import { Button, Group } from '@mantine/core';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('frame');

interface NewestAndOlderProps<Place> {
  /** The cursor of this page; undefined for the first. */
  from: Place | undefined;
  /** The cursor of the next page; null on the last one. */
  next: Place | null;
  /** True if the list begins with the oldest. */
  isReversed?: boolean;
  onTurn: (to: Place | undefined) => void;
}

/** The pagination of a list without page numbers, from newest to oldest or the other way. */
export function CursorPagination<Place>({ from, next, isReversed = false, onTurn }: NewestAndOlderProps<Place>) {
  return (
    <Group mt="md" gap="xs" justify="flex-end">
      {from !== undefined && (
        <Button variant="default" size="xs" onClick={() => onTurn(undefined)}>
          {isReversed ? t('oldest') : t('newest')}
        </Button>
      )}
      {next !== null && (
        <Button variant="default" size="xs" onClick={() => onTurn(next)}>
          {isReversed ? t('newer') : t('older')}
        </Button>
      )}
    </Group>
  );
}
