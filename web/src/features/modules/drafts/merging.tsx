import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import type { AnyItem } from './item-text.ts';
import type { SectionDraft } from './section-draft.ts';
import { useDraftState } from './use-section-drafts.ts';

const MergeDialog = lazyDialog(async () => (await import('./merge-dialog.tsx')).MergeDialog, { opened: false });

interface MergingProps<Item extends AnyItem> {
  draft: SectionDraft<Item>;
  /** The kind of item: "Card". */
  what: string;
  opened: boolean;
  onClose: () => void;
}

/** The dialog to resolve conflicts, shown while there are any. */
export function Merging<Item extends AnyItem>({ draft, what, opened, onClose }: MergingProps<Item>) {
  const { conflicts, items } = useDraftState(draft);
  return (
    <MergeDialog
      opened={opened && conflicts.length > 0}
      conflicts={conflicts}
      items={items}
      what={what}
      onChoose={(choices) => draft.resolve(choices)}
      onClose={onClose}
    />
  );
}
