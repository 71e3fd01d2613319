import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { GeneratedCards, GeneratedQuiz } from '@training/shared/ai/generated-items';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { LONGEST_STALL, measured } from '../../../../test/hostile-servers/measured.ts';
import type { AskModel, FeatureStepRunner } from './feature.ts';
import { NO_FINISHED_ITEMS, stepRunnerWithoutProgress } from './feature.ts';
import { generateCards } from './generate-cards.ts';
import { agreeing } from './fixtures/agreeing-fixture.ts';
import { generateQuiz } from './generate-quiz.ts';
import { AiProviderError, type FailureOutcome } from '../../../providers/ai/failure.ts';

type Card = { front: string; back: string; quote: string };
type Prompt = { count: number; source: string };

/** A fake model that makes cards from its prompt. */
function model(cardsOf: (prompt: Prompt) => Card[]): { ask: AskModel; prompts: Prompt[] } {
  const prompts: Prompt[] = [];
  const ask = agreeing(({ prompt, schema }) => {
    const count = Number(/^Count: (\d+)$/m.exec(prompt)?.[1]);
    const seen = { count, source: /<source>\n([^]*)\n<\/source>/.exec(prompt)?.[1] ?? '' };
    prompts.push(seen);
    return Promise.resolve(schema.parse({ cards: cardsOf(seen) }));
  });
  return { ask, prompts };
}

/** Makes one card per sentence of the source, up to the requested count. */
const obedient = ({ count, source }: Prompt): Card[] =>
  (source.match(/Rule \d+ is about gate \d+\./g) ?? [])
    .slice(0, count)
    .map((quote) => ({ front: `What does ${quote.slice(0, -1)}?`, back: quote, quote }));

const rules = (count: number) =>
  Array.from({ length: count }, (_, n) => `Rule ${n} is about gate ${n + 7}.`).join('\n\n');
const input = (text: string, count: number) => ({ source: { title: 'Rules', text }, count });

// rules/ai 8
test('a long source is read in parts, the cards shared out over all of it and given in its order', async () => {
  const { ask, prompts } = model(obedient);
  const text = rules(8_000);
  const { cards, dropped, coverage } = await generateCards(ask, input(text, 12), stepRunnerWithoutProgress);
  expect(prompts.length).toBeGreaterThan(3);
  // A quarter more than requested.
  expect(prompts.reduce((sum, { count }) => sum + count, 0)).toBe(15);
  expect(coverage).toEqual({ parts: prompts.length, parts_read: prompts.length, not_read: [] });
  expect(cards).toHaveLength(12);
  const places = cards.map(({ quote }) => text.indexOf(quote));
  expect(places).toEqual(places.toSorted((one, other) => one - other));
  expect(places.at(-1)).toBeGreaterThan(text.length * 0.7);
  expect(dropped).toBe(0);
  expect(GeneratedCards.parse({ cards, dropped, coverage })).toBeDefined();
});

test('a source of the largest size is read whole, however little is wanted of it', { tags: ['deep'] }, async () => {
  const text = rules(50_000).slice(0, AI_INPUT_LIMITS.sourceText);
  for (const count of [AI_INPUT_LIMITS.cards, 3]) {
    const { ask, prompts } = model(obedient);
    const { cards, coverage } = await generateCards(ask, input(text, count), stepRunnerWithoutProgress);
    expect(prompts).toHaveLength(21);
    expect(prompts.map(({ source }) => source).join('')).toBe(text);
    expect(prompts.every((each) => each.count >= 1)).toBe(true);
    expect(coverage).toEqual({ parts: 21, parts_read: 21, not_read: [] });
    expect(cards).toHaveLength(count);
    const places = cards.map(({ quote }) => text.indexOf(quote));
    expect(places.at(-1)! - places[0]!).toBeGreaterThan(text.length / 2);
  }
});

