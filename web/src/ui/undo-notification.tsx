import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { problemOf } from '../lib/problem.ts';

/** In milliseconds: long enough to read, to think again and to get there by keyboard. */
const UNDO_TIME = 20_000;

const BASE = { role: 'status', closeButtonProps: { 'aria-label': 'Close notification' } };

/**
 * Says what was done and offers to take it back. `undo` does so and answers what to say then; what it throws is said
 * in the same place. It may run after the page that did it has gone.
 */
export function notifyWithUndo(message: string, undo: () => Promise<string>): void {
  const id = notifications.show({ ...BASE, color: 'green', autoClose: UNDO_TIME, message: <Offer /> });

  async function takeBack() {
    notifications.update({ ...BASE, id, loading: true, autoClose: false, message: 'Taking it back …' });
    try {
      const done = await undo();
      notifications.update({ ...BASE, id, loading: false, color: 'green', autoClose: 4000, message: done });
    } catch (error) {
      const { detail } = problemOf(error);
      notifications.update({ ...BASE, id, loading: false, color: 'red', autoClose: false, message: detail });
    }
  }

  function Offer() {
    return (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button size="compact-sm" variant="default" onClick={() => void takeBack()}>
          Undo
        </Button>
      </Group>
    );
  }
}
