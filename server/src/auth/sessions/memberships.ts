import { LearnerSignInEvidence } from '@training/shared/evidence/presence';
import { Role } from '@training/shared/permissions';
import type { Membership } from '@training/shared/sessions';
import type { ActingPerson, Workspace } from '../../core/context.ts';
import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { AppError } from '../../core/errors.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import {
  doesMeetIssuerRequirement,
  ISSUER_REQUIREMENT_COLUMNS_SQL,
  isRequiredIssuerMissing,
  type IssuerRequirement,
  singleSignOnRequiredError,
} from './issuer-requirement.ts';
import type { SignedInIdentity } from './signed-in-identity.ts';

const Member = z.strictObject({
  workspace_id: z.uuid(),
  slug: z.string(),
  workspace: z.string(),
  workspace_language: z.string(),
  user_id: z.uuid(),
  email: z.string().nullable(),
  external_id: z.string().nullable(),
  full_name: z.string(),
  role: Role,
  department_id: z.uuid().nullable(),
  department: z.string().nullable(),
  language: z.string().nullable(),
  needs_passkey: z.boolean(),
  requires_issuer: z.boolean(),
  issuer_key: z.uuid().nullable(),
});

/** True if the workspace asks this person for a passkey (rules/sign-in 12). */
const NEEDS_PASSKEY = `(w.require_passkey_for_super_admins and u.role = 'super_admin') as needs_passkey`;

const COLUMNS = `w.id as workspace_id, w.slug, w.name as workspace,
  w.language as workspace_language,
  u.id as user_id, u.email, u.external_id, u.full_name, u.role, u.department_id, d.name as department, u.language,
  ${NEEDS_PASSKEY}, ${ISSUER_REQUIREMENT_COLUMNS_SQL}`;

/** True if the person is someone's manager. */
const MANAGES = `exists (
    select from users r where r.workspace_id = u.workspace_id and r.manager_id = u.id and r.is_active) as manages`;

/** SQL condition: the provider is trusted with the email. Without domains, that goes for the only workspace. */
const OPENED_BY_SINGLE_SIGN_ON = `(split_part(u.email, '@', 2) = any (w.sso_domains)
      or w.sso_domains = '{}' and :isOnly::boolean)`;

/** SQL condition: a PIN opens the workspace to the person. */
const OPENED_BY_PIN = `w.pin_sign_in and u.role in ('learner', 'trainer')`;

const JOINED = `users u
  join workspaces w on w.id = u.workspace_id
  left join departments d on d.workspace_id = u.workspace_id and d.id = u.department_id`;

const BY_PIN = `${JOINED}
  join user_pins p on p.workspace_id = u.workspace_id and p.id = u.id and p.version = coalesce(:pinVersion, p.version)
  left join shared_devices s on s.workspace_id = u.workspace_id and s.id = :deviceId
  where u.workspace_id = :workspaceId and u.id = :personId::uuid and u.is_active and not w.is_away
    and ${OPENED_BY_PIN} and (:deviceId::uuid is null or s.id is not null and w.shared_devices)` as const;

const FROM = `${JOINED}
  where u.email = :email and u.is_active and not w.is_away
    and (not :bySingleSignOn::boolean or ${OPENED_BY_SINGLE_SIGN_ON})
    and (:onlyWorkspace::uuid is null or (w.id = :onlyWorkspace and (:byIssuer::boolean or u.role <> 'super_admin')))
    and (:handedBy::uuid is null or exists (
      select from users maker where maker.workspace_id = u.workspace_id and maker.id = :handedBy
        and maker.is_active and maker.role = 'super_admin'))`;

const LIST_MEMBERSHIPS = defineStatement({
  name: 'list-memberships',
  scope: 'cross_tenant',
  row: Member.extend({ manages: z.boolean() }),
  sql: `select ${COLUMNS}, ${MANAGES} from ${FROM}`,
});
const LIST_BY_PIN = defineStatement({
  name: 'list-membership-by-pin',
  scope: 'tenant',
  row: Member.extend({ manages: z.boolean() }),
  sql: `select ${COLUMNS}, ${MANAGES} from ${BY_PIN}`,
});
/** A member, and the shared device of their session. */
const PlacedMember = Member.extend({ device: LearnerSignInEvidence.shape.device });

