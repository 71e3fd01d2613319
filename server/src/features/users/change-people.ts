import type {
  BulkPersonChange,
  ChangePeople,
  PersonChangeOutcomes,
  ImportPeople,
  PersonChangeOutcome,
  SavePerson,
} from '@training/shared/users/people';
import type { UpsertedUser } from '@training/shared/users/users';
import { z } from 'zod';
import type { SignInContext, Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';
import { invitePerson } from './invitations/invite-person.ts';
import { upsertPerson, type UpsertOutcome } from './upsert-user.ts';
import { upsertEach } from './upsert-users.ts';
import { lockAndAssertEmailOptional } from './people-without-email.ts';
import type { UserUpsert } from './match-user.ts';
import { applyOneByOne } from '../../core/apply-one-by-one.ts';

/** A person to be changed, before the outcome is known. */
type Concerned = Pick<PersonChangeOutcome, 'user_id' | 'email' | 'external_id' | 'full_name'>;

/** Applies a change to one person after another, and returns what became of each (rules/users 14). */
async function changeEach<Someone extends Concerned>(
  people: readonly Someone[],
  change: (someone: Someone) => Promise<Pick<PersonChangeOutcome, 'result'> & Partial<PersonChangeOutcome>>,
): Promise<PersonChangeOutcomes> {
  const outcomes = await applyOneByOne(people, change);
  return {
    outcomes: outcomes.map(({ item: { user_id, email, external_id, full_name }, done, refused }) => ({
      user_id,
      email,
      external_id,
      full_name,
      result: null,
      changes: {},
      refused,
      ...done,
    })),
  };
}

/** Returns the outcome of an upsert. In a preview, a new user has no id yet. */
function importOutcome({ user, manager, result, changes }: UpsertOutcome, preview = false) {
  const { email, external_id, full_name, role, department_id } = changes;
  return {
    user_id: preview && result === 'created' ? null : user.id,
    full_name: user.full_name,
    result,
    changes: {
      ...(email && { email: words(email) }),
      ...(external_id && { external_id: words(external_id) }),
      ...(full_name && { full_name: words(full_name) }),
      ...(role && { role: words(role) }),
      ...(department_id && { department_id: words(department_id) }),
      ...(changes.manager_id && { manager: manager?.full_name ?? null }),
    },
  };
}

const word = (value: unknown) => (typeof value === 'string' ? value : null);
const words = ([before, after]: readonly [unknown, unknown]): [string | null, string | null] => [
  word(before),
  word(after),
];

const FIND_PEOPLE = defineStatement({
  name: 'find-people-to-change',
  scope: 'tenant',
  row: z.strictObject({
    user_id: z.uuid(),
    email: z.string().nullable(),
    external_id: z.string().nullable(),
    full_name: z.string(),
  }),
  sql: `
select id as user_id, email, external_id, full_name from users
where workspace_id = :workspaceId and id = any (:ids::uuid[]) order by lower(full_name), id`,
});

/** Converts a change of several people to an upsert of one. */
function asUpsert(change: Exclude<BulkPersonChange, { kind: 'invite' }>): Partial<UserUpsert> {
  switch (change.kind) {
    case 'deactivate':
      return { deactivate: true };
    case 'reactivate':
      return { deactivate: false };
    case 'move':
      return { department_id: change.department_id };
    case 'role':
      return { role: change.role };
  }
}

/** Applies the same change to several people (rules/users 14). */
export async function changePeople(
  ctx: SignInContext,
  { user_ids, change }: ChangePeople,
): Promise<PersonChangeOutcomes> {
  const ids = [...new Set(user_ids)];
  const found = await FIND_PEOPLE.all(ctx.db.pool, { workspaceId: ctx.workspace.id, ids });
  const known = new Set(found.map(({ user_id }) => user_id));
  const nobody = { email: null, external_id: null, full_name: '' };
  const strangers = ids.filter((id) => !known.has(id)).map((id) => ({ user_id: id, ...nobody }));
  // The caller comes last, because changing themselves may take away their permission.
  const isSelf = ({ user_id }: { user_id: string }) => ctx.actor.kind === 'user' && ctx.actor.id === user_id;
  const people = [...found.filter((each) => !isSelf(each)), ...found.filter(isSelf), ...strangers];
  return changeEach(people, async ({ user_id }) => {
    if (!known.has(user_id)) throw new AppError('user_not_found', `There is no user ${user_id} in this workspace.`);
    if (change.kind === 'invite') {
      await invitePerson(ctx, user_id);
      return { result: 'invited' };
    }
    return importOutcome(await upsertPerson(ctx, { ...asUpsert(change), by: 'id', id: user_id, preview: false }));
  });
}

/**
 * Imports some rows of a file of people. Each row is applied as if sent alone, so importing a file again leaves applied
 * rows unchanged (rules/users 15).
 * @throws AppError `email_required` for the key `external_id`, unless the workspace allows people without an address
 */
export async function importPeople(
  ctx: Context,
  { people, key, preview }: ImportPeople,
): Promise<PersonChangeOutcomes> {
  if (key === 'external_id') await lockAndAssertEmailOptional(ctx.transaction ?? ctx.db.pool, ctx.workspace.id);
  const applied = await upsertEach(
    ctx,
    people.map((row) => ({ ...row, by: key, preview })),
  );
  const outcomes = people.map(({ email = null, external_id = null, full_name = '' }, index) => {
    const outcome = applied[index]!;
    const row = { user_id: null, email, external_id, full_name, result: null, changes: {}, refused: null };
    if (!(outcome instanceof AppError)) return { ...row, ...importOutcome(outcome, preview) };
    return { ...row, refused: { code: outcome.code, detail: outcome.message } };
  });
  return { outcomes };
}

/**
 * Adds a person, or changes one who is found by id; so their keys can change, too (rules/users 24).
 * @throws AppError `user_conflict` if someone has a key of a new person, and errors of `upsertPerson`
 */
export async function savePerson(ctx: Context, { id, manager_id, ...fields }: SavePerson): Promise<UpsertedUser> {
  const by = id === undefined ? 'new' : 'id';
  const manager = manager_id === undefined ? {} : { manager: manager_id === null ? null : { id: manager_id } };
  const given = { ...fields, ...manager, ...(id !== undefined && { id }) };
  const { result, user } = await upsertPerson(ctx, { ...given, by, preview: false });
  return { ...user, result };
}
