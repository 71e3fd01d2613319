import { z } from 'zod';
import type { PromptParts } from './prompt-parts.ts';

const Written = z.object({
  questions: z.array(
    z.object({
      prompt: z.string(),
      options: z.array(z.string()),
      correct: z.array(z.number()),
      accepted: z.array(z.string()),
    }),
  ),
});

const sameText = (text: string) => text.replaceAll(/\s+/g, ' ').trim();

/** Findings of one item. */
export type Looked = {
  n: number;
  answer: string;
  options: number[];
  passage: 'carries' | 'lacks' | 'contradicts';
  reason: string;
};

/** A model that agrees with itself: it remembers the keys of the questions that it has written. */
export function startSecondLook() {
  const keys = new Map<string, { right: Set<string>; answer: string }>();
  return {
    remember(answer: unknown): void {
      for (const { prompt, options, correct, accepted } of Written.safeParse(answer).data?.questions ?? []) {
        const right = new Set(correct.map((place) => sameText(options[place] ?? '')));
        keys.set(sameText(prompt), { right, answer: accepted[0] ?? 'As the source says.' });
      }
    },
    look({ fronts, questions, criteria, lines }: PromptParts): { items: Looked[] } {
      const agreed = { answer: 'As the source says.', options: [], passage: 'carries' as const, reason: '' };
      return {
        items: [
          ...[...fronts, ...criteria, ...lines].map(({ n }) => ({ n, ...agreed })),
          ...questions.map(({ n, text, options }) => {
            const key = keys.get(sameText(text));
            const picked = options.flatMap((option, place) => (key?.right.has(sameText(option)) ? [place] : []));
            return { n, ...agreed, answer: options.length > 0 ? '' : (key?.answer ?? ''), options: picked };
          }),
        ],
      };
    },
  };
}
