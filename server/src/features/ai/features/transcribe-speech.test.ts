import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { expect, test } from 'vitest';
import type { TranscribeOnce } from './feature.ts';
import { transcribeSpeech } from './transcribe-speech.ts';

const RECORDING = { audio: new Uint8Array(100), mediaType: 'audio/ogg', language: 'de' };
const heard =
  (seconds: number, text = 'Ich trage Handschuhe.'): TranscribeOnce =>
  () =>
    Promise.resolve({ text, language: 'de', seconds, confidence: 0.93 });

test('the words come back without what cannot be stored', async () => {
  const transcript = await transcribeSpeech(heard(5, ' Ich\u0000 trage Handschuhe.\n'), RECORDING);
  expect(transcript).toEqual({ text: 'Ich trage Handschuhe.', language: 'de', seconds: 5, confidence: 0.93 });
});

test('silence is an empty transcript', async () => {
  expect(await transcribeSpeech(heard(2, ''), RECORDING)).toMatchObject({ text: '' });
});

test('the recording goes to the provider as it is, with its language', async () => {
  const seen: unknown[] = [];
  const listen: TranscribeOnce = (request) => {
    seen.push(request);
    return heard(1)(request);
  };
  await transcribeSpeech(listen, RECORDING);
  expect(seen).toEqual([RECORDING]);
});

// rules/ai 11
test('ninety seconds are taken, ninety-one refused in words', async () => {
  await expect(transcribeSpeech(heard(90.6), RECORDING)).resolves.toBeDefined();
  await expect(transcribeSpeech(heard(91), RECORDING)).rejects.toMatchObject({
    code: 'invalid_request',
    message: 'The recording lasts 91 seconds; the limit is 90. Record a shorter answer.',
  });
});

test('a recording of too many bytes is refused before it is sent', async () => {
  const listen: TranscribeOnce = () => Promise.reject(new Error('sent'));
  const audio = new Uint8Array(AI_INPUT_LIMITS.audioBytes + 1);
  await expect(transcribeSpeech(listen, { ...RECORDING, audio })).rejects.toMatchObject({ code: 'file_too_large' });
});
