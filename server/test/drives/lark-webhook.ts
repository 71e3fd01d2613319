import { createCipheriv, createHash, randomBytes } from 'node:crypto';

export type LarkKeys = { encryptKey: string | null; verificationToken: string };

export type SigningOptions = {
  /** Seconds; now, unless a replay is tried. */
  timestamp?: number;
  /** The same JSON with spaces and escapes, which a signature over the parsed body does not survive. */
  spaced?: boolean;
  /** As somebody would send it who has not the key. */
  unsigned?: boolean;
};

/** A request as Lark sends it to an app's address: encrypted and signed where the app has a key for it. */
export function webhookRequest(message: object, { encryptKey }: LarkKeys, options: SigningOptions = {}) {
  const { timestamp = Math.floor(Date.now() / 1000), spaced = false, unsigned = false } = options;
  if (encryptKey === null) return { headers: CONTENT_TYPE, body: written(message, spaced) };
  const body = written({ encrypt: encrypted(JSON.stringify(message), encryptKey) }, spaced);
  if (unsigned) return { headers: CONTENT_TYPE, body };
  const nonce = randomBytes(8).toString('hex');
  const signature = createHash('sha256').update(`${timestamp}${nonce}${encryptKey}`).update(body).digest('hex');
  const headers = {
    ...CONTENT_TYPE,
    'x-lark-request-timestamp': String(timestamp),
    'x-lark-request-nonce': nonce,
    'x-lark-signature': signature,
  };
  return { headers, body };
}

const CONTENT_TYPE = { 'content-type': 'application/json; charset=utf-8' };

export function challengeMessage({ verificationToken }: LarkKeys, challenge: string) {
  return { type: 'url_verification', challenge, token: verificationToken };
}

function written(message: object, spaced: boolean): string {
  if (!spaced) return JSON.stringify(message);
  return ` ${JSON.stringify(message, null, 2).replaceAll('/', '\\/')}\n`;
}

function encrypted(text: string, encryptKey: string): string {
  const vector = randomBytes(16);
  const cipher = createCipheriv('aes-256-cbc', createHash('sha256').update(encryptKey).digest(), vector);
  return Buffer.concat([vector, cipher.update(text), cipher.final()]).toString('base64');
}
