import type { AiJob } from '@training/shared/ai-jobs';

/** What each of a list asks that a job has made so far, where there is little room. */
export function AskedSoFar({ job }: { job: AiJob }) {
  if (!('so_far' in job) || job.so_far.length === 0) return null;
  const asked =
    job.feature === 'card_generation' ? job.so_far.map(({ front }) => front) : job.so_far.map(({ prompt }) => prompt);
  return (
    <ol aria-label="Made so far">
      {asked.map((text, index) => (
        // Nothing is put in between, and two may read the same.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} dir="auto">
          {text}
        </li>
      ))}
    </ol>
  );
}
