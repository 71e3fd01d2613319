import type { AiTask } from '@training/shared/ai-features';
import type { MaterialSource } from '@training/shared/ai-sources';
import { MakeCards, MakeQuiz, type Difficulty, type Said } from '@training/shared/generated-items';
import type { Flashcard, Question, SectionKind } from '@training/shared/courses';
import { answerOf } from '../../ai/features/items/quiz-question.ts';
import { existingLabels } from '../../ai/jobs/existing-labels.ts';

type Wanted = {
  /** The mix of levels; the usual one when absent. */
  difficulty?: Difficulty | undefined;
  /** The feature's own number when absent. */
  count?: number | undefined;
  /** What the section has, so that none of it is made again. */
  there?: readonly (Flashcard | Question)[];
  /** Only of the parts of the source of which there is least. */
  more?: boolean | undefined;
};

/** The AI feature that fills a section. */
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
