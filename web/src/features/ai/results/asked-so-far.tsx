import type { AiJob } from '@training/shared/ai/ai-jobs';

/** The fronts or prompts generated so far, as a compact list. */
export function AskedSoFar({ job }: { job: AiJob }) {
  if (!('so_far' in job) || job.so_far.length === 0) return null;
  const asked =
    job.feature === 'card_generation' ? job.so_far.map(({ front }) => front) : job.so_far.map(({ prompt }) => prompt);
  return (
    <ol aria-label="Made so far">
      {asked.map((text, index) => (
        // Items are only appended, and two may have the same text.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={index} dir="auto">
          {text}
        </li>
      ))}
    </ol>
  );
}
