import { Button, Group, Text } from '@mantine/core';
import type { FormWords } from '../../lib/autosave/use-kept-words.ts';
import { Note } from '../note.tsx';

/** Announces above a form that earlier text was restored, and offers to discard it. */
export function RestoredNotice({ words: { restored, discard } }: { words: FormWords }) {
  if (restored === null) return null;
  return (
    <Note p="xs">
      <Group justify="space-between" gap="xs">
        <Text size="sm">
          Restored what you typed.
          {restored === 'outdated' && ' Someone changed this since. Discard to see it as it is now.'}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          onClick={({ currentTarget }) => {
            const around = currentTarget.closest('[role=status]')?.parentElement;
            discard();
            // The button disappears, and the focus with it.
            around?.querySelector<HTMLElement>('input, textarea, select')?.focus();
          }}
        >
          Discard
        </Button>
      </Group>
    </Note>
  );
}
