import type { ChatServiceKind } from '@training/shared/notifications/chat';
import type { OutwardHttpClient } from '../../platform/egress/outward-http-client.ts';
import { parseRetryAfterSeconds } from '../../platform/retry-after.ts';
import { chatTargetUrl } from './addresses.ts';
import type { ChatMessage, ChatPostOutcome } from './chat.ts';
import { createChatMessageBody, CHAT_PROTOCOLS } from './protocols.ts';

/** Milliseconds a service may take. */
const DEADLINE = 10_000;

/** Maximum bytes read of a response; the relevant part is at its beginning. */
const LONGEST_ANSWER = 8 * 1024;

/** Address of a webhook, and the secret its messages are signed with if the service requires that. */
export type ChatAddress = { kind: ChatServiceKind; url: string; secret: string | null };

/** Posts to incoming webhooks of the four chat services. One instance per process. */
export class ChatWebhookClient {
  readonly #outward: OutwardHttpClient;
  readonly #standIn: string | undefined;
  /** Origin of the console, for links in messages. */
  readonly origin: () => string;

  /** @param standIn Address of the operator's replacement for all services. */
  constructor(outward: OutwardHttpClient, { standIn, origin }: { standIn: string | undefined; origin: () => string }) {
    this.#outward = outward;
    this.#standIn = standIn;
    this.origin = origin;
  }

  /** Returns the milliseconds to wait until the service should be sent a message; 0 with a replacement. */
  waits(kind: ChatServiceKind, at: Date): number {
    return this.#standIn === undefined ? (CHAT_PROTOCOLS[kind].waits?.(at) ?? 0) : 0;
  }

  /** Posts one message once, within the deadline. Never throws for failures of the service. */
  async post({ kind, url, secret }: ChatAddress, message: ChatMessage): Promise<ChatPostOutcome> {
    const protocol = CHAT_PROTOCOLS[kind];
    const at = new Date();
    const answer = await this.#outward.post({
      url: chatTargetUrl(url, this.#standIn),
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: createChatMessageBody(protocol, message, { secret, at }),
      deadline: DEADLINE,
      maxAnswerBytes: LONGEST_ANSWER,
    });
    if (answer.failure) return { result: 'later', reason: 'unreachable', after: undefined };
    const { status, body, headers } = answer;
    return protocol.read({ status, body, retryAfter: parseRetryAfterSeconds(headers['retry-after'], at) });
  }
}
