import { Button, Group, Text } from '@mantine/core';
import { IconGitMerge, IconPencil } from '@tabler/icons-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AnyItem } from '../drafts/item-text.ts';
import type { SectionDraft } from '../drafts/section-draft.ts';
import classes from './editor.module.css';

/**
 * Somebody whose last save of an item is no older is writing it, in milliseconds: whoever types is saved more often.
 */
const WRITING = 30_000;

interface WriterMarkProps<Item extends AnyItem> {
  draft: SectionDraft<Item>;
  id: string;
  /** "Card 3" */
  name: string;
}

/** At an item that two have changed, or that somebody else is writing: who that is. Nothing elsewhere. */
export function WriterMark<Item extends AnyItem>({ draft, id, name }: WriterMarkProps<Item>) {
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
          {writer?.name ?? 'Someone else, or you in another tab,'} changed this too.
        </Text>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`Compare ${name}`}
          onClick={({ currentTarget }) => {
            // The section's own button opens the choice, and gets the focus back from it.
            const status = currentTarget.closest('section')?.querySelector<HTMLElement>('[data-compare]');
            status?.focus({ preventScroll: true });
            status?.click();
          }}
        >
          Compare
        </Button>
      </Group>
    );
  }
  if (!isWriting || writer === undefined) return null;
  return (
    <Group gap="xs" className={classes.writer}>
      <IconPencil size={16} aria-hidden />
      <Text component="output" size="sm">
        {writer.name} is editing this.
      </Text>
    </Group>
  );
}

/** Whether a moment is no longer ago than somebody writes; false by itself once it is. */
function useIsRecent(at: number): boolean {
  const [over, setOver] = useState(0);
  useEffect(() => {
    if (at === 0) return;
    const timer = setTimeout(() => setOver(at), at + WRITING - Date.now());
    return () => clearTimeout(timer);
  }, [at]);
  return at !== 0 && over !== at;
}
