import type { SectionKind, Flashcard, Question } from '@training/shared/courses/courses';
import { SECTION_WORDS } from '../module-words.ts';
import type { AskWorkflow } from '../use-refusal.ts';
import { problemsOfCard, problemsOfQuestion } from '@training/shared/courses/sections';
import { tooLongForSection } from '@training/shared/courses/section-length';

export interface MissingItem {
  /** The incomplete item; null if a section has no items at all. */
  id: string | null;
  /** The item's name and problem: "Card 3: Write the back of the card". */
  words: string;
}

/** Returns everything that blocks the module's submission (rules/review 3). */
export function missingOf(cards: Flashcard[], questions: Question[]): MissingItem[] {
  const missing: MissingItem[] = [];
  const say = (id: string, name: string, problems: { message: string }[]) => {
    if (problems.length === 0) return;
    missing.push({ id, words: `${name}: ${problems.map(({ message }) => message).join(' · ')}` });
  };
  for (const [name, items] of [
    ['Flashcards', cards],
    ['Quiz', questions],
  ] as const) {
    const tooLong = tooLongForSection(items);
    // Comes first, because it even blocks saving.
    if (tooLong !== null) missing.push({ id: null, words: `${name}: ${tooLong}` });
  }
  if (cards.length === 0) missing.push({ id: null, words: 'Write at least one card' });
  cards.forEach((card, index) => say(card.id, `Card ${index + 1}`, problemsOfCard(card)));
  if (questions.length === 0) missing.push({ id: null, words: 'Write at least one question' });
  questions.forEach((question, index) => say(question.id, `Question ${index + 1}`, problemsOfQuestion(question)));
  return missing;
}

/** Transitions of a module as a whole, except reviewers' decisions. */
type Kind = 'submit' | 'resubmit' | 'withdraw' | 'revise' | 'unpublish' | 'archive' | 'restore';

interface Words {
  label: string;
  /** The consequence, shown before confirming. */
  effect: string;
  /** Completes "… was …". */
  done: string;
  failed: string;
}

export const TRANSITION_WORDS: Record<Kind, Words> = {
  submit: {
    label: 'Submit for review',
    effect: 'You can’t edit the module during review. You can withdraw it.',
    done: 'submitted for review',
    failed: 'Couldn’t submit for review',
  },
  resubmit: {
    label: 'Resubmit',
    effect: 'Only the changed section goes back to review.',
    done: 'resubmitted for review',
    failed: 'Couldn’t resubmit',
  },
  withdraw: {
    label: 'Withdraw',
    effect: 'The review ends and approvals are lost. It becomes a draft that you can edit.',
    done: 'withdrawn',
    failed: 'Couldn’t withdraw',
  },
  revise: {
    label: 'Revise',
    effect:
      'You edit a working copy, which is reviewed like a new module. Learners keep the published version until then.',
    done: 'opened for changes',
    failed: 'Couldn’t revise',
  },
  unpublish: {
    label: 'Unpublish',
    effect: 'Learners no longer see it. Their results stay, and it can be submitted and published again.',
    done: 'unpublished',
    failed: 'Couldn’t unpublish',
  },
  archive: {
    label: 'Archive',
    effect: 'No one can study or edit it until it’s restored. Its history stays.',
    done: 'archived',
    failed: 'Couldn’t archive',
  },
  restore: { label: 'Restore', effect: 'It comes back as it was.', done: 'restored', failed: 'Couldn’t restore' },
};

/** Explains why a queried module can't be resubmitted yet; null if it can (rules/review 7). */
export function unansweredWords(sections: SectionKind[]): string | null {
  if (sections.length === 0) return null;
  const names = sections.map((kind) => SECTION_WORDS[kind].the);
  return `Change ${new Intl.ListFormat('en-GB').format(names)}, or reply to the reviewer.`;
}

const BY_AUTHORS = ['submit', 'resubmit', 'revise', 'withdraw'] as const;
export type AuthorKind = (typeof BY_AUTHORS)[number];

/** A button of the module's authors. `why` explains why it is disabled; null if it is enabled. */
export interface AuthorAction {
  kind: AuthorKind;
  why: string | null;
}

/** Returns true if the working copy could be submitted now if it were complete. */
export function canGoToReview(ask: AskWorkflow): boolean {
  return ask({ kind: 'submit' }) === null || ask({ kind: 'resubmit' }) === null;
}

/**
 * Returns the authors' actions, the most obvious first. If none leads to a next step, includes a disabled submit button
 * with the reason. `obstacle` blocks the submission although the workflow allows it.
 */
export function actionsOf(ask: AskWorkflow, obstacle: string | null): AuthorAction[] {
  const possible = BY_AUTHORS.filter((kind) => ask({ kind }) === null);
  const leadsOn = possible.some((kind) => kind !== 'withdraw');
  const shown: AuthorKind[] = leadsOn ? possible : ['submit', ...possible];
  return shown.map((kind) => {
    const isIntoReview = kind === 'submit' || kind === 'resubmit';
    return { kind, why: ask({ kind })?.why ?? (isIntoReview ? obstacle : null) };
  });
}
