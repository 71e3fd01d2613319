import type { AiTask } from '@training/shared/ai-features';
import { AI_LIMITS, type MaterialSource } from '@training/shared/ai-sources';
import { GenerateCards, GenerateQuiz, type Difficulty } from '@training/shared/generated-items';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses';
import { isVisible } from '@training/shared/primitives';

type Wanted = {
  /** The mix of levels; the usual one when absent. */
  difficulty?: Difficulty | undefined;
  /** The feature's own number when absent. */
  count?: number | undefined;
  /** What the section has, so that none of it is made again. */
  there?: readonly (Flashcard | Question)[];
};

/** The AI feature that fills a section. */
export function generationTask(
  section: SectionKind,
  source: MaterialSource,
  { count, difficulty, there = [] }: Wanted = {},
): AiTask {
  const existing = there
    .map((item) => shortened('front' in item ? item.front : item.prompt))
    .filter(isVisible)
    .slice(-AI_LIMITS.existingItems);
  const input = { source, existing, ...(count !== undefined && { count }), ...(difficulty && { difficulty }) };
  return section === 'flashcards'
    ? { feature: 'card_generation', input: GenerateCards.parse(input) }
    : { feature: 'quiz_generation', input: GenerateQuiz.parse(input) };
}

const shortened = (text: string) => Array.from(text.trim()).slice(0, AI_LIMITS.existing).join('');
