import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useBlocker } from '@tanstack/react-router';
import type { SectionDrafts } from './use-section-drafts.ts';

/** Saves before the page is left, and asks where that does not work. */
export function LeaveGuard({ drafts: { flashcards, quiz } }: { drafts: SectionDrafts }) {
  const isUnsaved = () => flashcards.isUnsaved || quiz.isUnsaved;
  const leaving = useBlocker({
    shouldBlockFn: async () => {
      if (!isUnsaved()) return false;
      await Promise.all([flashcards.flush(), quiz.flush()]);
      return isUnsaved();
    },
    enableBeforeUnload: isUnsaved,
    withResolver: true,
  });
  return (
    <Modal opened={leaving.status === 'blocked'} onClose={() => leaving.reset?.()} title="Leave without saving?">
      <Stack>
        <Text>Something that you typed could not be saved. If you leave this page now, it is lost.</Text>
        <Group justify="flex-end" gap="xs">
          <Button variant="default" onClick={() => leaving.reset?.()} data-autofocus>
            Stay here
          </Button>
          <Button color="red" onClick={() => leaving.proceed?.()}>
            Leave without saving
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
}
