import { Alert, Button, Group, Text } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import { IconExternalLink, IconGitMerge, IconRefresh } from '@tabler/icons-react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import { savedInWords, useNow } from './state-of-saving.ts';
import classes from './drafts.module.css';
import { textOf } from './item-text.ts';
import type { AnyItem } from './item-text.ts';
import type { DraftState } from './draft-state.ts';
import type { SectionDraft } from './section-draft.ts';
import { useDraftState } from './use-section-drafts.ts';

/** Returns the element id of a section's save status. */
export const saveStatusId = (kind: SectionKind) => `saving-${kind}`;

interface SaveStatusProps<Item extends AnyItem> {
  id: string;
  draft: SectionDraft<Item>;
  onCompare: () => void;
}

/** The save status in words. A failure comes with its remedy. */
export function SaveStatus<Item extends AnyItem>({ id, draft, onCompare }: SaveStatusProps<Item>) {
  const state = useDraftState(draft);
  const { phase, news } = state;
  const now = useNow(state.savedAt);
  return (
    <div id={id} className={classes.saving}>
      {phase === 'failed' || phase === 'conflict' ? null : (
        <Text c="dimmed" component="div">
          {statusText(state, now)}
        </Text>
      )}
      {news !== null && (
        <Text component="output">
          Updated with {fromWhom(state)}.{news === 'merged' && ' Yours are kept.'}
        </Text>
      )}
      {phase === 'failed' && <NotSaved state={state} onRetry={() => void draft.flush()} />}
      {phase === 'conflict' && (
        <Alert color="orange" role="alert" icon={<IconGitMerge aria-hidden />} title="Not saved: changed in two places">
          <Group justify="space-between" gap="xs">
            <Text>Someone else saved the same item. Nothing is lost. Choose what to keep.</Text>
            <Button size="xs" data-compare onClick={onCompare}>
              Compare and choose
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}

/** Names the other user. Unknown for items that the user added elsewhere, such as with AI. */
function fromWhom<Item>({ writers }: DraftState<Item>) {
  const [last] = [...writers.values()].toSorted((one, other) => other.at - one.at);
  if (last === undefined) return 'what was added';
  return (
    <>
      changes from <em>{last.name}</em>
    </>
  );
}

function statusText<Item>({ phase, savedAt }: DraftState<Item>, now: number): string {
  if (phase === 'saving') return 'Saving…';
  if (phase === 'unsaved') return 'Not saved yet…';
  return savedAt === null ? 'Saved automatically. Markdown supported.' : savedInWords(savedAt, now);
}

function NotSaved<Item extends AnyItem>({ state, onRetry }: { state: DraftState<Item>; onRetry: () => void }) {
  const { problem, items } = state;
  return (
    <Alert color="red" role="alert" title={`Not saved: ${problem?.detail ?? 'the server didn’t answer'}`}>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={({ currentTarget }) => {
            // The button disappears, and the focus with it.
            currentTarget.closest('section')?.querySelector<HTMLElement>('h2')?.focus();
            onRetry();
          }}
        >
          Try again
        </Button>
        {problem?.code === 'not_signed_in' && (
          // Opens a new tab, because this page has unsaved edits.
          <Button
            component="a"
            href="/sign-in"
            target="_blank"
            rel="noopener"
            size="xs"
            leftSection={<IconExternalLink size={16} aria-hidden />}
          >
            Sign in, opens a new tab
          </Button>
        )}
        <CopyButton value={items.map(textOf).join('\n\n')} label="Copy section" />
      </Group>
    </Alert>
  );
}
