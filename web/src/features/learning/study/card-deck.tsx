import { Button, Group, Progress, Text } from '@mantine/core';
import type { StudiedModule } from '@training/shared/learning/learning';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState, type PointerEvent } from 'react';
import { counted } from '../../../lib/numbers.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { Markdown } from '../../../ui/texts/markdown.tsx';
import classes from '../learning.module.css';
import { useSeenCards } from './use-seen-cards.ts';
import { Note } from '../../../ui/note.tsx';

/** The minimum horizontal distance of a swipe in CSS pixels. */
const FAR = 48;

/** Detects swipes to the left or right, but not taps and vertical scrolling. */
function useSwipe(swiped: (direction: 'left' | 'right') => void) {
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

interface CardDeckProps {
  module: StudiedModule;
  cycle: NonNullable<StudiedModule['cycle']>;
}

/**
 * Shows one card at a time. A card counts as seen if its back was shown and it was on screen for a second. Enter or
 * Space flips it; arrow keys and swipes navigate.
 */
export function CardDeck({ module, cycle }: CardDeckProps) {
  const { cards } = module;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      cards.findIndex((card) => !card.seen),
    ),
  );
  const [isTurned, setTurned] = useState(false);
  const navigate = useNavigate({ from: '/$workspace/training/$module' });
  const card = cards[at];
  const isNew = card !== undefined && !card.seen && cycle.completed_at === null;
  const { isAway, error } = useSeenCards(module, cycle.enrollment_id, { card: isNew ? card.id : undefined, isTurned });
  const text = useId();
  const turning = useRef<HTMLButtonElement>(null);
  // Focuses the flip button of each card: one key shows its back, the next key continues.
  useEffect(() => turning.current?.focus({ preventScroll: true }), [at]);
  const isLast = at === cards.length - 1;
  const turn = () => setTurned(!isTurned);
  const go = (to: number) => {
    if (to < 0 || to >= cards.length) return;
    setTurned(false);
    setAt(to);
  };
  const swipe = useSwipe((direction) => go(direction === 'left' ? at + 1 : at - 1));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey) return;
    if (event.key === 'ArrowRight') go(at + 1);
    if (event.key === 'ArrowLeft') go(at - 1);
  };
  if (!card) return <Text c="dimmed">This version has no cards.</Text>;
  const seen = cards.filter((each) => each.seen).length;
  const missed = cards.findIndex((each) => !each.seen);
  return (
    // Keys and swipes have the same effect as the buttons.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={classes.deck} onKeyDown={onKeyDown} {...swipe}>
      <Group justify="space-between" mb="xs">
        <Text component="output" size="sm">
          Card {at + 1} of {cards.length}
        </Text>
        <Text size="sm" c="dimmed">
          {seen} seen
        </Text>
      </Group>
      <Progress value={(seen / cards.length) * 100} mb="sm" aria-hidden />
      {isAway && <Note mb="sm">The server isn’t responding. Cards that you see now don’t count until it is back.</Note>}
      {error !== null && <FailedState what="Couldn’t save which cards you saw" problem={problemOf(error)} />}
      <div className={classes.flip} id={text} aria-live="polite">
        <span className={classes.side}>{isTurned ? 'Back' : 'Front'}</span>
        <Markdown>{card.front}</Markdown>
        {isTurned && (
          <div className={classes.back}>
            <Markdown>{card.back}</Markdown>
          </div>
        )}
      </div>
      <div className={classes.steps}>
        <Button variant="default" disabled={at === 0} onClick={() => go(at - 1)}>
          Previous
        </Button>
        <Button ref={turning} aria-describedby={text} variant={isTurned ? 'default' : 'filled'} onClick={turn}>
          {isTurned ? 'Hide back' : 'Show back'}
        </Button>
        {isLast ? (
          <Button variant={isTurned ? 'filled' : 'default'} onClick={() => void navigate({ search: { step: 'quiz' } })}>
            Go to quiz
          </Button>
        ) : (
          <Button variant={isTurned ? 'filled' : 'default'} onClick={() => go(at + 1)}>
            Next
          </Button>
        )}
      </div>
      {isLast && missed !== -1 && missed !== at && (
        <Group gap="xs" mt="sm">
          <Text size="sm">{counted(cards.length - seen, 'card')} not seen yet.</Text>
          <Button size="xs" variant="subtle" onClick={() => go(missed)}>
            Go to unseen card
          </Button>
        </Group>
      )}
    </div>
  );
}
