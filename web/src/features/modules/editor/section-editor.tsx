import { Text } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ModuleDetail } from '@training/shared/courses/modules';
import { isUnderReview, workflowStateOf } from '@training/shared/reviews/workflow-state';
import { type ReactNode, type RefObject, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { lazyDialog } from '../../../ui/dialogs/lazy-dialog.tsx';
import { GraduallyRenderedItem } from '../../../ui/lists/gradually-rendered.tsx';
import { SortableList } from '../../../ui/sorting/sortable-list.tsx';
import { itemElementIdOf } from '../../items/item-anchor.ts';
import { moveDraftItem } from '../drafts/edits.ts';
import { type AnyItem, formatItemAsText } from '../drafts/item-text.ts';
import { UnsavedEditsNotice } from '../drafts/unsaved-edits-notice.tsx';
import { SaveStatus, saveStatusElementIdOf } from '../drafts/save-status.tsx';
import type { SectionDraft } from '../drafts/section-draft.ts';
import { useDraftState, useDraftItemValue, useDraftItemIds } from '../drafts/use-section-drafts.ts';
import { GenerateButton } from '../generation/generate-button.tsx';
import { GenerationsInProgress } from '../generation/generation-list.tsx';
import { GeneratedItemLevelAndWarnings } from '../generation/generated-item-flags.tsx';
import { describeEmptySection } from '../generation/empty-section-text.ts';
import { UnaddedGeneratedItems } from '../generation/proposals.tsx';
import { sectionElementIdOf } from '../item-focus.ts';
import { itemNameInTextOf, itemNameOf, sectionTitleOf } from '../module-words.ts';
import { ItemComments, SectionFrame } from '../section-frame.tsx';
import classes from './editor.module.css';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

const MergeDialog = lazyDialog(async () => (await import('../drafts/merge-dialog.tsx')).ItemMergeConflictDialog, {
  opened: false,
});

interface MergingProps<Item extends AnyItem> {
  draft: SectionDraft<Item>;
  section: SectionKind;
  opened: boolean;
  onClose: () => void;
}

/** The dialog to resolve conflicts, shown while there are any. */
function Merging<Item extends AnyItem>({ draft, section, opened, onClose }: MergingProps<Item>) {
  const { conflicts, items } = useDraftState(draft);
  return (
    <MergeDialog
      opened={opened && conflicts.length > 0}
      conflicts={conflicts}
      items={items}
      section={section}
      onChoose={(choices) => draft.resolve(choices)}
      onClose={onClose}
    />
  );
}

/** Milliseconds during which key presses are ignored after a focused field has disappeared. */
const PAUSE = 1_000;

/**
 * Handles a lock while the user is typing: further key presses are meant for the field that has disappeared, so they
 * are ignored briefly, and the page shows the reason.
 */
function useSuddenLock<Item extends AnyItem>(draft: SectionDraft<Item>, section: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let wasOpen = draft.read().lock === null;
    return draft.subscribe(() => {
      const isOpen = draft.read().lock === null;
      const isSudden = wasOpen && !isOpen && isTypingIn(section.current);
      wasOpen = isOpen;
      if (!isSudden) return;
      ignoreKeys();
      // The notice renders in the next frame, and the box with the unsaved text, which then has the focus.
      requestAnimationFrame(() => requestAnimationFrame(() => showWhy(section.current)));
    });
  }, [draft, section]);
}

function isTypingIn(section: HTMLElement | null): boolean {
  const { activeElement } = document;
  return (
    activeElement !== null && activeElement.matches('input, textarea') && section?.contains(activeElement) === true
  );
}

function showWhy(section: HTMLElement | null): void {
  const notice = section?.querySelector<HTMLElement>('[data-lock]');
  const kept = section?.querySelector<HTMLElement>('[data-kept]');
  (kept ?? notice)?.focus({ preventScroll: true });
  (notice?.closest('section') ?? kept)?.scrollIntoView({ block: 'start' });
}

function ignoreKeys(): void {
  const ignore = (event: KeyboardEvent) => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  addEventListener('keydown', ignore, { capture: true });
  setTimeout(() => removeEventListener('keydown', ignore, { capture: true }), PAUSE);
}

/** The number of items rendered initially, enough for any window. */
const FIRST = 8;

interface SectionEditorProps<Item extends AnyItem> {
  module: ModuleDetail;
  kind: SectionKind;
  draft: SectionDraft<Item>;
  /** Buttons that add items. */
  add: ReactNode;
  /** Renders the items read-only while the section is locked. */
  readOnly: (items: Item[]) => ReactNode;
  /** Renders an item. Keep the function stable, so that unchanged items don't re-render. */
  children: (id: string, index: number, handle: ReactNode, comments: ReactNode) => ReactNode;
}

