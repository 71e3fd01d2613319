import { Button, Group, Text } from '@mantine/core';
import type { ModuleForStudy } from '@training/shared/learning/learning';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { SECONDS_UNTIL_CARD_SEEN } from '@training/shared/learning/seen-cards';
import { toDisplayableProblem } from '../../../lib/api/problem.ts';
import { FailedState } from '../../../ui/pages/states.tsx';
import { Note } from '../../../ui/note.tsx';
import { isTemporaryStatus } from '../../../lib/api/http-error.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { UntranslatedNote } from '../language-switch.tsx';
import { useUpdateCachedStudiedModule } from '../use-update-studied-module.ts';
import { CardPager } from './card-pager.tsx';
import { isCycleDone } from '../is-cycle-done.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('learning');

interface CardDeckProps {
  module: ModuleForStudy;
  cycle: NonNullable<ModuleForStudy['cycle']>;
}

/**
 * Shows one card at a time. A card counts as seen if its back was shown and it was on screen for a second.
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
  const isNew = card !== undefined && !card.seen && !isCycleDone(cycle);
  const { isAway, error } = useSeenCards(module, cycle.enrollment_id, { card: isNew ? card.id : undefined, isTurned });
  const seen = cards.filter((each) => each.seen).length;
  const missed = cards.findIndex((each) => !each.seen);
  const isLast = at === cards.length - 1;
  const go = (to: number) => {
    setTurned(false);
    setAt(to);
  };
  return (
    <CardPager
      cards={cards}
      at={at}
      done={seen}
      isTurned={isTurned}
      onTurn={() => setTurned(!isTurned)}
      onGo={go}
      onEnd={{ label: t('goToQuiz'), act: () => void navigate({ search: { step: 'quiz' } }) }}
      notices={
        <>
          <UntranslatedNote id={card?.id} shown={module} source={module.languages[0] ?? ''} />
          {isAway && <Note mb="sm">{t('serverAwayCardsDontCount')}</Note>}
          {error !== null && <FailedState what={t('failedToSaveWhichCards')} problem={toDisplayableProblem(error)} />}
        </>
      }
    >
      {isLast && missed !== -1 && missed !== at && (
        <Group gap="xs" mt="sm">
          <Text size="sm">{t('cardsNotDone', { count: cards.length - seen })}</Text>
          <Button size="xs" variant="subtle" onClick={() => go(missed)}>
            {t('goToIt')}
          </Button>
        </Group>
      )}
    </CardPager>
  );
}

/** Milliseconds; slightly more than the server requires. */
const ON_SCREEN = SECONDS_UNTIL_CARD_SEEN * 1_000 + 50;

interface OnScreen {
  /** The card on screen; undefined if it needn't be reported. */
  card: string | undefined;
  isTurned: boolean;
}

/**
 * Reports to the server which card is on screen and, once it was flipped, that it was seen. The server decides whether
 * it was visible for a second, by its own clock from the first report. Cards that it doesn't count are reported again.
 */
function useSeenCards(module: ModuleForStudy, enrollment_id: string, { card, isTurned }: OnScreen) {
  const { seen } = useUpdateCachedStudiedModule(module.module_id);
  const revision_id = module.revision.id;
  /** The card that the server knows of, and since when; a new object after each report. */
  const [known, setKnown] = useState<{ card: string; since: number } | null>(null);
  const here = useRef({ card, isTurned, since: 0, isTold: false });
  const lasting = {
    retry: (_: number, error: unknown) => isTemporaryStatus(toDisplayableProblem(error).status),
    retryDelay: (failures: number) => Math.min(500 * 2 ** failures, 5_000),
    // Sent in order: the last reported card is the one on screen.
    scope: { id: `cards/${enrollment_id}` },
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
