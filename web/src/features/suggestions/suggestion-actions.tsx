import { type SuggestionSummary, DISMISSAL_RESTORE_DAYS } from '@training/shared/suggestions/suggestions';
import { useState } from 'react';
import { Stack, Text } from '@mantine/core';
import { usePermissionReach } from '../../lib/workspace.ts';
import { lazyDialog } from '../../ui/dialogs/lazy-dialog.tsx';
import { toDisplayableProblem } from '../../lib/api/problem.ts';
import { notify } from '../../ui/notify.ts';
import { CompactRowButton } from '../../ui/lists/row-button.tsx';
import { trpc } from '../../lib/api/trpc.ts';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('suggestions');

const CLOSED = { suggestion: null };
const AcceptDialog = lazyDialog(async () => (await import('./accept-dialog.tsx')).AcceptSuggestionDialog, CLOSED);
const MoveDialog = lazyDialog(async () => (await import('./move-dialog.tsx')).MoveSuggestionDialog, CLOSED);
const DismissDialog = lazyDialog(async () => (await import('./dismiss-dialog.tsx')).DismissSuggestionDialog, CLOSED);

type Verb = 'accept' | 'move' | 'dismiss';

export interface SuggestionAction {
  verb: Verb;
  label: string;
  /** Returns the accessible name of the button, with the suggestion's title. */
  nameFor: (title: string) => string;
  ask: (suggestion: SuggestionSummary) => void;
}

/** Returns the user's possible actions on a pending suggestion, the most common first, and their dialogs. */
export function useSuggestionActions() {
  const mayAccept = usePermissionReach('suggestions:accept') !== undefined;
  const mayMove = usePermissionReach('suggestions:move') !== undefined;
  const mayDismiss = usePermissionReach('suggestions:dismiss') !== undefined;
  const [asked, setAsked] = useState<{ verb: Verb; suggestion: SuggestionSummary } | null>(null);
  const close = () => setAsked(null);
  const about = (verb: Verb) => (asked?.verb === verb ? asked.suggestion : null);
  const action = (verb: Verb, label: string, nameFor: SuggestionAction['nameFor']): SuggestionAction => ({
    verb,
    label,
    nameFor,
    ask: (suggestion) => setAsked({ verb, suggestion }),
  });
  const actions = [
    mayAccept && action('accept', t('createAModule'), (title) => t('createModuleFromNamed', { title })),
    mayMove && action('move', t('move'), (title) => t('moveNamed', { title })),
    mayDismiss && action('dismiss', t('dismiss'), (title) => t('dismissNamed', { title })),
  ].filter((each) => each !== false);
  const dialogs = (
    <>
      <AcceptDialog suggestion={about('accept')} onClose={close} />
      <MoveDialog suggestion={about('move')} onClose={close} />
      <DismissDialog suggestion={about('dismiss')} onClose={close} />
    </>
  );
  return { actions, mayDismiss, dialogs };
}

const DAY = 86_400_000;

function isForGood(dismissedAt: string, now = Date.now()): boolean {
  return now - Date.parse(dismissedAt) > DISMISSAL_RESTORE_DAYS * DAY;
}

/** Undoes a dismissal, while possible (rules/suggestions 1). */
export function UndoDismissalButton({ suggestion: { id, title, dismissed_at } }: { suggestion: SuggestionSummary }) {
  const utils = trpc.useUtils();
  const restore = trpc.suggestions.restore.useMutation({
    onSuccess: () => {
      notify(t('isPendingAgain', { title }));
      void utils.suggestions.invalidate();
    },
  });
  if (dismissed_at === null) return null;
  if (isForGood(dismissed_at)) {
    return (
      <Text size="xs" c="dimmed">
        {t('noUndoAfter', { days: DISMISSAL_RESTORE_DAYS })}
      </Text>
    );
  }
  return (
    <Stack gap={4} align="flex-end">
      <CompactRowButton
        aria-label={t('undoNamed', { title })}
        loading={restore.isPending}
        onClick={() => restore.mutate({ id })}
      >
        {t('undo')}
      </CompactRowButton>
      {restore.error !== null && (
        <Text size="xs" role="alert">
          {toDisplayableProblem(restore.error).detail}
        </Text>
      )}
    </Stack>
  );
}