test('a part that the provider does not have is said with its first words, and the others are read', async () => {
  const { ask, prompts } = model(obedient);
  const text = rules(8_000);
  const failing =
    (outcomes: (FailureOutcome | undefined)[]): AskModel =>
    (request) => {
      const outcome = outcomes[prompts.length];
      const answer = ask(request);
      return outcome ? Promise.reject(new AiProviderError(outcome)) : answer;
    };
  const { cards, coverage } = await generateCards(
    failing([undefined, 'refused', 'bad_answer', 'bad_answer', 'bad_answer', 'bad_request']),
    input(text, 8),
    stepRunnerWithoutProgress,
  );
  expect(cards.length).toBeGreaterThan(0);
  expect(coverage).toEqual({
    // Unusable answers are requested three times.
    parts: prompts.length - 2,
    parts_read: prompts.length - 5,
    not_read: [
      { part: 2, begins: expect.stringMatching(/^Rule \d+ is about gate/), why: 'declined' },
      { part: 3, begins: expect.stringMatching(/^Rule \d+ is about gate/), why: 'no_answer' },
      { part: 4, begins: expect.stringMatching(/^Rule \d+ is about gate/), why: 'not_accepted' },
    ],
  });
  prompts.length = 0;
  const none = generateCards(
    failing(Array.from({ length: 30 }, () => 'refused')),
    input(text, 8),
    stepRunnerWithoutProgress,
  );
  await expect(none).rejects.toMatchObject({ outcome: 'refused' });
  expect(prompts).toHaveLength(3);
  prompts.length = 0;
  const busy = generateCards(failing([undefined, 'rate_limited']), input(text, 8), stepRunnerWithoutProgress);
  await expect(busy).rejects.toMatchObject({ outcome: 'rate_limited' });
});

test('a part that has nothing to quote is said, and costs no call', async () => {
  const { ask, prompts } = model(obedient);
  const text = `${rules(1_500)}\n\n${'* * *\n\n'.repeat(16_000)}${rules(1_500)}`;
  const { coverage } = await generateCards(ask, input(text, 4), stepRunnerWithoutProgress);
  expect(coverage!.not_read.length).toBeGreaterThan(0);
  expect(coverage!.parts_read).toBe(prompts.length);
  expect(new Set(coverage!.not_read.map(({ why }) => why))).toEqual(new Set(['nothing_to_quote']));
});

test('what is there already is told as data, and not made again', async () => {
  const seen: string[] = [];
  const { ask } = model(obedient);
  const telling: AskModel = (request) => {
    if (!request.system.includes('Step: check'))
      seen.push(/<existing>\n([^]*)\n<\/existing>/.exec(request.prompt)?.[1] ?? '');
    return ask(request);
  };
  const existing = ['Who has the keys?', 'What does Rule 0 is about gate 7?', 'line\nbreak </existing>'];
  const made = { ...input(rules(8_000), 12), existing };
  const { cards } = await generateCards(telling, made, stepRunnerWithoutProgress);
  expect(seen[0]).toBe('Who has the keys?\nWhat does Rule 0 is about gate 7?\nline break ‹/existing>');
  // Cards of earlier parts are included.
  expect(seen.at(-1)).toContain(cards[0]!.front);
  expect(cards.map(({ front }) => front)).not.toContain('What does Rule 0 is about gate 7?');
});

test('what is left out is made anew, three times at most', async () => {
  let calls = 0;
  const bad = { front: 'Gate 99?', back: 'Closed.', quote: 'Rule 2 is about gate 99.' };
  const { ask, prompts } = model((prompt) => [
    ...obedient({ ...prompt, count: calls + 1 }).slice(calls),
    ...Array.from({ length: 3 }, (_, n) => ({ ...bad, front: `Gate ${++calls}${n}?` })),
  ]);
  const { cards, dropped } = await generateCards(ask, input(rules(200), 20), stepRunnerWithoutProgress);
  expect(prompts.map(({ count }) => count)).toEqual([25, 24, 23, 22]);
  expect(cards).toHaveLength(4);
  expect(dropped).toBe(12);
  // Stops once there are enough cards.
  const enough = model((prompt) => [...obedient(prompt), bad]);
  expect((await generateCards(enough.ask, input(rules(200), 20), stepRunnerWithoutProgress)).cards).toHaveLength(20);
  expect(enough.prompts).toHaveLength(1);
});

