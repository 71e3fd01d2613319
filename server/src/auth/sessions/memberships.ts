import { Role } from '@training/shared/permissions';
import type { Membership } from '@training/shared/sessions';
import type { Person, Workspace } from '../../context.ts';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement, type Runner } from '../../database/statement.ts';

const Member = z.strictObject({
  workspace_id: z.uuid(),
  slug: z.string(),
  workspace: z.string(),
  user_id: z.uuid(),
  full_name: z.string(),
  role: Role,
  department_id: z.uuid().nullable(),
  department: z.string().nullable(),
});

const COLUMNS = `w.id as workspace_id, w.slug, w.name as workspace,
  u.id as user_id, u.full_name, u.role, u.department_id, d.name as department`;

/** Who has signed in, and how: that decides which of their workspaces are open. */
export type SignedIn = {
  email: string;
  /** Opens only the workspaces that trust the provider with the e-mail. */
  bySingleSignOn: boolean;
  /**
   * By a link that a super admin of this workspace handed over, who is no proof of the mailbox: it opens that workspace
   * alone, and nobody as a super admin (rules/sign-in 8).
   */
  onlyWorkspace: string | null;
};

const OPENED_BY_SINGLE_SIGN_ON = `(split_part(u.email, '@', 2) = any (w.sso_domains)
      or w.sso_domains = '{}' and (select count(*) from workspaces) = 1)`;

const FROM = `users u
  join workspaces w on w.id = u.workspace_id
  left join departments d on d.workspace_id = u.workspace_id and d.id = u.department_id
  where u.email = :email and u.is_active and (not :bySingleSignOn::boolean or ${OPENED_BY_SINGLE_SIGN_ON})
    and (:onlyWorkspace::uuid is null or (w.id = :onlyWorkspace and u.role <> 'super_admin'))`;

const LIST_MEMBERSHIPS = defineStatement({
  name: 'list-memberships',
  scope: 'sweep',
  row: Member,
  sql: `select ${COLUMNS} from ${FROM} order by lower(w.name), w.id`,
});
const FIND_MEMBERSHIP = defineStatement({
  name: 'find-membership',
  scope: 'sweep',
  row: Member,
  sql: `select ${COLUMNS} from ${FROM} and w.slug = :slug`,
});

const FoundMember = Member.pick({ user_id: true, full_name: true, role: true, department_id: true });
const FIND_MEMBERS = defineStatement({
  name: 'find-members',
  scope: 'sweep',
  row: FoundMember.extend({ email: z.string(), opened_by_single_sign_on: z.boolean() }),
  sql: `
select u.email, u.id as user_id, u.full_name, u.role, u.department_id,
  ${OPENED_BY_SINGLE_SIGN_ON} as opened_by_single_sign_on
from users u join workspaces w on w.id = u.workspace_id
where u.workspace_id = :workspaceId and u.email = any (:emails::text[]) and u.is_active`,
});

/**
 * Where an identity belongs, by the workspace's name. An identity is an e-mail; a membership is the active row of
 * `users` with that e-mail, so there is nothing to keep in step when a person is added or deactivated.
 */
export async function memberships(
  db: Database,
  { email, bySingleSignOn, onlyWorkspace }: SignedIn,
): Promise<Membership[]> {
  const rows = await LIST_MEMBERSHIPS.all(db.pool, { email, bySingleSignOn, onlyWorkspace });
  return rows.map((row) => ({
    workspace: { id: row.workspace_id, slug: row.slug, name: row.workspace },
    user: {
      id: row.user_id,
      full_name: row.full_name,
      role: row.role,
      department_id: row.department_id,
      department: row.department,
    },
  }));
}

/**
 * The workspace and the person that a console request is for; undefined where the e-mail is no active member, or how
 * they signed in does not open it.
 */
export async function findMembership(
  db: Database,
  { email, bySingleSignOn, onlyWorkspace }: SignedIn,
  slug: string,
): Promise<{ workspace: Workspace; actor: Person } | undefined> {
  const row = await FIND_MEMBERSHIP.first(db.pool, { email, bySingleSignOn, onlyWorkspace, slug });
  if (!row) return undefined;
  return { workspace: { id: row.workspace_id, slug: row.slug, name: row.workspace }, actor: actorOf(row, email) };
}

/** As `findMembership`, for many at once: who those of `signedIn` are in the workspace that are its active members. */
export async function findMembers<Someone extends SignedIn>(
  on: Runner,
  workspaceId: string,
  signedIn: Someone[],
): Promise<Map<Someone, Person>> {
  const emails = [...new Set(signedIn.map(({ email }) => email))];
  const rows = await FIND_MEMBERS.all(on, { workspaceId, emails });
  const members = new Map(rows.map((row) => [row.email, row]));
  const found = new Map<Someone, Person>();
  for (const someone of signedIn) {
    const row = members.get(someone.email);
    if (!row || (someone.bySingleSignOn && !row.opened_by_single_sign_on)) continue;
    if (someone.onlyWorkspace !== null && !(someone.onlyWorkspace === workspaceId && row.role !== 'super_admin'))
      continue;
    found.set(someone, actorOf(row, someone.email));
  }
  return found;
}

function actorOf(row: z.infer<typeof FoundMember>, email: string): Person {
  const { user_id: id, full_name: name, role, department_id: departmentId } = row;
  return { kind: 'user', id, name, email, role, departmentId };
}
