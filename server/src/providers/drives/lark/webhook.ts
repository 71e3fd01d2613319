import { createDecipheriv, createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import { LarkEventEnvelope, parseLarkFileEvent, parseJsonAs, parseLarkTime, type LarkFileEvent } from './events.ts';

/** Maximum difference in milliseconds between a request's time and ours; older signatures are replays. */
const FRESH = 5 * 60_000;

/** Keys of the app that the address belongs to. */
export type LarkWebhookKeys = { appId: string; encryptKey: string | null; verificationToken: string | null };

export type LarkWebhookRequest = {
  header: (name: string) => string | undefined;
  /** Raw bytes, because they are signed. */
  body: Uint8Array;
};

/**
 * Result of reading a webhook request:
 * - `refused`: not from Lark, or not verifiable; 401, whatever the reason.
 * - `challenge`: Lark verifies the address; respond with exactly this.
 * - `event`: store it, then respond with 200.
 * - `other`: from Lark, no action needed; 200.
 */
type WebhookMessage =
  | { result: 'refused' }
  | { result: 'challenge'; answer: { challenge: string } }
  | { result: 'event'; event: LarkFileEvent }
  | { result: 'other' };

const REFUSED = { result: 'refused' } as const;

const Encrypted = z.object({ encrypt: z.string() });
const Challenge = z.object({ type: z.literal('url_verification'), challenge: z.string().max(1000), token: z.string() });

/**
 * Verifies and parses a webhook request (rules/drives 4). With an encrypt key it must be signed with that key. Without
 * one it must contain the verification token; if the app has neither, every request is refused.
 */
export function parseLarkWebhook(
  { header, body }: LarkWebhookRequest,
  keys: LarkWebhookKeys,
  now: Date,
): WebhookMessage {
  const told = keys.encryptKey === null ? Buffer.from(body).toString('utf8') : decrypted(body, keys.encryptKey);
  if (told === undefined) return REFUSED;
  // Lark doesn't sign challenges. Other senders only get back what they sent.
  const challenge = parseJsonAs(Challenge, told);
  if (challenge) {
    const ours =
      keys.verificationToken === null ? keys.encryptKey !== null : same(challenge.token, keys.verificationToken);
    return ours ? { result: 'challenge', answer: { challenge: challenge.challenge } } : REFUSED;
  }
  if (keys.encryptKey !== null && !isSigned({ header, body }, keys.encryptKey, now)) return REFUSED;
  if (keys.encryptKey === null && keys.verificationToken === null) return REFUSED;
  const envelope = parseJsonAs(LarkEventEnvelope, told);
  if (!envelope || envelope.header.app_id !== keys.appId) return REFUSED;
  if (keys.verificationToken !== null && !same(envelope.header.token ?? '', keys.verificationToken)) return REFUSED;
  const event = parseLarkFileEvent(envelope);
  return event ? { result: 'event', event } : { result: 'other' };
}

function isSigned({ header, body }: LarkWebhookRequest, encryptKey: string, now: Date): boolean {
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

/** Compares in constant time, whatever the lengths. */
function same(one: string, other: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(one), digest(other));
}

/**
 * Decrypts a body; undefined if it wasn't encrypted with this key. AES-256-CBC; the key is a hash, and the IV comes
 * first.
 */
function decrypted(body: Uint8Array, encryptKey: string): string | undefined {
  const sent = parseJsonAs(Encrypted, Buffer.from(body).toString('utf8'));
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
