import type { ChatKind } from '@training/shared/notifications/chat';
import type { Outward } from '../../platform/egress/outward.ts';
import { secondsToWait } from '../../platform/retry-after.ts';
import { chatTarget } from './addresses.ts';
import type { ChatMessage, ChatOutcome } from './chat.ts';
import { chatBody, CHAT_PROTOCOLS } from './protocols.ts';

/** Milliseconds a service may take. */
const DEADLINE = 10_000;

/** Maximum bytes read of a response; the relevant part is at its beginning. */
const LONGEST_ANSWER = 8 * 1024;

/** Address of a webhook, and the secret its messages are signed with if the service requires that. */
export type ChatAddress = { kind: ChatKind; url: string; secret: string | null };

/** Posts to incoming webhooks of the four chat services. One instance per process. */
export class ChatServices {
  readonly #outward: Outward;
  readonly #standIn: string | undefined;
  /** Origin of the console, for links in messages. */
  readonly origin: () => string;

  /** @param standIn Address of the operator's replacement for all services. */
  constructor(outward: Outward, { standIn, origin }: { standIn: string | undefined; origin: () => string }) {
    this.#outward = outward;
    this.#standIn = standIn;
    this.origin = origin;
  }

  /** Returns the milliseconds to wait until the service should be sent a message; 0 with a replacement. */
  waits(kind: ChatKind, at: Date): number {
    return this.#standIn === undefined ? (CHAT_PROTOCOLS[kind].waits?.(at) ?? 0) : 0;
  }

  /** Posts one message once, within the deadline. Never throws for failures of the service. */
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
