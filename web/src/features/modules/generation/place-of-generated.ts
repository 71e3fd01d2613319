import type { AiJob } from '@training/shared/ai/ai-jobs';
import type { ModuleDetail } from '@training/shared/courses/modules';

type Sections = {
  proposals: readonly Pick<ModuleDetail['proposals'][number], 'job_id'>[];
  flashcards: { cards: readonly Sourced[] };
  quiz: { questions: readonly Sourced[] };
};

type Sourced = { source?: { quote: string } | null | undefined };

type Made = Pick<AiJob, 'id'> & { quotes: readonly string[] };

/**
 * Returns where a job's items are: among the proposals, since they couldn't be added; in their section; or in neither
 * (null), because they were removed, or the module that is shown is older.
 */
export function locateGeneratedItems(
  { proposals, flashcards, quiz }: Sections,
  { id, quotes }: Made,
): 'proposal' | 'section' | null {
  if (proposals.some(({ job_id: jobId }) => jobId === id)) return 'proposal';
  const there = new Set([...flashcards.cards, ...quiz.questions].map(({ source }) => source?.quote));
  return quotes.some((quote) => there.has(quote)) ? 'section' : null;
}