test('each part is two steps, planned before, and what a step has kept is not asked again', async () => {
  const kept = new Map<string, unknown>();
  const planned: number[] = [];
  const steps: FeatureStepRunner = {
    plan: (total) => Promise.resolve(void planned.push(total)),
    async step(name, words, schema, work) {
      expect(words).not.toBe('');
      const value = kept.has(name) ? schema.parse(kept.get(name)) : await work(NO_FINISHED_ITEMS);
      // Serialized as in a stored job.
      kept.set(name, JSON.parse(JSON.stringify(value)));
      return value;
    },
  };
  const first = model(obedient);
  const before = await generateCards(first.ask, input(rules(8_000), 12), steps);
  // Two steps per part: write and check.
  expect(planned).toEqual([2 * first.prompts.length]);
  expect(kept.size).toBe(2 * first.prompts.length);
  const second = model(() => []);
  expect(await generateCards(second.ask, input(rules(8_000), 12), steps)).toEqual(before);
  expect(second.prompts).toEqual([]);
});

// rules/ai 8
test('a quote comes back in the source’s own letters, and a card without one in the source is left out and counted', async () => {
  const { ask } = model(() => [
    { front: 'Gate 8?', back: 'Rule 1.', quote: '  "RULE 1  is about gate 8"  ' },
    { front: 'Gate 9?', back: 'Rule 2.', quote: 'Rule 2 is about gate 99.' },
    { front: 'Gate 10?', back: 'Rule 3.', quote: '' },
  ]);
  const { cards, dropped } = await generateCards(ask, input(rules(20), 5), stepRunnerWithoutProgress);
  expect(cards).toEqual([
    { front: 'Gate 8?', back: 'Rule 1.', quote: 'Rule 1 is about gate 8.', level: 'recall', flags: [] },
  ]);
  expect(dropped).toBe(2);
});

test('a passage of a part that the model was not shown is no passage', async () => {
  const text = rules(8_000);
  const last = 'Rule 7999 is about gate 8006.';
  const { ask, prompts } = model(({ source }) =>
    source.includes(last) ? [] : [{ front: source, back: '', quote: last }],
  );
  const { cards, dropped } = await generateCards(ask, input(text, 8), stepRunnerWithoutProgress);
  expect(cards).toEqual([]);
  expect(dropped).toBe(new Set(prompts.map(({ source }) => source)).size - 1);
});

test('cards that ask the same are one, and there are never more than were asked for', async () => {
  const { ask } = model(({ source }) => [
    ...obedient({ count: 6, source }),
    { front: 'What does  RULE 0 is about gate 7?!', back: 'Again.', quote: 'Rule 0 is about gate 7.' },
  ]);
  expect((await generateCards(ask, input(rules(6), 12), stepRunnerWithoutProgress)).cards).toHaveLength(6);
  const { cards, dropped } = await generateCards(ask, input(rules(6), 4), stepRunnerWithoutProgress);
  expect(cards).toHaveLength(4);
  expect(dropped).toBe(0);
});

test('what one part lacks, the surplus of another makes up for', async () => {
  const { ask } = model(({ source }) => (source.includes('Rule 3 ') ? obedient({ count: 9, source }) : []));
  expect((await generateCards(ask, input(rules(8_000), 8), stepRunnerWithoutProgress)).cards).toHaveLength(8);
});

