import { z } from 'zod';

const Cards = z.object({ cards: z.array(z.object({}).loose()) });
const Questions = z.object({ questions: z.array(z.object({}).loose()) });

const LACKING = { reasons: [], matches: [], value: 0, tolerance: 0, units: [], topic: '' };

/** An answer with what a model always says and few tests are about. */
export function completed<T>(answer: T) {
  const cards = Cards.safeParse(answer).data?.cards;
  const questions = Questions.safeParse(answer).data?.questions;
  return {
    ...answer,
    ...(cards && { cards: cards.map((each) => ({ level: 'recall', ...each })) }),
    ...(questions && { questions: questions.map((each) => ({ level: 'recall', ...LACKING, ...each })) }),
  };
}
