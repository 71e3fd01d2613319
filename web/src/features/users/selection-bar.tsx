import { Button, Group, Text } from '@mantine/core';
import type { Person } from '@training/shared/users/people';
import type { AskedChange } from './change-dialog.tsx';
import { peopleInWords } from './outcome-words.ts';
import classes from './users.module.css';

interface SelectionBarProps {
  people: readonly Person[];
  sendsMail: boolean;
  onAsk: (change: AskedChange) => void;
  onClear: () => void;
}

/** Actions on the selected people. */
export function SelectionBar({ people, sendsMail, onAsk, onClear }: SelectionBarProps) {
  if (people.length === 0) return null;
  const button = (kind: AskedChange['kind'], label: string) => (
    <Button size="xs" variant="default" onClick={() => onAsk({ kind, people })}>
      {label}
    </Button>
  );
  return (
    <Group component="fieldset" className={classes.selection} gap="xs" aria-label="Selected people">
      <Text size="sm" fw={500} component="output">
        {peopleInWords(people.length)} selected
      </Text>
      {button('move', 'Move to department')}
      {button('role', 'Change role')}
      {sendsMail && button('invite', 'Invite')}
      {people.some(({ is_active }) => is_active) && button('deactivate', 'Deactivate')}
      {people.some(({ is_active }) => !is_active) && button('reactivate', 'Reactivate')}
      <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
        Clear
      </Button>
    </Group>
  );
}
