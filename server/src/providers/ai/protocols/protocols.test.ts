import { describe, expect, onTestFinished, test } from 'vitest';
import { answerIn, LATER, type Protocol } from '../../../../test/ai/later-answers.ts';
import type { RawAnswer } from '../../../../test/ai/raw-answer.ts';
import { pictureOf } from '../../../../test/documents/make-scans.ts';
import { streamOf } from '../../../../test/ai/streams.ts';
import type { AiCallCredential } from '../calls.ts';
import { createAiProviders } from '../providers.ts';
import { CLIP, REQUEST, failureOf, startProviders } from '../provider-fixture.ts';
import { AI_METRICS } from '../unknown-parts.ts';

const { standIn, ai, verify, credential, settings } = await startProviders();
const CHAT = { ...credential('azure_openai'), model: 'chat.only' };
standIn.lackResponses(CHAT.model);
let made = 0;

const PROTOCOLS: Protocol[] = ['anthropic', 'openai', 'azure_openai', 'google', 'azure_openai, by chat'];
const CARDS = { cards: [{ front: 'At most?', back: '5 °C.', quote: 'Keep every fridge at 5 °C or below.' }] };
const TEXT = JSON.stringify(CARDS);
const WRITTEN = Buffer.byteLength(TEXT);
const estimated = { inputTokens: expect.any(Number), outputTokens: Math.ceil(WRITTEN / 3), seconds: 0, reckoned: true };

/** Returns a credential whose calls get this answer. */
async function whoGets(protocol: Protocol, answer: RawAnswer): Promise<AiCallCredential> {
  const isChat = protocol === 'azure_openai, by chat';
  const provider = isChat ? 'azure_openai' : protocol;
  const who = { ...(isChat ? CHAT : credential(provider)), key: credential(provider, 'good', `p${++made}`).key };
  // So that later calls use chat at once.
  if (isChat) await ai.verify(who);
  standIn.setScenario(who.key, answer);
  onTestFinished(() => standIn.setScenario(who.key, undefined));
  standIn.requests.length = 0;
  return who;
}

/** Returns how often types were left out so far, by name. */
async function leftOut(provider: string): Promise<Record<string, number>> {
  const { values } = await AI_METRICS[0]!.get();
  const ofProvider = values.filter(({ labels }) => labels.provider === provider);
  return Object.fromEntries(ofProvider.map(({ labels, value }) => [String(labels.type), value]));
}

describe.each(PROTOCOLS)('%s', (protocol) => {
  // rules/ai 23
  test('events, blocks, deltas and parts of unknown types are left out and counted, and the answer is taken', async () => {
    const who = await whoGets(protocol, answerIn(protocol, TEXT, { isCounted: true, isLater: true }));
    const before = await leftOut(who.provider);
    const { value, usage } = await ai.generate(who, REQUEST);
    expect(value).toEqual(CARDS);
    expect(usage).toMatchObject({ inputTokens: 90, outputTokens: 60, seconds: 0 });
    expect(usage.reckoned).toBeUndefined();
    const after = await leftOut(who.provider);
    for (const type of LATER[protocol]) expect([type, after[type]]).toEqual([type, (before[type] ?? 0) + 1]);
    expect(Object.keys(after).length - Object.keys(before).length).toBeLessThanOrEqual(LATER[protocol].length);
    expect(standIn.requests).toHaveLength(1);
  });

  test('an answer of today has nothing that is unknown', async () => {
    const who = await whoGets(protocol, answerIn(protocol, TEXT, { isCounted: true }));
    const before = await leftOut(who.provider);
    await ai.generate(who, REQUEST);
    expect(await leftOut(who.provider)).toEqual(before);
  });

  // rules/ai 17
  test('usage that the provider does not report is estimated, and marked', async () => {
    const who = await whoGets(protocol, answerIn(protocol, TEXT));
    const { value, usage } = await ai.generate(who, REQUEST);
    expect(value).toEqual(CARDS);
    expect(usage).toEqual(estimated);
    expect(usage.inputTokens).toBeGreaterThan(50);
  });

  // rules/ai 17
  test('where usage is estimated, a picture counts as the provider documents it', async () => {
    const who = await whoGets(protocol, answerIn(protocol, TEXT));
    const { usage: without } = await ai.generate(who, REQUEST);
    const page = { bytes: new Uint8Array(pictureOf()), mediaType: 'image/png', width: 1_212, height: 1_568 };
    const { usage } = await ai.generate(who, { ...REQUEST, images: [page, page] });
    const tokens = { anthropic: 2_534, openai: 2_235, azure_openai: 2_235, google: 1_120 };
    const known = tokens[protocol === 'azure_openai, by chat' ? 'azure_openai' : protocol];
    expect(usage.inputTokens - without.inputTokens).toBe(2 * known);
    expect(usage.reckoned).toBe(true);
  });

  // rules/ai 16
  test('an answer whose end is lost is taken if it is whole, and not asked for again', async () => {
    const who = await whoGets(protocol, answerIn(protocol, TEXT, { endsEarly: true }));
    const { value, usage } = await ai.generate(who, REQUEST);
    expect(value).toEqual(CARDS);
    expect(usage.reckoned).toBe(true);
    expect(standIn.requests).toHaveLength(1);
  });

  test('an answer that breaks off within is told from one that never began', async () => {
    const cut = await whoGets(protocol, answerIn(protocol, TEXT.slice(0, -9), { endsEarly: true }));
    expect(await failureOf(ai.generate(cut, REQUEST))).toMatchObject({ outcome: 'unreachable', about: 'cut' });
    const never = await whoGets(protocol, streamOf());
    expect(await failureOf(ai.generate(never, REQUEST))).toMatchObject({ outcome: 'unreachable', about: undefined });
  });

  test('a key is verified by an answer of a later version, without usage and without its end', async () => {
    const text = JSON.stringify({ answer: 'yes' });
    for (const how of [{ isLater: true }, {}, { endsEarly: true }]) {
      expect(await verify(await whoGets(protocol, answerIn(protocol, text, how)))).toBe('live');
    }
  });

  // rules/provider-keys 13
  test('the verification of a key says what it used', async () => {
    const who = await whoGets(protocol, answerIn(protocol, JSON.stringify({ answer: 'yes' }), { isCounted: true }));
    expect(await ai.verify(who)).toMatchObject({ usage: { inputTokens: 90, outputTokens: 60 } });
  });
});

