import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../../ui/dialogs/form-dialog.tsx';
import { ConflictChoice } from './conflict-choice.tsx';
import type { AnyItem } from './item-text.ts';
import type { Conflict, Side } from './merge.ts';

interface ChoicesProps {
  conflicts: Conflict<AnyItem>[];
  /** The section's current items, in order. */
  items: AnyItem[];
  /** The kind of item: "Card". */
  what: string;
  /** Receives the chosen sides by conflict id. */
  onChoose: (choices: ReadonlyMap<string, Side>) => void;
  onClose: () => void;
}

/** Shows both versions of each conflicting item side by side, for the later author to choose. */
export function MergeDialog({ opened, ...choices }: ChoicesProps & { opened: boolean }) {
  return (
    <FormDialog opened={opened} onClose={choices.onClose} title="Changed in two places" size="xl">
      <Choices {...choices} />
    </FormDialog>
  );
}

function Choices({ conflicts, items, what, onChoose, onClose }: ChoicesProps) {
  const [choices, setChoices] = useState<ReadonlyMap<string, Side>>(new Map());
  const choose = (id: string, side: Side) => setChoices((before) => new Map(before).set(id, side));
  const chooseAll = (side: Side) => setChoices(new Map(conflicts.map(({ id }) => [id, side])));
  const open = conflicts.filter(({ id }) => !choices.has(id)).length;
  const nameOf = (id: string) => {
    const at = items.findIndex((item) => item.id === id);
    return at < 0 ? `A ${what.toLowerCase()} that you removed` : `${what} ${at + 1}`;
  };
  return (
    <Stack>
      <Text>
        You and someone else, or you in another tab, changed the same thing. Choose what to keep. Everything else was
        merged, and nothing is lost until you choose.
      </Text>
      {conflicts.length > 1 && (
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => chooseAll('mine')}>
            Keep all of mine
          </Button>
          <Button size="xs" variant="default" onClick={() => chooseAll('theirs')}>
            Use all of theirs
          </Button>
        </Group>
      )}
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={conflict.id}
          name={nameOf(conflict.id)}
          conflict={conflict}
          choice={choices.get(conflict.id)}
          onChoose={(side) => choose(conflict.id, side)}
        />
      ))}
      <Group justify="flex-end" gap="xs">
        {open > 0 && <Text c="dimmed">{open === 1 ? '1 choice left' : `${open} choices left`}</Text>}
        <Button variant="default" onClick={onClose}>
          Not now
        </Button>
        <Button
          disabled={open > 0}
          onClick={() => {
            onChoose(choices);
            onClose();
          }}
        >
          Save choices
        </Button>
      </Group>
    </Stack>
  );
}
