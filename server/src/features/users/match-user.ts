import type { UpsertUser } from '@training/shared/users/users';
import { AppError } from '../../core/errors.ts';

/** Key of an upsert. With `external_id`, rows without one go by their e-mail address. `new`: nobody may be found. */
type UpsertKey = 'email' | 'external_id' | 'id' | 'new';

/** An upsert by any key. Omitted fields stay unchanged. */
export type UserUpsert = Omit<UpsertUser, 'email' | 'manager'> & {
  email?: string | null | undefined;
  /** The manager, by one of their keys; null removes it. */
  manager?: ManagerKeys | null | undefined;
  /** The user's id, for the key `id`; for `new`, the one that they are to get. */
  id?: string;
  /** Default: `email`. */
  by?: UpsertKey;
};

/** Keys by which an upsert names a manager; one of them is given. */
export type ManagerKeys = { email?: string | undefined; external_id?: string | undefined; id?: string | undefined };

type Keyed = { id: string; full_name: string; email: string | null; external_id: string | null };

/** Users that have the keys of an upsert. */
export type UsersFoundByKeys<User extends Keyed> = {
  byEmail: User | null;
  byExternalId: User | null;
  byId: User | null;
};

/**
 * Returns the user that an upsert means; null if they are new (rules/users 21). An external_id also finds the person
 * with its e-mail address, if they have no external_id yet.
 * @throws AppError `user_conflict` if another user has one of the keys, `user_not_found` for an unknown id
 */
export function matchUser<User extends Keyed>(input: UserUpsert, found: UsersFoundByKeys<User>): User | null {
  const { byEmail, byExternalId } = found;
  const meant = meantBy(input, found);
  if (input.by === 'id' && meant === null) {
    throw new AppError('user_not_found', `There is no user ${input.id} in this workspace.`);
  }
  const isOther = (user: User | null) => user !== null && user.id !== meant?.id;
  if (isOther(byEmail) || isOther(byExternalId)) throw new AppError('user_conflict', conflict(input, found, meant));
  return meant;
}

function meantBy<User extends Keyed>(
  { by = 'email', external_id }: UserUpsert,
  { byEmail, byExternalId, byId }: UsersFoundByKeys<User>,
): User | null {
  if (by === 'id') return byId;
  if (by === 'new') return null;
  if (by === 'email' || !external_id) return byEmail;
  return byExternalId ?? (byEmail?.external_id === null ? byEmail : null);
}

function conflict(
  { email, external_id: number }: UserUpsert,
  { byEmail, byExternalId }: UsersFoundByKeys<Keyed>,
  meant: Keyed | null,
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
const nameOf = ({ full_name, email, external_id }: Keyed): string =>
  `${full_name} (${[email, external_id].filter((key) => key !== null).join(', ')})`;