/** A section for its authors: editable, or read-only while locked. */
export function SectionEditor<Item extends AnyItem>(props: SectionEditorProps<Item>) {
  const { module, kind, draft } = props;
  const ids = useDraftItemIds(draft);
  const isOpen = useIsOpen(draft);
  const section = useRef<HTMLDivElement>(null);
  useSuddenLock(draft, section);
  return (
    <div ref={section} id={sectionElementIdOf(kind)} className={classes.part}>
      <SectionFrame
        module={module}
        kind={kind}
        count={ids.length}
        actions={isOpen && <GenerateButton module={module} kind={kind} />}
      >
        <UnsavedEditsNotice draft={draft} />
        <UnaddedGeneratedItems module={module} kind={kind} isOpen={isOpen} />
        <GenerationsInProgress module={module} kind={kind} isOpen={isOpen} />
        {isOpen ? <OpenSection {...props} ids={ids} /> : <ClosedSection {...props} />}
      </SectionFrame>
    </div>
  );
}

function OpenSection<Item extends AnyItem>(props: SectionEditorProps<Item> & { ids: string[] }) {
  const { module, kind, draft, add, children, ids } = props;
  const [isComparing, setComparing] = useState(false);
  const nothing = describeEmptySection(module, kind);
  const discussed = useDiscussed(module);
  const draw = useCallback(
    (id: string, index: number, handle: ReactNode) => (
      <GraduallyRenderedItem
        id={id}
        isFirst={index < FIRST}
        instead={<WaitingItem draft={draft} id={id} name={itemNameOf(kind, index + 1)} />}
      >
        {children(
          id,
          index,
          handle,
          <>
            <GeneratedItemLevelAndWarnings module={discussed} draft={draft} id={id} />
            <ItemComments module={discussed} kind={kind} id={id} index={index} />
          </>,
        )}
      </GraduallyRenderedItem>
    ),
    [children, discussed, draft, kind],
  );
  return (
    // Saves when the user leaves a field. Failed saves are retried automatically or on request.
    <div onBlur={() => draft.read().phase === 'unsaved' && void draft.flush()}>
      <SaveStatus id={saveStatusElementIdOf(kind)} draft={draft} onCompare={() => setComparing(true)} />
      {ids.length === 0 && (
        <Text c="dimmed" mb="sm">
          {nothing.isMaking ? nothing.words : [nothing.words, t('addFirstOneGenerate')].join(' ')}
        </Text>
      )}
      <SortableList
        label={sectionTitleOf(kind)}
        ids={ids}
        nameOf={(_, index) => itemNameInTextOf(kind, index + 1)}
        onMove={(id, to) => moveDraftItem(draft, id, to)}
        rowClass={classes.row}
      >
        {draw}
      </SortableList>
      {add}
      <Merging draft={draft} section={kind} opened={isComparing} onClose={() => setComparing(false)} />
    </div>
  );
}

function ClosedSection<Item extends AnyItem>({ module, kind, draft, readOnly }: SectionEditorProps<Item>) {
  const { items } = useDraftState(draft);
  return (
    <FoldedOnceApproved module={module} kind={kind} count={items.length}>
      {readOnly(items)}
    </FoldedOnceApproved>
  );
}

/** Returns the module, updated only when data that comments depend on change, not on each save of its content. */
function useDiscussed(module: ModuleDetail): ModuleDetail {
  const [discussed, setDiscussed] = useState(module);
  const isSame =
    discussed.id === module.id &&
    discussed.comments === module.comments &&
    discussed.round === module.round &&
    discussed.status === module.status &&
    discussed.workflow === module.workflow;
  if (!isSame) setDiscussed(module);
  return isSame ? discussed : module;
}

/** Changes only with the lock, not on each keystroke. */
function useIsOpen<Item extends AnyItem>(draft: SectionDraft<Item>): boolean {
  return useSyncExternalStore(draft.subscribe, () => draft.read().lock === null);
}

interface WaitingItemProps<Item extends AnyItem> {
  draft: SectionDraft<Item>;
  id: string;
  /** The item's name: "Card 3". */
  name: string;
}

/** A plain-text placeholder of an item whose fields aren't rendered yet. */
function WaitingItem<Item extends AnyItem>({ draft, id, name }: WaitingItemProps<Item>) {
  const item = useDraftItemValue(draft, id);
  return (
    <div id={itemElementIdOf(id)} className={classes.item}>
      <strong>{name}</strong>
      <div dir="auto" className={classes.waiting}>
        {item !== undefined && formatItemAsText(item)}
      </div>
    </div>
  );
}

interface FoldedProps {
  module: ModuleDetail;
  kind: SectionKind;
  count: number;
  children: ReactNode;
}

/** Collapses an approved section while the rest of the module is in review. */
function FoldedOnceApproved({ module, kind, count, children }: FoldedProps) {
  if (!isUnderReview(workflowStateOf(module)) || module[kind].state !== 'approved') return children;
  return (
    <details className={classes.folded}>
      <summary>{t(`showApproved.${kind}`, { count })}</summary>
      {children}
    </details>
  );
}
