import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { z } from 'zod';
import { maxSecondsOfAudio, type CallUsage, type AiCallCredential } from '../../../providers/ai/calls.ts';
import type { GenerateRequest, TranscribeRequest } from '../../../providers/ai/calls.ts';
import { maxTokensOfPicture } from '../../../providers/ai/call-usage-meter.ts';
import type { AiProviders } from '../../../providers/ai/providers.ts';

/** A call that can be made with any credential. */
export type ProviderCall<T> = {
  /** Upper bound of its usage, as far as known beforehand. */
  most: CallUsage;
  signal: AbortSignal | undefined;
  /** Makes the call; `givenUp` receives the usage of a call that its signal aborts. */
  make: (credential: AiCallCredential, givenUp: (usage: CallUsage) => void) => Promise<{ value: T; usage: CallUsage }>;
};

/** Tokens that a provider may add around a request, rounded up generously. */
const WRAPPING = 1_000;

/** Upper bound of the tokens in a text: with any provider, a token has at least one byte. */
const tokensAtMost = (text: string) => Buffer.byteLength(text, 'utf8');

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0);

/** Prepares a structured-output call. Some providers send the schema to the model twice, once as instructions. */
export function prepareGenerationCall<T>(providers: AiProviders, request: GenerateRequest<T>): ProviderCall<T> {
  const schema = JSON.stringify(
    z.toJSONSchema(request.schema, { io: 'input', reused: 'inline', unrepresentable: 'any' }),
  );
  const inputTokens =
    tokensAtMost(request.system) +
    tokensAtMost(request.prompt) +
    2 * tokensAtMost(schema) +
    WRAPPING +
    sum((request.images ?? []).map(maxTokensOfPicture));
  return {
    most: { inputTokens, outputTokens: request.maxOutputTokens, seconds: 0 },
    signal: request.signal,
    make: (credential, givenUp) => providers.generate(credential, { ...request, givenUp }),
  };
}

/** Longest accepted recording in seconds, including an incomplete last second. */
const LONGEST_TAKEN = AI_INPUT_LIMITS.audioSeconds + 1;

/**
 * Prepares a transcription call. Only the provider can determine the duration: silence compresses better than speech,
 * and container headers can be wrong. An accepted recording never costs more than the reserved amount, even at a low
 * bitrate.
 */
export function prepareTranscriptionCall(providers: AiProviders, request: TranscribeRequest) {
  const seconds = Math.max(LONGEST_TAKEN, maxSecondsOfAudio(request.audio));
  return {
    most: { inputTokens: 0, outputTokens: 0, seconds },
    signal: request.signal,
    make: (credential: AiCallCredential) => providers.transcribe(credential, request),
  };
}
