import { AI_FEATURE_INPUTS_AND_RESULTS, type SpeechTranscript } from '@training/shared/ai/ai-features';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { AppError } from '../../../core/errors.ts';
import { defineAiFeature, type TranscribeOnce } from './feature.ts';
import { ModelOutputText } from './prompt/model-output-text.ts';

/** Maximum number of terms. Each one slightly increases the chance of hearing words that weren't said. */
const MOST = 20;
/** Minimum length of a word in code points. Shorter words are recognized well, except names. */
const LONG = 7;

/**
 * Key terms of a question that may occur in a recorded answer and that a speech model may miss: long words,
 * abbreviations and words with digits. Never pass a rubric: a speech model hears expected words even if they weren't
 * said.
 */
export function keyTermsOf(question: string): string[] {
  const words = question.normalize('NFKC').match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
  const rare = words.filter((word) => {
    const letters = Array.from(word);
    const large = letters.filter((letter) => /\p{Lu}/u.test(letter)).length;
    if (letters.length > 60) return false;
    return letters.length >= LONG || large >= 2 || (letters.length >= 2 && /\p{N}/u.test(word) && /\p{L}/u.test(word));
  });
  const bySpelling = new Map(rare.map((word) => [word.toLowerCase(), word]));
  return [...bySpelling.values()].slice(0, MOST);
}

export type SpeechRecording = {
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
export async function transcribeSpeech(listen: TranscribeOnce, input: SpeechRecording): Promise<SpeechTranscript> {
  if (input.audio.byteLength > AI_INPUT_LIMITS.audioBytes) {
    throw new AppError('file_too_large', `A recording may have at most ${AI_INPUT_LIMITS.audioBytes / MEBIBYTE} MiB.`);
  }
  const { text, language, seconds, confidence } = await listen(input);
  // Recorders stop a little late, so an incomplete second doesn't count.
  if (Math.floor(seconds) > AI_INPUT_LIMITS.audioSeconds) {
    throw new AppError(
      'invalid_request',
      `The recording lasts ${Math.floor(seconds)} seconds; the limit is ${AI_INPUT_LIMITS.audioSeconds}. Record a shorter answer.`,
    );
  }
  return { text: ModelOutputText.parse(text), language, seconds, confidence };
}

export const speechToTextFeature = defineAiFeature({
  ...AI_FEATURE_INPUTS_AND_RESULTS.speech_to_text,
  priority: 'interactive',
  title: () => 'Recording',
  async run({ listen, file }, { language, question }) {
    const { mediaType, read } = await file();
    return transcribeSpeech(listen, { audio: await read(), mediaType, language, keyTerms: keyTermsOf(question ?? '') });
  },
});
