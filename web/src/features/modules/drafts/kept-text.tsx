import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import classes from './drafts.module.css';
import { type AnyItem, changedItems, textOf } from './item-text.ts';
import type { Kept } from './draft-state.ts';
import type { SectionDraft } from './section-draft.ts';
import { useDraftState } from './use-section-drafts.ts';

interface KeptTextProps<Item extends AnyItem> {
  draft: SectionDraft<Item>;
}

/**
 * Unsaved edits from before a lock or before the page was closed. They can be copied, or restored once the section is
 * editable.
 */
export function KeptText<Item extends AnyItem>({ draft }: KeptTextProps<Item>) {
  const { kept, lock } = useDraftState(draft);
  return kept.map((each) => <KeptOne key={each.id} draft={draft} kept={each} isOpen={lock === null} />);
}

interface KeptOneProps<Item extends AnyItem> extends KeptTextProps<Item> {
  kept: Kept<Item>;
  isOpen: boolean;
}

function KeptOne<Item extends AnyItem>({ draft, kept: { id, from, items, because }, isOpen }: KeptOneProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The focused field has disappeared.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  const text = changedItems(from, items).map(textOf).join('\n\n');
  return (
    <Alert
      ref={box}
      data-kept
      tabIndex={-1}
      color="orange"
      role="alert"
      icon={<IconClipboardText aria-hidden />}
      title={
        because === 'locked'
          ? 'The section was locked while you were typing'
          : 'You typed this before the page was closed'
      }
      mb="md"
    >
      <Stack gap="xs" align="flex-start">
        <Text>
          {text === ''
            ? 'Couldn’t save what you last removed or moved.'
            : `Not saved. It stays in this browser until you ${because === 'locked' ? '' : 'restore it, '}discard it or sign out.`}
        </Text>
        {text !== '' && (
          <div dir="auto" className={classes.keptText}>
            {text}
          </div>
        )}
        <Group gap="xs">
          {text !== '' && <CopyButton value={text} label="Copy what I typed" />}
          {isOpen && (
            <Button size="xs" onClick={() => void draft.putBack(id)}>
              Restore
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => draft.dropKept(id)}>
            Discard
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
