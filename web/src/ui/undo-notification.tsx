import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { problemOf } from '../lib/problem.ts';

/** In milliseconds: long enough to read and to think again. */
const UNDO_TIME = 20_000;

const BASE = { role: 'status', closeButtonProps: { 'aria-label': 'Close notification' } };

/** What can be taken back, the newest last: Ctrl+Z does that, for the way to the button is long by keyboard. */
const offers: { id: string; takeBack: () => void }[] = [];

/**
 * Says what was done and offers to take it back. `undo` does so and answers what to say then; what it throws is said
 * in the same place. It may run after the page that did it has gone.
 */
export function notifyWithUndo(message: string, undo: () => Promise<string>): void {
  const id = notifications.show({
    ...BASE,
    color: 'green',
    autoClose: UNDO_TIME,
    message: <Offer />,
    onClose: () => withdraw(id),
  });
  if (offers.length === 0) document.addEventListener('keydown', takeBackByKey);
  offers.push({ id, takeBack: () => void takeBack() });

  async function takeBack() {
    withdraw(id);
    notifications.update({ ...BASE, id, loading: true, autoClose: false, message: 'Undoing…' });
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
        <Button
          size="compact-sm"
          variant="default"
          title="Ctrl+Z"
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={() => void takeBack()}
        >
          Undo
        </Button>
      </Group>
    );
  }
}

function withdraw(id: string): void {
  const at = offers.findIndex((offer) => offer.id === id);
  if (at >= 0) offers.splice(at, 1);
  if (offers.length === 0) document.removeEventListener('keydown', takeBackByKey);
}

function takeBackByKey(event: KeyboardEvent): void {
  const { key, ctrlKey, metaKey, shiftKey, altKey, target } = event;
  if (key.toLowerCase() !== 'z' || ctrlKey === metaKey || shiftKey || altKey) return;
  // In a field it takes back what was typed there.
  if (target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null) return;
  event.preventDefault();
  offers.at(-1)?.takeBack();
}
