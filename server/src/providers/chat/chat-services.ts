import type { ChatKind } from '@training/shared/chat';
import type { Outward } from '../../platform/outward/outward.ts';
import { secondsToWait } from '../../platform/retry-after.ts';
import { chatTarget } from './addresses.ts';
import type { ChatMessage, ChatOutcome } from './chat.ts';
import { chatBody, CHAT_PROTOCOLS } from './protocols.ts';

/** Milliseconds that a service may take. */
const DEADLINE = 10_000;

/** How much of an answer is read, in bytes; what decides stands at its beginning. */
const LONGEST_ANSWER = 8 * 1024;

/** Where a webhook is, and what its messages are signed with, where it asks for that. */
export type ChatAddress = { kind: ChatKind; url: string; secret: string | null };

/** Posts to incoming webhooks of the four services. One for the whole process. */
export class ChatServices {
  readonly #outward: Outward;
  readonly #standIn: string | undefined;
  /** Where browsers reach us, for links in messages. */
  readonly origin: () => string;

  /** @param standIn What the operator has put in the place of all services. */
  constructor(outward: Outward, { standIn, origin }: { standIn: string | undefined; origin: () => string }) {
    this.#outward = outward;
    this.#standIn = standIn;
    this.origin = origin;
  }

  /** Milliseconds until a service likes to be sent something; a stand-in always does. */
  waits(kind: ChatKind, at: Date): number {
    return this.#standIn === undefined ? (CHAT_PROTOCOLS[kind].waits?.(at) ?? 0) : 0;
  }

  /** Posts one message, once. It takes as long as the deadline at most, and never throws for what the service does. */
  async post({ kind, url, secret }: ChatAddress, message: ChatMessage): Promise<ChatOutcome> {
    const protocol = CHAT_PROTOCOLS[kind];
    const at = new Date();
    const answer = await this.#outward.post({
      url: chatTarget(url, this.#standIn),
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: chatBody(protocol, message, { secret, at }),
      deadline: DEADLINE,
      maxAnswerBytes: LONGEST_ANSWER,
    });
    if (answer.failure) return { result: 'later', reason: 'unreachable', after: undefined };
    const { status, body, headers } = answer;
    return protocol.read({ status, body, retryAfter: secondsToWait(headers['retry-after'], at) });
  }
}
