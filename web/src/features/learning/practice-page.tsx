import { Button, Group, Stack, Text } from '@mantine/core';
import type { ModuleForStudy } from '@training/shared/learning/learning';
import { getRouteApi } from '@tanstack/react-router';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { trpc } from '../../lib/api/trpc.ts';
import { loadStoredUnsavedInputs, storeUnsavedInput } from '../../lib/unsaved-input/unsaved-input.ts';
import { toArrayItems } from '../../lib/json.ts';
import { useWorkspaceSession } from '../../lib/workspace.ts';
import { Note } from '../../ui/note.tsx';
import { Breadcrumbs } from '../../ui/pages/breadcrumbs.tsx';
import { PageHeader } from '../../ui/pages/page-header.tsx';
import { PageState } from '../../ui/pages/page-state.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import classes from './learning.module.css';
import { useLearningOpenInput } from './study-language.ts';
import { FlippableCard } from './study/card-pager.tsx';
import { translatorOf } from '../../lib/i18n/translator.ts';

const t = translatorOf('learning');

const route = getRouteApi('/$workspace/training/$module/practice');

/** Practice of missed cards, for the learner alone: nothing of it is sent to the server. */
export function MissedCardPracticePage() {
  const { module: module_id } = route.useParams();
  const studied = trpc.learning.open.useQuery(useLearningOpenInput(module_id));
  return (
    <>
      <PageHeader
        title={t('practice')}
        description={t('practiceForYouAlone')}
        above={
          <Breadcrumbs>
            <TextLink to="/$workspace/training/$module" params={{ module: module_id }}>
              {studied.data?.revision.title ?? t('training')}
            </TextLink>
          </Breadcrumbs>
        }
      />
      <PageState query={studied} what={t('thisTraining')}>
        {(module) => <Practice module={module} />}
      </PageState>
    </>
  );
}

interface Practised {
  id: string;
  front: string;
  back: string;
}

/** Returns questions that were answered incorrectly and have an explanation, as cards. */
function missedQuestions({ attempt }: ModuleForStudy): Practised[] {
  const prompts = new Map(attempt?.asked.map(({ id, prompt }) => [id, prompt]));
  return (attempt?.answers ?? []).flatMap(({ question_id: id, right, explanation }) => {
    const front = prompts.get(id);
    return right === false && explanation && front ? [{ id, front, back: explanation }] : [];
  });
}

/** Marks of cards to see again, in this browser. */
function useMarks(moduleId: string) {
  const { session, workspace } = useWorkspaceSession();
  const place = useMemo(
    () => ({ email: session.email, workspace: workspace.slug, about: ['practice', moduleId] }),
    [session.email, workspace.slug, moduleId],
  );
  const [marks, setMarks] = useState(
    () => new Set(toArrayItems(loadStoredUnsavedInputs(place).get('again')).filter((id) => typeof id === 'string')),
  );
  const mark = (id: string, isAgain: boolean) => {
    const changed = new Set(marks);
    if (isAgain) changed.add(id);
    else changed.delete(id);
    setMarks(changed);
    storeUnsavedInput(place, 'again', [...changed]);
  };
  return { marks, mark };
}

function Practice({ module }: { module: ModuleForStudy }) {
  const { marks, mark } = useMarks(module.module_id);
  const [all] = useState(() => [...module.cards, ...missedQuestions(module)]);
  const [missed] = useState(() => {
    const wrong = new Set(missedQuestions(module).map(({ id }) => id));
    return all.filter(({ id }) => wrong.has(id) || marks.has(id));
  });
  const [queue, setQueue] = useState<Practised[]>(missed);
  const [turn, setTurn] = useState(0);
  const [card] = queue;
  if (card === undefined) {
    return (
      <Stack gap="md" align="flex-start">
        <Note title={missed.length === 0 ? t('noMissedCards') : t('done')}>
          {missed.length === 0 ? t('noCardMarked') : t('wentThroughMissedCards')}
        </Note>
        {module.cards.length > 0 && <Button onClick={() => setQueue(module.cards)}>{t('practiseAllCards')}</Button>}
      </Stack>
    );
  }
  return (
    <OneCard
      key={turn}
      card={card}
      left={queue.length}
      onDecided={(isAgain) => {
        mark(card.id, isAgain);
        setTurn(turn + 1);
        setQueue(isAgain ? [...queue.slice(1), card] : queue.slice(1));
      }}
    />
  );
}

interface OneCardProps {
  card: Practised;
  left: number;
  onDecided: (isAgain: boolean) => void;
}

/** A card with its answer hidden, then the choice to see it again. */
function OneCard({ card, left, onDecided }: OneCardProps) {
  const [isTurned, setTurned] = useState(false);
  const text = useId();
  const first = useRef<HTMLButtonElement>(null);
  // One key shows the answer, the next goes on.
  useEffect(() => first.current?.focus({ preventScroll: true }), [isTurned]);
  return (
    <div className={classes.study}>
      <Text component="output" size="sm">
        {t('cardsLeft', { count: left })}
      </Text>
      <FlippableCard card={card} isTurned={isTurned} id={text} />
      {isTurned ? (
        <Group mt="sm">
          <Button ref={first} onClick={() => onDecided(false)}>
            {t('knewIt')}
          </Button>
          <Button variant="default" onClick={() => onDecided(true)}>
            {t('again')}
          </Button>
        </Group>
      ) : (
        <Button ref={first} mt="sm" aria-describedby={text} onClick={() => setTurned(true)}>
          {t('showAnswer')}
        </Button>
      )}
    </div>
  );
}
