import type { UpsertUser } from '@training/shared/users/users';
import { AppError } from '../../core/errors.ts';
import type { StoredUser } from './store-user.ts';

/** Key of an upsert. With `external_id`, rows without one go by their e-mail address. `new`: nobody may be found. */
type UpsertKey = 'email' | 'external_id' | 'id' | 'new';

/** An upsert by any key. Omitted fields stay unchanged. */
export type Upsert = Omit<UpsertUser, 'email'> & {
  email?: string | null | undefined;
  /** The user's id, for the key `id`. */
  id?: string;
  /** Default: `email`. */
  by?: UpsertKey;
};

/** Users that have the keys of an upsert. */
export type FoundByKeys = {
  byEmail: StoredUser | null;
  byExternalId: StoredUser | null;
  byId: StoredUser | null;
};

/**
 * Returns the user that an upsert means; null if they are new (rules/users 21). An external_id also finds the person
 * with its e-mail address, if they have no external_id yet.
 * @throws AppError `user_conflict` if another user has one of the keys, `user_not_found` for an unknown id
 */
export function whoIsMeant(input: Upsert, found: FoundByKeys): StoredUser | null {
  const { byEmail, byExternalId } = found;
  const meant = meantBy(input, found);
  if (input.by === 'id' && meant === null) {
    throw new AppError('user_not_found', `There is no user ${input.id} in this workspace.`);
  }
  const isOther = (user: StoredUser | null): user is StoredUser => user !== null && user.id !== meant?.id;
  if (isOther(byEmail) || isOther(byExternalId)) throw new AppError('user_conflict', conflict(input, found, meant));
  return meant;
}

function meantBy({ by = 'email', external_id }: Upsert, { byEmail, byExternalId, byId }: FoundByKeys) {
  if (by === 'id') return byId;
  if (by === 'new') return null;
  if (by === 'email' || !external_id) return byEmail;
  return byExternalId ?? (byEmail?.external_id === null ? byEmail : null);
}

function conflict(
  { email, external_id: number }: Upsert,
  { byEmail, byExternalId }: FoundByKeys,
  meant: StoredUser | null,
): string {
  if (byEmail && byExternalId && byEmail.id !== byExternalId.id) {
    return (
      `The e-mail address ${email} belongs to ${byEmail.full_name}, and the external_id ${number} to ` +
      `${byExternalId.full_name}. Correct one of the two.`
    );
  }
  const holder = byEmail ?? byExternalId;
  const key = byEmail ? `e-mail address ${email}` : `external_id ${number}`;
  return meant && holder
    ? `The ${key} belongs to ${nameOf(holder)}, not to ${nameOf(meant)}. Enter another one.`
    : `The ${key} belongs to ${holder && nameOf(holder)}. Correct the e-mail address or the external_id.`;
}

/** Names a user with their keys: Ana Souza (ana@example.com, 4711). */
const nameOf = ({ full_name, email, external_id }: StoredUser): string =>
  `${full_name} (${[email, external_id].filter((key) => key !== null).join(', ')})`;
