import { LLMock } from '@copilotkit/aimock';
import type { StructuredOutputMode } from '@training/shared/provider-keys/model-endpoints';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { z } from 'zod';
import { readConfig } from '../../core/config.ts';
import type { AiCallCredential } from './calls.ts';
import { failureOf, REQUEST } from './provider-fixture.ts';
import { createAiProviders } from './providers.ts';

// A server that others wrote, called as a customer's endpoint is: nothing of ours is in between.
const KEY = 'sk-local';
const foreign = new LLMock({ port: 0, chunkSize: 12, auth: { apiKeys: [KEY] } });
const url = await foreign.start();
afterAll(() => foreign.stop());

const ai = createAiProviders(readConfig({ AI_PRIVATE_TARGETS: 'loopback' }).ai);
const CARDS = { cards: [{ front: 'How cold?', back: '5 °C', quote: 'at 5 °C or below' }] };
const REFUSED = { error: { message: 'This response_format type is unavailable', type: 'invalid_request_error' } };

function endpoint(form: StructuredOutputMode = 'json_schema', key = KEY) {
  const learnt: StructuredOutputMode[] = [];
  const learn = (found: StructuredOutputMode) => void learnt.push(found);
  const called = { baseUrl: `${url}/v1`, contextTokens: 16_384, form, learn };
  const who: AiCallCredential = {
    provider: 'openai_compatible',
    model: 'qwen3:8b',
    resource: null,
    key,
    endpoint: called,
  };
  return { who, learnt };
}

const Sent = z.object({
  body: z.looseObject({
    stream: z.boolean(),
    max_tokens: z.number(),
    response_format: z.object({ type: z.string() }).optional(),
    messages: z.array(z.object({ role: z.string(), content: z.unknown() })),
  }),
});
const sent = () => foreign.getRequests().map((entry) => Sent.parse(entry).body);
const forms = () => sent().map(({ response_format: form }) => form?.type ?? 'text');

beforeEach(() => {
  foreign.reset();
});

// rules/provider-keys 14
test('its models are listed', async () => {
  foreign.on({ model: 'qwen3:8b' }, { content: '{}' }).on({ model: 'llama3.3:70b' }, { content: '{}' });
  const { models } = await ai.listModels({ baseUrl: `${url}/v1`, key: KEY });
  expect(models).toEqual([
    { id: 'qwen3:8b', context_tokens: null },
    { id: 'llama3.3:70b', context_tokens: null },
  ]);
  expect((await failureOf(ai.listModels({ baseUrl: `${url}/v1`, key: 'sk-wrong' }))).outcome).toBe('invalid_key');
  expect((await failureOf(ai.listModels({ baseUrl: url, key: KEY }))).outcome).toBe('no_model_access');
});

test('it streams an answer by JSON schema, and its items arrive on the way', async () => {
  foreign.onMessage(/source/, { content: JSON.stringify(CARDS), usage: { input_tokens: 90, output_tokens: 20 } });
  const taken: unknown[] = [];
  const items = { list: 'cards', take: (item: unknown) => Promise.resolve(void taken.push(item)) };
  const { who, learnt } = endpoint();
  const { value, usage } = await ai.generate(who, { ...REQUEST, items });
  expect(value).toEqual(CARDS);
  expect(taken).toEqual(CARDS.cards);
  expect(usage).toEqual({ inputTokens: 90, outputTokens: 20, seconds: 0 });
  expect(sent()).toMatchObject([{ stream: true, max_tokens: 2_000, response_format: { type: 'json_schema' } }]);
  expect(learnt).toEqual([]);
});

test('an answer may not be longer than half of the context window', async () => {
  foreign.onMessage(/source/, { content: JSON.stringify(CARDS) });
  await ai.generate(endpoint().who, { ...REQUEST, maxOutputTokens: 20_000 });
  expect(sent()).toMatchObject([{ max_tokens: 8_192 }]);
});