const FIND_BY_PIN = defineStatement({
  name: 'find-membership-by-pin',
  scope: 'tenant',
  row: PlacedMember,
  sql: `
select ${COLUMNS}, case when s.id is not null then json_build_object('id', s.id, 'name', s.name) end as device
from ${BY_PIN} and w.slug = :slug`,
});
const FIND_MEMBERSHIP = defineStatement({
  name: 'find-membership',
  scope: 'cross_tenant',
  row: PlacedMember,
  sql: `select ${COLUMNS}, null::json as device from ${FROM} and w.slug = :slug`,
});

const FoundMember = Member.pick({
  user_id: true,
  email: true,
  full_name: true,
  role: true,
  department_id: true,
  needs_passkey: true,
  requires_issuer: true,
  issuer_key: true,
});
const FIND_MEMBERS = defineStatement({
  name: 'find-members',
  scope: 'tenant',
  row: FoundMember.extend({ opened_by_single_sign_on: z.boolean(), opened_by_pin: z.int().nullable() }),
  sql: `
select u.email, u.id as user_id, u.full_name, u.role, u.department_id, ${NEEDS_PASSKEY}, ${ISSUER_REQUIREMENT_COLUMNS_SQL},
  ${OPENED_BY_SINGLE_SIGN_ON} as opened_by_single_sign_on, case when ${OPENED_BY_PIN} then p.version end as opened_by_pin
from users u join workspaces w on w.id = u.workspace_id
left join user_pins p on p.workspace_id = :workspaceId and p.id = u.id
where u.workspace_id = :workspaceId and (u.email = any (:emails::text[]) or u.id = any (:personIds::uuid[])) and u.is_active
  and not w.is_away`,
});

const FIND_MAKERS = defineStatement({
  name: 'find-makers-of-links',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select id from users
where workspace_id = :workspaceId and id = any (:ids::uuid[]) and is_active and role = 'super_admin'`,
});

const FIND_DEVICES = defineStatement({
  name: 'find-devices-of-sessions',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select s.id from shared_devices s join workspaces w on w.id = s.workspace_id and w.shared_devices
where s.workspace_id = :workspaceId and s.id = any (:ids::uuid[])`,
});

const FIRST_TWO = defineStatement({
  name: 'first-two-workspaces',
  scope: 'cross_tenant',
  sql: 'select 1 from workspaces where not is_away limit 2',
});

/** Returns true if there is one workspace only, in all databases. */
export const isSingleWorkspaceInstallation = async (on: StatementRunner): Promise<boolean> =>
  (await FIRST_TWO.run(on)) === 1;

/** Returns the parameters of a sign-in. */
async function parametersOf(
  on: StatementRunner,
  { email, onlyWorkspace, handedBy, issuerKey, ...rest }: SignedInIdentity,
) {
  const byIssuer = issuerKey !== null;
  const bySingleSignOn = rest.bySingleSignOn && !byIssuer;
  const isOnly = bySingleSignOn && (await isSingleWorkspaceInstallation(on));
  return { email, bySingleSignOn, byIssuer, onlyWorkspace, handedBy, isOnly };
}

/**
 * Returns the memberships of an identity, ordered by workspace name. An identity is an email, and a membership is the
 * active row of `users` with that email, so nothing needs to be synchronized when a user is added or deactivated.
 */
export async function listMembershipsOfIdentity({ pool }: Database, signedIn: SignedInIdentity): Promise<Membership[]> {
  const { personId, pinVersion, deviceId, onlyWorkspace } = signedIn;
  const rows =
    personId === null
      ? await LIST_MEMBERSHIPS.all(pool, await parametersOf(pool, signedIn))
      : await LIST_BY_PIN.all(pool, { personId, pinVersion, deviceId, workspaceId: onlyWorkspace });
  return rows
    .filter((row) => doesMeetIssuerRequirement(row, signedIn))
    .map((row) => toMembership(row, signedIn))
    .toSorted((one, other) => compareNames(one.workspace, other.workspace));
}

type Named = { id: string; name: string };

/** Compares by name, here because several databases may have answered. */
function compareNames(one: Named, other: Named): number {
  const [name, otherName] = [one.name.toLowerCase(), other.name.toLowerCase()];
  return name === otherName ? Number(one.id > other.id) - 0.5 : Number(name > otherName) - 0.5;
}

/** Returns true if the person must confirm the session with a passkey before they may enter. */
const lacksPasskey = (row: IssuerRequirement & { needs_passkey: boolean }, signedIn: SignedInIdentity) =>
  signedIn.confirmedBy === null &&
  (row.needs_passkey || (row.role === 'super_admin' && isRequiredIssuerMissing(row, signedIn)));

