import { Text } from '@mantine/core';
import type { Flashcard } from '@training/shared/courses/courses';
import type { ReactNode } from 'react';
import { GraduallyRenderedItem } from '../../ui/lists/gradually-rendered.tsx';
import { Markdown } from '../../ui/markdown.tsx';
import { MediaAtPlace } from '../../ui/media.tsx';
import { itemElementIdOf } from './item-anchor.ts';
import { ItemSourceNote } from './item-source.tsx';
import classes from './items.module.css';
import { ITEMS_RENDERED_FIRST, PlainItemPlaceholder } from './plain-item.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('items');

interface CardListProps {
  cards: Flashcard[];
  /** The text for an empty list. */
  nothing?: string;
  /** Content below a card, such as its comments. */
  below?: (id: string, index: number) => ReactNode;
}

/** A read-only list of flashcards. */
export function ReadOnlyCardList({ cards, nothing = t('noCardsYet'), below }: CardListProps) {
  if (cards.length === 0) return <Text c="dimmed">{nothing}</Text>;
  return (
    <ol className={classes.cards} aria-label={t('flashcards')}>
      {cards.map(({ id, front, back, media, source }, index) => (
        <li key={id} id={itemElementIdOf(id)} tabIndex={-1} className={classes.card}>
          <GraduallyRenderedItem
            id={id}
            isFirst={index < ITEMS_RENDERED_FIRST}
            instead={<PlainItemPlaceholder texts={[front, back]} />}
          >
            <div className={classes.front}>
              <Markdown>{front}</Markdown>
              <MediaAtPlace item={{ media }} at="front" />
            </div>
            <div className={classes.back}>
              <Markdown>{back}</Markdown>
              <MediaAtPlace item={{ media }} at="back" />
            </div>
            {source !== undefined && <ItemSourceNote source={source} />}
          </GraduallyRenderedItem>
          {below?.(id, index)}
        </li>
      ))}
    </ol>
  );
}
