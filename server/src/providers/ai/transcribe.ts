import { z } from 'zod';
import { DEEPGRAM, baseUrlOf } from './endpoints.ts';
import { CallFailure, guardedFetch } from './guarded-fetch.ts';
import { NO_USAGE, type CallUsage, type Credential, type TranscribeRequest } from './calls.ts';
import type { AiSettings } from './settings.ts';

const Answer = z.object({
  text: z.string(),
  language: z.string().optional(),
  durationInSeconds: z.number().min(0).optional(),
});

/**
 * The SDK's model is called itself and not through the SDK's `transcribe`, which guesses the media type and takes an
 * empty transcript for an error: silence is a good recording of nothing.
 */
export async function transcribeAudio(
  credential: Credential,
  request: Pick<TranscribeRequest, 'audio' | 'mediaType' | 'language'>,
  baseUrls: AiSettings['baseUrls'],
  signal: AbortSignal,
): Promise<{ value: { text: string; language: string | null; seconds: number }; usage: CallUsage }> {
  if (credential.provider !== 'deepgram') throw new CallFailure('no_model_access', { usage: NO_USAGE });
  const { createDeepgram } = await import('@ai-sdk/deepgram');
  const fetch = guardedFetch('deepgram', baseUrlOf(credential, baseUrls), DEEPGRAM);
  const language = request.language ? { language: request.language } : { detectLanguage: true };
  const answer = await createDeepgram({ apiKey: credential.key, fetch })
    .transcription(credential.model)
    .doGenerate({
      audio: request.audio,
      mediaType: request.mediaType,
      providerOptions: { deepgram: { ...language, smartFormat: true, punctuate: true } },
      abortSignal: signal,
    });
  const { text, language: detected, durationInSeconds: seconds = 0 } = Answer.parse(answer);
  return {
    value: { text, language: request.language ?? detected ?? null, seconds },
    usage: { inputTokens: 0, outputTokens: 0, seconds },
  };
}