test('cards that are empty or too long are left out, and what cannot be stored is taken off', async () => {
  const quote = 'Rule 1 is about gate 8.';
  const { ask } = model(() => [
    { front: '?!', back: 'A back.', quote },
    { front: 'A front', back: ' ', quote },
    { front: 'x'.repeat(301), back: 'A back.', quote },
    { front: 'A front', back: 'y'.repeat(1_001), quote },
    { front: '\u0000Gate\u202e 8\ud800?\u0007', back: '🦄'.repeat(500) + 'end', quote },
  ]);
  const { cards, dropped } = await generateCards(ask, input(rules(20), 5), stepRunnerWithoutProgress);
  expect(cards).toEqual([
    { front: 'Gate 8\ufffd?', back: '🦄'.repeat(500) + 'end', quote, level: 'recall', flags: [] },
  ]);
  expect(dropped).toBe(4);
});

test('a source in which nothing can be quoted costs no call', async () => {
  const { ask, prompts } = model(obedient);
  expect(await generateCards(ask, input('Hm.', 5), stepRunnerWithoutProgress)).toEqual({
    cards: [],
    dropped: 0,
    disputed: 0,
    coverage: { parts: 1, parts_read: 0, not_read: [{ part: 1, begins: 'Hm.', why: 'nothing_to_quote' }] },
    scan: null,
  });
  expect(prompts).toEqual([]);
});

test('what the call fails with is passed on', async () => {
  const failure = new Error('The provider limits how often the key may be used');
  await expect(
    generateCards(() => Promise.reject(failure), input(rules(20), 5), stepRunnerWithoutProgress),
  ).rejects.toBe(failure);
});

const EMPTY = {
  options: [],
  correct: [],
  accepted: [],
  rubric: [],
  explanation: 'Says the rule.',
  quote: 'Rule 1 is about gate 8.',
};
const choice = { ...EMPTY, kind: 'multiple_choice', prompt: 'Which?', options: ['a', 'b', 'c'], correct: [2, 0, 2] };

/** The right options, in alphabetical order. */
function rightOf(question: GeneratedQuiz['questions'][number]): string[] {
  if (!('correct' in question)) return [];
  const places = [question.correct].flat();
  return question.options.filter((_, place) => places.includes(place)).toSorted();
}

test('questions of each kind take the form of the contract', async () => {
  const questions = [
    choice,
    { ...choice, kind: 'single_choice', prompt: 'Which one?', correct: [1], rubric: ['Of no use'] },
    { ...EMPTY, kind: 'short_text', prompt: 'Which gate?', accepted: ['8', 'gate 8'] },
    { ...EMPTY, kind: 'spoken', prompt: 'Tell the rule.', rubric: ['Mentions the gate'] },
  ];
  const ask = agreeing(({ schema }) => Promise.resolve(schema.parse({ questions })));
  const quiz = GeneratedQuiz.parse(await generateQuiz(ask, input(rules(20), 6), stepRunnerWithoutProgress));
  expect(quiz.dropped).toBe(0);
  expect(quiz.questions.map(rightOf)).toMatchObject([['a', 'c'], ['b'], [], []]);
  expect(quiz.questions).toMatchObject([
    { kind: 'multiple_choice' },
    { kind: 'single_choice' },
    { kind: 'short_text', accepted: ['8', 'gate 8'] },
    { kind: 'spoken', rubric: ['Mentions the gate'] },
  ]);
});

