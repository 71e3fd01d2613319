import { type EntityManager, type InferEntity, raw } from '@mikro-orm/postgresql';
import { newId } from '../../platform/ids.ts';
import { AuthVerificationEntity } from './identity.entity.ts';
import { hashRandomToken } from './random-token.ts';

/** Sign-in links, sign-ins that are on their way to the single sign-on provider, and challenges for passkeys. */
type Kind = 'link' | 'single_sign_on' | 'saml' | 'passkey' | 'new_passkey';

/** The kind is part of it, so that a token of one kind is none of the other. */
function identifierOf(kind: Kind, token: string): string {
  return kind === 'link' ? hashRandomToken(token) : `${kind}:${hashRandomToken(token)}`;
}

/** Stores a value that its token redeems once, until it expires. */
export async function storeOneTimeValue(
  em: EntityManager,
  kind: Kind,
  { token, value, minutes }: { token: string; value: string; minutes: number },
): Promise<void> {
  // By the clock that redeems it.
  const expiresAt = raw<Date>('now() + make_interval(mins => ?)', [minutes]);
  await em.insert(AuthVerificationEntity, { id: newId(), identifier: identifierOf(kind, token), value, expiresAt });
}

type OneTimeValue = InferEntity<typeof AuthVerificationEntity>;

/** Returns what is stored under a token. Undefined if the token is unknown, was redeemed before, or has expired. */
export async function findOneTimeValue(em: EntityManager, kind: Kind, token: string): Promise<OneTimeValue | null> {
  const valid = { identifier: identifierOf(kind, token), expiresAt: { $gt: raw<Date>('now()') } };
  return em.findOne(AuthVerificationEntity, valid);
}

/** Returns what is stored for a sign-in of which only the hash of the state is known. */
export function findSignOnByStateHash(em: EntityManager, hash: string): Promise<OneTimeValue | null> {
  const valid = { identifier: `single_sign_on:${hash}`, expiresAt: { $gt: raw<Date>('now()') } };
  return em.findOne(AuthVerificationEntity, valid);
}

/** Replaces a stored sign-on by the SAML response. Returns false if another response came first. */
export async function storeSamlResponse(em: EntityManager, { id, identifier }: OneTimeValue, value: string) {
  const answered = { identifier: identifier.replace('single_sign_on:', 'saml:'), value };
  return (await em.nativeUpdate(AuthVerificationEntity, { id, identifier }, answered)) > 0;
}

/** Deletes the value. Returns false if it is gone: of two at once, one deletes it. */
export async function redeemOneTimeValue(em: EntityManager, { id }: OneTimeValue): Promise<boolean> {
  return (await em.nativeDelete(AuthVerificationEntity, { id })) > 0;
}

/** Finds and redeems the value of a token. Undefined if the token is unknown, was redeemed before, or has expired. */
export async function findAndRedeemOneTimeValue(
  em: EntityManager,
  kind: Kind,
  token: string,
): Promise<string | undefined> {
  const stored = await findOneTimeValue(em, kind, token);
  return stored && (await redeemOneTimeValue(em, stored)) ? stored.value : undefined;
}
