import type { AiTask } from '@training/shared/ai/ai-features';
import type { MaterialSource } from '@training/shared/ai/ai-sources';
import { MakeCards, MakeQuiz, type Difficulty, type Said } from '@training/shared/ai/generated-items';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses/courses';
import { answerOf } from '../../ai/features/items/quiz-question.ts';
import { existingLabels } from '../../ai/jobs/existing-labels.ts';

type Wanted = {
  /** Mix of levels; the default mix if absent. */
  difficulty?: Difficulty | undefined;
  /** Number of items; the feature's default if absent. */
  count?: number | undefined;
  /** Existing items of the section, which aren't generated again. */
  there?: readonly (Flashcard | Question)[];
  /** True to read only the parts of the source with the fewest items. */
  more?: boolean | undefined;
};

/** Creates the AI task that fills a section. */
export function generationTask(
  section: SectionKind,
  source: MaterialSource,
  { count, difficulty, there = [], more = false }: Wanted = {},
): AiTask {
  const existing = existingLabels(there);
  const passages = there.flatMap((item) => item.source?.quote ?? []);
  const input = {
    source,
    existing,
    there: there.map(saidBy),
    ...(count !== undefined && { count }),
    ...(difficulty && { difficulty }),
    ...(more && { parts: { which: 'fewest', passages } }),
  };
  return section === 'flashcards'
    ? { feature: 'card_generation', input: MakeCards.parse(input) }
    : { feature: 'quiz_generation', input: MakeQuiz.parse(input) };
}

function saidBy(item: Flashcard | Question): Said {
  const quote = item.source?.quote ?? '';
  return 'front' in item
    ? { asked: item.front, answered: item.back, quote }
    : { asked: item.prompt, answered: answerOf(item), quote };
}
