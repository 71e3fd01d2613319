import { Button, Group, Progress, Text } from '@mantine/core';
import type { ItemMedia } from '@training/shared/courses/media';
import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react';
import { Markdown } from '../../../ui/markdown.tsx';
import { MediaAtPlace } from '../../../ui/media.tsx';
import classes from '../learning.module.css';
import { consoleTextDirection } from '../../../lib/i18n/language.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

/** The minimum horizontal distance of a swipe in CSS pixels. */
const FAR = 48;

/** The next card is to the right, where one reads in that direction. */
const toTheRight = () => (consoleTextDirection === 'rtl' ? -1 : 1);

/** Detects swipes to the left or right, but not taps and vertical scrolling. */
function useSwipe(swiped: (to: 'left' | 'right') => void) {
  const start = useRef<{ x: number; y: number } | null>(null);
  return {
    onPointerDown(event: PointerEvent) {
      start.current = event.pointerType === 'mouse' ? null : { x: event.clientX, y: event.clientY };
    },
    onPointerUp(event: PointerEvent) {
      if (start.current === null) return;
      const across = event.clientX - start.current.x;
      const along = event.clientY - start.current.y;
      start.current = null;
      if (Math.abs(across) > FAR && Math.abs(across) > 2 * Math.abs(along)) swiped(across < 0 ? 'left' : 'right');
    },
    onPointerCancel() {
      start.current = null;
    },
  };
}

interface CardPagerProps {
  cards: readonly ({ id: string } & CardFaceProps['card'])[];
  /** The index of the card on screen. */
  at: number;
  /** The number of cards that are done. */
  done: number;
  isTurned: boolean;
  onTurn: () => void;
  onGo: (to: number) => void;
  /** Takes the place of Next on the last card. */
  onEnd: { label: string; act: () => void };
  /** Shown above the card. */
  notices?: ReactNode;
  /** Shown below the buttons. */
  children?: ReactNode;
}

/** One card at a time, as learners see it. Enter or Space flips it; arrow keys and swipes navigate. */
export function CardPager(props: CardPagerProps) {
  const { cards, at, done, isTurned, onTurn, onGo, onEnd, notices, children } = props;
  const text = useId();
  const turning = useRef<HTMLButtonElement>(null);
  // Focuses the flip button of each card: one key shows its back, the next key continues.
  useEffect(() => turning.current?.focus({ preventScroll: true }), [at]);
  const go = (to: number) => {
    if (to >= 0 && to < cards.length) onGo(to);
  };
  const swipe = useSwipe((to) => go(at + (to === 'left' ? toTheRight() : -toTheRight())));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowRight') go(at + toTheRight());
    if (event.key === 'ArrowLeft') go(at - toTheRight());
  };
  const card = cards[at];
  if (!card) return <Text c="dimmed">{t('versionHasNoCards')}</Text>;
  const isLast = at === cards.length - 1;
  return (
    // Keys and swipes have the same effect as the buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.deck} onKeyDown={onKeyDown} {...swipe}>
      <Group justify="space-between" mb="xs">
        <Text component="output" size="sm">
          {t('cardOf', { number: at + 1, total: cards.length })}
        </Text>
        <Text size="sm" c="dimmed">
          {t('doneOf', { done, total: cards.length })}
        </Text>
      </Group>
      <Progress value={(done / cards.length) * 100} mb="sm" aria-hidden />
      {notices}
      <FlippableCard card={card} isTurned={isTurned} id={text} />
      <div className={classes.steps}>
        <Button variant="default" disabled={at === 0} onClick={() => go(at - 1)}>
          {t('previous')}
        </Button>
        <Button ref={turning} aria-describedby={text} variant={isTurned ? 'default' : 'filled'} onClick={onTurn}>
          {isTurned ? t('hideAnswer') : t('showAnswer')}
        </Button>
        <Button variant={isTurned ? 'filled' : 'default'} onClick={isLast ? onEnd.act : () => go(at + 1)}>
          {isLast ? onEnd.label : t('next')}
        </Button>
      </div>
      {children}
    </div>
  );
}

interface CardFaceProps {
  card: { front: string; back: string; media?: ItemMedia[] | undefined };
  isTurned: boolean;
  /** Describes the button that turns the card. */
  id: string;
}

/** The front of a card, and its back once it is turned. */
export function FlippableCard({ card, isTurned, id }: CardFaceProps) {
  return (
    <div className={classes.flip} id={id} aria-live="polite">
      <span className={classes.side}>{isTurned ? t('answerSide') : t('question')}</span>
      <Markdown>{card.front}</Markdown>
      <MediaAtPlace item={card} at="front" />
      {isTurned && (
        <div className={classes.back}>
          <Markdown>{card.back}</Markdown>
          <MediaAtPlace item={card} at="back" />
        </div>
      )}
    </div>
  );
}
