import { Button, Group, Text } from '@mantine/core';
import type { FormWords } from '../../lib/kept/use-kept-words.ts';
import { Note } from '../note.tsx';

/** Says above a form that what was typed into it before stands there again, and takes it away on request. */
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
            // The button goes, and the focus with it.
            around?.querySelector<HTMLElement>('input, textarea, select')?.focus();
          }}
        >
          Discard
        </Button>
      </Group>
    </Note>
  );
}
