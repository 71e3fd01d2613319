import { expect, onTestFinished, test } from 'vitest';
import { POOLED, untilJob } from '../jobs/ai-jobs-fixture.ts';
import { cardsOf, EIGHT, rule, soFarOf, source, startLongAnswers } from './long-answers-fixture.ts';

const { server, providers, trainer, withKeyOf, askedWith, goneOn, showCardsOneByOne, keepWholeCards } =
  await startLongAnswers();
const { pool } = server.db;

// Other protocols are in `long-answers.deep.ts`.
// rules/ai 16
test('cards are seen one after the other while they are made', () => showCardsOneByOne('anthropic', false));

test('an answer that breaks off keeps its whole cards, and the rest is asked for', () =>
  keepWholeCards('anthropic', false, 'cut'));

// rules/ai 16
test('after an answer that is too long the next is asked for half as many', async () => {
  const { client, key } = await withKeyOf('anthropic');
  providers.interrupt(key, { how: 'length', items: 2 });
  const { id } = await client.ai.generateCards.mutate(EIGHT);
  const done = await untilJob(client, id, 'succeeded', 'failed');
  expect(cardsOf(done)).toHaveLength(8);
  // Immediately, because there was progress.
  expect(askedWith(key)).toEqual([
    { count: 10, existing: 0 },
    { count: 5, existing: 2 },
    { count: 3, existing: 7 },
  ]);
});

test('what is too long with its first card is not asked for without end', async () => {
  const { client, key } = await withKeyOf('anthropic');
  providers.interrupt(key, ...Array.from({ length: 9 }, () => ({ how: 'length', items: 0 }) as const));
  const { id } = await client.ai.generateCards.mutate(EIGHT);
  const failed = await untilJob(client, id, 'failed');
  expect(failed.error).toEqual({ code: 'ai_provider_failed', detail: expect.stringMatching(/no usable answer/) });
  expect(askedWith(key).map(({ count }) => count)).toEqual([10, 5, 3]);
});

test('an answer that is refused in the middle leaves what was made before', async () => {
  const { client, key } = await withKeyOf('openai');
  providers.respond('card_generation', () => {
    // Applies to the next call.
    providers.setScenario(key, 'refuses');
    const cards = [10, 11, 12].map((n) => ({
      front: `Gate ${n}?`,
      back: 'Its rule.',
      quote: rule(n),
      level: 'recall',
    }));
    return `${JSON.stringify({ cards }).slice(0, -2)}, {"front": "Ga`;
  });
  onTestFinished(() => providers.respond('card_generation', undefined));
  const { id } = await client.ai.generateCards.mutate(EIGHT);
  const done = await untilJob(client, id, 'succeeded', 'failed');
  expect(cardsOf(done).map(({ front }) => front)).toEqual(['Gate 10?', 'Gate 11?', 'Gate 12?']);
});

test('what people see while cards are made has passed the checks', async () => {
  const { client, key } = await withKeyOf('google');
  const cards = [
    { front: 'Gate 10?', back: 'Its rule.', quote: rule(10) },
    { front: 'Not in the source?', back: 'No.', quote: 'Gates are never opened at night by anybody.' },
    { front: 'Where?', back: 'At https://login.example.', quote: rule(11) },
    { front: 'Gate 12?', back: 'Its rule.', quote: rule(12) },
    { front: 'Gate 13?', back: 'Its rule.', quote: rule(13) },
  ];
  providers.respond('card_generation', () => ({ cards }));
  onTestFinished(() => providers.respond('card_generation', undefined));
  providers.interrupt(key, { how: 'silence', items: 4 });
  const { id } = await client.ai.generateCards.mutate({ ...EIGHT, count: 2 });
  await expect.poll(async () => soFarOf(await client.ai.get.query({ id })).length).toBe(2);
  const shown = soFarOf(await client.ai.get.query({ id }));
  expect(shown.map(({ front }) => front)).toEqual(['Gate 10?', 'Gate 12?']);
  await client.ai.cancel.mutate({ id });
  expect(soFarOf(await client.ai.get.query({ id }))).toEqual([]);
});

test('what was reserved for a call that breaks off is settled with what was sent and came', async () => {
  const who = await trainer();
  providers.interrupt(POOLED.generation, { how: 'cut', items: 5 });
  const { id } = await who.client.ai.generateCards.mutate(EIGHT);
  await goneOn(who, id);
  await untilJob(who.client, id, 'succeeded', 'failed');
  const { rows } = await pool.query(
    `select outcome, reckoned, input_tokens > 0 and output_tokens > 0 and cost_usd > 0 as counted
     from ai_calls where workspace_id = $1 order by at`,
    [who.workspace.id],
  );
  expect(rows).toEqual([
    { outcome: 'unreachable', reckoned: true, counted: true },
    { outcome: 'ok', reckoned: false, counted: true },
    // The check.
    { outcome: 'ok', reckoned: false, counted: true },
  ]);
  const { rows: charged } = await pool.query(
    `select m.charged::float8 / 1e9 = (select sum(cost_usd)::float8 from ai_calls where workspace_id = $1) as exactly,
       (select count(*)::integer from ai_reservations where workspace_id = $1) as open
     from ai_budget_months m where m.workspace_id = $1`,
    [who.workspace.id],
  );
  expect(charged).toEqual([{ exactly: true, open: 0 }]);
});

test('a quiz comes one question after the other, too', async () => {
  const { client, key } = await withKeyOf('anthropic');
  providers.interrupt(key, { how: 'silence', items: 2 });
  const { id } = await client.ai.generateQuiz.mutate({ source, count: 4 });
  await expect
    .poll(async () => {
      const job = await client.ai.get.query({ id });
      return job.feature === 'quiz_generation' ? job.so_far.length : 0;
    })
    .toBe(2);
  await client.ai.cancel.mutate({ id });
});
