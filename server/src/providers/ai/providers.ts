import type { EndpointModels } from '@training/shared/provider-keys/model-endpoints';
import type { KeyOutcome } from '@training/shared/provider-keys/provider-keys';
import { Outward } from '../../platform/egress/outward.ts';
import { NO_USAGE, type CallUsage, type Credential } from './calls.ts';
import type { GenerateRequest, Heard, TranscribeRequest } from './calls.ts';
import { ProviderFailure, keyOutcomeOf, type FailureFacts } from './failure.ts';
import { generateAnswer, generateLeast } from './generate.ts';
import { CallFailure } from './call-failure.ts';
import { NotTaken } from './read-answer.ts';
import type { AiSettings } from './ai-settings.ts';
import { oneSecondOfSilence } from './silence.ts';
import { listModels } from './list-models.ts';
import { transcribeAudio } from './transcribe.ts';
import { UnknownParts } from './unknown-parts.ts';

/** Calls to AI providers. Nothing is retried here, and a call's key is used for that call only. */
export interface AiProviders {
  /**
   * Requests a structured response from a generation provider and streams it; `request.items` receives items meanwhile.
   * @throws ProviderFailure; the signal's reason if it was aborted; the errors of `request.items.take`.
   */
  generate<T>(credential: Credential, request: GenerateRequest<T>): Promise<{ value: T; usage: CallUsage }>;
  /**
   * Transcribes a recording.
   * @throws ProviderFailure; the signal's reason if it was aborted.
   */
  transcribe(credential: Credential, request: TranscribeRequest): Promise<{ value: Heard; usage: CallUsage }>;
  /**
   * Verifies a key with a one-field response from the chosen model, or with a bundled one-second clip
   * (rules/provider-keys 2). Never throws for failures of the provider; throws the signal's reason if it was aborted.
   */
  verify(credential: Credential, signal?: AbortSignal): Promise<KeyCheck>;
  /**
   * Asks a customer's endpoint for its models.
   * @throws ProviderFailure
   */
  listModels(asked: { baseUrl: string; key: string }): Promise<EndpointModels>;
}

/** Result of a key's verification. `usage` is zero if it isn't known. */
export type KeyCheck = { outcome: KeyOutcome; about: FailureFacts['about']; usage: CallUsage };

/**
 * Runs one call with its timeout. It throws only `ProviderFailure`, the reason of the caller's signal, or an error of
 * the item's consumer: errors of the SDK contain the request and the response, so none of them may get out.
 */
async function call<R>(limit: number, signal: AbortSignal | undefined, run: (signal: AbortSignal) => Promise<R>) {
  signal?.throwIfAborted();
  const timeout = AbortSignal.timeout(limit);
  try {
    return await run(signal ? AbortSignal.any([signal, timeout]) : timeout);
  } catch (error) {
    signal?.throwIfAborted();
    if (error instanceof NotTaken) throw error.reason;
    if (error instanceof ProviderFailure) throw error;
    if (!(error instanceof CallFailure)) throw new ProviderFailure('unreachable');
    throw new ProviderFailure(error.outcome, error);
  }
}

export function createAiProviders(
  settings: Pick<AiSettings, 'baseUrls' | 'timeouts' | 'models' | 'endpoints'>,
  log?: { warn?(fields: object, message: string): void },
): AiProviders {
  const { baseUrls, timeouts, models } = settings;
  const unknown = new UnknownParts(log);
  const sendOut = new Outward(settings.endpoints).fetch;
  return {
    generate: (credential, request) =>
      call(timeouts.answer, request.signal, (signal) =>
        generateAnswer(credential, request, { baseUrls, models, waits: timeouts, unknown, sendOut, signal }),
      ),
    transcribe: (credential, request) =>
      call(timeouts.transcribe, request.signal, (signal) => transcribeAudio(credential, request, baseUrls, signal)),
    verify: async (credential, outer) => {
      const { provider } = credential;
      const limit = credential.endpoint ? timeouts.verifyEndpoint : timeouts.verify;
      const run = async (signal: AbortSignal): Promise<CallUsage> => {
        const waits = { firstChunk: limit, nextChunk: limit };
        if (provider !== 'deepgram') {
          return generateLeast(credential, { baseUrls, models, waits, unknown, sendOut, signal });
        }
        const clip = { audio: oneSecondOfSilence(), mediaType: 'audio/wav' };
        return (await transcribeAudio(credential, clip, baseUrls, signal)).usage;
      };
      try {
        return { outcome: 'live', about: undefined, usage: await call(limit, outer, run) };
      } catch (error) {
        if (!(error instanceof ProviderFailure)) throw error;
        const { outcome, about, usage = NO_USAGE } = error;
        return { outcome: keyOutcomeOf(outcome), about, usage };
      }
    },
    listModels: (asked) => call(timeouts.verify, undefined, (signal) => listModels(asked, sendOut, signal)),
  };
}
