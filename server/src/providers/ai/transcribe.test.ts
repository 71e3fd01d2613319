import { expect, test } from 'vitest';
import { DEMO_SPEECH } from '../../../test/ai/deepgram.ts';
import { CLIP, failureOf, startProviders } from './provider-fixture.ts';

const { standIn, ai, verify, credential } = await startProviders();

/** Returns the query parameters of the last request to Deepgram. */
const asked = (): Record<string, string | undefined> =>
  Object.fromEntries(new URL(standIn.requests.at(-1)?.path ?? '', 'http://deepgram').searchParams);

test('Deepgram writes down what is said, in the language that it hears', async () => {
  const answer = await ai.transcribe(credential('deepgram'), {
    audio: Buffer.alloc(48_000, 1),
    mediaType: 'audio/webm',
  });
  expect(answer).toEqual({
    value: { text: DEMO_SPEECH.text, language: 'en', seconds: 3, confidence: 0.98 },
    usage: { inputTokens: 0, outputTokens: 0, seconds: 3 },
  });
  expect(asked()).toMatchObject({ language: 'multi', model: 'nova-3', smart_format: 'true', punctuate: 'true' });
});

// rules/ai 14
test('no voice is kept by Deepgram to train its models with', async () => {
  await ai.transcribe(credential('deepgram'), CLIP);
  await verify(credential('deepgram'));
  expect(standIn.requests).toHaveLength(2);
  for (const { path } of standIn.requests) expect(path).toMatch(/[?&]mip_opt_out=true(&|$)/);
});

test('how sure Deepgram is of the words comes with them', async () => {
  const audio = Buffer.alloc(16_000, 3);
  standIn.say(audio, { text: 'Mumble, mumble.', language: 'en', confidence: 0.31 });
  const { value } = await ai.transcribe(credential('deepgram'), { audio, mediaType: 'audio/webm' });
  expect(value).toMatchObject({ text: 'Mumble, mumble.', confidence: 0.31 });
});

// rules/ai 14
test.each([
  ['nova-3', undefined, { language: 'multi' }],
  ['nova-3', 'ar', { language: 'multi', language_hint: 'ar' }],
  ['nova-3-general', 'en-GB', { language: 'multi', language_hint: 'en-GB' }],
  ['nova-3', 'cy', { language: 'cy' }],
  ['nova-2', undefined, { detect_language: 'true' }],
  ['nova-2', 'de', { language: 'de' }],
])('of the model %s, told the language %s, %j is asked', async (model, language, expected) => {
  await ai.transcribe({ ...credential('deepgram'), model }, { ...CLIP, language }).catch(() => undefined);
  const { language: told, language_hint: hint, detect_language: detect } = asked();
  expect({ language: told, language_hint: hint, detect_language: detect }).toEqual(expected);
});

test('a language that the model lacks is a fault of the request, and none of the key', async () => {
  const failure = await failureOf(ai.transcribe(credential('deepgram'), { ...CLIP, language: 'cy' }));
  expect(failure).toMatchObject({ outcome: 'bad_request', about: 'language', usage: { seconds: 0 } });
  expect(await verify(credential('deepgram'))).toBe('live');
});

test('a key without access to the model is told so, whatever language was given', async () => {
  const failure = await failureOf(ai.transcribe(credential('deepgram', 'no-model'), { ...CLIP, language: 'de' }));
  expect(failure.outcome).toBe('no_model_access');
});

test('a recording that Deepgram cannot read is a fault of the request', async () => {
  const failure = await failureOf(ai.transcribe(credential('deepgram', 'refuses'), CLIP));
  expect(failure).toMatchObject({ outcome: 'bad_request', about: undefined });
});

test('Deepgram is told the language where it is known', async () => {
  const audio = Buffer.alloc(16_000, 2);
  standIn.say(audio, { text: 'Primeiro lavo as mãos.', language: 'pt' });
  const { value } = await ai.transcribe(credential('deepgram'), { audio, mediaType: 'audio/ogg', language: 'pt-BR' });
  expect(value).toEqual({ text: 'Primeiro lavo as mãos.', language: 'pt-BR', seconds: 1, confidence: 0.98 });
  expect(asked()).toMatchObject({ language: 'multi', language_hint: 'pt-BR' });
});

test('Deepgram hears nothing in silence, which is no error', async () => {
  const { value } = await ai.transcribe(credential('deepgram'), CLIP);
  expect(value).toEqual({ text: '', language: null, seconds: 1, confidence: null });
});

test('Deepgram does not give access to a model that it does not have', async () => {
  expect(await verify({ ...credential('deepgram'), model: 'nova-99-imagined' })).toBe('no_model_access');
});

// rules/ai 14
test('words that are likely to be said are told to a model that takes them, and to no other', async () => {
  const keyTerms = ['lock-out', 'DGUV'];
  const told = () => new URL(standIn.requests.at(-1)?.path ?? '', 'http://deepgram').searchParams.getAll('keyterm');
  await ai.transcribe(credential('deepgram'), { ...CLIP, keyTerms });
  expect(told()).toEqual(keyTerms);
  await ai.transcribe({ ...credential('deepgram'), model: 'nova-2' }, { ...CLIP, keyTerms });
  expect(told()).toEqual([]);
});
