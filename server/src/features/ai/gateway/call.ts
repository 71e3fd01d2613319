import { AI_LIMITS } from '@training/shared/ai-sources';
import { z } from 'zod';
import type { CallUsage, Credential, GenerateRequest, TranscribeRequest } from '../../../providers/ai/calls.ts';
import type { AiProviders } from '../../../providers/ai/providers.ts';

/** A call that is still to be made, whatever key it will be made with. */
export type Call<T> = {
  /** What it uses at most, as far as that can be known before. */
  most: CallUsage;
  signal: AbortSignal | undefined;
  /** `givenUp` hears what a call came to that ends by its signal. */
  make: (credential: Credential, givenUp: (usage: CallUsage) => void) => Promise<{ value: T; usage: CallUsage }>;
};

/** Tokens that a provider adds of its own around a request, with room to spare. */
const WRAPPING = 1_000;

/** No byte of a text is more than one token, whichever provider counts them. */
const tokensAtMost = (text: string) => Buffer.byteLength(text, 'utf8');

/** A structured answer. Some providers send the schema to the model twice, once as instructions. */
export function generating<T>(providers: AiProviders, request: GenerateRequest<T>): Call<T> {
  const schema = JSON.stringify(
    z.toJSONSchema(request.schema, { io: 'input', reused: 'inline', unrepresentable: 'any' }),
  );
  const inputTokens = tokensAtMost(request.system) + tokensAtMost(request.prompt) + 2 * tokensAtMost(schema) + WRAPPING;
  return {
    most: { inputTokens, outputTokens: request.maxOutputTokens, seconds: 0 },
    signal: request.signal,
    make: (credential, givenUp) => providers.generate(credential, { ...request, givenUp }),
  };
}

/** Bytes of a second of speech, in the thriftiest form that recorders use: 6 kbit/s. */
const FEWEST_BYTES_A_SECOND = 750;

/** The longest recording that is taken, with the second that it has only begun, in seconds. */
const LONGEST_TAKEN = AI_LIMITS.audioSeconds + 1;

/**
 * The words of a recording. Its length only the provider will know: silence packs thinner than any speech, and what a
 * container says of itself may be a lie. One that is taken costs no more than is reserved, however thin it is.
 */
export function transcribing(providers: AiProviders, request: TranscribeRequest) {
  const seconds = Math.max(LONGEST_TAKEN, Math.ceil(request.audio.byteLength / FEWEST_BYTES_A_SECOND));
  return {
    most: { inputTokens: 0, outputTokens: 0, seconds },
    signal: request.signal,
    make: (credential: Credential) => providers.transcribe(credential, request),
  };
}
