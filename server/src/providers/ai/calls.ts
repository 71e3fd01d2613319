import type { Provider } from '@training/shared/provider-keys';
import type { z } from 'zod';

/**
 * What a call is made with. `model` is the deployment where the provider takes one; `resource` is set for Azure OpenAI
 * alone.
 */
export type Credential = { provider: Provider; model: string; resource: string | null; key: string };

/**
 * `seconds` are of audio; what does not apply is 0. `reckoned` where the provider did not say it: told by what was sent
 * and what had come (rules/ai 17).
 */
export type CallUsage = { inputTokens: number; outputTokens: number; seconds: number; reckoned?: true };

export const NO_USAGE: CallUsage = { inputTokens: 0, outputTokens: 0, seconds: 0 };

/** How long a model thinks before it answers; the words are those of the providers. */
export type Effort = 'low' | 'medium' | 'high';

export type GenerateRequest<T> = {
  system: string;
  prompt: string;
  /**
   * What the answer must parse as; it is sent along as a JSON schema. OpenAI takes only objects without optional
   * fields: use nullable, or an empty value, for what may be missing.
   */
  schema: z.ZodType<T>;
  /** What a model thinks before it answers counts too, so leave room for it. */
  maxOutputTokens: number;
  /** For models that take it; the others think as they do by themselves. */
  effort?: Effort | undefined;
  /**
   * A list of objects at the top of the answer, by its name: each item is handed over once it is whole, as it came, and
   * the next waits for that. They are yours also where the call fails afterwards.
   */
  items?: { list: string; take: (item: unknown) => Promise<void> } | undefined;
  /** Hears what a call came to that is given up by `signal`. */
  givenUp?: ((usage: CallUsage) => void) | undefined;
  signal?: AbortSignal | undefined;
};

export type TranscribeRequest = {
  audio: Uint8Array;
  mediaType: string;
  /** BCP 47; the provider detects the language where it is absent. */
  language?: string | undefined;
  /** Words that are likely to be said, of a model that takes them. */
  keyTerms?: readonly string[] | undefined;
  signal?: AbortSignal | undefined;
};

/** What was heard in a recording. */
export type Heard = {
  text: string;
  language: string | null;
  seconds: number;
  /** How sure the provider is of the words, from 0 to 1; null where nothing was said, or it does not tell. */
  confidence: number | null;
};
