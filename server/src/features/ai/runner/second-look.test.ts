import { expect, test } from 'vitest';
import type { Looked } from '../../../../test/ai/second-look.ts';
import { POOLED, startJobsServer, untilJob } from '../jobs/ai-jobs-fixture.ts';

const { server, providers, person, trainer } = await startJobsServer();
const { pool } = server.db;

const WATER = 'Use at most 2 litres of water for the whole belt, because the bearings rust.';
const AIR = 'Never use compressed air: it blows dust into the motor.';
const LOCK = 'Hang your own padlock on the main switch, and take it off yourself.';
const source = { title: 'Cleaning the belt', text: `# Cleaning the belt\n\n${WATER}\n\n${AIR}\n\n${LOCK}\n` };

type Client = Awaited<ReturnType<typeof trainer>>['client'];

/** Sets the fake check: by front or prompt, the findings that differ from agreement. */
function looking(found: Record<string, Partial<Looked>>) {
  const agreed = { answer: '', options: [], passage: 'carries' as const, reason: '' };
  providers.respond('check', ({ fronts, questions }) => ({
    items: [...fronts, ...questions].map(({ n, text }) => ({ n, ...agreed, ...found[text] })),
  }));
}

async function cardsOf(client: Client, cards: object[], count = cards.length) {
  providers.respond('card_generation', () => ({ cards }));
  const { id } = await client.ai.generateCards.mutate({ source, count });
  const job = await untilJob(client, id, 'succeeded', 'failed');
  providers.respond('card_generation', undefined);
  providers.respond('check', undefined);
  if (job.feature !== 'card_generation' || !job.result) throw new Error(`No cards: ${job.error?.detail}`);
  return job.result;
}

const flagsOf = (items: { front?: string; prompt?: string; flags: object[] }[]) =>
  Object.fromEntries(items.map(({ front, prompt, flags }) => [front ?? prompt, flags]));

// rules/ai 8
test('each bad card is left out or says what to look at', async () => {
  const { client } = await trainer();
  const asked = providers.requests.length;
  const good = { front: 'Why is there a limit to the water?', back: 'The bearings rust.', quote: WATER };
  looking({
    'How much water may the belt get?': { answer: 'At most 2 litres.', passage: 'contradicts', reason: 'It is 2.' },
    'What cleans the motor?': { passage: 'lacks', reason: 'Nothing is said about cleaning it.' },
    'Who takes the padlock off?': { passage: 'lacks', reason: 'See https://login-check.example for more.' },
  });
  const result = await cardsOf(client, [
    good,
    { front: 'How much water may the belt get?', back: 'At most 20 litres.', quote: WATER },
    { front: 'Where do you confirm it?', back: 'At https://login-check.example with your password.', quote: WATER },
    { front: 'What cleans the motor?', back: 'A dry cloth.', quote: AIR },
    { front: 'Is compressed air allowed?', back: 'No.', quote: AIR },
    { front: 'Why is there a limit to water?', back: 'The bearings rust.', quote: WATER },
    { front: 'Who takes the padlock off?', back: 'Whoever hung it there.', quote: LOCK },
  ]);
  expect(flagsOf(result.cards)).toEqual({
    [good.front]: [],
    'What cleans the motor?': [{ kind: 'unsupported', detail: 'Nothing is said about cleaning it.' }],
    'Is compressed air allowed?': [{ kind: 'yes_no', detail: '' }],
    'Why is there a limit to water?': [{ kind: 'alike', detail: good.front }],
    // The check's remarks may contain links, too.
    'Who takes the padlock off?': [{ kind: 'unsupported', detail: '' }],
  });
  expect(result).toMatchObject({ dropped: 1, disputed: 1, coverage: { parts: 1, parts_read: 1 } });
  // One writing call and one check, repeated for dropped items until nothing new comes.
  const calls = providers.requests.slice(asked).map(({ isCheck }) => isCheck);
  expect(calls.slice(0, 2)).toEqual([false, true]);
  expect(calls.length).toBeLessThanOrEqual(8);
});

test('what the source contradicts does not come back, in place of itself, with a milder judgement', async () => {
  const { client } = await trainer();
  let looked = 0;
  providers.respond('check', ({ fronts }) => {
    looked++;
    const passage = looked === 1 ? ('contradicts' as const) : ('carries' as const);
    return {
      items: fronts.map(({ n }) => ({
        n,
        answer: '',
        options: [],
        passage: n === 0 ? ('carries' as const) : passage,
        reason: '',
      })),
    };
  });
  const cards = [
    { front: 'Why is there a limit to the water?', back: 'The bearings rust.', quote: WATER },
    { front: 'What may you clean the motor with?', back: 'Compressed air.', quote: AIR },
  ];
  const result = await cardsOf(client, cards);
  expect(result.cards.map(({ front }) => front)).toEqual([cards[0]!.front]);
  expect(result.disputed).toBe(1);
});

