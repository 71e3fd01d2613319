import { problemsOfCard, problemsOfQuestion } from '@training/shared/courses/sections';
import type { Flashcard, Question } from '@training/shared/courses/courses';
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
