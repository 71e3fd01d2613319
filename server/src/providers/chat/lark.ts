import { createHmac } from 'node:crypto';
import { z } from 'zod';
import {
  ACCEPTED,
  busyOrAway,
  channelGone,
  parseJsonObject,
  REFUSED,
  strange,
  type ChatOutcome,
  type ChatProtocol,
} from './chat.ts';

/**
 * Their bot mentions by a tag; in a post it is an element of its own, and a text in which one could stand is broken up.
 */
const plain = (text: string) => text.replaceAll('<', '<\u200b');

/** Errors come as a `code` in the body, mostly with the status 200. */
const Answer = z.object({ code: z.int() });

const LATER = (after: number | undefined): ChatOutcome => ({ result: 'later', reason: 'rate_limited', after });

const CODES: Record<number, ChatOutcome> = {
  0: ACCEPTED,
  9499: REFUSED,
  19001: channelGone('address_unknown'),
  19002: REFUSED,
  19021: channelGone('signature'),
  19022: channelGone('ip_address'),
  19024: channelGone('keyword'),
};
/** Limits of the message service, and of the gateway before it. */
const LIMITS = new Set([11232, 99991400]);

const MINUTE = 60_000;
/** The minutes of an hour in which all the world's bots speak, and their service refuses some of them. */
const CROWDED = [0, 30];

/**
 * Custom bots of Lark and Feishu: 100 messages a minute and five a second, 20 KB, never right on the hour or half hour.
 * An error of the signature is told as any other, in the body of a 200.
 */
export const LARK: ChatProtocol = {
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
    const told = Answer.safeParse(parseJsonObject(answer.body));
    if (!told.success)
      return busyOrAway(answer) ?? (answer.status === 404 ? channelGone('address_unknown') : strange(answer));
    const { code } = told.data;
    return LIMITS.has(code) ? LATER(answer.retryAfter) : (CODES[code] ?? busyOrAway(answer) ?? REFUSED);
  },
};

/** The key is what one expects to be the text, and the text is empty. */
function signatureOf(secret: string, seconds: number): { timestamp: string; sign: string } {
  const timestamp = String(seconds);
  return { timestamp, sign: createHmac('sha256', `${timestamp}\n${secret}`).digest('base64') };
}
