import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { CopyButton } from '../../ui/copy-button.tsx';
import classes from './authoring.module.css';
import { type AnyItem, changesOf, textOf } from './item-text.ts';
import type { SectionDraft } from './section-draft.ts';
import { useDraftState } from './use-section-drafts.ts';

/** What was typed before a lock, or before the page was closed, and was not saved: to be copied, or put back once it is open. */
export function KeptText<Item extends AnyItem>({ draft }: { draft: SectionDraft<Item> }) {
  const { kept, lock } = useDraftState(draft);
  const box = useRef<HTMLDivElement>(null);
  const isThere = kept !== null;
  useLayoutEffect(() => {
    // The field that had the focus has gone.
    if (isThere && document.activeElement === document.body) box.current?.focus();
  }, [isThere]);
  if (kept === null) return null;
  const changes = changesOf(kept.from, kept.items);
  const text = changes.map(textOf).join('\n\n');
  return (
    <Alert
      ref={box}
      tabIndex={-1}
      color="orange"
      role="alert"
      icon={<IconClipboardText aria-hidden />}
      title={
        kept.because === 'locked'
          ? 'The section was locked while you were typing'
          : 'You typed this before the page was closed'
      }
      mb="md"
    >
      <Stack gap="xs" align="flex-start">
        <Text>
          {text === ''
            ? 'What you removed or moved last was not saved.'
            : 'This was not saved. It stays here until you go to another page.'}
        </Text>
        {text !== '' && (
          <div dir="auto" className={classes.keptText}>
            {text}
          </div>
        )}
        <Group gap="xs">
          {text !== '' && <CopyButton value={text} label="Copy what I typed" />}
          {lock === null && (
            <Button size="xs" onClick={() => void draft.putBack()}>
              Put it back
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => draft.dropKept()}>
            Discard it
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
