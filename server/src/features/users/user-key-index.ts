import type { StoredUser } from './store-user.ts';
import type { UsersFoundByKeys, ManagerKeys, UserUpsert } from './match-user.ts';

/** The users that the rows of one request name, indexed by their keys, as they will be after the rows before. */
export class UserKeyIndex {
  readonly #byEmail = new Map<string, StoredUser>();
  readonly #byExternalId = new Map<string, StoredUser>();
  readonly #byId = new Map<string, StoredUser>();
  readonly #seen = new Set<string>();

  constructor(users: readonly StoredUser[]) {
    for (const user of users) this.#add(user);
  }

  byKeysOf({ email, external_id: externalId, id }: UserUpsert): UsersFoundByKeys<StoredUser> {
    return {
      byEmail: (email && this.#byEmail.get(email)) || null,
      byExternalId: (externalId && this.#byExternalId.get(externalId)) || null,
      byId: (id && this.#byId.get(id)) || null,
    };
  }

  /** Returns the person with one key, such as a manager whom a row names. */
  byKey({ email, external_id, id }: ManagerKeys): StoredUser | undefined {
    const { byEmail, byExternalId, byId } = this.byKeysOf({ email, external_id, ...(id && { id }), preview: false });
    return byEmail ?? byExternalId ?? byId ?? undefined;
  }

  /** Returns the key that an earlier row has, too; then notes the keys of this row. */
  repeatedKeyOf({ email, external_id: externalId }: UserUpsert): 'email' | 'external_id' | undefined {
    const [byEmail, byExternalId] = [email && `email ${email}`, externalId && `external_id ${externalId}`];
    const isSeen = (key: string | null | undefined) => Boolean(key) && this.#seen.has(key!);
    const repeated = isSeen(byEmail) ? 'email' : isSeen(byExternalId) ? 'external_id' : undefined;
    for (const key of [byEmail, byExternalId]) if (key) this.#seen.add(key);
    return repeated;
  }

  /** Returns true if an earlier row means the same person by another key. */
  isRepeated({ id }: StoredUser): boolean {
    return this.#seen.has(`id ${id}`);
  }

  /** Notes what a row makes of a person, for the rows after it. */
  foresee(before: StoredUser | null, after: StoredUser): void {
    if (before?.email) this.#byEmail.delete(before.email);
    if (before?.external_id) this.#byExternalId.delete(before.external_id);
    this.#add(after);
    this.#seen.add(`id ${after.id}`);
  }

  #add(user: StoredUser): void {
    this.#byId.set(user.id, user);
    if (user.email !== null) this.#byEmail.set(user.email, user);
    if (user.external_id !== null) this.#byExternalId.set(user.external_id, user);
  }
}
