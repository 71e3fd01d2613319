import { Badge, Button, Group, Text, Title } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ReviewComment } from '@training/shared/reviews/reviews';
import { type ReactNode, useMemo, useState } from 'react';
import { isSameItem, type Item } from '../../items/item-fields.ts';
import { CommentThread } from '../../modules/comments/comments.tsx';
import { SECTION_WORDS } from '../../modules/module-words.ts';
import { itemProps } from '../items-by-key.ts';
import { type ComparedItem, compareItems, type ItemChange } from './compare-items.ts';
import classes from './diff.module.css';
import { SideBySide, WholeItem } from './side-by-side.tsx';

const COLORS: Record<ItemChange, string> = {
  added: 'green',
  removed: 'red',
  changed: 'yellow',
  moved: 'blue',
  unchanged: 'gray.6',
};

interface ComparedItemRowProps {
  section: SectionKind;
  row: ComparedItem<Item>;
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
  const name = nameOf(section, row);
  return (
    <li className={classes.item} data-change={isCompared ? row.change : undefined} {...itemProps(row.id)}>
      <Group justify="space-between" gap="xs" wrap="nowrap">
        <Group gap="xs">
          <h3 className={classes.title}>{name}</h3>
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
            aria-label={`Request changes to ${name.toLowerCase()}`}
            onClick={() => onQuery(row.id)}
          >
            Request changes
          </Button>
        )}
      </Group>
      <Content row={row} isCompared={isCompared} isOpen={areUnchangedOpen} />
      {children}
    </li>
  );
}

interface ContentProps {
  row: ComparedItem<Item>;
  isCompared: boolean;
  isOpen: boolean;
}

function Content({ row: { change, before, after }, isCompared, isOpen }: ContentProps) {
  if (change === 'changed' && before !== undefined && after !== undefined) {
    return <SideBySide before={before} after={after} />;
  }
  const item = after ?? before;
  if (item === undefined) return null;
  if (!isCompared || (change !== 'unchanged' && change !== 'moved')) return <WholeItem item={item} />;
  return (
    <details className={classes.folded} open={isOpen}>
      <summary dir="auto">{'kind' in item ? item.prompt : item.front}</summary>
      <WholeItem item={item} />
    </details>
  );
}

/** Returns "Card 3"; a removed item is named by its old position. */
function nameOf(section: SectionKind, { change, place }: Pick<ComparedItem<Item>, 'change' | 'place'>): string {
  const { item } = SECTION_WORDS[section];
  const name = `${item.charAt(0).toUpperCase()}${item.slice(1)} ${place}`;
  return change === 'removed' ? `Former ${name.toLowerCase()}` : name;
}

function changeWords({ change, isMoved, place, placeBefore }: ComparedItem<Item>): string {
  const moved = `moved from place ${placeBefore} to ${place}`;
  if (change === 'moved') return `M${moved.slice(1)}`;
  const word = `${change.charAt(0).toUpperCase()}${change.slice(1)}`;
  return isMoved ? `${word}, ${moved}` : word;
}

interface SectionItemsProps {
  moduleId: string;
  section: SectionKind;
  items: Item[];
  /** The version to compare with; null for none. */
  base: Item[] | null;
  comments: ReviewComment[];
  areCommentsOpen: boolean;
  onQuery: ((itemId: string) => void) | undefined;
}

/** All cards or questions of a section with their changes. */
export function SectionItems({
  moduleId,
  section,
  items,
  base,
  comments,
  areCommentsOpen,
  onQuery,
}: SectionItemsProps) {
  const rows = useMemo(() => compareItems(base ?? [], items, isSameItem), [base, items]);
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
          <Text component="output">{countWords(section, rows)}</Text>
          {rows.some(({ change }) => change === 'unchanged' || change === 'moved') && (
            <Button
              size="compact-sm"
              variant="default"
              aria-expanded={areUnchangedOpen}
              onClick={() => openUnchanged(!areUnchangedOpen)}
            >
              {areUnchangedOpen ? 'Hide unchanged' : 'Show unchanged'}
            </Button>
          )}
        </Group>
      )}
      <ol className={classes.items} aria-label={SECTION_WORDS[section].title}>
        {rows.map((row) => (
          <ComparedItemRow
            key={row.id}
            section={section}
            row={row}
            isCompared={isCompared}
            areUnchangedOpen={areUnchangedOpen}
            onQuery={onQuery}
          >
            {thread(row.id, nameOf(section, row).toLowerCase())}
          </ComparedItemRow>
        ))}
      </ol>
      {gone.length > 0 && (
        <>
          <Title order={3} mt="md">
            About {SECTION_WORDS[section].items} that are gone
          </Title>
          {gone.map((id) => (
            <div key={id}>{thread(id, `a ${SECTION_WORDS[section].item} that is gone`)}</div>
          ))}
        </>
      )}
    </>
  );
}

/** Returns the ids of commented items that neither version has. */
function goneItems(comments: ReviewComment[], section: SectionKind, rows: ComparedItem<Item>[]): string[] {
  const listed = new Set(rows.map(({ id }) => id));
  const named = comments.flatMap((comment) =>
    comment.section === section && comment.item_id !== null ? comment.item_id : [],
  );
  return [...new Set(named)].filter((id) => !listed.has(id));
}

const CHANGES: ItemChange[] = ['changed', 'added', 'removed', 'moved', 'unchanged'];

/** Returns "2 changed, 1 added, 7 unchanged". Counts only items, because settings may have changed as well. */
function countWords(section: SectionKind, rows: ComparedItem<Item>[]): string {
  const counts = CHANGES.map((change) => ({ change, count: rows.filter((row) => row.change === change).length }));
  if (rows.every(({ change }) => change === 'unchanged')) return `No ${SECTION_WORDS[section].item} has changed.`;
  return counts
    .filter(({ count }) => count > 0)
    .map(({ change, count }) => `${count} ${change}`)
    .join(', ');
}
