import { expect, test } from 'vitest';
import { DEMO_SPEECH } from '../../../test/ai/deepgram.ts';
import { CLIP, startProviders } from './provider-fixture.ts';

const { standIn, ai, credential } = await startProviders();

test('Deepgram writes down what is said, in the language that it hears', async () => {
  const answer = await ai.transcribe(credential('deepgram'), {
    audio: Buffer.alloc(48_000, 1),
    mediaType: 'audio/webm',
  });
  expect(answer).toEqual({
    value: { text: DEMO_SPEECH.text, language: 'en', seconds: 3 },
    usage: { inputTokens: 0, outputTokens: 0, seconds: 3 },
  });
  expect(standIn.requests[0]?.path).toContain('detect_language=true');
});

test('Deepgram is told the language where it is known', async () => {
  const audio = Buffer.alloc(16_000, 2);
  standIn.say(audio, { text: 'Primeiro lavo as mãos.', language: 'pt' });
  const { value } = await ai.transcribe(credential('deepgram'), { audio, mediaType: 'audio/ogg', language: 'pt-BR' });
  expect(value).toEqual({ text: 'Primeiro lavo as mãos.', language: 'pt-BR', seconds: 1 });
  expect(standIn.requests[0]?.path).toContain('language=pt-BR');
});

test('Deepgram hears nothing in silence, which is no error', async () => {
  const { value } = await ai.transcribe(credential('deepgram'), CLIP);
  expect(value).toMatchObject({ text: '', seconds: 1 });
});

test('Deepgram does not give access to a model that it does not have', async () => {
  expect(await ai.verify({ ...credential('deepgram'), model: 'nova-99-imagined' })).toBe('no_model_access');
});
