import type { ChatFailure } from '@training/shared/chat';

/** What a channel is told. Titles and names in it are what people typed: a protocol lets none of it act as markup. */
export type ChatMessage = {
  /** What happened, in one line. */
  title: string;
  lines: readonly string[];
  /** Where it is decided, on our own origin. */
  link: { label: string; url: string };
};

export type ChatAnswer = {
  status: number;
  body: string;
  /** Seconds, where the answer names them. */
  retryAfter: number | undefined;
};

/**
 * What an answer says. `later`: the same message may be sent again. `refused`: this message is not taken, others may
 * be. `gone`: nothing arrives any more until somebody mends the webhook.
 */
export type ChatOutcome =
  | { result: 'accepted' }
  | { result: 'later'; reason: Extract<ChatFailure, 'rate_limited' | 'unreachable'>; after: number | undefined }
  | { result: 'refused'; reason: Extract<ChatFailure, 'message_refused'> }
  | { result: 'gone'; reason: Exclude<ChatFailure, 'rate_limited' | 'unreachable' | 'message_refused'> };

export type ChatProtocol = {
  /** The most bytes that a body may have. */
  mostBytes: number;
  /**
   * Milliseconds from an answer to the next message, by which all limits of the service hold, whatever the network
   * does.
   */
  spacing: number;
  /** Milliseconds from `at` until the service likes to be sent something. */
  waits?(at: Date): number;
  /** The JSON that is posted. The secret is that of the service's signatures, if it has any. */
  write(message: ChatMessage, signing: { secret: string | null; at: Date }): object;
  read(answer: ChatAnswer): ChatOutcome;
};

export const ACCEPTED: ChatOutcome = { result: 'accepted' };
export const REFUSED: ChatOutcome = { result: 'refused', reason: 'message_refused' };

export function channelGone(reason: Extract<ChatOutcome, { result: 'gone' }>['reason']): ChatOutcome {
  return { result: 'gone', reason };
}

/** Too many messages, or no proper answer: what every service says by its status alone; undefined for anything else. */
export function busyOrAway({ status, retryAfter }: ChatAnswer): ChatOutcome | undefined {
  if (status === 429) return { result: 'later', reason: 'rate_limited', after: retryAfter };
  const isAway = status >= 500 || status === 408 || (status >= 300 && status < 400);
  return isAway ? { result: 'later', reason: 'unreachable', after: retryAfter } : undefined;
}

/** An answer that is none of the service's own, as from a proxy between. */
export function strange({ retryAfter }: ChatAnswer): ChatOutcome {
  return { result: 'later', reason: 'unreachable', after: retryAfter };
}

/** The object in a body, or nothing where it is none. */
export function parseJsonObject(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