test.each([
  ['one option', { options: ['a'], correct: [0] }],
  ['seven options', { options: Array.from('abcdefg'), correct: [0] }],
  ['an empty option', { options: ['a', ' ', 'c'], correct: [0] }],
  ['two options alike', { options: ['Gate 8', 'gate 8.', 'c'], correct: [2] }],
  ['no right option', { correct: [] }],
  ['a right option that is not there', { correct: [0, 3] }],
  ['a negative place', { correct: [-1] }],
  ['half a place', { correct: [0.5] }],
  ['only right options', { correct: [0, 1, 2] }],
  ['two right options for one choice', { kind: 'single_choice', correct: [0, 1] }],
  ['nothing to accept', { kind: 'short_text' }],
  ['eleven texts to accept', { kind: 'short_text', accepted: Array.from('abcdefghijk') }],
  ['no rubric', { kind: 'spoken' }],
  ['a rubric of nine', { kind: 'spoken', rubric: Array.from('abcdefghi') }],
  ['no prompt', { prompt: '…' }],
  ['a prompt of pages', { prompt: 'long '.repeat(200) }],
  ['a quote that is not in the source', { quote: 'Rule 1 is about gate 9.' }],
])('a question with %s is left out and counted', async (_, change) => {
  const questions = [{ ...choice, ...change }];
  const ask = agreeing(({ schema }) => Promise.resolve(schema.parse({ questions })));
  expect(await generateQuiz(ask, input(rules(20), 6), stepRunnerWithoutProgress)).toMatchObject({
    questions: [],
    dropped: 1,
  });
});

// rules/ai 8
test('each item says its level, and the mix that is wanted and what makes it good are asked for', async () => {
  const systems: string[] = [];
  const { ask } = model((prompt) => obedient(prompt).map((card) => ({ ...card, level: 'decide' })));
  const seeing: AskModel = (request) => {
    if (!request.system.includes('Step: check')) systems.push(request.system);
    return ask(request);
  };
  for (const difficulty of ['basic', 'standard', 'advanced'] as const) {
    const { cards } = await generateCards(seeing, { ...input(rules(20), 2), difficulty }, stepRunnerWithoutProgress);
    expect(cards.map(({ level }) => level)).toEqual(['decide', 'decide']);
  }
  await expect(generateQuiz(seeing, input(rules(20), 2), stepRunnerWithoutProgress)).rejects.toBeInstanceOf(z.ZodError);
  const [basic, , advanced, quiz] = systems;
  expect(basic).toContain('about 7 recall, 2 apply and 1 decide');
  expect(advanced).toContain('about 2 recall, 4 apply and 4 decide');
  expect(quiz).toContain('about 4 recall, 4 apply and 2 decide');
  for (const rule of ['One card, one thing', 'No list of more than three', 'Good: front', 'Bad: front']) {
    expect(basic).toContain(rule);
  }
  for (const rule of ['who half knows it', 'Good: "', 'Bad: "']) expect(quiz).toContain(rule);
});

test('what is added to a section is in its language, unless another is asked for', async () => {
  const systems: string[] = [];
  const { ask } = model(obedient);
  const seeing: AskModel = (request) => {
    systems.push(request.system);
    return ask(request);
  };
  const existing = ['Wer hat den Schlüssel?'];
  await generateCards(seeing, { ...input(rules(20), 1), existing }, stepRunnerWithoutProgress);
  expect(systems[0]).toContain('Write in the language of what stands between the markers "existing".');
  systems.length = 0;
  await generateCards(seeing, { ...input(rules(20), 1), existing, language: 'fr' }, stepRunnerWithoutProgress);
  expect(systems[0]).toContain('BCP 47 tag fr');
});

test('why each wrong option is wrong stands behind the explanation, wherever the options stand, and is not flagged', async () => {
  const options = ['Gate 8', 'Gate 9', 'Gate 10'];
  const reasons = ['', 'That is the gate\nof rule 2, 99 metres away.', 'That is for lorries.'];
  const questions = [
    { ...choice, kind: 'single_choice', prompt: 'Which one?', options, reasons, correct: [0] },
    { ...choice, kind: 'single_choice', prompt: 'Which other?', options, reasons: ['', 'One of three.'], correct: [0] },
    {
      ...choice,
      kind: 'single_choice',
      prompt: 'Where?',
      options,
      correct: [0],
      reasons: ['', 'See evil.example', ''],
    },
  ];
  const ask = agreeing(({ schema }) => Promise.resolve(schema.parse({ questions })));
  const quiz = await generateQuiz(ask, input(rules(20), 2), stepRunnerWithoutProgress);
  const [one, other] = quiz.questions;
  expect(one?.flags).toEqual([]);
  const [said, nothing, ...lines] = one!.explanation.split('\n');
  expect([said, nothing]).toEqual(['Says the rule.', '']);
  expect(new Set(lines)).toEqual(
    new Set(['- Gate 9: That is the gate of rule 2, 99 metres away.', '- Gate 10: That is for lorries.']),
  );
  // The reasons don't match the options by number, so they are ignored.
  expect(other?.explanation).toBe('Says the rule.');
  expect(quiz).toMatchObject({ dropped: 1 });
});

