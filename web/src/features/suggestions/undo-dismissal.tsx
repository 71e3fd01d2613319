import { Stack, Text } from '@mantine/core';
import { RESTORE_DAYS, type SuggestionSummary } from '@training/shared/suggestions/suggestions';
import { problemOf } from '../../lib/api/problem.ts';
import { notify } from '../../ui/notify.ts';
import { RowButton } from '../../ui/lists/row-button.tsx';
import { trpc } from '../../lib/api/trpc.ts';

const DAY = 86_400_000;

function isForGood(dismissedAt: string, now = Date.now()): boolean {
  return now - Date.parse(dismissedAt) > RESTORE_DAYS * DAY;
}

/** Undoes a dismissal, while possible (rules/suggestions 1). */
export function UndoDismissal({ suggestion: { id, title, dismissed_at } }: { suggestion: SuggestionSummary }) {
  const utils = trpc.useUtils();
  const restore = trpc.suggestions.restore.useMutation({
    onSuccess: () => {
      notify(`“${title}” is pending again.`);
      void utils.suggestions.invalidate();
    },
  });
  if (dismissed_at === null) return null;
  if (isForGood(dismissed_at)) {
    return (
      <Text size="xs" c="dimmed">
        No undo after {RESTORE_DAYS} days
      </Text>
    );
  }
  return (
    <Stack gap={4} align="flex-end">
      <RowButton
        aria-label={`Undo the dismissal of ${title}`}
        loading={restore.isPending}
        onClick={() => restore.mutate({ id })}
      >
        Undo
      </RowButton>
      {restore.error !== null && (
        <Text size="xs" role="alert">
          {problemOf(restore.error).detail}
        </Text>
      )}
    </Stack>
  );
}
