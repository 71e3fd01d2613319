import { GeneratedCards } from '@training/shared/ai/generated-items';
import type { AiJob } from '@training/shared/ai/ai-jobs';
import type { Provider } from '@training/shared/provider-keys/provider-keys';
import { describe, expect, onTestFinished, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { newKey } from '../../../../test/key-server.ts';
import type { Client } from '../../../../test/server.ts';
import { POOLED, startJobsServer, untilJob } from '../jobs/ai-jobs-fixture.ts';

const { server, providers, person, trainer } = await startJobsServer({
  // Longer than a busy machine delays a chunk of an answer.
  waits: { nextChunk: 1_500 },
  env: { AI_POOLED_MONTHLY_USD: '10' },
});
const { pool } = server.db;
let made = 0;

const rule = (n: number) => `Rule ${n} is about the gate with the number ${n}.`;
const source = { title: 'Gates', text: Array.from({ length: 30 }, (_, n) => rule(n + 10)).join('\n') };
/** Requests eight cards, so the model is asked for ten. */
const EIGHT = { source, count: 8 };
const ASKED = 10;

/** A trainer whose workspace has its own key for a provider, and the key. */
async function withKeyOf(provider: Provider, ofChat = false) {
  const workspace = await server.make.workspace();
  const admin = await person(workspace, 'super_admin');
  const key = keyFor('good', `long-${++made}`);
  const given = newKey(provider, key);
  if (ofChat && given.provider === 'azure_openai') {
    given.deployment = 'chat.only';
    providers.lackResponses(given.deployment);
  }
  await admin.client.providerKeys.add.mutate(given);
  return { ...(await person(workspace)), key };
}

/** Card requests with a key: the count requested, and the number of existing cards listed. */
const askedWith = (key: string) =>
  providers.requests
    .filter((each) => each.key === key && each.feature === 'card_generation' && !each.isCheck)
    .map(({ body }) => ({
      count: Number(/Count: (\d+)/.exec(body)?.[1]),
      existing: (/<existing>\\n([^]*?)\\n<\/existing>/.exec(body)?.[1] ?? '').split('\\n').filter(Boolean).length,
    }));

const soFarOf = (job: AiJob) => (job.feature === 'card_generation' ? job.so_far : []);
const cardsOf = (job: AiJob) => GeneratedCards.parse(job.result).cards;

/** Makes the job, which waits after its provider broke off, due now. Returns its state before that. */
async function goneOn({ client }: { client: Client }, id: string): Promise<AiJob> {
  await expect.poll(async () => (await client.ai.get.query({ id })).retry_at).not.toBeNull();
  const waiting = await client.ai.get.query({ id });
  await pool.query('update ai_jobs set due_at = now() where id = $1', [id]);
  return waiting;
}

describe.each([
  ['anthropic', false],
  ['openai', false],
  ['google', false],
  ['azure_openai', false],
  ['azure_openai', true],
] as const)('%s (chat alone: %s)', (provider, ofChat) => {
  // rules/ai 16
  test('cards are seen one after the other while they are made', async () => {
    const { client, key } = await withKeyOf(provider, ofChat);
    providers.setPace(15);
    onTestFinished(() => providers.setPace(0));
    const { id } = await client.ai.generateCards.mutate(EIGHT);
    const seen = new Set<number>();
    await expect
      .poll(async () => {
        const job = await client.ai.get.query({ id });
        if (job.state === 'running') seen.add(soFarOf(job).length);
        return job.state;
      })
      .toBe('succeeded');
    expect(seen.size).toBeGreaterThan(2);
    const done = await client.ai.get.query({ id });
    expect(soFarOf(done)).toEqual([]);
    expect(cardsOf(done)).toHaveLength(8);
    expect(askedWith(key)).toEqual([{ count: ASKED, existing: 0 }]);
  });
});

test.each([
  ['anthropic', false, 'cut'],
  ['anthropic', false, 'silence'],
  ['openai', false, 'error'],
  ['google', false, 'error'],
  ['azure_openai', false, 'cut'],
  ['azure_openai', true, 'silence'],
] as const)(
  '%s (chat alone: %s): an answer that breaks off by %s keeps its whole cards, and the rest is asked for',
  async (provider, ofChat, how) => {
    const who = await withKeyOf(provider, ofChat);
    providers.interrupt(who.key, { how, items: 4 });
    const { id } = await who.client.ai.generateCards.mutate(EIGHT);
    const waiting = await goneOn(who, id);
    expect(soFarOf(waiting)).toHaveLength(4);
    const done = await untilJob(who.client, id, 'succeeded', 'failed');
    expect(askedWith(who.key)).toEqual([
      { count: ASKED, existing: 0 },
      { count: ASKED - 4, existing: 4 },
    ]);
    const fronts = cardsOf(done).map(({ front }) => front);
    expect(new Set(fronts).size).toBe(8);
    for (const { front } of soFarOf(waiting)) expect(fronts).toContain(front);
  },
);

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
