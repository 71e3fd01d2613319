import { raw, type EntityManager } from '@mikro-orm/postgresql';
import type { Database } from '../../database/database.ts';
import { newId } from '../../platform/ids.ts';
import { AuthVerificationEntity } from '../sessions/identity.entity.ts';
import { hashRandomToken } from '../sessions/random-token.ts';

/** Sign-in links, and sign-ins that are on their way to the single sign-on provider. */
type Kind = 'link' | 'single_sign_on';

/** The kind is part of it, so that a token of one kind is none of the other. */
function identifierOf(kind: Kind, token: string): string {
  return kind === 'link' ? hashRandomToken(token) : `${kind}:${hashRandomToken(token)}`;
}

/** Stores a value that its token redeems once, until it expires. */
export async function storeOneTimeValue(
  { em }: Pick<Database, 'em'>,
  kind: Kind,
  { token, value, minutes }: { token: string; value: string; minutes: number },
): Promise<void> {
  // By the clock that redeems it.
  const expiresAt = raw<Date>('now() + make_interval(mins => ?)', [minutes]);
  await em
    .fork()
    .insert(AuthVerificationEntity, { id: newId(), identifier: identifierOf(kind, token), value, expiresAt });
}

/** Returns the value and deletes it. Undefined if the token is unknown, was redeemed before, or has expired. */
export async function redeemOneTimeValue(em: EntityManager, kind: Kind, token: string): Promise<string | undefined> {
  const valid = { identifier: identifierOf(kind, token), expiresAt: { $gt: raw<Date>('now()') } };
  const found = await em.findOne(AuthVerificationEntity, valid);
  // Of two at once, one deletes it.
  return found && (await em.nativeDelete(AuthVerificationEntity, { id: found.id })) > 0 ? found.value : undefined;
}
