import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { IconClipboardText } from '@tabler/icons-react';
import { useLayoutEffect, useRef } from 'react';
import { CopyButton } from '../../../ui/copy-button.tsx';
import classes from './drafts.module.css';
import { type AnyItem, findChangedItems, formatItemAsText } from './item-text.ts';
import type { InterruptedEdits } from './draft-state.ts';
import type { SectionDraft } from './section-draft.ts';
import { useDraftState } from './use-section-drafts.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

interface KeptTextProps<Item extends AnyItem> {
  draft: SectionDraft<Item>;
}

/**
 * Unsaved edits from before a lock or before the page was closed. They can be copied, or restored once the section is
 * editable.
 */
export function UnsavedEditsNotice<Item extends AnyItem>({ draft }: KeptTextProps<Item>) {
  const { kept, lock } = useDraftState(draft);
  return kept.map((each) => <KeptOne key={each.id} draft={draft} kept={each} isOpen={lock === null} />);
}

interface KeptOneProps<Item extends AnyItem> extends KeptTextProps<Item> {
  kept: InterruptedEdits<Item>;
  isOpen: boolean;
}

function KeptOne<Item extends AnyItem>({ draft, kept: { id, from, items, because }, isOpen }: KeptOneProps<Item>) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    // The focused field has disappeared.
    if (document.activeElement === document.body) box.current?.focus();
  }, []);
  const text = findChangedItems(from, items).map(formatItemAsText).join('\n\n');
  return (
    <Alert
      ref={box}
      data-kept
      tabIndex={-1}
      color="orange"
      role="alert"
      icon={<IconClipboardText aria-hidden />}
      title={because === 'locked' ? t('sectionWasLockedWhile') : t('typedBeforePageWas')}
      mb="md"
    >
      <Stack gap="xs" align="flex-start">
        <Text>
          {text === ''
            ? t('failedToSaveWhatLast')
            : t(because === 'locked' ? 'staysUntilDiscarded' : 'staysUntilRestored')}
        </Text>
        {text !== '' && (
          <div dir="auto" className={classes.keptText}>
            {text}
          </div>
        )}
        <Group gap="xs">
          {text !== '' && <CopyButton value={text} label={t('copyWhatITyped')} />}
          {isOpen && (
            <Button size="xs" onClick={() => void draft.putBack(id)}>
              {t('transition.restore')}
            </Button>
          )}
          <Button size="xs" variant="default" onClick={() => draft.dropKept(id)}>
            {t('discard')}
          </Button>
        </Group>
      </Stack>
    </Alert>
  );
}