/** Answers that break off after the provider has said what was used so far. */
const BROKEN: [Protocol, RawAnswer, object][] = [
  [
    'anthropic',
    streamOf(
      { type: 'message_start', message: { id: 'msg_1', usage: { input_tokens: 70, cache_read_input_tokens: 20 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '{"cards":' } },
    ),
    { inputTokens: 90, cachedTokens: 20, outputTokens: 3, seconds: 0, reckoned: true },
  ],
  [
    'anthropic',
    streamOf(
      { type: 'message_start', message: { id: 'msg_1', usage: { input_tokens: 90, output_tokens: 1 } } },
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '{"cards":' } },
      { type: 'message_delta', delta: { stop_reason: null }, usage: { output_tokens: 60 } },
      { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } },
    ),
    { inputTokens: 90, outputTokens: 60, seconds: 0 },
  ],
  ...(['openai', 'azure_openai'] as const).map((protocol): [Protocol, RawAnswer, object] => [
    protocol,
    streamOf(
      { type: 'response.output_text.delta', item_id: 'a', output_index: 0, delta: '{"cards":' },
      {
        type: 'response.failed',
        sequence_number: 9,
        response: {
          error: { code: 'server_error', message: '…' },
          usage: { input_tokens: 90, output_tokens: 60 },
        },
      },
    ),
    { inputTokens: 90, outputTokens: 60, seconds: 0 },
  ]),
  [
    'google',
    streamOf(
      {
        candidates: [{ content: { parts: [{ text: '{"cards":' }] } }],
        usageMetadata: { promptTokenCount: 90, candidatesTokenCount: 40, thoughtsTokenCount: 20 },
      },
      { error: { code: 503, status: 'UNAVAILABLE', message: '…' } },
    ),
    { inputTokens: 90, outputTokens: 60, seconds: 0 },
  ],
  [
    'azure_openai, by chat',
    streamOf({
      object: 'chat.completion.chunk',
      choices: [{ index: 0, delta: { content: '{"cards":' } }],
      usage: { prompt_tokens: 90, completion_tokens: 60 },
    }),
    { inputTokens: 90, outputTokens: 60, seconds: 0 },
  ],
];

// rules/ai 17
test.each(BROKEN)('%s: usage that was said before a break is charged as said', async (protocol, answer, usage) => {
  const who = await whoGets(protocol, answer);
  const failure = await failureOf(ai.generate(who, REQUEST));
  expect(failure).toMatchObject({ outcome: 'unreachable', about: 'cut' });
  expect(failure.usage).toEqual(usage);
});

