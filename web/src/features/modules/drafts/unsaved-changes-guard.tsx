import { Button, Group, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import { useState } from 'react';
import { Dialog } from '../../../ui/dialogs/dialog.tsx';
import type { SectionDrafts } from './use-section-drafts.ts';

/** Saves before the user leaves the page, and asks for confirmation if that fails. */
export function UnsavedChangesGuard({ drafts: { flashcards, quiz, keep } }: { drafts: SectionDrafts }) {
  const [isKept, setKept] = useState(false);
  const isUnsaved = () => flashcards.isUnsaved || quiz.isUnsaved;
  // Edits stored in the browser are offered again later; what was just typed may not be stored yet.
  const isAtRisk = () => isUnsaved() && (!keep() || flashcards.isEdited || quiz.isEdited);
  const leaving = useBlocker({
    shouldBlockFn: async () => {
      if (!isUnsaved()) return false;
      await Promise.all([flashcards.flush(), quiz.flush()]);
      setKept(keep());
      return isAtRisk();
    },
    enableBeforeUnload: isAtRisk,
    withResolver: true,
  });
  return (
    <Dialog opened={leaving.status === 'blocked'} onClose={() => leaving.reset?.()} title="Leave without saving?">
      <Stack>
        <Text>
          Couldn’t save something that you typed.{' '}
          {isKept
            ? 'It stays in this browser, and you can restore it when you open this module again.'
            : 'If you leave now, it’s lost.'}
        </Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => leaving.reset?.()} data-autofocus>
            Stay here
          </Button>
          <Button color="red" onClick={() => leaving.proceed?.()}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Dialog>
  );
}