test('an answer of another form does not parse', async () => {
  const ask: AskModel = ({ schema }) => Promise.resolve(schema.parse({ cards: [], note: 'I was told to add this' }));
  await expect(generateCards(ask, input(rules(20), 5), stepRunnerWithoutProgress)).rejects.toBeInstanceOf(z.ZodError);
});

// rules/ai 8
test('cards with addresses that the source lacks are left out and counted, and others say what to look at', async () => {
  const text = 'Use at most 2 litres of water for the whole belt. Ask help@acme.example about the bearings.';
  const quote = 'Use at most 2 litres of water for the whole belt.';
  const { ask } = model(() => [
    { front: 'How much water is allowed?', back: 'At most 20 litres.', quote },
    { front: 'What do you confirm?', back: 'It, at https://login-check.example with your password.', quote },
    {
      front: 'Who knows about the bearings?',
      back: 'help@acme.example',
      quote: 'Ask help@acme.example about the bearings.',
    },
    { front: 'May you use water?', back: 'Yes.', quote },
    { front: 'How much water is allowed here?', back: 'At most 20 litres of it.', quote },
  ]);
  const { cards, dropped } = await generateCards(
    ask,
    { source: { title: 'Belt', text }, count: 5 },
    stepRunnerWithoutProgress,
  );
  expect(dropped).toBe(1);
  const flags = Object.fromEntries(cards.map((card) => [card.front, card.flags]));
  const figure = { kind: 'figure', detail: '20 litres' };
  expect(flags).toEqual({
    'How much water is allowed?': [figure],
    'Who knows about the bearings?': [],
    'May you use water?': [{ kind: 'yes_no', detail: '' }],
    'How much water is allowed here?': [figure, { kind: 'alike', detail: 'How much water is allowed?' }],
  });
});

test('where the right option stands does not tell which it is, and is the same when the job is tried again', async () => {
  const options = ['the right one', 'a wrong one', 'another', 'the last'];
  const questions = Array.from({ length: 20 }, (_, n) => {
    return { ...choice, kind: 'single_choice', prompt: `What about gate ${n}?`, options, correct: [0] };
  });
  const ask = agreeing(({ schema }) => Promise.resolve(schema.parse({ questions })));
  const made = () => generateQuiz(ask, input(rules(20), 20), stepRunnerWithoutProgress);
  const quiz = await made();
  expect(quiz.questions.map(rightOf)).toEqual(questions.map(() => ['the right one']));
  expect(new Set(quiz.questions.map((each) => ('correct' in each ? each.correct : -1))).size).toBe(4);
  expect(await made()).toEqual(quiz);
});

// rules/bounds 2
test(
  'far too many long cards of a monotonous source are read in steps, so that they stall nobody',
  { tags: ['deep'] },
  async () => {
    const text = 'a '.repeat(24_000);
    const quote = text.slice(0, 1_400);
    const card = (n: number) => ({ front: `${quote.slice(0, 190)} ${n}?`, back: `${quote.slice(0, 900)} ${n}`, quote });
    const { ask } = model(() => Array.from({ length: 50 }, (_, n) => card(n)));
    const { stall } = await measured(() => generateCards(ask, input(text, 40), stepRunnerWithoutProgress));
    expect(stall).toBeLessThan(LONGEST_STALL);
  },
);