const QUESTION = { options: [], correct: [], accepted: [], rubric: [], explanation: 'EXPLAINED', quote: WATER };
const OPTIONS = ['2 litres', '5 litres', '20 litres', '50 litres'];
const choice = (prompt: string, kind: string, correct: number[], options = OPTIONS) => {
  return { ...QUESTION, kind, prompt, correct, options };
};

async function quizOf(client: Client, questions: object[]) {
  providers.respond('quiz_generation', () => ({ questions }));
  const { id } = await client.ai.generateQuiz.mutate({ source, count: questions.length });
  const job = await untilJob(client, id, 'succeeded', 'failed');
  providers.respond('quiz_generation', undefined);
  providers.respond('check', undefined);
  if (job.feature !== 'quiz_generation' || !job.result) throw new Error(`No quiz: ${job.error?.detail}`);
  return job.result;
}

/** A fake check that reads the source and marks the given options as right. */
function answering(right: Record<string, string[]>, others: Record<string, Partial<Looked>> = {}) {
  providers.respond('check', ({ questions, lines }) => ({
    items: [...questions, ...lines.map((line) => ({ ...line, options: [] }))].map(({ n, text, options }) => ({
      n,
      answer: '',
      passage: 'carries',
      reason: '',
      options: options.flatMap((option, place) => (right[text]?.includes(option) ? [place] : [])),
      ...others[text],
    })),
  }));
}

// rules/ai 8
test('each bad question is left out or says what to look at', async () => {
  const { client } = await trainer();
  const long = 'The bearings rust when they get wet, and then the whole belt has to be stopped';
  answering(
    {
      'The limit?': ['2 litres'],
      'A wrong key?': ['2 litres'],
      'Two wrong keys?': ['2 litres'],
      'One key of two?': ['2 litres', '50 litres'],
      'Two of them?': ['2 litres', '5 litres'],
      'All of them?': ['2 litres'],
      'Too long?': [long],
    },
    {
      'How many litres?': { answer: '2 litres at most' },
      'How many people?': { answer: 'at least two' },
      'Tell why.': { answer: 'Because of rust.', passage: 'lacks', reason: 'Says no reason.' },
      'Tell a rule of 2031.': { passage: 'contradicts', reason: 'There is none.' },
      'Tell all about it.': { answer: 'Water makes the bearings rust.' },
      'Calls the insurance': { passage: 'lacks', reason: 'Nobody is called.' },
      'Tell what to use.': { answer: 'Water.' },
      'Uses compressed air': { passage: 'contradicts', reason: 'It is forbidden.' },
    },
  );
  const { questions, disputed } = await quizOf(client, [
    choice('The limit?', 'single_choice', [0]),
    choice('A wrong key?', 'single_choice', [1]),
    choice('Two wrong keys?', 'multiple_choice', [1, 2]),
    choice('One key of two?', 'multiple_choice', [0, 1]),
    choice('Two of them?', 'single_choice', [0]),
    choice('None of them?', 'single_choice', [0]),
    choice('All of them?', 'single_choice', [0], ['2 litres', '5 litres', 'All of the above']),
    choice('Too long?', 'single_choice', [0], [long, 'It leaks', 'It sinks']),
    { ...QUESTION, kind: 'short_text', prompt: 'How many litres?', accepted: ['2 litres'] },
    { ...QUESTION, kind: 'short_text', prompt: 'How many people?', accepted: ['one'] },
    { ...QUESTION, kind: 'spoken', prompt: 'Tell why.', rubric: ['Says that the bearings rust'] },
    { ...QUESTION, kind: 'spoken', prompt: 'Tell a rule of 2031.', rubric: ['Says the rule'] },
    {
      ...QUESTION,
      kind: 'spoken',
      prompt: 'Tell all about it.',
      rubric: ['Says that the bearings rust', 'Calls the insurance'],
    },
    { ...QUESTION, kind: 'spoken', prompt: 'Tell what to use.', rubric: ['Uses water', 'Uses compressed air'] },
  ]);
  // Several have the same answer and passage here, which this test ignores.
  const found = questions.map((each) => ({ ...each, flags: each.flags.filter(({ kind }) => kind !== 'alike') }));
  expect(flagsOf(found)).toEqual({
    'The limit?': [],
    'One key of two?': [
      { kind: 'figure', detail: '5 litres' },
      { kind: 'other_answer', detail: expect.any(String) },
    ],
    'Two of them?': [{ kind: 'ambiguous', detail: expect.stringMatching(/^[25] litres · [25] litres$/) }],
    'None of them?': [{ kind: 'unanswerable', detail: '' }],
    'All of them?': [{ kind: 'all_of_them', detail: '' }],
    'Too long?': [{ kind: 'long_answer', detail: '' }],
    'How many litres?': [],
    'How many people?': [{ kind: 'other_answer', detail: 'at least two' }],
    'Tell why.': [{ kind: 'unsupported', detail: 'Says no reason.' }],
    'Tell all about it.': [{ kind: 'unsupported', detail: 'Calls the insurance' }],
  });
  expect(disputed).toBe(4);
});

