import type { AiJob } from '@training/shared/ai/ai-jobs';
import { Section } from '../../../ui/pages/section.tsx';
import { CardList } from './card-result.tsx';
import { QuestionList } from './quiz-result.tsx';

/** The items generated so far. */
export function SoFar({ job }: { job: AiJob }) {
  if (!('so_far' in job) || job.so_far.length === 0) return null;
  return (
    <Section
      title={`Made so far (${job.so_far.length})`}
      description="The rest is being made. You can use them once the job is done; some may be left out as repetitions."
    >
      {job.feature === 'card_generation' ? <CardList cards={job.so_far} /> : <QuestionList questions={job.so_far} />}
    </Section>
  );
}
