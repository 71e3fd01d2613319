import { z } from 'zod';
import {
  ZERO_CALL_USAGE,
  maxSecondsOfAudio,
  type CallUsage,
  type AiCallCredential,
  type TranscriptionResult,
  type TranscribeRequest,
} from './calls.ts';
import { baseUrlOf } from './endpoints.ts';
import { AiProviderError } from './failure.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import type { AiSettings } from './ai-settings.ts';

/**
 * Languages of the multilingual Nova-3 (developers.deepgram.com/docs/nova-3-language-prompting, of 2026-10-23), by the
 * first part of the tag; the rest makes no difference.
 */
const HEARD_BY_NOVA_3 = new Set(
  (
    'af ar be bn bs bg ca zh hr cs da nl en et fi fr gl de el gu he hi hu id it ja kn ko lv lt mk ms mr no fa pl pt ro ' +
    'ru sr sk sl es sv tl ta te th tr uk vi xh zu'
  ).split(' '),
);

/**
 * Models that also recognise several languages in one recording. `detect_language` of the other models knows only 35
 * languages.
 */
const MULTILINGUAL = /^nova-3(-general)?$/;

/** Returns the language parameters of a call; `given` is BCP 47. */
function speechLanguage(model: string, given: string | undefined): Record<string, string> {
  if (MULTILINGUAL.test(model)) {
    if (given === undefined) return { language: 'multi' };
    const base = given.split('-', 1)[0]?.toLowerCase() ?? '';
    // With `language` the provider refuses a language it doesn't support; a hint would be ignored.
    return HEARD_BY_NOVA_3.has(base) ? { language: 'multi', language_hint: given } : { language: given };
  }
  return given === undefined ? { detect_language: 'true' } : { language: given };
}

/**
 * Returns true if the model supports key terms. Older models have `keywords`, with different weights, and refuse these.
 */
const takesKeyTerms = (model: string): boolean => model.startsWith('nova-3');

/** `createGuardedFetch` has already checked the required fields. */
const Answer = z.object({
  metadata: z
    .object({ duration: z.number().min(0).optional().catch(undefined) })
    .optional()
    .catch(undefined),
  results: z.object({
    channels: z.tuple(
      [
        z.object({
          detected_language: z.string().optional().catch(undefined),
          alternatives: z.tuple(
            [
              z.object({
                transcript: z.string(),
                confidence: z.number().min(0).max(1).optional().catch(undefined),
                languages: z.array(z.string()).optional().catch(undefined),
                words: z
                  .array(z.object({ end: z.number() }))
                  .optional()
                  .catch(undefined),
              }),
            ],
            z.unknown(),
          ),
        }),
      ],
      z.unknown(),
    ),
  }),
});

/**
 * Transcribes a recording. `mip_opt_out` keeps Deepgram from storing recordings and training models with them
 * (rules/ai 14). An empty transcript isn't an error: the recording may be silent.
 * @throws AiProviderError
 */
export async function transcribeAudio(
  { provider, model, resource, key }: AiCallCredential,
  request: Pick<TranscribeRequest, 'audio' | 'mediaType' | 'language' | 'keyTerms'>,
  baseUrls: AiSettings['baseUrls'],
  signal: AbortSignal,
): Promise<{ value: TranscriptionResult; usage: CallUsage }> {
  if (provider !== 'deepgram') throw new AiProviderError('no_model_access', { usage: ZERO_CALL_USAGE });
  const base = baseUrlOf({ provider, model, resource, key }, baseUrls);
  const language = speechLanguage(model, request.language);
  const query = new URLSearchParams({
    model,
    ...language,
    smart_format: 'true',
    punctuate: 'true',
    mip_opt_out: 'true',
  });
  if (takesKeyTerms(model)) for (const term of request.keyTerms ?? []) query.append('keyterm', term);
  const answer = await listen(
    () =>
      createGuardedFetch(provider, base)(`${base}/listen?${query.toString()}`, {
        method: 'POST',
        headers: { authorization: `Token ${key}`, 'content-type': request.mediaType },
        body: new Uint8Array(request.audio),
        signal,
      }),
    request.language !== undefined && language['language'] === request.language,
  );
  const { metadata, results } = Answer.parse(await answer.json());
  const [{ detected_language: detected, alternatives }] = results.channels;
  const [{ transcript: text, confidence, languages, words }] = alternatives;
  const duration = metadata?.duration;
  return {
    value: {
      text,
      language: request.language ?? detected ?? languages?.[0] ?? null,
      seconds: duration ?? words?.at(-1)?.end ?? 0,
      confidence: text === '' ? null : (confidence ?? null),
    },
    usage: {
      ...ZERO_CALL_USAGE,
      ...(duration === undefined
        ? { seconds: maxSecondsOfAudio(request.audio), reckoned: true }
        : { seconds: duration }),
    },
  };
}

/**
 * Sends the request. Deepgram refuses an unsupported language with the same message as a missing model. If a language
 * was sent, the message is taken to be about the language and says nothing about the key.
 */
async function listen(ask: () => Promise<Response>, isLanguageTold: boolean): Promise<Response> {
  try {
    return await ask();
  } catch (error) {
    if (!(error instanceof AiProviderError) || error.about !== 'language' || !isLanguageTold) throw error;
    throw new AiProviderError('bad_request', { usage: error.usage, about: 'language' });
  }
}
