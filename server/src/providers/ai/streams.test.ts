import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { streamOf, type Interruption } from '../../../test/ai/streams.ts';
import type { AiCallCredential } from './calls.ts';
import type { AiProviders } from './providers.ts';
import { GENERATING, REQUEST, failureOf, startProviders } from './provider-fixture.ts';

const { standIn, ai, create, credential } = await startProviders();

const CHAT = { ...credential('azure_openai'), model: 'chat.only' };
standIn.lackResponses(CHAT.model);
let made = 0;

/** Each has its own key, so that scenarios set for it don't affect other tests. */
const PROTOCOLS: [string, () => AiCallCredential][] = [
  ...GENERATING.map((each): [string, () => AiCallCredential] => [each, () => credential(each, 'good', `s${++made}`)]),
  ['azure_openai, by chat', () => ({ ...CHAT, key: credential('azure_openai', 'good', `s${++made}`).key })],
];

const rule = (n: number) => `Rule ${n} is about the gate with the number ${n}.`;
const LONG = {
  ...REQUEST,
  prompt: `Count: 6\n<source>\n${Array.from({ length: 6 }, (_, n) => rule(n)).join('\n')}\n</source>`,
};
const Card = z.object({ quote: z.string() });

/** Requests cards. Returns the items passed on so far, and the call. */
async function asked(who: AiCallCredential, of: AiProviders = ai) {
  const taken: string[] = [];
  const take = (item: unknown) => Promise.resolve(void taken.push(Card.parse(item).quote));
  const call = of.generate(who, { ...LONG, items: { list: 'cards', take } });
  return { taken, call };
}

describe.each(PROTOCOLS)('%s, as a stream', (protocol, credentialOf) => {
  /** Of what waits, `npm test` tries one protocol. */
  const tags = protocol === PROTOCOLS[0]?.[0] ? [] : ['deep'];

  test('items are handed over one by one, while the rest is written', async () => {
    const who = credentialOf();
    standIn.setPace(5);
    onTestFinished(() => standIn.setPace(0));
    const { taken, call } = await asked(who);
    await expect.poll(() => taken.length, { interval: 5 }).toBeGreaterThan(0);
    const early = taken.length;
    const { value, usage } = await call;
    expect(early).toBeLessThan(6);
    expect(taken).toEqual(value.cards.map(({ quote }) => quote));
    expect(taken).toHaveLength(6);
    expect(usage).toEqual({ inputTokens: expect.any(Number), outputTokens: expect.any(Number), seconds: 0 });
    expect(standIn.requests.at(-1)?.body).not.toContain('"effort"');
  });

  // rules/ai 17
  test.each(['cut', 'error'] as const)(
    'what breaks off (%s) keeps what was whole, and its usage is reckoned',
    async (how) => {
      const who = credentialOf();
      standIn.interrupt(who.key, { how, items: 3 });
      const { taken, call } = await asked(who);
      const failure = await failureOf(call);
      expect(failure.outcome).toBe('unreachable');
      expect(taken).toEqual([0, 1, 2].map(rule));
      expect(failure.usage).toEqual({
        inputTokens: expect.any(Number),
        outputTokens: expect.any(Number),
        seconds: 0,
        reckoned: true,
      });
      expect(failure.usage?.inputTokens).toBeGreaterThan(100);
      expect(failure.usage?.outputTokens).toBeGreaterThan(50);
    },
  );

  // rules/ai 16
  test(
    'one that falls silent is given up soon after, and what never begins after the longer time',
    { tags },
    async () => {
      const who = credentialOf();
      standIn.interrupt(who.key, { how: 'silence', items: 2 });
      const { taken, call } = await asked(who, create(undefined, 10_000, { nextChunk: 500 }));
      expect((await failureOf(call)).outcome).toBe('unreachable');
      expect(taken).toEqual([0, 1].map(rule));

      standIn.setScenario(who.key, 'slow');
      const never = await asked(who, create(undefined, 10_000, { firstChunk: 150 }));
      const failure = await failureOf(never.call);
      expect(failure).toMatchObject({ outcome: 'unreachable', usage: { outputTokens: 0, reckoned: true } });
      expect(failure.usage?.inputTokens).toBeGreaterThan(100);
    },
  );

  test('one that was cut because it is too long says so, with the provider’s own usage', async () => {
    const who = credentialOf();
    standIn.interrupt(who.key, { how: 'length', items: 4 });
    const { taken, call } = await asked(who);
    expect(await failureOf(call)).toMatchObject({
      outcome: 'bad_answer',
      about: 'length',
      usage: { inputTokens: 90, outputTokens: 60, seconds: 0 },
    });
    expect(taken).toHaveLength(4);
  });

  test('who gives a call up hears what it came to, and who cannot take an item ends it', async () => {
    const who = credentialOf();
    const interruption: Interruption = { how: 'silence', items: 2 };
    standIn.interrupt(who.key, interruption, interruption);
    const controller = new AbortController();
    const reason = new Error('the job was cancelled');
    const spent: unknown[] = [];
    let taken = 0;
    const cancelled = ai.generate(who, {
      ...LONG,
      signal: controller.signal,
      givenUp: (usage) => void spent.push(usage),
      items: { list: 'cards', take: () => Promise.resolve(void taken++) },
    });
    await expect.poll(() => taken).toBe(2);
    controller.abort(reason);
    await expect(cancelled).rejects.toBe(reason);
    expect(spent).toMatchObject([{ reckoned: true, inputTokens: expect.any(Number) }]);

    const lost = new Error('the job is lost');
    const take = () => Promise.reject(lost);
    const untaken = ai.generate(who, {
      ...LONG,
      givenUp: (usage) => void spent.push(usage),
      items: { list: 'cards', take },
    });
    await expect(untaken).rejects.toBe(lost);
    expect(spent).toHaveLength(2);
  });
});

