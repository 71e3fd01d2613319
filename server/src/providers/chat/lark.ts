import { createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  MESSAGE_ACCEPTED_OUTCOME,
  findBusyOrUnavailableOutcome,
  createChannelGoneOutcome,
  parseJsonOrUndefined,
  MESSAGE_REFUSED_OUTCOME,
  outcomeOfUnexpectedResponse,
  type ChatPostOutcome,
  type ChatProtocol,
} from './chat.ts';

/** Breaks up tags in text: Lark's bots mention users with a tag. Proper mentions in a post are separate elements. */
const plain = (text: string) => text.replaceAll('<', '<\u200b');

/** Errors are a `code` in the body, usually with status 200. */
const Answer = z.object({ code: z.int() });

const LATER = (after: number | undefined): ChatPostOutcome => ({ result: 'later', reason: 'rate_limited', after });

const CODES: Record<number, ChatPostOutcome> = {
  0: MESSAGE_ACCEPTED_OUTCOME,
  9499: MESSAGE_REFUSED_OUTCOME,
  19001: createChannelGoneOutcome('address_unknown'),
  19002: MESSAGE_REFUSED_OUTCOME,
  19021: createChannelGoneOutcome('signature'),
  19022: createChannelGoneOutcome('ip_address'),
  19024: createChannelGoneOutcome('keyword'),
};
/** Rate-limit codes of the message service and of its gateway. */
const LIMITS = new Set([11232, 99991400]);

const MINUTE = 60_000;
/** Minutes of the hour in which many bots send messages and the service refuses some. */
const CROWDED = [0, 30];

/**
 * Custom bots of Lark and Feishu: 100 messages per minute and five per second, 20 KB, and none exactly on the hour or
 * half hour. A signature error is reported like all others, in the body of a 200.
 */
export const LARK_CHAT_PROTOCOL: ChatProtocol = {
  mostBytes: 19_000,
  spacing: 650,
  waits: (at) => (CROWDED.includes(at.getUTCMinutes()) ? MINUTE - (at.getTime() % MINUTE) : 0),
  write({ title, lines, link }, { secret, at }) {
    const said = lines.map((line) => [{ tag: 'text', text: plain(line) }]);
    const content = [...said, [{ tag: 'a', text: link.label, href: link.url }]];
    const signed = secret === null ? {} : signatureOf(secret, Math.floor(at.getTime() / 1000));
    return { ...signed, msg_type: 'post', content: { post: { en_us: { title: plain(title), content } } } };
  },
  read(answer) {
    const told = Answer.safeParse(parseJsonOrUndefined(answer.body));
    if (!told.success)
      return (
        findBusyOrUnavailableOutcome(answer) ??
        (answer.status === 404 ? createChannelGoneOutcome('address_unknown') : outcomeOfUnexpectedResponse(answer))
      );
    const { code } = told.data;
    return LIMITS.has(code)
      ? LATER(answer.retryAfter)
      : (CODES[code] ?? findBusyOrUnavailableOutcome(answer) ?? MESSAGE_REFUSED_OUTCOME);
  },
};

/** Unusual: the HMAC key is the text one would expect to be signed, and the signed text is empty. */
function signatureOf(secret: string, seconds: number): { timestamp: string; sign: string } {
  const timestamp = String(seconds);
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') };
}
