import { AI_FEATURES, type Transcript } from '@training/shared/ai/ai-features';
import { AI_LIMITS } from '@training/shared/ai/ai-limits';
import { AppError } from '../../../core/errors.ts';
import { AnswerText } from './prompt/answer-text.ts';
import { defineFeature, type Listen } from './feature.ts';
import { keyTermsOf } from './key-terms.ts';

export type Recording = {
  audio: Uint8Array;
  mediaType: string;
  language?: string | undefined;
  keyTerms?: readonly string[] | undefined;
};

const MEBIBYTE = 1024 * 1024;

/**
 * Transcribes a recording. The duration comes from the provider, because container headers aren't trusted.
 * @throws AppError `file_too_large`, `invalid_request` for more than 90 seconds · errors of `listen`
 */
export async function transcribeSpeech(listen: Listen, input: Recording): Promise<Transcript> {
  if (input.audio.byteLength > AI_LIMITS.audioBytes) {
    throw new AppError('file_too_large', `A recording may have at most ${AI_LIMITS.audioBytes / MEBIBYTE} MiB.`);
  }
  const { text, language, seconds, confidence } = await listen(input);
  // Recorders stop a little late, so an incomplete second doesn't count.
  if (Math.floor(seconds) > AI_LIMITS.audioSeconds) {
    throw new AppError(
      'invalid_request',
      `The recording lasts ${Math.floor(seconds)} seconds; the limit is ${AI_LIMITS.audioSeconds}. Record a shorter answer.`,
    );
  }
  return { text: AnswerText.parse(text), language, seconds, confidence };
}

export const speechToText = defineFeature({
  ...AI_FEATURES.speech_to_text,
  title: () => 'Recording',
  async run({ listen, file }, { language, question }) {
    const { mediaType, read } = await file();
    return transcribeSpeech(listen, { audio: await read(), mediaType, language, keyTerms: keyTermsOf(question ?? '') });
  },
});