test.each(['cut', 'error'] as const)(
  'what had come before an answer breaks off (%s) is taken, however slowly',
  async (how) => {
    const who = credential('anthropic', 'good', `slowly-${how}`);
    standIn.interrupt(who.key, { how, items: 5 });
    let taken = 0;
    const take = async () => {
      await sleep(60);
      taken++;
    };
    const failure = await failureOf(ai.generate(who, { ...LONG, items: { list: 'cards', take } }));
    expect([failure.outcome, taken]).toEqual(['unreachable', 5]);
  },
);

test('an answer that comes steadily and never ends is given up all the same', async () => {
  const who = credential('anthropic', 'good', 'steady');
  standIn.setPace(40);
  onTestFinished(() => standIn.setPace(0));
  const { taken, call } = await asked(who, create(undefined, 10_000, { answer: 1_500 }));
  const failure = await failureOf(call);
  expect(failure).toMatchObject({ outcome: 'unreachable', usage: { reckoned: true } });
  expect(taken.length).toBeGreaterThan(0);
});

const limit = { type: 'rate_limit_error', message: 'PROVIDER-TEXT' };
const quota = { code: 'insufficient_quota', message: 'PROVIDER-TEXT' };
const perMinute = {
  code: 429,
  status: 'RESOURCE_EXHAUSTED',
  message: 'PROVIDER-TEXT',
  details: [{ '@type': 'type.googleapis.com/google.rpc.RetryInfo', retryDelay: '36s' }],
};

test.each([
  ['anthropic', { type: 'error', error: limit }, { outcome: 'rate_limited' }],
  ['openai', { type: 'error', ...quota }, { outcome: 'quota_exhausted' }],
  ['openai', { type: 'error', error: quota }, { outcome: 'quota_exhausted' }],
  [
    'openai',
    { type: 'response.failed', sequence_number: 2, response: { error: quota } },
    { outcome: 'quota_exhausted' },
  ],
  ['azure_openai', { error: { code: 'content_filter', message: 'PROVIDER-TEXT' } }, { outcome: 'refused' }],
  ['google', { error: perMinute }, { outcome: 'rate_limited', retryAfter: 36 }],
  ['google', { error: { code: 500, status: 'INTERNAL', message: 'PROVIDER-TEXT' } }, { outcome: 'unreachable' }],
] as const)('%s: an error inside a stream is told apart as outside: %j', async (provider, error, told) => {
  const who = credential(provider, 'good', `inside-${++made}`);
  standIn.setScenario(who.key, streamOf(error));
  const failure = await failureOf((await asked(who)).call);
  expect(failure).toMatchObject({ ...told, usage: { reckoned: true } });
  expect(JSON.stringify(failure) + failure.stack).not.toContain('PROVIDER-TEXT');
});

// rules/ai 18
test.each(GENERATING)('%s: a model that can be told how long to think is, and no other', async (provider) => {
  const bodyOf = async (who: AiCallCredential, effort?: 'low') => {
    await ai.generate(who, { ...REQUEST, effort });
    return standIn.requests.at(-1)?.body ?? '';
  };
  const listed = credential(provider);
  const told = /"effort":"low"|"thinkingLevel":"low"/i;
  const isListed = provider !== 'azure_openai' && provider !== 'openai_compatible';
  expect(told.test(await bodyOf(listed, 'low'))).toBe(isListed);
  expect(await bodyOf(listed)).not.toMatch(told);
  expect(await bodyOf({ ...listed, model: 'another-model' }, 'low')).not.toMatch(told);
});

// rules/ai 18
test('a deployment that the models file says can be told how long to think is', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'models-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'models.json');
  const listed = { id: 'acme-eu/training.v1', label: 'Ours', tier: 'large', effort: true };
  await writeFile(file, JSON.stringify({ azure_openai: [listed] }));
  const of = create({ ...standIn.env, AI_MODELS_FILE: file });
  await of.generate(credential('azure_openai'), { ...REQUEST, effort: 'medium' });
  expect(standIn.requests.at(-1)?.body).toContain('"effort":"medium"');
});
