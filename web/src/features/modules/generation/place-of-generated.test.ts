import { expect, test } from 'vitest';
import { locateGeneratedItems } from './place-of-generated.ts';

const made = { id: 'job', quotes: ['Wear gloves.', 'Close the lid.'] };
const card = (quote: string) => ({ source: { quote } });
const empty = { proposals: [], flashcards: { cards: [] }, quiz: { questions: [] } };

test('items that a job made are said to be where they are', () => {
  expect(locateGeneratedItems({ ...empty, proposals: [{ job_id: 'job' }] }, made)).toBe('proposal');
  expect(locateGeneratedItems({ ...empty, flashcards: { cards: [{}, card('Close the lid.')] } }, made)).toBe('section');
  expect(locateGeneratedItems({ ...empty, quiz: { questions: [card('Wear gloves.')] } }, made)).toBe('section');
});

test('items of a proposal that was dismissed, or of another job, are nowhere', () => {
  const others = { proposals: [{ job_id: null }, { job_id: 'other' }], flashcards: { cards: [{ source: null }, {}] } };
  expect(locateGeneratedItems({ ...empty, ...others }, made)).toBeNull();
});
