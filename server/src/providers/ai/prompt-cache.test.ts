import { z } from 'zod';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { RawAnswer } from '../../../test/ai/raw-answer.ts';
import { streamOf } from '../../../test/ai/streams.ts';
import type { AiCallCredential } from './calls.ts';
import { failureOf, REQUEST, startProviders } from './provider-fixture.ts';

const { standIn, ai, hasty, credential } = await startProviders();
const CHAT = { ...credential('azure_openai'), model: 'chat.only' };
standIn.lackResponses(CHAT.model);

const TEXT = JSON.stringify({
  cards: [{ front: 'At most?', back: '5 °C.', quote: 'Keep every fridge at 5 °C or below.' }],
});

type Protocol = 'anthropic' | 'openai' | 'azure_openai' | 'google' | 'openai_compatible' | 'chat';
/** Counts that a provider reports about its cache. */
type Cache = { read?: unknown; written?: unknown; tier?: string };

const chat = ({ read, written, tier }: Cache) => {
  const details = { cached_tokens: read, cache_write_tokens: written };
  return streamOf(
    { object: 'chat.completion.chunk', choices: [{ index: 0, delta: { content: TEXT }, finish_reason: 'stop' }] },
    {
      object: 'chat.completion.chunk',
      choices: [],
      usage: { prompt_tokens: 90, completion_tokens: 60, prompt_tokens_details: details },
      service_tier: tier,
    },
  );
};
const responses = ({ read, written, tier }: Cache) =>
  streamOf(
    { type: 'response.output_item.added', output_index: 0, item: { type: 'message', id: 'a' } },
    { type: 'response.output_text.delta', item_id: 'a', output_index: 0, delta: TEXT },
    {
      type: 'response.completed',
      response: {
        usage: {
          input_tokens: 90,
          output_tokens: 60,
          input_tokens_details: { cached_tokens: read, cache_write_tokens: written },
        },
        service_tier: tier,
      },
    },
  );
const ANSWERS: Record<Protocol, (cache: Cache) => RawAnswer> = {
  anthropic: ({ read, written }) =>
    streamOf(
      {
        type: 'message_start',
        message: {
          id: 'msg_1',
          usage: { input_tokens: 10, cache_read_input_tokens: read, cache_creation_input_tokens: written },
        },
      },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: TEXT } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 60 } },
      { type: 'message_stop' },
    ),
  openai: responses,
  azure_openai: responses,
  chat,
  openai_compatible: chat,
  google: ({ read, tier }) =>
    streamOf({
      candidates: [{ content: { parts: [{ text: TEXT }] }, finishReason: 'STOP' }],
      usageMetadata: {
        promptTokenCount: 90,
        candidatesTokenCount: 60,
        cachedContentTokenCount: read,
        serviceTier: tier,
      },
    }),
};
const PROTOCOLS: Protocol[] = ['anthropic', 'openai', 'azure_openai', 'chat', 'google', 'openai_compatible'];

let made = 0;

/** Returns a credential whose calls get this answer. */
async function whoGets(protocol: Protocol, answer: RawAnswer): Promise<AiCallCredential> {
  const provider = protocol === 'chat' ? 'azure_openai' : protocol;
  const { key } = credential(provider, 'good', `cache${++made}`);
  const who = { ...(protocol === 'chat' ? CHAT : credential(provider)), key };
  // So that later calls use chat at once.
  if (protocol === 'chat') await ai.verify(who);
  standIn.setScenario(key, answer);
  onTestFinished(() => standIn.setScenario(key, undefined));
  standIn.requests.length = 0;
  return who;
}

// rules/ai 25
describe.each(PROTOCOLS)('%s', (protocol) => {
  const generate = async (cache: Cache) =>
    (await ai.generate(await whoGets(protocol, ANSWERS[protocol](cache)), REQUEST)).usage;
  // Anthropic doesn't count what is cached as input.
  const isApart = protocol === 'anthropic';

  test('input that is read from the cache is counted, and part of the input', async () => {
    expect(await generate({ read: 80 })).toEqual({ inputTokens: 90, outputTokens: 60, seconds: 0, cachedTokens: 80 });
  });

  test.skipIf(protocol === 'google')('input that is written to the cache is counted', async () => {
    expect(await generate({ read: 60, written: 20 })).toEqual({
      inputTokens: 90,
      outputTokens: 60,
      seconds: 0,
      cachedTokens: 60,
      cacheWriteTokens: 20,
    });
  });

  test.each([{}, { read: null, written: null }, { read: -5, written: -1 }, { read: 0.5 }, { read: 'many' }])(
    'a cache of %j is none',
    async (cache) => {
      expect(await generate(cache)).toEqual({ inputTokens: isApart ? 10 : 90, outputTokens: 60, seconds: 0 });
    },
  );

  test.skipIf(isApart)('more cached tokens than input are nonsense, and all input is charged in full', async () => {
    for (const cache of [{ read: 91 }, { read: 2 ** 40 }]) {
      expect(await generate(cache)).toEqual({ inputTokens: 90, outputTokens: 60, seconds: 0 });
    }
  });
});

const bodyOf = () => z.record(z.string(), z.unknown()).parse(JSON.parse(standIn.requests.at(-1)?.body ?? ''));
const SHARED = '<source>\nKeep every fridge at 5 °C or below.\n</source>';
const PARTED = { ...REQUEST, prompt: `${SHARED}\nCount: 1` };
const EPHEMERAL = { type: 'ephemeral' };

