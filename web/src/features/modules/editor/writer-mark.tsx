import { Button, Group, Text } from '@mantine/core';
import { IconGitMerge, IconPencil } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AnyItem } from '../drafts/item-text.ts';
import type { SectionDraft } from '../drafts/section-draft.ts';
import classes from './editor.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

/**
 * Milliseconds since another user's last save during which they count as editing. Saves are more frequent than this
 * while typing.
 */
const WRITING = 30_000;

interface WriterMarkProps<Item extends AnyItem> {
  draft: SectionDraft<Item>;
  id: string;
  /** The item's name: "Card 3". */
  name: string;
}

/** Names the other user if an item is in conflict or being edited by them; otherwise renders nothing. */
export function ConcurrentWriterMark<Item extends AnyItem>({ draft, id, name }: WriterMarkProps<Item>) {
  const writer = useSyncExternalStore(draft.subscribe, () => draft.read().writers.get(id));
  const isInConflict = useSyncExternalStore(draft.subscribe, () =>
    draft.read().conflicts.some((conflict) => conflict.id === id),
  );
  const isWriting = useIsRecent(writer?.at ?? 0);
  if (isInConflict) {
    return (
      <Group gap="xs" className={classes.writer} data-conflict>
        <IconGitMerge size={16} aria-hidden />
        <Text component="output" size="sm">
          {writer === undefined ? t('someoneChangedToo') : t('theyChangedToo', { name: writer.name })}
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={t('compareItem', { name })}
          onClick={({ currentTarget }) => {
            // Activates the section's own button, which opens the dialog and gets the focus back.
            const status = currentTarget.closest('section')?.querySelector<HTMLElement>('[data-compare]');
            status?.focus({ preventScroll: true });
            status?.click();
          }}
        >
          {t('compare')}
        </Button>
      </Group>
    );
  }
  if (!isWriting || writer === undefined) return null;
  return (
    <Group gap="xs" className={classes.writer}>
      <IconPencil size={16} aria-hidden />
      <Text component="output" size="sm">
        {t('isEditing', { name: writer.name })}
      </Text>
    </Group>
  );
}

/** Returns true while a moment is recent; updates automatically. */
function useIsRecent(at: number): boolean {
  const [over, setOver] = useState(0);
  useEffect(() => {
    if (at === 0) return;
    const timer = setTimeout(() => setOver(at), at + WRITING - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
  return at !== 0 && over !== at;
}
