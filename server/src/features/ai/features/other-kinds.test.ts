import { expect, test } from 'vitest';
import { completed } from '../../../../test/ai/completed.ts';
import { promptParts } from '../../../../test/ai/prompt-parts.ts';
import { type AskModel, stepRunnerWithoutProgress } from './feature.ts';
import { generateQuiz } from './generate-quiz.ts';

const STEPS = ['Stop the belt', 'Switch off the motor', 'Hang up your padlock'];
const STEPS_PASSAGE = 'Stop the belt, then switch off the motor, and then hang up your padlock.';
const LOAD_PASSAGE = 'The hoist lifts at most 250 kg.';
const SIGNS_PASSAGE = 'A red sign forbids, a blue sign commands, and a green sign shows the way out.';
const text = `# Belts and hoists\n\n${STEPS_PASSAGE}\n\n${LOAD_PASSAGE}\n\n${SIGNS_PASSAGE}`;
const rest = { options: [], correct: [], accepted: [], rubric: [], explanation: 'The source says so.' };

const ORDER = { ...rest, kind: 'ordering', prompt: 'How do you lock the belt?', options: STEPS, quote: STEPS_PASSAGE };
const LOAD = { ...rest, kind: 'number', prompt: 'How much may the hoist lift?', value: 250, quote: LOAD_PASSAGE };
const SIGNS = {
  ...rest,
  kind: 'matching',
  prompt: 'What do the signs say?',
  options: ['Red sign', 'Blue sign', 'Green sign'],
  matches: ['Forbids', 'Commands', 'Shows the way out'],
  quote: SIGNS_PASSAGE,
};

/** A model that writes these questions, and whose second call answers by texts: `said` of each prompt. */
function writing(questions: object[], said: Record<string, string | string[]>): AskModel {
  return (request) => {
    const { isCheck, questions: shown } = promptParts(request.system, request.prompt);
    if (!isCheck) return Promise.resolve(request.schema.parse(completed({ questions })));
    const placeOf = (line: string) => Number(new RegExp(`(\\d+): ${line}`).exec(request.prompt)?.[1] ?? -1);
    const items = shown.map(({ n, text: prompt }) => {
      const given = said[prompt] ?? [];
      const isText = typeof given === 'string';
      const options = isText ? [] : given.map(placeOf);
      return { n, answer: isText ? given : '', options, passage: 'carries', reason: '' };
    });
    return Promise.resolve(request.schema.parse({ items }));
  };
}

const making = (count: number) => ({ source: { title: 'Belts', text }, count });

// rules/ai 8
test('orders, matches and numbers with a topic are made, and kept without flags where the second call agrees', async () => {
  const written = [
    { ...ORDER, topic: 'Locking' },
    { ...LOAD, units: ['kg', 'kilograms'], tolerance: 5 },
    { ...SIGNS, topic: ' Signs\n' },
  ];
  const said = { [ORDER.prompt]: STEPS, [LOAD.prompt]: '250 kg', [SIGNS.prompt]: SIGNS.matches };
  const { questions, dropped } = await generateQuiz(writing(written, said), making(3), stepRunnerWithoutProgress);
  expect(dropped).toBe(0);
  expect(questions).toMatchObject([
    { kind: 'ordering', options: STEPS, topic: 'Locking', flags: [] },
    { kind: 'number', value: 250, tolerance: { by: 'amount', of: 5 }, units: ['kg', 'kilograms'], flags: [] },
    { kind: 'matching', options: SIGNS.options, matches: SIGNS.matches, topic: 'Signs', flags: [] },
  ]);
  expect(questions[1]).not.toHaveProperty('topic');
});

// rules/ai 8
test('where the second call finds another order, match or number, the question is flagged', async () => {
  const said = {
    [ORDER.prompt]: STEPS.toReversed(),
    [LOAD.prompt]: '500 kg',
    [SIGNS.prompt]: ['Commands', 'Forbids', 'Shows the way out'],
  };
  const written = [ORDER, { ...LOAD, units: ['kg'] }, SIGNS];
  const { questions } = await generateQuiz(writing(written, said), making(3), stepRunnerWithoutProgress);
  expect(questions.map(({ flags }) => flags)).toEqual([
    [{ kind: 'other_answer', detail: STEPS.toReversed().join(' · ') }],
    [{ kind: 'other_answer', detail: '500 kg' }],
    [{ kind: 'other_answer', detail: 'Commands · Forbids · Shows the way out' }],
  ]);
});

// rules/ai 8
test('a figure that the passage lacks is flagged; what cannot be asked or graded is dropped', async () => {
  const written = [
    { ...LOAD, value: 300, units: ['kg'] },
    { ...LOAD, prompt: 'How many?', units: ['5 kg'] },
    { ...LOAD, prompt: 'How far?', tolerance: -1 },
    { ...ORDER, prompt: 'In which order?', options: STEPS.slice(1) },
    { ...SIGNS, prompt: 'Which?', matches: ['Forbids', 'Forbids', 'Commands'] },
    { ...SIGNS, prompt: 'Which one?', matches: ['Forbids', 'Commands'] },
  ];
  const said = { [LOAD.prompt]: '300 kg' };
  const { questions, dropped } = await generateQuiz(writing(written, said), making(6), stepRunnerWithoutProgress);
  expect(dropped).toBe(5);
  expect(questions).toMatchObject([{ value: 300, flags: [{ kind: 'figure' }] }]);
});
