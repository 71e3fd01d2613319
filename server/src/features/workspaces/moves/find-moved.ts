import { z } from 'zod';
import type { SignedInIdentity } from '../../../auth/sessions/signed-in-identity.ts';
import { AppError } from '../../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';

/** SQL: the hash of a person's address, by which they are still known here after their rows were removed. */
export const emailHashSql = <const Workspace extends string, const Email extends string>(id: Workspace, email: Email) =>
  `sha256(convert_to(${id}::text || ' ' || ${email}, 'UTF8'))` as const;

const AskedByToken = z.strictObject({
  direction: z.enum(['out', 'in']),
  name: z.string(),
  origin: z.string().nullable(),
});

const FIND_BY_TOKEN = defineStatement({
  name: 'find-moved-token',
  scope: 'cross_tenant',
  row: AskedByToken,
  sql: `
select m.direction, m.name, m.origin from workspace_moves m
where m.is_away and (
  exists (select from api_tokens t where t.workspace_id = m.workspace_id and t.hash = :hash and t.revoked_at is null)
  or exists (select from workspace_move_callers c where c.workspace_id = m.workspace_id and c.hash = :hash))
limit 1`,
});

const LIST_OF_PERSON = defineStatement({
  name: 'list-moved-memberships',
  scope: 'cross_tenant',
  row: AskedByToken.extend({ slug: z.string() }),
  sql: `
select m.direction, m.slug, m.name, m.origin from workspace_moves m
where m.is_away and (:onlyWorkspace::uuid is null or m.workspace_id = :onlyWorkspace) and (
  :personId::uuid is not null
  or exists (select from users u where u.workspace_id = m.workspace_id and u.email = :email and u.is_active)
  or exists (select from workspace_move_callers c
    where c.workspace_id = m.workspace_id and c.hash = ${emailHashSql('m.workspace_id', ':email')}))`,
});

/** Seconds after which a caller may ask again for a workspace that is arriving. */
const ARRIVES_WITHIN = '2';

type Moved = z.infer<typeof AskedByToken>;

/** Returns the error for a request for a workspace that is elsewhere (rules/workspaces 8). */
function movedError({ direction, name, origin }: Moved): AppError {
  if (direction === 'out') {
    return new AppError('workspace_moved', `The workspace ${name} moved to ${origin}. Send your requests there.`);
  }
  const detail = `The workspace ${name} is moving here. Try again in a moment.`;
  return new AppError('unavailable', detail, { headers: { 'retry-after': ARRIVES_WITHIN } });
}

/** @throws AppError `workspace_moved` or `unavailable` if the token's workspace is elsewhere */
export async function assertTokenWorkspaceHere(on: StatementRunner, hash: Buffer): Promise<void> {
  const moved = await FIND_BY_TOKEN.first(on, { hash });
  if (moved) throw movedError(moved);
}

/** @property personId Whoever signed in with a PIN, which ended with their membership, in `onlyWorkspace` */
type Person = Pick<SignedInIdentity, 'email' | 'personId' | 'onlyWorkspace'>;

/** Returns the workspaces of a person that have left, with their new addresses. */
export async function listMovedWorkspaces(on: StatementRunner, { email, personId, onlyWorkspace }: Person) {
  const all = await LIST_OF_PERSON.all(on, { email, personId, onlyWorkspace });
  const byName = all.toSorted((one, other) => one.name.localeCompare(other.name, 'en'));
  return byName.flatMap(({ direction, slug, name, origin }) =>
    direction === 'out' && origin !== null ? [{ slug, name, origin }] : [],
  );
}

/** @throws AppError `workspace_moved` or `unavailable` if this workspace of the person is elsewhere */
export async function assertMemberWorkspaceHere(
  on: StatementRunner,
  { email, personId, onlyWorkspace }: Person,
  slug: string,
): Promise<void> {
  const all = await LIST_OF_PERSON.all(on, { email, personId, onlyWorkspace });
  const moved = all.find((each) => each.slug === slug);
  if (moved) throw movedError(moved);
}
