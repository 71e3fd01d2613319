import { Button, Group, Progress, Text } from '@mantine/core';
import type { StudiedModule } from '@training/shared/learning/learning';
import { useNavigate } from '@tanstack/react-router';
import { type KeyboardEvent, useEffect, useId, useRef, useState, type PointerEvent } from 'react';
import { CARD_SECONDS } from '@training/shared/learning/seen-cards';
import { counted } from '../../../lib/numbers.ts';
import { problemOf } from '../../../lib/api/problem.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { Markdown } from '../../../ui/markdown.tsx';
import classes from '../learning.module.css';
import { Note } from '../../../ui/note.tsx';
import { isPassing } from '../../../lib/api/http-error.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useStudiedModule } from '../use-studied-module.ts';

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
          {seen} of {cards.length} done
        </Text>
      </Group>
      <Progress value={(seen / cards.length) * 100} mb="sm" aria-hidden />
      {isAway && <Note mb="sm">The server isn’t responding. Cards that you see now don’t count until it is back.</Note>}
      {error !== null && <FailedState what="Couldn’t save which cards you saw" problem={problemOf(error)} />}
      <div className={classes.flip} id={text} aria-live="polite">
        <span className={classes.side}>{isTurned ? 'Answer' : 'Question'}</span>
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
          {isTurned ? 'Hide answer' : 'Show answer'}
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
          <Text size="sm">{counted(cards.length - seen, 'card')} not done yet.</Text>
          <Button size="xs" variant="subtle" onClick={() => go(missed)}>
            Go to it
          </Button>
        </Group>
      )}
    </div>
  );
}

/** Milliseconds; slightly more than the server requires. */
const ON_SCREEN = CARD_SECONDS * 1_000 + 50;

interface OnScreen {
  /** The card on screen; undefined if it needn't be reported. */
  card: string | undefined;
  isTurned: boolean;
}

/**
 * Reports to the server which card is on screen and, once it was flipped, that it was seen. The server decides whether
 * it was visible for a second, by its own clock from the first report. Cards that it doesn't count are reported again.
 */
function useSeenCards(module: StudiedModule, enrollment_id: string, { card, isTurned }: OnScreen) {
  const { seen } = useStudiedModule(module.module_id);
  const revision_id = module.revision.id;
  /** The card that the server knows of, and since when; a new object after each report. */
  const [known, setKnown] = useState<{ card: string; since: number } | null>(null);
  const here = useRef({ card, isTurned, since: 0, isTold: false });
  const lasting = {
    retry: (_: number, error: unknown) => isPassing(problemOf(error).status),
    retryDelay: (failures: number) => Math.min(500 * 2 ** failures, 5_000),
    // Sent in order: the last reported card is the one on screen.
    scope: { id: `cards of ${enrollment_id}` },
  };
  const showing = trpc.learning.show.useMutation({
    ...lasting,
    onSuccess: (_, { card_id }) => setKnown({ card: card_id, since: Date.now() }),
  });
  const { mutate: show } = showing;
  const telling = trpc.learning.see.useMutation({
    ...lasting,
    onSuccess: (state, { card_ids: [id] }) => {
      if (id === undefined) return;
      if (!state.uncounted.includes(id)) seen(new Set([id]), state);
      // Too early, or another tab has reported a different card.
      else if (here.current.card === id) show({ enrollment_id, revision_id, card_id: id });
    },
  });
  const { mutate: tell } = telling;
  useEffect(() => {
    here.current.isTurned = isTurned;
  }, [isTurned]);
  useEffect(() => {
    if (card === undefined) return undefined;
    const shown = { card, isTurned: false, since: Date.now(), isTold: false };
    here.current = shown;
    show({ enrollment_id, revision_id, card_id: card });
    return () => {
      here.current = { ...shown, card: undefined };
      // A user who continues before the server's response may still have looked long enough.
      if (shown.isTurned && !shown.isTold && Date.now() - shown.since >= ON_SCREEN) {
        tell({ enrollment_id, revision_id, card_ids: [shown.card] });
      }
    };
  }, [show, tell, enrollment_id, revision_id, card]);
  useEffect(() => {
    if (card === undefined || !isTurned || known?.card !== card) return undefined;
    const timer = setTimeout(
      () => {
        here.current.isTold = true;
        tell({ enrollment_id, revision_id, card_ids: [card] });
      },
      Math.max(0, known.since + ON_SCREEN - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [tell, enrollment_id, revision_id, card, isTurned, known]);
  return {
    isAway: showing.failureCount > 1 || telling.failureCount > 1 || showing.isPaused || telling.isPaused,
    error: showing.error ?? telling.error,
  };
}