test('Azure, by chat: a refusal in the answer, and a content filter, are refusals', async () => {
  const chunk = (delta: object, finish: string | null) => ({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
  for (const answer of [
    streamOf(chunk({ refusal: 'I can’t help with that.' }, null), chunk({}, 'stop')),
    streamOf(chunk({ content: '{"cards":' }, null), chunk({}, 'content_filter')),
  ]) {
    const who = await whoGets('azure_openai, by chat', answer);
    expect((await failureOf(ai.generate(who, REQUEST))).outcome).toBe('refused');
  }
});

test.each(['openai', 'azure_openai'] as const)(
  '%s: a refusal, and an answer that a filter ends, are refusals',
  async (of) => {
    const said = { item_id: 'a', output_index: 0, delta: '{"cards":' };
    const ended = { incomplete_details: null, usage: { input_tokens: 90, output_tokens: 60 } };
    for (const answer of [
      streamOf({ type: 'response.refusal.delta', ...said }, { type: 'response.completed', response: ended }),
      streamOf(
        { type: 'response.output_text.delta', ...said },
        { type: 'response.incomplete', response: { ...ended, incomplete_details: { reason: 'content_filter' } } },
      ),
    ]) {
      const failure = await failureOf(ai.generate(await whoGets(of, answer), REQUEST));
      expect(failure).toMatchObject({ outcome: 'refused', usage: { inputTokens: 90, outputTokens: 60 } });
    }
  },
);

test('an unknown type is logged once, and what is no name of a type is neither logged nor a name in the metrics', async () => {
  const logged: object[] = [];
  const log = { warn: (fields: object) => void logged.push(fields) };
  const of = createAiProviders(settings(), log);
  const odd = { type: 'PROVIDER TEXT <b>' };
  const end = { candidates: [{ content: { parts: [{ text: TEXT }] }, finishReason: 'STOP' }] };
  const strange = streamOf({ type: 'message_start', message: { id: 'msg_1' } }, { type: 'aurora' }, odd, odd, {
    type: 'aurora',
  });
  await failureOf(of.generate(await whoGets('anthropic', strange), REQUEST));
  await of.generate(await whoGets('google', streamOf({ candidates: [], aurora: 1 }, end)), REQUEST);
  expect(logged).toEqual([
    { provider: 'anthropic', type: 'aurora' },
    { provider: 'anthropic', type: 'other' },
  ]);
});

// rules/ai 23
test('by chat, an answer in parts, as Mistral’s models that think give it, is read without its thoughts', async () => {
  const chunk = (content: unknown, finish: string | null = null) => ({
    object: 'chat.completion.chunk',
    choices: [{ index: 0, delta: { content }, finish_reason: finish }],
  });
  const thought = { type: 'thinking', thinking: [{ type: 'text', text: 'Perhaps {"cards":[]}?' }], closed: true };
  const half = Math.ceil(TEXT.length / 2);
  const answer = streamOf(
    chunk([thought]),
    chunk([{ type: 'hologram', beam: 7 }]),
    chunk([{ type: 'text', text: TEXT.slice(0, half) }]),
    chunk(TEXT.slice(half)),
    chunk('', 'stop'),
  );
  const who = await whoGets('azure_openai, by chat', answer);
  const before = await leftOut(who.provider);
  const { value, usage } = await ai.generate(who, REQUEST);
  expect(value).toEqual(CARDS);
  expect(usage.outputTokens).toBeGreaterThan(Math.ceil(WRITTEN / 3));
  expect(await leftOut(who.provider)).toEqual({ ...before, hologram: (before['hologram'] ?? 0) + 1 });
});

test.each([
  ['lines end with CR LF', (text: string) => text.replaceAll('\n', '\r\n')],
  ['has comments and empty events', (text: string) => `: hello\n\n${text.replaceAll('\n\n', '\n\n: keep-alive\n\n')}`],
  ['has one event on several lines', (text: string) => text.replaceAll('","', '",\ndata: "')],
  ['lacks its last blank line', (text: string) => text.trimEnd()],
])('a stream that %s is read', async (_, change) => {
  const { body, ...answer } = answerIn('google', TEXT, { isCounted: true });
  const who = await whoGets('google', { ...answer, body: change(String(body)) });
  expect((await ai.generate(who, REQUEST)).value).toEqual(CARDS);
});

test('an event that is no JSON, and a known one of another form, fail: part of the answer would be missing', async () => {
  const { body, ...answer } = answerIn('anthropic', TEXT);
  for (const bad of ['data: {"type":"content_block_delta"\n\n', 'data: {"type":"content_block_delta","index":1}\n\n']) {
    const who = await whoGets('anthropic', {
      ...answer,
      body: String(body).replace('event: ping', `${bad}event: ping`),
    });
    expect((await failureOf(ai.generate(who, REQUEST))).outcome).toBe('unreachable');
  }
});

const transcript = (more: object) => ({
  status: 200,
  body: { results: { channels: [{ alternatives: [{ transcript: 'Wash hands.', confidence: 0.9, ...more }] }] } },
});

// rules/ai 17
test('Deepgram: a transcript without its duration is taken, and its usage estimated by the size', async () => {
  const who = credential('deepgram', 'good', 'unmeasured');
  onTestFinished(() => standIn.setScenario(who.key, undefined));
  standIn.setScenario(who.key, transcript({ words: [{ word: 'hands', start: 1, end: 1.5, aura: 1 }], hologram: {} }));
  const seconds = Math.ceil(CLIP.audio.byteLength / 750);
  expect(await ai.transcribe(who, CLIP)).toEqual({
    value: { text: 'Wash hands.', language: null, seconds: 1.5, confidence: 0.9 },
    usage: { inputTokens: 0, outputTokens: 0, seconds, reckoned: true },
  });
  standIn.setScenario(who.key, transcript({}));
  expect(await ai.transcribe(who, CLIP)).toMatchObject({ value: { seconds: 0 }, usage: { reckoned: true } });
});

test('Deepgram: a transcript that breaks off has cost what a whole one does', async () => {
  const who = credential('deepgram', 'half');
  const failure = await failureOf(ai.transcribe(who, CLIP));
  expect(failure).toMatchObject({ outcome: 'unreachable', about: 'cut', usage: undefined });
});