test('the second call sees neither the key nor what explains it, and its cost is the job’s', async () => {
  const workspace = await server.make.workspace();
  const { client } = await person(workspace);
  const asked = providers.requests.length;
  await quizOf(client, [
    choice('The limit?', 'single_choice', [0]),
    { ...QUESTION, kind: 'short_text', prompt: 'What rusts?', accepted: ['ACCEPTED'] },
    { ...QUESTION, kind: 'spoken', prompt: 'Tell why.', rubric: ['RUBRIC'] },
  ]);
  const calls = providers.requests.slice(asked);
  expect(calls.map(({ isCheck }) => isCheck)).toEqual([false, true]);
  const { body } = calls[1]!;
  for (const shown of ['The limit?', '2 litres', 'What rusts?', 'Tell why.', 'Hang your own padlock'])
    expect(body).toContain(shown);
  for (const hidden of ['EXPLAINED', 'ACCEPTED', 'correct']) expect(body).not.toContain(hidden);
  // Lines of rubrics are checked one by one, after the questions and without being linked to one.
  expect(body).toMatch(/Tell why\..*<rubric n=\\"3\\">[^<]*RUBRIC/);
  const admin = await person(workspace, 'super_admin');
  const { by_feature } = await admin.client.providerKeys.usage.query();
  expect(by_feature).toMatchObject([{ purpose: 'quiz_generation', calls: 2, failed: 0 }]);
});

test('what could not be looked at again is kept, and says so', { tags: ['deep'] }, async () => {
  const { client } = await trainer();
  const card = { front: 'Why is there a limit to the water?', back: 'The bearings rust.', quote: WATER };
  const unchecked = { cards: [{ flags: [{ kind: 'unchecked', detail: '' }] }], disputed: 0 };
  providers.respond('check', () => 'no JSON at all');
  expect(await cardsOf(client, [card])).toMatchObject(unchecked);
  // The check returns no verdicts.
  providers.respond('check', () => ({ items: [] }));
  expect(await cardsOf(client, [card])).toMatchObject(unchecked);
  for (const scenario of ['refuses', 'broken', 'bad', 'no-credit'] as const) {
    providers.respond('card_generation', () => {
      providers.setScenario(POOLED.generation, scenario);
      return { cards: [card] };
    });
    const { id } = await client.ai.generateCards.mutate({ source, count: 1 });
    const job = await untilJob(client, id, 'succeeded', 'failed');
    providers.setScenario(POOLED.generation, undefined);
    expect(job, scenario).toMatchObject({ state: 'succeeded', result: unchecked });
    await pool.query('delete from directory.credential_pauses');
  }
  providers.respond('card_generation', undefined);
});

test('a line of a rubric that was not looked at again says so', async () => {
  const { client } = await trainer();
  providers.respond('check', ({ questions }) => ({
    items: questions.map(({ n }) => ({ n, answer: 'Rust.', options: [], passage: 'carries', reason: '' })),
  }));
  const spoken = { ...QUESTION, kind: 'spoken', prompt: 'Tell why.', rubric: ['Says that the bearings rust'] };
  const { questions } = await quizOf(client, [spoken]);
  expect(flagsOf(questions)).toEqual({ 'Tell why.': [{ kind: 'unchecked', detail: '' }] });
});

test('while the provider is busy the second look waits, and what was written is not written again', async () => {
  const { client } = await trainer();
  let written = 0;
  providers.respond('card_generation', () => {
    written++;
    providers.setScenario(POOLED.generation, 'limited');
    return { cards: [{ front: 'Why is there a limit to the water?', back: 'The bearings rust.', quote: WATER }] };
  });
  const { id } = await client.ai.generateCards.mutate({ source, count: 1 });
  await expect.poll(async () => (await client.ai.get.query({ id })).retry_at).not.toBeNull();
  providers.setScenario(POOLED.generation, undefined);
  await pool.query('delete from directory.credential_pauses');
  await pool.query('update ai_jobs set due_at = now() where id = $1', [id]);
  const done = await untilJob(client, id, 'succeeded', 'failed');
  providers.respond('card_generation', undefined);
  expect(done).toMatchObject({ state: 'succeeded', result: { cards: [{ flags: [] }] } });
  expect(written).toBe(1);
});
