import type { KeyOutcome, Provider } from '@training/shared/provider-keys';
import type { z } from 'zod';
import type { AiSettings } from './settings.ts';

/** What a call is made with. `model` is the deployment where the provider takes one; `resource` is set for Azure OpenAI alone. */
export type Credential = { provider: Provider; model: string; resource: string | null; key: string };

/** `seconds` are of audio; what does not apply is 0. */
export type CallUsage = { inputTokens: number; outputTokens: number; seconds: number };

export type GenerateRequest<T> = {
  system: string;
  prompt: string;
  /** What the answer must parse as; it is sent along as a JSON schema too. */
  schema: z.ZodType<T>;
  maxOutputTokens: number;
  signal?: AbortSignal | undefined;
};

export type TranscribeRequest = {
  audio: Uint8Array;
  mediaType: string;
  /** BCP 47; the provider detects the language where it is absent. */
  language?: string | undefined;
  signal?: AbortSignal | undefined;
};

/** Calls of the providers. Nothing is tried again here, and the key of a call is used for that call only. */
export interface AiProviders {
  /**
   * One structured answer of a provider for generation.
   * @throws ProviderFailure; the signal's reason when it was aborted.
   */
  generate<T>(credential: Credential, request: GenerateRequest<T>): Promise<{ value: T; usage: CallUsage }>;
  /**
   * The words of a recording.
   * @throws ProviderFailure; the signal's reason when it was aborted.
   */
  transcribe(
    credential: Credential,
    request: TranscribeRequest,
  ): Promise<{ value: { text: string; language: string | null; seconds: number }; usage: CallUsage }>;
  /**
   * A one-token generation on the chosen model, or a bundled one-second clip (decisions §5). Never throws for what the
   * provider says; throws the signal's reason when it was aborted.
   */
  verify(credential: Credential, signal?: AbortSignal): Promise<KeyOutcome>;
}

export function createAiProviders(settings: AiSettings): AiProviders {
  throw new Error(`Not there yet (${settings.timeouts.verify})`);
}