// rules/ai 25
test('Anthropic: the instructions are marked, and the shared beginning once more requests with it are likely', async () => {
  const who = credential('anthropic');
  await ai.generate(who, { ...PARTED, prefix: { length: SHARED.length, isLikely: false } });
  expect(bodyOf()).toMatchObject({
    system: [{ type: 'text', text: REQUEST.system, cache_control: EPHEMERAL }],
    messages: [{ content: [{ type: 'text', text: PARTED.prompt }] }],
  });
  expect(JSON.stringify(bodyOf().messages)).not.toContain('cache_control');
  await ai.generate(who, { ...PARTED, prefix: { length: SHARED.length, isLikely: true } });
  expect(bodyOf().messages).toMatchObject([
    {
      content: [
        { type: 'text', text: SHARED, cache_control: EPHEMERAL },
        { type: 'text', text: '\nCount: 1' },
      ],
    },
  ]);
});

// rules/ai 25
test('OpenAI: a model that charges for cache writes writes what is marked only, and the key shows no text', async () => {
  const who = credential('openai');
  await ai.generate(who, { ...PARTED, prefix: { length: SHARED.length, isLikely: false } });
  const first = bodyOf();
  expect(first).toMatchObject({ prompt_cache_options: { mode: 'explicit' } });
  expect(first.prompt_cache_key).toMatch(/^[0-9a-f]{32}$/);
  expect(JSON.stringify(first.input).match(/prompt_cache_breakpoint/g)).toHaveLength(1);
  await ai.generate(who, { ...PARTED, prefix: { length: SHARED.length, isLikely: true } });
  expect(JSON.stringify(bodyOf().input).match(/prompt_cache_breakpoint/g)).toHaveLength(2);
  expect(bodyOf().prompt_cache_key).toBe(first.prompt_cache_key);
  await ai.generate(who, { ...PARTED, prompt: `x${PARTED.prompt}`, prefix: { length: SHARED.length, isLikely: true } });
  expect(bodyOf().prompt_cache_key).not.toBe(first.prompt_cache_key);
});

test.each(['google', 'azure_openai', 'openai_compatible'] as const)('%s: nothing is marked', async (provider) => {
  await ai.generate(credential(provider), { ...PARTED, prefix: { length: SHARED.length, isLikely: true } });
  expect(standIn.requests.at(-1)?.body).not.toMatch(/cache_control|breakpoint|cache_options/);
});

const FLEX = { ...REQUEST, flex: true };
const HYDROGEN = 'gemini-4-hydrogen';

// rules/ai 26
test.each([
  ['openai', 'gpt-6-luna', 'service_tier'],
  ['google', HYDROGEN, 'serviceTier'],
] as const)(
  '%s: the flex tier is asked for and counts if the provider says that it was used',
  async (provider, model, field) => {
    for (const [tier, used] of [
      ['flex', 'flex'],
      ['default', undefined],
    ] as const) {
      const who = { ...(await whoGets(provider, ANSWERS[provider]({ tier }))), model };
      const { usage } = await ai.generate(who, FLEX);
      expect(bodyOf()[field]).toBe('flex');
      expect(usage.tier).toBe(used);
    }
  },
);

test('a call that somebody waits for, and a model without a flex tier, are asked in the standard tier', async () => {
  await ai.generate(credential('openai'), REQUEST);
  await ai.generate(credential('anthropic'), FLEX);
  await ai.generate({ ...credential('google'), model: 'gemini-4-argon' }, FLEX);
  await ai.generate(credential('azure_openai'), FLEX);
  for (const { body } of standIn.requests) expect(body).not.toContain('flex');
});

const tiersAsked = () => standIn.requests.map(({ body }) => body.includes('"service_tier":"flex"'));

// rules/ai 26
test.each([
  [429, { error: { code: 'resource_unavailable', message: 'Flex has no capacity' } }],
  [400, { error: { type: 'invalid_request_error', message: 'Unsupported service tier' } }],
  [503, { error: { message: 'Overloaded' } }],
])('an answer %i of the flex tier is followed by one request in the standard tier', async (status, body) => {
  const who = await whoGets('openai', { status, body });
  expect((await failureOf(ai.generate(who, FLEX))).outcome).toMatch(/^(rate_limited|bad_request|unreachable)$/);
  expect(tiersAsked()).toEqual([true, false]);
  standIn.refuse(who.key, '"service_tier":"flex"', { status, body });
  standIn.setScenario(who.key, undefined);
  standIn.requests.length = 0;
  const { usage } = await ai.generate(who, FLEX);
  expect(tiersAsked()).toEqual([true, false]);
  expect(usage.tier).toBeUndefined();
});

// rules/ai 26
test('a flex tier that keeps silent is followed by the standard tier; a refused key is not', async () => {
  const silent = credential('openai', 'slow');
  expect(await failureOf(hasty.generate(silent, FLEX))).toMatchObject({ outcome: 'unreachable' });
  expect(tiersAsked()[0]).toBe(true);
  const refused = credential('openai', 'bad');
  standIn.requests.length = 0;
  expect(await failureOf(ai.generate(refused, FLEX))).toMatchObject({ outcome: 'invalid_key' });
  expect(tiersAsked()).toEqual([true]);
});
