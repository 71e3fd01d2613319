import { Badge, Button, Group } from '@mantine/core';
import { IconQuestionMark } from '@tabler/icons-react';
import type { SectionKind } from '@training/shared/courses/courses';
import type { ReactNode } from 'react';
import type { ComparedItem, ItemChange } from './compare-items.ts';
import classes from './diff.module.css';
import type { Item } from '../../items/item-fields.ts';
import { itemProps } from '../items-by-key.ts';
import { SECTION_WORDS } from '../../modules/module-words.ts';
import { WholeItem } from './whole-item.tsx';
import { SideBySide } from './side-by-side.tsx';

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
export function ComparedItemRow(props: ComparedItemRowProps) {
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
export function nameOf(section: SectionKind, { change, place }: Pick<ComparedItem<Item>, 'change' | 'place'>): string {
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
