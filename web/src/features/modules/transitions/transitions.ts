import {
  DEFAULT_ATTEMPT_SETTINGS,
  type SectionKind,
  type Flashcard,
  type Question,
} from '@training/shared/courses/courses';
import { itemNameOf, sectionTitleOf } from '../module-words.ts';
import type { FindTransitionRefusal } from '../use-check-transition.ts';
import { problemsOfCard, problemsOfDrawSettings, problemsOfQuestion } from '@training/shared/courses/sections';
import { findSectionTooLongMessage } from '@training/shared/courses/section-length';
import { translatorOf } from '../../../lib/i18n/translator.ts';

const t = translatorOf('modules');

export interface SubmissionBlocker {
  /** The incomplete item; null if a section has no items at all. */
  id: string | null;
  /** The item's name and problem: "Card 3: Write the back of the card". */
  words: string;
}

/** Returns everything that blocks the module's submission (rules/review 3). */
export function submissionBlockersOf(
  cards: Flashcard[],
  questions: Question[],
  settings: Parameters<typeof problemsOfDrawSettings>[0] = DEFAULT_ATTEMPT_SETTINGS,
): SubmissionBlocker[] {
  const missing: SubmissionBlocker[] = [];
  const say = (id: string, name: string, problems: { message: string }[]) => {
    if (problems.length === 0) return;
    missing.push({
      id,
      words: t('problemsOf', { name, problems: problems.map(({ message }) => message).join(' · ') }),
    });
  };
  for (const [name, items] of [
    [sectionTitleOf('flashcards'), cards],
    [sectionTitleOf('quiz'), questions],
  ] as const) {
    const tooLong = findSectionTooLongMessage(items);
    // Comes first, because it even blocks saving.
    if (tooLong !== null) missing.push({ id: null, words: t('problemsOf', { name, problems: tooLong }) });
  }
  if (cards.length === 0) missing.push({ id: null, words: t('writeACard') });
  cards.forEach((card, index) => say(card.id, itemNameOf('flashcards', index + 1), problemsOfCard(card)));
  if (questions.length === 0) missing.push({ id: null, words: t('writeAQuestion') });
  questions.forEach((question, index) => say(question.id, itemNameOf('quiz', index + 1), problemsOfQuestion(question)));
  for (const { message } of problemsOfDrawSettings(settings, questions)) missing.push({ id: null, words: message });
  return missing;
}

/** Explains why a queried module can't be resubmitted yet; null if it can (rules/review 7). */
export function whyResubmissionBlocked(sections: SectionKind[]): string | null {
  if (sections.length === 0) return null;
  const [section = 'quiz', ...others] = sections;
  return t('unanswered', { sections: others.length > 0 ? 'both' : section });
}

const BY_AUTHORS = ['submit', 'resubmit', 'revise', 'withdraw'] as const;
export type AuthorTransitionKind = (typeof BY_AUTHORS)[number];

/** A button of the module's authors. `why` explains why it is disabled; null if it is enabled. */
export interface AuthorAction {
  kind: AuthorTransitionKind;
  why: string | null;
}

/** Returns true if the working copy could be submitted now if it were complete. */
export function canBeSubmittedForReview(ask: FindTransitionRefusal): boolean {
  return ask({ kind: 'submit' }) === null || ask({ kind: 'resubmit' }) === null;
}

/**
 * Returns the authors' actions, the most obvious first. If none leads to a next step, includes a disabled submit button
 * with the reason. `obstacle` blocks the submission although the workflow allows it.
 */
export function authorActionsOf(ask: FindTransitionRefusal, obstacle: string | null): AuthorAction[] {
  const possible = BY_AUTHORS.filter((kind) => ask({ kind }) === null);
  const leadsOn = possible.some((kind) => kind !== 'withdraw');
  const shown: AuthorTransitionKind[] = leadsOn ? possible : ['submit', ...possible];
  return shown.map((kind) => {
    const isIntoReview = kind === 'submit' || kind === 'resubmit';
    return { kind, why: ask({ kind })?.why ?? (isIntoReview ? obstacle : null) };
  });
}
