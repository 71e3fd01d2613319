import { GenerateCards, GenerateQuiz, type AiTask, type SourceText } from '@training/shared/ai-features';
import type { SectionKind } from '@training/shared/courses';

/**
 * The AI feature that fills a section. `count` is as many items as are wanted, the feature's own number when absent.
 */
export function generationTask(section: SectionKind, source: SourceText, count?: number): AiTask {
  const input = { source, ...(count !== undefined && { count }) };
  return section === 'flashcards'
    ? { feature: 'card_generation', input: GenerateCards.parse(input) }
    : { feature: 'quiz_generation', input: GenerateQuiz.parse(input) };
}
