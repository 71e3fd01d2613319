import { Button, Group, Text, Title } from '@mantine/core';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ReviewComment } from '@training/shared/reviews/reviews';
import { useMemo, useState } from 'react';
import { CommentThread } from '../../modules/comments/comments.tsx';
import { type ComparedItem, type ItemChange, compareItems } from './compare-items.ts';
import { ComparedItemRow, nameOf } from './compared-item.tsx';
import classes from './diff.module.css';
import { type Item, isSameItem } from '../../items/item-fields.ts';
import { SECTION_WORDS } from '../../modules/module-words.ts';

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
