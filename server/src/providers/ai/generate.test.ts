import { describe, expect, onTestFinished, test } from 'vitest';
import type { RawAnswer } from '../../../test/ai/raw-answer.ts';
import { keyFor } from '../../../test/ai/stand-in.ts';
import { streamOf } from '../../../test/ai/streams.ts';
import { GENERATING, REQUEST, failureOf, startProviders } from './provider-fixture.ts';

const { standIn, ai, verify, credential } = await startProviders();

describe.each(GENERATING)('%s, generating', (provider) => {
  test('gives a structured answer and what it used, with the key that it was called with', async () => {
    const { value, usage } = await ai.generate(credential(provider), REQUEST);
    expect(value.cards.map(({ quote }) => quote)).toEqual([
      'Keep every fridge at 5 °C or below at all times.',
      'Write the temperature down twice each day.',
    ]);
    expect(usage?.inputTokens).toBeGreaterThan(0);
    expect(usage?.outputTokens).toBeGreaterThan(0);
    expect(usage?.seconds).toBe(0);
    expect(standIn.requests).toMatchObject([{ provider, key: keyFor('good'), feature: 'card_generation' }]);
  });

  test('says that a refusal is one', async () => {
    expect((await failureOf(ai.generate(credential(provider, 'refuses'), REQUEST))).outcome).toBe('refused');
  });

  test.each([
    ['is not JSON', 'Here are your cards!'],
    ['is cut off', '{"cards":[{"front":"Wh'],
    ['is of another form', { cards: [{ front: 1 }] }],
    ['is empty', ''],
  ])('says that an answer %s, and what it cost', async (_, answer) => {
    standIn.respond('card_generation', () => answer);
    onTestFinished(() => standIn.respond('card_generation', undefined));
    const failure = await failureOf(ai.generate(credential(provider), REQUEST));
    expect(failure.outcome).toBe('bad_answer');
    expect(failure.usage?.inputTokens).toBeGreaterThan(0);
  });

  test('a call in flight is not repeated by itself', async () => {
    await failureOf(ai.generate(credential(provider, 'broken'), REQUEST));
    expect(standIn.requests).toHaveLength(1);
  });
});

const usage = { input_tokens: 9, output_tokens: 16 };
const begun = (model: string) => ({
  type: 'message_start',
  message: { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], stop_reason: null, usage },
});
const cutResponse = streamOf(
  { type: 'response.created', response: { id: 'resp_1', created_at: 1, model: 'model' } },
  { type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' }, usage } },
);
/** Responses if the few allowed tokens were used up by reasoning. */
const CUT: Record<(typeof GENERATING)[number], RawAnswer> = {
  anthropic: streamOf(
    begun('model'),
    { type: 'message_delta', delta: { stop_reason: 'max_tokens', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ),
  openai: cutResponse,
  azure_openai: cutResponse,
  openai_compatible: streamOf(
    { choices: [{ index: 0, delta: { role: 'assistant', content: '' }, finish_reason: 'length' }] },
    { choices: [], usage: { prompt_tokens: 9, completion_tokens: 16 } },
  ),
  google: streamOf({
    candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS', index: 0 }],
    usageMetadata: { promptTokenCount: 9, totalTokenCount: 10, thoughtsTokenCount: 1 },
    modelVersion: 'model',
  }),
};

/** Builds a rate-limit error as OpenAI reports it in a stream, and some gateways in a 200 response. */
const failedInside = (code: string) => {
  const response = { error: { code, message: '…' } };
  return [streamOf({ type: 'response.failed', sequence_number: 1, response }), { status: 200, body: response }];
};

// rules/provider-keys 2
test.each(GENERATING)('%s: an answer that was cut before its first word shows that the key works', async (provider) => {
  const who = credential(provider, 'good', 'cut');
  standIn.setScenario(who.key, CUT[provider]);
  onTestFinished(() => standIn.setScenario(who.key, undefined));
  expect(await verify(who)).toBe('live');
  expect(await failureOf(ai.generate(who, REQUEST))).toMatchObject({ outcome: 'bad_answer', about: 'length' });
});

test.each(['openai', 'azure_openai'] as const)('%s: a failure inside a 200 is one', async (provider) => {
  const who = credential(provider, 'good', 'failed-inside');
  for (const answer of failedInside('rate_limit_exceeded')) {
    standIn.setScenario(who.key, answer);
    expect(await verify(who)).toBe('rate_limited');
  }
  for (const answer of failedInside('server_error')) {
    standIn.setScenario(who.key, answer);
    expect(await verify(who)).toBe('unreachable');
  }
});

// rules/provider-keys 2
test.each(GENERATING)('%s: a key is checked with what generation needs, a structured answer', async (provider) => {
  const who = credential(provider);
  expect(await verify(who)).toBe('live');
  expect(standIn.requests.map(({ body }) => body.includes('"answer"'))).toEqual([true]);
  standIn.setScenario(who.key, {
    status: 400,
    body: { error: { message: 'json_schema is not supported', code: null } },
  });
  onTestFinished(() => standIn.setScenario(who.key, undefined));
  expect(await verify(who)).toBe('no_model_access');
});

test('a model that answers in another form than was asked for is not one for generation', async () => {
  const who = credential('anthropic', 'good', 'chats');
  const said = streamOf(
    begun('model'),
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Yes, gladly!' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  );
  standIn.setScenario(who.key, said);
  onTestFinished(() => standIn.setScenario(who.key, undefined));
  expect(await verify(who)).toBe('no_model_access');
});

// rules/provider-keys 11
test('an Azure region without the responses API is asked by chat, from the second time on at once', async () => {
  const who = { ...credential('azure_openai'), model: 'chat.only' };
  standIn.lackResponses(who.model);
  expect(await verify(who)).toBe('live');
  const { value, usage } = await ai.generate(who, REQUEST);
  expect(value.cards).toHaveLength(2);
  expect(usage?.outputTokens).toBeGreaterThan(0);
  expect(standIn.requests.map(({ path }) => path.split('/').at(-1))).toEqual([
    'responses',
    'completions',
    'completions',
  ]);
  expect(standIn.requests.at(-1)?.body).toContain('"max_completion_tokens":2000');
  expect(standIn.requests.at(-1)?.body).not.toContain('"max_tokens"');
});

test('a deployment that neither API of Azure knows is not there', async () => {
  const who = credential('azure_openai', 'no-model');
  expect(await verify(who)).toBe('no_model_access');
  expect((await failureOf(ai.generate(who, REQUEST))).outcome).toBe('no_model_access');
});
