import { Button, Group, NativeSelect, Stack, Title } from '@mantine/core';
import type { ScormModule } from '@training/shared/courses/scorm';
import { useEffect, useRef, useState } from 'react';
import { translatorOf } from '../lib/i18n/translator.ts';
import { ThemeProviders } from '../shell/theme-providers.tsx';
import { Note } from '../ui/note.tsx';
import type { PlayerAttempt } from './attempt.ts';
import { PlayerCards } from './cards.tsx';
import type { CmiInteraction, Lms } from './lms.ts';
import { languageNameOf, setPlayerLanguageForContent } from './player-language.ts';
import {
  type UnsubmittedAnswer,
  type PlayerProgress,
  findContentInLanguage,
  lessonStatusOf,
  toSuspendData,
} from './progress.ts';
import { ScormPlayerQuiz } from './quiz.tsx';

const t = translatorOf('player');

/** Milliseconds until what was done is written, unless more is done meanwhile. */
const WRITTEN_AFTER = 3_000;

/** Stores progress at once, and has it written soon, or when the page is hidden. */
function useStored(lms: Lms, module: ScormModule, progress: PlayerProgress, part: string) {
  const [isFailing, setFailing] = useState(false);
  const stored = useRef('');
  useEffect(() => {
    const commit = () => {
      lms.commit();
      setFailing(lms.isFailing);
    };
    const suspended = toSuspendData(module, progress);
    if (stored.current === suspended + part) return undefined;
    stored.current = suspended + part;
    lms.store(lessonStatusOf(module, progress), part, suspended);
    const timer = setTimeout(commit, WRITTEN_AFTER);
    return () => clearTimeout(timer);
  }, [lms, module, progress, part]);
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && lms.commit();
    document.addEventListener('visibilitychange', onHide);
    return () => document.removeEventListener('visibilitychange', onHide);
  }, [lms]);
  return isFailing;
}

interface PlayerProps {
  module: ScormModule;
  lms: Lms;
  resumed: PlayerProgress | null;
}

/** The language that the learner gets at first: the browser's, if the module has it. */
const firstLanguage = ({ languages }: ScormModule) =>
  navigator.languages.find((tag) => languages.some(({ code }) => code === tag.split('-', 1)[0])) ?? '';

/** A module of flashcards and a quiz. */
export function Player({ module, lms, resumed }: PlayerProps) {
  const [progress, setProgress] = useState<PlayerProgress>(
    () => resumed ?? { language: firstLanguage(module), seen: new Set(), round: null, best: null },
  );
  const shown = findContentInLanguage(module, progress.language);
  setPlayerLanguageForContent(shown.code);
  const source = findContentInLanguage(module, '');
  const hasBoth = source.cards.length > 0 && source.questions.length > 0;
  const isSeen = source.cards.every(({ id }) => progress.seen.has(id));
  const [part, setPart] = useState<'cards' | 'quiz'>(
    source.questions.length > 0 && (isSeen || (progress.round?.answers.size ?? 0) > 0) ? 'quiz' : 'cards',
  );
  const [draft, setDraft] = useState<UnsubmittedAnswer | null>(null);
  const isFailing = useStored(lms, module, progress, part);
  const { status } = lessonStatusOf(module, progress);
  const isDone = status === 'passed' || status === 'completed';
  const answered = (round: PlayerAttempt, interaction: CmiInteraction | null, best: number | null) => {
    if (interaction) lms.record(interaction);
    setDraft(null);
    setProgress({ ...progress, round, best });
  };
  useEffect(() => {
    document.title = shown.title;
  }, [shown.title]);
  return (
    <ThemeProviders key={shown.code}>
      <main className="player">
        <Stack gap="md" align="stretch">
          <Group justify="space-between" align="flex-start">
            <Title order={1} dir="auto">
              {shown.title}
            </Title>
            {module.languages.length > 1 && (
              <NativeSelect
                aria-label={t('language')}
                value={shown.code}
                data={module.languages.map(({ code }) => ({ value: code, label: languageNameOf(code) }))}
                onChange={({ currentTarget }) => setProgress({ ...progress, language: currentTarget.value })}
              />
            )}
          </Group>
          <StoringNote state={lms.state} isFailing={isFailing} />
          {isDone && lms.state === 'stores' && (
            <Note color="green" title={t('done')}>
              {t('mayClose')}
            </Note>
          )}
          {hasBoth && (
            <Group component="nav" gap="xs" aria-label={t('parts')}>
              {(['cards', 'quiz'] as const).map((each) => (
                <Button
                  key={each}
                  variant={part === each ? 'filled' : 'default'}
                  aria-current={part === each ? 'page' : undefined}
                  onClick={() => setPart(each)}
                >
                  {t(each)}
                </Button>
              ))}
            </Group>
          )}
          {part === 'cards' ? (
            <PlayerCards
              shown={shown}
              source={source.code}
              seen={progress.seen}
              onSeen={(id) => setProgress({ ...progress, seen: new Set([...progress.seen, id]) })}
              onQuiz={source.questions.length > 0 ? () => setPart('quiz') : null}
            />
          ) : (
            <ScormPlayerQuiz
              module={module}
              shown={shown}
              progress={progress}
              draft={draft}
              onDraft={setDraft}
              onChange={answered}
              onCards={() => setPart('cards')}
            />
          )}
        </Stack>
      </main>
    </ThemeProviders>
  );
}

function StoringNote({ state, isFailing }: { state: Lms['state']; isFailing: boolean }) {
  if (state === 'stores' && !isFailing) return null;
  const title = state === 'reviewed' ? t('reviewed') : state === 'none' ? t('noSystem') : t('notStored');
  const text = state === 'reviewed' ? t('aboutReviewed') : state === 'none' ? t('aboutNoSystem') : t('aboutNotStored');
  return (
    <Note color="yellow" title={title}>
      {text}
    </Note>
  );
}
