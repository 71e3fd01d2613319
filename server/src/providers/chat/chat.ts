import type { ChatDeliveryFailure } from '@training/shared/notifications/chat';

/** Message to a channel. Titles and names in it are typed by users; protocols must not let them act as markup. */
export type ChatMessage = {
  /** One line that says what happened. */
  title: string;
  lines: readonly string[];
  /** Link to the page where users can act, on our own origin. */
  link: { label: string; url: string };
};

type ChatAnswer = {
  status: number;
  body: string;
  /** Seconds, if the response has the header. */
  retryAfter: number | undefined;
};

/**
 * Result of a post. `later`: the same message may be sent again. `refused`: this message isn't accepted, but others may
 * be. `gone`: nothing arrives until a user fixes the webhook.
 */
export type ChatPostOutcome =
  | { result: 'accepted' }
  | { result: 'later'; reason: Extract<ChatDeliveryFailure, 'rate_limited' | 'unreachable'>; after: number | undefined }
  | { result: 'refused'; reason: Extract<ChatDeliveryFailure, 'message_refused'> }
  | { result: 'gone'; reason: Exclude<ChatDeliveryFailure, 'rate_limited' | 'unreachable' | 'message_refused'> };

export type ChatProtocol = {
  /** Maximum bytes of a body. */
  mostBytes: number;
  /**
   * Milliseconds between a response and the next message that respect all limits of the service, whatever the network
   * latency.
   */
  spacing: number;
  /** Returns the milliseconds from `at` until the service should be sent a message. */
  waits?(at: Date): number;
  /** Builds the JSON to post. The secret signs the message, if the service uses signatures. */
  write(message: ChatMessage, signing: { secret: string | null; at: Date }): object;
  read(answer: ChatAnswer): ChatPostOutcome;
};

export const MESSAGE_ACCEPTED_OUTCOME: ChatPostOutcome = { result: 'accepted' };
export const MESSAGE_REFUSED_OUTCOME: ChatPostOutcome = { result: 'refused', reason: 'message_refused' };

export function createChannelGoneOutcome(
  reason: Extract<ChatPostOutcome, { result: 'gone' }>['reason'],
): ChatPostOutcome {
  return { result: 'gone', reason };
}

/**
 * Returns the outcome of a response that reports, by its status alone, too many messages or an unavailable service;
 * undefined for any other.
 */
export function findBusyOrUnavailableOutcome({ status, retryAfter }: ChatAnswer): ChatPostOutcome | undefined {
  if (status === 429) return { result: 'later', reason: 'rate_limited', after: retryAfter };
  const isAway = status >= 500 || status === 408 || (status >= 300 && status < 400);
  return isAway ? { result: 'later', reason: 'unreachable', after: retryAfter } : undefined;
}

/** Returns the outcome of a response that isn't the service's own, such as a proxy's. */
export function outcomeOfUnexpectedResponse({ retryAfter }: ChatAnswer): ChatPostOutcome {
  return { result: 'later', reason: 'unreachable', after: retryAfter };
}

/** Parses a body as JSON; undefined if it isn't JSON. */
export function parseJsonOrUndefined(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}
