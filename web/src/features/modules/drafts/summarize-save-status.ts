import { memoizeOnce } from '../../../lib/memoize-once.ts';
import type { SectionKind } from '@training/shared/courses/courses';
import type { SectionDraftState } from './draft-state.ts';
import { useEffect, useState } from 'react';
import { locale } from '../../../lib/i18n/language.ts';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

/** Formats a time of today in the reader's locale: "10:32", "7:18 PM". */
const clock = memoizeOnce(() => new Intl.DateTimeFormat(locale, { timeStyle: 'short' }));

/** Milliseconds during which a save counts as just now. */
const JUST_NOW = 60_000;

/** Returns "Saved", followed by the time if it wasn't just now. */
export function savedInWords(at: number, now: number): string {
  return now - at < JUST_NOW ? t('saved') : t('savedAt', { time: clock().format(at) });
}

/** Returns the current time, updated once the save at `savedAt` no longer counts as just now. */
export function useNowForSaveStatus(savedAt: number | null): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    if (savedAt === null) return;
    const passing = setTimeout(() => setNow(Date.now()), Math.max(0, savedAt + JUST_NOW - Date.now()));
    return () => clearTimeout(passing);
  }, [savedAt]);
  return now;
}

interface StateOfSaving {
  words: string;
  /** The section that needs attention, if any. */
  trouble: SectionKind | null;
}

type Standing = Pick<SectionDraftState<unknown>, 'phase' | 'savedAt'>;

/** Summarizes the save status of both sections for the bar. A section that needs attention comes first. */
export function summarizeSaveStatus(flashcards: Standing, quiz: Standing, now: number): StateOfSaving {
  const is = (phase: Standing['phase']): SectionKind | null =>
    flashcards.phase === phase ? 'flashcards' : quiz.phase === phase ? 'quiz' : null;
  const conflict = is('conflict');
  if (conflict !== null) return { words: t('changedTwoPlaces'), trouble: conflict };
  const failed = is('failed');
  if (failed !== null) return { words: t('notSaved'), trouble: failed };
  if (is('saving') !== null) return { words: t('saving'), trouble: null };
  if (is('unsaved') !== null) return { words: t('notSavedYet'), trouble: null };
  const savedAt = lastSaveTimeOf(flashcards, quiz);
  return { words: savedAt === null ? '' : savedInWords(savedAt, now), trouble: null };
}

/** Returns the time of the last save of either section; null if there was none. */
export function lastSaveTimeOf(flashcards: Standing, quiz: Standing): number | null {
  return Math.max(flashcards.savedAt ?? 0, quiz.savedAt ?? 0) || null;
}
