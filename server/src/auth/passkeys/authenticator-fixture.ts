import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import type { AddPasskey, PasskeyAssertion, PasskeyCreationOptions } from '@training/shared/passkeys/passkeys';

const sha256 = (data: string | Uint8Array) => createHash('sha256').update(data).digest();

const UP = 0x01;
const UV = 0x04;
const BACKUP_ELIGIBLE = 0x08;
const BACKED_UP = 0x10;
const ATTESTED = 0x40;

/** Encodes in CBOR what an attestation has: small integers, texts, bytes and maps. */
function cbor(value: number | string | Uint8Array | Map<number | string, unknown>): Buffer {
  const head = (major: number, n: number) => {
    if (n < 24) return Buffer.from([(major << 5) | n]);
    if (n < 256) return Buffer.from([(major << 5) | 24, n]);
    return Buffer.from([(major << 5) | 25, n >> 8, n & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value]);
  const entries = [...value].flatMap(([key, part]) => [cbor(key), cbor(part as Parameters<typeof cbor>[0])]);
  return Buffer.concat([head(5, value.size), ...entries]);
}

export type Misbehaviour = Partial<{
  origin: string;
  domain: string;
  /** False if nobody has shown their face, finger or PIN. */
  verified: boolean;
  type: string;
  challenge: string;
  counter: number;
  userHandle: string;
  /** An attestation statement with a certificate. */
  certificate: Uint8Array;
  /** Signs something else. */
  forged: boolean;
}>;

/**
 * An authenticator in software, with one passkey: it makes attestations of the format “none” and signs with ES256, as
 * devices do. A test can let it misbehave.
 */
export function softwareAuthenticator(origin: string, { counts = false, id = randomBytes(16) } = {}) {
  const domain = new URL(origin).hostname;
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  let counter = 0;
  let userHandle = '';

  function clientData(type: string, challenge: string, wrong: Misbehaviour) {
    const data = { type: wrong.type ?? type, challenge: wrong.challenge ?? challenge, origin: wrong.origin ?? origin };
    return Buffer.from(JSON.stringify({ ...data, crossOrigin: false }));
  }

  function authenticatorData(flags: number, wrong: Misbehaviour, attested = Buffer.alloc(0)) {
    counter = counts ? counter + 1 : 0;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(wrong.counter ?? counter);
    const verified = wrong.verified === false ? 0 : UV;
    const all = Buffer.from([UP | verified | BACKUP_ELIGIBLE | BACKED_UP | flags]);
    return Buffer.concat([sha256(wrong.domain ?? domain), all, count, attested]);
  }

  return {
    id: id.toString('base64url'),

    /** Makes the passkey, as `navigator.credentials.create` does. */
    create({ challenge, user }: PasskeyCreationOptions, name = 'Laptop', wrong: Misbehaviour = {}): AddPasskey {
      userHandle = user.id;
      const key = new Map<number, unknown>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, Buffer.from(x, 'base64url')],
        [-3, Buffer.from(y, 'base64url')],
      ]);
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 255]), id, cbor(key)]);
      const statement = new Map<string, unknown>();
      if (wrong.certificate) statement.set('alg', -7).set('sig', Buffer.alloc(8)).set('x5c', wrong.certificate);
      const attestation = new Map<string, unknown>([
        ['fmt', wrong.certificate ? 'packed' : 'none'],
        ['attStmt', statement],
        ['authData', authenticatorData(ATTESTED, wrong, attested)],
      ]);
      return {
        name,
        client_data: clientData('webauthn.create', challenge, wrong).toString('base64url'),
        attestation: cbor(attestation).toString('base64url'),
        transports: ['internal'],
      };
    },

    /** Uses the passkey, as `navigator.credentials.get` does. */
    use({ challenge }: { challenge: string }, wrong: Misbehaviour = {}): PasskeyAssertion {
      const data = clientData('webauthn.get', challenge, wrong);
      const authData = authenticatorData(0, wrong);
      const signed = Buffer.concat([authData, sha256(wrong.forged ? 'something else' : data)]);
      return {
        id: id.toString('base64url'),
        client_data: data.toString('base64url'),
        authenticator_data: authData.toString('base64url'),
        signature: createSign('sha256').update(signed).sign(privateKey).toString('base64url'),
        user_handle: wrong.userHandle ?? userHandle,
      };
    },
  };
}
