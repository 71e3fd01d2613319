import { readFileSync } from 'node:fs';
import path from 'node:path';
import { AiLanguageTag } from '@training/shared/ai/ai-sources';
import { z } from 'zod';

/** An answer to a spoken question that two people have marked by its rubric, one line of JSON (README.md). */
export const MarkedAnswer = z
  .strictObject({
    id: z.string().min(1).max(100),
    language: AiLanguageTag,
    question: z.string().min(1).max(2_000),
    rubric: z.array(z.string().min(1).max(500)).min(1).max(8),
    answer: z.string().max(10_000),
    mark_a: z.array(z.boolean()).describe('The first person’s: met or not, for each line of the rubric.'),
    mark_b: z.array(z.boolean()).describe('The second person’s.'),
    evidence: z.array(z.string().nullable()).optional().describe('What was said for each line, word for word.'),
    pair: z.string().optional().describe('The same for answers that say the same.'),
    differs: z.enum(['dialect', 'length', 'spelling', 'name']).optional().describe('From the first of the pair.'),
  })
  .refine(
    ({ rubric, mark_a, mark_b, evidence }) =>
      [mark_a, mark_b, evidence ?? rubric].every(({ length }) => length === rubric.length),
    { error: 'mark_a, mark_b and evidence need one entry for each line of the rubric' },
  );
export type MarkedAnswer = z.infer<typeof MarkedAnswer>;

const OURS = path.join(import.meta.dirname, 'answers.jsonl');

/** Answers of one file at most; each is two calls. */
const MOST = 5_000;

/**
 * Reads answers from a file with a JSON object on each line.
 * @throws Error in words, with the number of the line
 */
export function readAnswers(file = OURS): MarkedAnswer[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  const answers = lines.flatMap((line, n) => {
    if (line.trim() === '') return [];
    const { data, error } = MarkedAnswer.safeParse(jsonOf(line));
    if (data) return [data];
    const [issue] = error.issues;
    throw new Error(`--answers: line ${n + 1} of ${file}: ${issue?.path.join('.') ?? ''} ${issue?.message ?? ''}`);
  });
  if (answers.length === 0) throw new Error(`--answers: ${file} has no answer`);
  if (answers.length > MOST) throw new Error(`--answers: ${file} has more than ${MOST.toLocaleString('en')} answers`);
  return answers;
}

function jsonOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
