import { createHash, createPrivateKey, createPublicKey, hkdfSync, sign, verify, type KeyObject } from 'node:crypto';
import { z } from 'zod';
import type { Keyring } from './keyring.ts';

/** An Ed25519 public key as published (RFC 8037). `kid` is its thumbprint (RFC 7638), so it identifies one key. */
export const SigningPublicKey = z.object({
  kty: z.literal('OKP'),
  crv: z.literal('Ed25519'),
  x: z.base64url(),
  kid: z.string(),
});
export type SigningPublicKey = z.infer<typeof SigningPublicKey>;

/** Bytes of an Ed25519 seed. */
const SEED = 32;
/** PKCS #8 prefix of the seed (RFC 8410). */
const PKCS8 = Buffer.from('302e020100300506032b657004220420', 'hex');

/**
 * Signs with the signing key derived from the active key of the keyring.
 * @throws KeyringError if the keyring file can't be read or created
 */
export function signWithKeyring(keyring: Keyring, bytes: Uint8Array): { key: SigningPublicKey; signature: string } {
  const id = keyring.activeId;
  const key = keyring.key(id);
  if (!key) throw new Error(`The active key ${JSON.stringify(id)} is not in the keyring`);
  const privateKey = privateKeyOf(key);
  return { key: publicKeyOf(privateKey), signature: sign(null, bytes, privateKey).toString('base64url') };
}

/** Returns the public keys of all keys in the keyring, which may have signed something. */
export function signingPublicKeysOf(keyring: Keyring): SigningPublicKey[] {
  return keyring.ids().flatMap((id) => {
    const key = keyring.key(id);
    return key ? [publicKeyOf(privateKeyOf(key))] : [];
  });
}

export function isSignedBy({ kty, crv, x }: SigningPublicKey, bytes: Uint8Array, signature: string): boolean {
  try {
    const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
    return verify(null, bytes, key, Buffer.from(signature, 'base64url'));
  } catch {
    return false;
  }
}

/** Computes the `kid` of a public key. */
export function thumbprintOf({ crv, kty, x }: Pick<SigningPublicKey, 'crv' | 'kty' | 'x'>): string {
  return createHash('sha256').update(JSON.stringify({ crv, kty, x })).digest('base64url');
}

/**
 * Derives the seed with HKDF-SHA-256 and its own label, so that neither key can be found from the other. Signatures are
 * verified years later: never change it.
 */
function privateKeyOf(key: Uint8Array): KeyObject {
  const seed = Buffer.from(hkdfSync('sha256', key, '', 'Ed25519 key that signs evidence', SEED));
  return createPrivateKey({ key: Buffer.concat([PKCS8, seed]), format: 'der', type: 'pkcs8' });
}

function publicKeyOf(privateKey: KeyObject): SigningPublicKey {
  const key = SigningPublicKey.omit({ kid: true }).parse(createPublicKey(privateKey).export({ format: 'jwk' }));
  return { ...key, kid: thumbprintOf(key) };
}
