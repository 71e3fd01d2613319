import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { Envelope, eventOf, parsedAs, parseLarkTime, type LarkEvent } from './events.ts';

/** How far the time of a request may be from ours, in milliseconds: what was signed longer ago is a replay. */
const FRESH = 5 * 60_000;

/** Of the app that the address belongs to. */
export type WebhookKeys = { appId: string; encryptKey: string | null; verificationToken: string | null };

export type WebhookRequest = {
  header: (name: string) => string | undefined;
  /** As it came: it is what is signed. */
  body: Uint8Array;
};

/**
 * - `refused`: not from Lark, or nobody can tell; 401, whatever the reason was.
 * - `challenge`: Lark asks whether this is its address; answered with just this.
 * - `event`: to be stored, then answered with 200.
 * - `other`: from Lark, and nothing to do; 200.
 */
export type WebhookMessage =
  | { result: 'refused' }
  | { result: 'challenge'; answer: { challenge: string } }
  | { result: 'event'; event: LarkEvent }
  | { result: 'other' };

const REFUSED = { result: 'refused' } as const;

const Encrypted = z.object({ encrypt: z.string() });
const Challenge = z.object({ type: z.literal('url_verification'), challenge: z.string().max(1000), token: z.string() });

/**
 * What a request to our address says (rules/drives 4). With an encrypt key it must be signed with it; without one the
 * verification token must be in it, and an app that has neither is told nothing by webhook.
 */
export function parseLarkWebhook({ header, body }: WebhookRequest, keys: WebhookKeys, now: Date): WebhookMessage {
  const told = keys.encryptKey === null ? Buffer.from(body).toString('utf8') : decrypted(body, keys.encryptKey);
  if (told === undefined) return REFUSED;
  // Lark does not sign this one. Whoever else sends it hears nothing but what they have said.
  const challenge = parsedAs(Challenge, told);
  if (challenge) {
    const ours =
      keys.verificationToken === null ? keys.encryptKey !== null : same(challenge.token, keys.verificationToken);
    return ours ? { result: 'challenge', answer: { challenge: challenge.challenge } } : REFUSED;
  }
  if (keys.encryptKey !== null && !isSigned({ header, body }, keys.encryptKey, now)) return REFUSED;
  if (keys.encryptKey === null && keys.verificationToken === null) return REFUSED;
  const envelope = parsedAs(Envelope, told);
  if (!envelope || envelope.header.app_id !== keys.appId) return REFUSED;
  if (keys.verificationToken !== null && !same(envelope.header.token ?? '', keys.verificationToken)) return REFUSED;
  const event = eventOf(envelope, now);
  return event ? { result: 'event', event } : { result: 'other' };
}

function isSigned({ header, body }: WebhookRequest, encryptKey: string, now: Date): boolean {
  const timestamp = header('x-lark-request-timestamp') ?? '';
  const nonce = header('x-lark-request-nonce') ?? '';
  const at = parseLarkTime(timestamp);
  if (!at || Math.abs(now.getTime() - at.getTime()) > FRESH) return false;
  const signature = createHash('sha256')
    .update(timestamp + nonce + encryptKey)
    .update(body)
    .digest('hex');
  return same(header('x-lark-signature') ?? '', signature);
}

/** In the same time for all that are wrong, whatever their length. */
function same(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/** Undefined where it was not encrypted with this key. AES-256-CBC; the key is a digest, the vector comes first. */
function decrypted(body: Uint8Array, encryptKey: string): string | undefined {
  const sent = parsedAs(Encrypted, Buffer.from(body).toString('utf8'));
  if (!sent) return undefined;
  const bytes = Buffer.from(sent.encrypt, 'base64');
  try {
    const key = createHash('sha256').update(encryptKey).digest();
    const decipher = createDecipheriv('aes-256-cbc', key, bytes.subarray(0, 16));
    return Buffer.concat([decipher.update(bytes.subarray(16)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
