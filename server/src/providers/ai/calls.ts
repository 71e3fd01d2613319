import type { StructuredOutputMode } from '@training/shared/provider-keys/model-endpoints';
import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import type { z } from 'zod';

/** A customer's endpoint that speaks OpenAI's protocol. */
export type CustomEndpoint = {
  /** Without trailing slash. */
  baseUrl: string;
  /** Size of the model's context window. */
  contextTokens: number;
  /** The best form of answers that it is known to accept. */
  form: StructuredOutputMode;
  /** Receives another form that worked. */
  learn?: (form: StructuredOutputMode) => void;
};

/**
 * Credential and model of a call. `model` is the deployment if the provider uses deployments; `resource` is set for
 * Azure OpenAI only, `endpoint` for customers' endpoints only, whose key may be empty.
 */
export type AiCallCredential = {
  provider: AiProvider;
  model: string;
  resource: string | null;
  key: string;
  endpoint?: CustomEndpoint | undefined;
};

/**
 * Usage of a call. `seconds` are of audio; values that don't apply are 0. `reckoned` is set if the provider didn't
 * report the usage and it was estimated from the data sent and received (rules/ai 17).
 */
export type CallUsage = {
  /** Includes the tokens read from and written to the provider's cache. */
  inputTokens: number;
  outputTokens: number;
  seconds: number;
  /** Input tokens read from the provider's cache; absent if none. */
  cachedTokens?: number | undefined;
  /** Input tokens written to the provider's cache at a price; absent if none. */
  cacheWriteTokens?: number | undefined;
  /** Set if the provider says that it used its cheaper, slower tier. */
  tier?: 'flex' | undefined;
  reckoned?: true;
};

export const ZERO_CALL_USAGE: CallUsage = { inputTokens: 0, outputTokens: 0, seconds: 0 };

/** Bytes per second of speech at the lowest bitrate that recorders use, 6 kbit/s. */
const FEWEST_BYTES_A_SECOND = 750;

/** Returns the longest duration of a recording by its size, in seconds. */
export const maxSecondsOfAudio = (audio: Uint8Array): number => Math.ceil(audio.byteLength / FEWEST_BYTES_A_SECOND);

/** Reasoning effort of a model, in the providers' terms. */
export type ReasoningEffort = 'low' | 'medium' | 'high';

/** Beginning of a prompt that other requests share, so that the provider can read it from its cache. */
export type SharedPromptPrefix = {
  /** UTF-16 units of the prompt. */
  length: number;
  /**
   * True if another request with it is likely within minutes: writing costs a quarter more with some providers, so it
   * pays from a chance of 27 % on (rules/ai 25).
   */
  isLikely: boolean;
};

/** Pixels of a picture as it is sent. */
export type PictureSize = { width: number; height: number };

export type GenerateRequest<T> = {
  /** The instructions, which requests of a feature share. */
  system: string;
  prompt: string;
  prefix?: SharedPromptPrefix | undefined;
  /** True if nobody waits for the answer: the cheaper flex tier is tried first, with models that have it. */
  flex?: boolean | undefined;
  /** Pictures, which stand before the prompt. Only models with vision accept them. */
  images?: readonly (PictureSize & { bytes: Uint8Array; mediaType: string })[] | undefined;
  /**
   * Schema of the response, also sent to the provider as JSON schema. OpenAI allows no optional fields: use nullable or
   * empty values instead.
   */
  schema: z.ZodType<T>;
  /** Includes the model's reasoning tokens, so leave room for them. */
  maxOutputTokens: number;
  /** Ignored for models that don't support it. */
  effort?: ReasoningEffort | undefined;
  /**
   * A top-level list of objects in the response, by name. Each item is passed to `take` unvalidated as soon as it is
   * complete, and the next one waits until `take` has finished. Items already taken stay valid if the call fails later.
   */
  items?: { list: string; take: (item: unknown) => Promise<void> } | undefined;
  /** Receives the usage of a call that `signal` cancelled. */
  givenUp?: ((usage: CallUsage) => void) | undefined;
  signal?: AbortSignal | undefined;
};

export type TranscribeRequest = {
  audio: Uint8Array;
  mediaType: string;
  /** BCP 47; the provider detects the language if absent. */
  language?: string | undefined;
  /** Words likely to be said, for models that support them. */
  keyTerms?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
};

/** Result of a transcription. */
export type TranscriptionResult = {
  text: string;
  language: string | null;
  seconds: number;
  /**
   * The provider's confidence in the words, from 0 to 1; null if nothing was said or the provider doesn't report it.
   */
  confidence: number | null;
};
