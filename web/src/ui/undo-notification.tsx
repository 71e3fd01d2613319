import { Button, Group, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { toDisplayableProblem } from '../lib/api/problem.ts';
import { translatorOf } from '../lib/i18n/translator.ts';

const t = translatorOf('frame');

/** Milliseconds to read the notification and reconsider. */
const UNDO_TIME = 20_000;

const base = () => ({ role: 'status', closeButtonProps: { 'aria-label': t('closeNotification') } });

/**
 * Actions that can be undone, newest last. Ctrl+Z undoes the last one, because reaching the button by keyboard takes
 * long.
 */
const offers: { id: string; takeBack: () => void }[] = [];

/**
 * Confirms an action and offers to undo it. `undo` returns the text to show afterwards; its errors are shown in the
 * same place. It may run after the page has been left.
 * @returns A function that withdraws the offer.
 */
export function notifyWithUndo(message: string, undo: () => Promise<string>): () => void {
  const id = notifications.show({
    ...base(),
    color: 'green',
    autoClose: UNDO_TIME,
    message: <Offer />,
    onClose: () => withdraw(id),
  });
  if (offers.length === 0) document.addEventListener('keydown', takeBackByKey);
  offers.push({ id, takeBack: () => void takeBack() });
  return () => notifications.hide(id);

  async function takeBack() {
    withdraw(id);
    notifications.update({ ...base(), id, loading: true, autoClose: false, message: t('undoing') });
    try {
      const done = await undo();
      notifications.update({ ...base(), id, loading: false, color: 'green', autoClose: 4000, message: done });
    } catch (error) {
      const { detail } = toDisplayableProblem(error);
      notifications.update({ ...base(), id, loading: false, color: 'red', autoClose: false, message: detail });
    }
  }

  function Offer() {
    return (
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm">{message}</Text>
        <Button
          size="compact-sm"
          variant="default"
          title={t('ctrlZ')}
          aria-keyshortcuts="Control+Z Meta+Z"
          onClick={() => void takeBack()}
        >
          {t('undo')}
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
  // In a field, Ctrl+Z undoes typing.
  if (target instanceof Element && target.closest('input, textarea, [contenteditable]') !== null) return;
  event.preventDefault();
  offers.at(-1)?.takeBack();
}
