import { Alert, Button, Group, Text } from '@mantine/core';
import { IconExternalLink, IconGitMerge, IconRefresh } from '@tabler/icons-react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import classes from './drafts.module.css';
import { textOf } from './item-text.ts';
import type { AnyItem } from './item-text.ts';
import type { DraftState } from './draft-state.ts';
import type { SectionDraft } from './section-draft.ts';
import { useDraftState } from './use-section-drafts.ts';

const clock = new Intl.DateTimeFormat(undefined, { hour: '2-digit', minute: '2-digit' });

const NEWS = {
  received: 'Changes from elsewhere have come in.',
  merged: 'Somebody else saved meanwhile. Their changes and yours are to different items, and both are here.',
};

interface SaveStatusProps<Item extends AnyItem> {
  draft: SectionDraft<Item>;
  onCompare: () => void;
}

/** How it stands with saving, in words; a failure with the way out. */
export function SaveStatus<Item extends AnyItem>({ draft, onCompare }: SaveStatusProps<Item>) {
  const state = useDraftState(draft);
  const { phase, news } = state;
  return (
    <div className={classes.saving}>
      {phase === 'failed' || phase === 'conflict' ? null : (
        <Text c="dimmed" component="div">
          {statusText(state)}
        </Text>
      )}
      {news !== null && <Text component="output">{NEWS[news]}</Text>}
      {phase === 'failed' && <NotSaved state={state} onRetry={() => void draft.flush()} />}
      {phase === 'conflict' && (
        <Alert color="orange" role="alert" icon={<IconGitMerge aria-hidden />} title="Not saved: changed in two places">
          <Group justify="space-between" gap="xs">
            <Text>Somebody else saved the same item. Nothing of either is lost; choose what stands.</Text>
            <Button size="xs" onClick={onCompare}>
              Compare and choose
            </Button>
          </Group>
        </Alert>
      )}
    </div>
  );
}

function statusText<Item>({ phase, savedAt }: DraftState<Item>): string {
  if (phase === 'saving') return 'Saving…';
  if (phase === 'unsaved') return 'Not saved yet…';
  return savedAt === null
    ? 'What you type is saved by itself. Markdown works in it; the preview shows how.'
    : `Saved at ${clock.format(savedAt)}`;
}

function NotSaved<Item extends AnyItem>({ state, onRetry }: { state: DraftState<Item>; onRetry: () => void }) {
  const { problem, items } = state;
  return (
    <Alert color="red" role="alert" title={`Not saved: ${problem?.detail ?? 'no answer came'}`}>
      <Group gap="xs">
        <Button
          size="xs"
          variant="default"
          leftSection={<IconRefresh size={16} aria-hidden />}
          onClick={({ currentTarget }) => {
            // The button goes, and the focus with it.
            currentTarget.closest('section')?.querySelector<HTMLElement>('h2')?.focus();
            onRetry();
          }}
        >
          Try again
        </Button>
        {problem?.code === 'not_signed_in' && (
          // In a new tab, for this page has what was typed.
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
        <CopyButton value={items.map(textOf).join('\n\n')} label="Copy the whole section" />
      </Group>
    </Alert>
  );
}
