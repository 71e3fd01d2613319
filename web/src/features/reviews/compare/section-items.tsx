import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ReviewComment } from '@training/shared/reviews/reviews';
import { type ReactNode, useMemo, useState } from 'react';
import { hasSameItemContent, type ModuleItem } from '../../items/item-fields.ts';
import { CommentThread } from '../../modules/comments/comments.tsx';
import { reviewItemAttributesOf } from '../item-key-navigation.ts';
import { type ComparedItem, compareItems, type ItemChange } from './compare-items.ts';
import classes from './diff.module.css';
import { SideBySideItemDiff, UncomparedItem } from './side-by-side.tsx';
import { locale } from '../../../lib/i18n/language.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('reviews');

const COLORS: Record<ItemChange, string> = {
  added: 'green',
  removed: 'red',
  changed: 'yellow',
  moved: 'blue',
  unchanged: 'gray.6',
};

interface ComparedItemRowProps {
  section: SectionKind;
  row: ComparedItem<ModuleItem>;
  /** True if there is a version to compare with. Otherwise no changes are shown, and nothing is collapsed. */
  isCompared: boolean;
  areUnchangedOpen: boolean;
  /** Opens the query dialog for this item; absent if queries aren't possible now. */
  onQuery: ((itemId: string) => void) | undefined;
  children: ReactNode;
}

/** A card or question with its change, content and comments. */
function ComparedItemRow(props: ComparedItemRowProps) {
  const { section, row, isCompared, areUnchangedOpen, onQuery, children } = props;
  return (
    <li className={classes.item} data-change={isCompared ? row.change : undefined} {...reviewItemAttributesOf(row.id)}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap="xs">
          <h3 className={classes.title}>{nameOf(section, row)}</h3>
          {isCompared && (
            <Badge size="sm" variant="dot" color={COLORS[row.change]}>
              {changeWords(row)}
            </Badge>
          )}
        </Group>
        {onQuery !== undefined && row.after !== undefined && (
          <Button
            size="compact-sm"
            variant="subtle"
            flex="none"
            leftSection={<IconQuestionMark size={14} aria-hidden />}
            aria-label={t('requestChangesToItem', { section, place: row.place })}
            onClick={() => onQuery(row.id)}
          >
            {t('requestChanges')}
          </Button>
        )}
      </Group>
      <Content row={row} isCompared={isCompared} isOpen={areUnchangedOpen} />
      {children}
    </li>
  );
}

interface ContentProps {
  row: ComparedItem<ModuleItem>;
  isCompared: boolean;
  isOpen: boolean;
}

function Content({ row: { change, before, after }, isCompared, isOpen }: ContentProps) {
  if (change === 'changed' && before !== undefined && after !== undefined) {
    return <SideBySideItemDiff before={before} after={after} />;
  }
  const item = after ?? before;
  if (item === undefined) return null;
  if (!isCompared || (change !== 'unchanged' && change !== 'moved')) return <UncomparedItem item={item} />;
  return (
    <details className={classes.folded} open={isOpen}>
      <summary dir="auto">{'kind' in item ? item.prompt : item.front}</summary>
      <UncomparedItem item={item} />
    </details>
  );
}

/** Returns "Card 3"; a removed item is named by its old position. */
function nameOf(section: SectionKind, { change, place }: Pick<ComparedItem<ModuleItem>, 'change' | 'place'>): string {
  return change === 'removed' ? t('formerItemName', { section, place }) : t('itemName', { section, place });
}

/** Returns "card 3", as what comments are about. */
function aboutOf(section: SectionKind, { change, place }: Pick<ComparedItem<ModuleItem>, 'change' | 'place'>): string {
  return change === 'removed' ? t('aboutFormerItem', { section, place }) : t('aboutItem', { section, place });
}

function changeWords({ change, isMoved, place, placeBefore = place }: ComparedItem<ModuleItem>): string {
  if (change === 'moved') return t('movedFromTo', { from: placeBefore, to: place });
  return isMoved ? t('changedAndMoved', { from: placeBefore, to: place }) : t(change);
}

interface SectionItemsProps {
  moduleId: string;
  section: SectionKind;
  items: ModuleItem[];
  /** The version to compare with; null for none. */
  base: ModuleItem[] | null;
  comments: ReviewComment[];
  areCommentsOpen: boolean;
  onQuery: ((itemId: string) => void) | undefined;
}

/** All cards or questions of a section with their changes. */
export function ComparedSectionItems({
  moduleId,
  section,
  items,
  base,
  comments,
  areCommentsOpen,
  onQuery,
}: SectionItemsProps) {
  const rows = useMemo(() => compareItems(base ?? [], items, hasSameItemContent), [base, items]);
  const [areUnchangedOpen, openUnchanged] = useState(false);
  const isCompared = base !== null;
  const thread = (id: string, about: string) => (
    <CommentThread
      moduleId={moduleId}
      section={section}
      itemId={id}
      about={about}
      comments={comments}
      isOpen={areCommentsOpen}
    />
  );
  const gone = goneItems(comments, section, rows);
  return (
    <>
      {isCompared && (
        <Group gap="sm" mb="sm" justify="space-between">
          <Text component="output">{itemChangeCountsInWords(section, rows)}</Text>
          {rows.some(({ change }) => change === 'unchanged' || change === 'moved') && (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={areUnchangedOpen}
              onClick={() => openUnchanged(!areUnchangedOpen)}
            >
              {areUnchangedOpen ? t('hideUnchanged') : t('showUnchanged')}
            </Button>
          )}
        </Group>
      )}
      <ol className={classes.items} aria-label={t(section)}>
        {rows.map((row) => (
          <ComparedItemRow
            key={row.id}
            section={section}
            row={row}
            isCompared={isCompared}
            areUnchangedOpen={areUnchangedOpen}
            onQuery={onQuery}
          >
            {thread(row.id, aboutOf(section, row))}
          </ComparedItemRow>
        ))}
      </ol>
      {gone.length > 0 && (
        <>
          <Title order={3} mt="md">
            {t('aboutGoneItems', { section })}
          </Title>
          {gone.map((id) => (
            <div key={id}>{thread(id, t('aboutGoneItem', { section }))}</div>
          ))}
        </>
      )}
    </>
  );
}

/** Returns the ids of commented items that neither version has. */
function goneItems(comments: ReviewComment[], section: SectionKind, rows: ComparedItem<ModuleItem>[]): string[] {
  const listed = new Set(rows.map(({ id }) => id));
  const named = comments.flatMap((comment) =>
    comment.section === section && comment.item_id !== null ? comment.item_id : [],
  );
  return [...new Set(named)].filter((id) => !listed.has(id));
}

const CHANGES: ItemChange[] = ['changed', 'added', 'removed', 'moved', 'unchanged'];

/** Returns "2 changed, 1 added, 7 unchanged". Counts only items, because settings may have changed as well. */
export function itemChangeCountsInWords(section: SectionKind, rows: ComparedItem<ModuleItem>[]): string {
  const counts = CHANGES.map((change) => ({ change, count: rows.filter((row) => row.change === change).length }));
  if (rows.every(({ change }) => change === 'unchanged')) return t('noItemChanged', { section });
  const words = counts.filter(({ count }) => count > 0).map((each) => t('changeCount', each));
  return new Intl.ListFormat(locale, { type: 'unit' }).format(words);
}
