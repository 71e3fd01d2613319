import { expect, test } from 'vitest';
import { agreeing } from '../src/features/ai/features/fixtures/agreeing-fixture.ts';
import type { EvaluationCase } from './cases/case.ts';
import { CASES } from './cases/cases.ts';
import { casesMet, runCases } from './run-cases.ts';

const [first] = CASES.filter(({ feature, bad }) => feature === 'card_generation' && bad.problems);
const [spoken] = CASES.filter(({ feature }) => feature === 'speech_to_text');

const answering = (answer: unknown) => agreeing(({ schema }) => Promise.resolve(schema.parse(answer)));

test('a case is met by a good answer and not by a bad one, which is said; speech is left out', async () => {
  const cases = [first, spoken].filter((each): each is EvaluationCase => each !== undefined);
  expect(cases).toHaveLength(2);
  const well = await runCases(() => answering(first?.good.answer), cases);
  const badly = await runCases(() => answering(first?.bad.answer), cases);
  expect(well).toEqual([{ name: `card_generation: ${first?.name}`, problem: undefined }]);
  expect(badly).toEqual([{ name: `card_generation: ${first?.name}`, problem: expect.stringMatching(/./) }]);
  expect(casesMet([...well, ...badly])).toMatchObject({ value: 0.5, of: 2 });
});
