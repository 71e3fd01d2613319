import type { SectionKind } from '@training/shared/courses';
import type { DraftState } from './draft-state.ts';
import { savedInWords } from './clock.ts';

interface StateOfSaving {
  words: string;
  /** The section that asks for something, if one does. */
  trouble: SectionKind | null;
}

type Standing = Pick<DraftState<unknown>, 'phase' | 'savedAt'>;

/** How it stands with saving both sections, in as few words as stand in a bar: what asks for something comes first. */
export function stateOfSaving(flashcards: Standing, quiz: Standing, now: number): StateOfSaving {
  const is = (phase: Standing['phase']): SectionKind | null =>
    flashcards.phase === phase ? 'flashcards' : quiz.phase === phase ? 'quiz' : null;
  const conflict = is('conflict');
  if (conflict !== null) return { words: 'Changed in two places', trouble: conflict };
  const failed = is('failed');
  if (failed !== null) return { words: 'Not saved', trouble: failed };
  if (is('saving') !== null) return { words: 'Saving…', trouble: null };
  if (is('unsaved') !== null) return { words: 'Not saved yet…', trouble: null };
  const savedAt = lastSaved(flashcards, quiz);
  return { words: savedAt === null ? '' : savedInWords(savedAt, now), trouble: null };
}

/** When something of the two was saved last; null where nothing was. */
export function lastSaved(flashcards: Standing, quiz: Standing): number | null {
  return Math.max(flashcards.savedAt ?? 0, quiz.savedAt ?? 0) || null;
}