function toMembership(row: z.infer<typeof Member> & { manages: boolean }, signedIn: SignedInIdentity): Membership {
  return {
    workspace: { id: row.workspace_id, slug: row.slug, name: row.workspace, language: row.workspace_language },
    user: {
      id: row.user_id,
      full_name: row.full_name,
      external_id: row.external_id,
      role: row.role,
      department_id: row.department_id,
      department: row.department,
      language: row.language,
      manages: row.manages,
    },
    passkey_required: lacksPasskey(row, signedIn),
  };
}

/**
 * Returns the workspace and user of a console request; undefined if the email isn't an active member or the sign-in
 * method doesn't open the workspace.
 * @throws AppError `passkey_required`
 */
export async function findMembership(
  db: Database,
  signedIn: SignedInIdentity,
  slug: string,
): Promise<{ workspace: Workspace; actor: ActingPerson; device: LearnerSignInEvidence['device'] } | undefined> {
  const { personId, pinVersion, deviceId, onlyWorkspace } = signedIn;
  const row =
    personId === null
      ? await FIND_MEMBERSHIP.first(db.pool, { ...(await parametersOf(db.pool, signedIn)), slug })
      : await FIND_BY_PIN.first(db.pool, { personId, pinVersion, deviceId, workspaceId: onlyWorkspace, slug });
  if (!row) return undefined;
  if (!doesMeetIssuerRequirement(row, signedIn)) {
    if (signedIn.issuerKey !== null) return undefined;
    throw singleSignOnRequiredError(row.workspace);
  }
  if (lacksPasskey(row, signedIn)) {
    const words = `${row.workspace} asks its super admins for a passkey. Sign in with one, or use a recovery code.`;
    throw new AppError('passkey_required', words);
  }
  return {
    workspace: { id: row.workspace_id, slug: row.slug, name: row.workspace },
    actor: actorOf(row),
    device: row.device,
  };
}

/**
 * Works like `findMembership` for many sign-ins at once: returns the user of each one that is an active member of the
 * workspace.
 */
export async function findMembersOfSignIns<Someone extends SignedInIdentity>(
  on: StatementRunner,
  workspaceId: string,
  signedIn: Someone[],
): Promise<Map<Someone, ActingPerson>> {
  const emails = [...new Set(signedIn.flatMap(({ email }) => email ?? []))];
  const personIds = [...new Set(signedIn.flatMap(({ personId }) => personId ?? []))];
  const isOnly = signedIn.some(({ bySingleSignOn }) => bySingleSignOn) && (await isSingleWorkspaceInstallation(on));
  const rows = await FIND_MEMBERS.all(on, { workspaceId, emails, personIds, isOnly });
  const ids = signedIn.flatMap(({ handedBy }) => handedBy ?? []);
  const makers = new Set(ids.length > 0 ? (await FIND_MAKERS.all(on, { workspaceId, ids })).map(({ id }) => id) : []);
  const deviceIds = signedIn.flatMap(({ deviceId }) => deviceId ?? []);
  const devices = deviceIds.length > 0 ? await FIND_DEVICES.all(on, { workspaceId, ids: deviceIds }) : [];
  const members = new Map(
    rows.flatMap((row) => [[row.user_id, row], ...(row.email === null ? [] : [[row.email, row] as const])]),
  );
  const found = new Map<Someone, ActingPerson>();
  for (const someone of signedIn) {
    const row = members.get(someone.personId ?? someone.email ?? '');
    const version = row?.opened_by_pin ?? null;
    if (someone.personId !== null && (version === null || (someone.pinVersion ?? version) !== version)) continue;
    if (someone.deviceId !== null && !devices.some(({ id }) => id === someone.deviceId)) continue;
    const byInstallation = someone.bySingleSignOn && someone.issuerKey === null;
    if (!row || (byInstallation && !row.opened_by_single_sign_on)) continue;
    if (!doesMeetIssuerRequirement(row, someone) || lacksPasskey(row, someone)) continue;
    const mayAdminister = someone.issuerKey !== null || row.role !== 'super_admin';
    if (someone.onlyWorkspace !== null && !(someone.onlyWorkspace === workspaceId && mayAdminister)) continue;
    if (someone.handedBy !== null && !makers.has(someone.handedBy)) continue;
    found.set(someone, actorOf(row));
  }
  return found;
}

function actorOf(row: z.infer<typeof FoundMember>): ActingPerson {
  const { user_id: id, email, full_name: name, role, department_id: departmentId } = row;
  return { kind: 'user', id, name, email, role, departmentId };
}