// rules/provider-keys 15
test.each([
  ['json_object', ['json_schema']],
  ['text', ['json_schema', 'json_object']],
] as const)('it refuses other forms than %s, which is learnt from its refusals', async (form, refused) => {
  for (const responseFormat of refused) foreign.on({ responseFormat }, { ...REFUSED, status: 400 });
  foreign.onMessage(/source/, { content: `Here you are:\n\`\`\`json\n${JSON.stringify(CARDS)}\n\`\`\`` });
  const { who, learnt } = endpoint();
  expect((await ai.generate(who, REQUEST)).value).toEqual(CARDS);
  expect(forms()).toEqual([...refused, form]);
  expect(learnt).toEqual([form]);
  expect(JSON.stringify(sent().at(-1)?.messages)).toContain('JSON schema');
  // Known by then, so that the refused ones aren't tried again.
  foreign.clearRequests();
  await ai.generate(endpoint(form).who, REQUEST);
  expect(forms()).toEqual([form]);
});

// rules/provider-keys 15
test('a check finds the form of an endpoint that ignores those it does not know', async () => {
  foreign.onMessage(/yes/, { content: 'yes' });
  foreign.prependFixture({ match: { systemMessage: 'JSON schema' }, response: { content: '{"answer":"yes"}' } });
  const { who, learnt } = endpoint();
  expect((await ai.verify(who)).outcome).toBe('live');
  expect(forms()).toEqual(['json_schema', 'json_object']);
  expect(learnt).toEqual(['json_object']);
});

test('a model that only chats is not one for generation', async () => {
  foreign.onMessage(/yes/, { content: 'Yes, gladly!' });
  expect((await ai.verify(endpoint().who)).outcome).toBe('no_model_access');
  expect(forms()).toEqual(['json_schema', 'json_object', 'text']);
});

test('thoughts are no part of the answer, whether it has a field for them or not', async () => {
  foreign.onMessage(/source/, { content: JSON.stringify(CARDS), reasoning: 'The cards {are} …' });
  expect((await ai.generate(endpoint().who, REQUEST)).value).toEqual(CARDS);
  foreign.reset();
  foreign.onMessage(/source/, { content: `<think>Perhaps {"cards":[]}?</think>\n${JSON.stringify(CARDS)}` });
  expect((await ai.generate(endpoint('text').who, REQUEST)).value).toEqual(CARDS);
});

test('its errors are told apart', async () => {
  const outcome = async (who = endpoint().who) => {
    const { outcome: found, about } = await failureOf(ai.generate(who, REQUEST));
    return [found, about];
  };
  foreign.onMessage(/source/, { content: JSON.stringify(CARDS) });
  expect(await outcome(endpoint('json_schema', 'sk-wrong').who)).toEqual(['invalid_key', undefined]);
  foreign.nextRequestError(404, { message: 'model "qwen3:8b" not found, try pulling it first', type: 'api_error' });
  expect(await outcome()).toEqual(['no_model_access', undefined]);
  foreign.nextRequestError(429, { message: 'Slow down' });
  expect(await outcome()).toEqual(['rate_limited', undefined]);
  foreign.nextRequestError(500, { message: 'CUDA out of memory' });
  expect(await outcome()).toEqual(['unreachable', undefined]);
  foreign.nextRequestError(400, { message: "This model's maximum context length is 8192 tokens." });
  expect(await outcome()).toEqual(['bad_request', 'length']);
  expect(forms()).toHaveLength(4);
});

test('an answer that it breaks off is cut, and is estimated', async () => {
  foreign.on({ userMessage: /source/ }, { content: JSON.stringify(CARDS) }, { truncateAfterChunks: 3, latency: 30 });
  const failure = await failureOf(ai.generate(endpoint().who, REQUEST));
  expect(failure).toMatchObject({ outcome: 'unreachable', about: 'cut', usage: { reckoned: true } });
});

test('without a key none is sent', async () => {
  const open = new LLMock({ port: 0 });
  const address = await open.start();
  open.onMessage(/source/, { content: JSON.stringify(CARDS) });
  const { who } = endpoint('json_schema', '');
  const called = { ...who.endpoint!, baseUrl: `${address}/v1` };
  expect((await ai.generate({ ...who, endpoint: called }, REQUEST)).value).toEqual(CARDS);
  expect(open.getLastRequest()?.headers).not.toHaveProperty('authorization');
  await open.stop();
});
