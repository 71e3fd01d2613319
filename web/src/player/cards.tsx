import { Text } from '@mantine/core';
import type { ScormModuleTranslation } from '@training/shared/courses/scorm';
import { useState } from 'react';
import { CardPager } from '../features/learning/study/card-pager.tsx';
import { translatorOf } from '../lib/i18n/translator.ts';
import { languageNameOf } from './player-language.ts';

const t = translatorOf('player');
const learning = translatorOf('learning');

interface CardsProps {
  shown: ScormModuleTranslation;
  /** The language that the module is written in. */
  source: string;
  seen: ReadonlySet<string>;
  onSeen: (id: string) => void;
  /** Null if there is no quiz. */
  onQuiz: (() => void) | null;
}

/** The flashcards. One counts as seen once it was turned. */
export function PlayerCards({ shown, source, seen, onSeen, onQuiz }: CardsProps) {
  const { cards } = shown;
  const [at, setAt] = useState(() =>
    Math.max(
      0,
      cards.findIndex(({ id }) => !seen.has(id)),
    ),
  );
  const [isTurned, setTurned] = useState(false);
  const card = cards[at];
  const go = (to: number) => {
    setTurned(false);
    setAt(to);
  };
  const turn = () => {
    setTurned(!isTurned);
    if (card && !isTurned && !seen.has(card.id)) onSeen(card.id);
  };
  const missed = cards.findIndex(({ id }) => !seen.has(id));
  return (
    <CardPager
      cards={cards}
      at={at}
      done={cards.filter(({ id }) => seen.has(id)).length}
      isTurned={isTurned}
      onTurn={turn}
      onGo={go}
      onEnd={
        missed !== -1 && missed !== at
          ? { label: learning('goToIt'), act: () => go(missed) }
          : onQuiz === null
            ? { label: t('fromStart'), act: () => go(0) }
            : { label: learning('goToQuiz'), act: onQuiz }
      }
      notices={<PlayerUntranslatedNote id={card?.id} shown={shown} source={source} />}
    />
  );
}

/** Says that a card or question is in the language that the module is written in. */
export function PlayerUntranslatedNote({
  id,
  shown,
  source,
}: { id: string | undefined } & Pick<CardsProps, 'shown' | 'source'>) {
  if (id === undefined || !shown.untranslated.includes(id)) return null;
  return (
    <Text size="sm" c="dimmed" component="p" mb="xs">
      {learning('shownInSource', { language: languageNameOf(source) })}
    </Text>
  );
}
