import { Timestamp } from '@training/shared/primitives';
import { Role } from '@training/shared/permissions';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import type { ScimConnectionOfToken } from './connection.ts';
import { toScimUser, withLocalChanges, withoutNulls, type WorkspaceUserFields, type ScimUser } from './scim-user.ts';

const Row = z.strictObject({
  id: z.uuid(),
  sent: z.custom<ScimUser>().nullable(),
  is_pending: z.boolean().nullable(),
  is_deleted: z.boolean(),
  applied_at: Timestamp.nullable(),
  baseline: z.custom<ScimUser>().nullable(),
  role_given: Role.nullable(),
  department_given: z.uuid().nullable(),
  ended_at: Timestamp.nullable(),
  created: Timestamp,
  updated: Timestamp,
  email: z.string().nullable(),
  external_id: z.string().nullable(),
  full_name: z.string().nullable(),
  is_active: z.boolean().nullable(),
  role: Role.nullable(),
  department_id: z.uuid().nullable(),
  department: z.string().nullable(),
  manager_id: z.uuid().nullable(),
});

/** A person as a provider sees them. */
export type ScimPerson = {
  id: string;
  /** What the provider sent; null if it hasn't provisioned them. */
  sent: ScimUser | null;
  /** What the provider is told. */
  user: ScimUser;
  /** The user of the workspace; null in a rehearsal, if they are new. */
  here: (WorkspaceUserFields & { role: Role; department_id: string | null }) | null;
  isPending: boolean;
  isDeleted: boolean;
  appliedAt: string | null;
  /** The person as the provider read them before it changed someone who isn't made so yet; null if nothing. */
  baseline: ScimUser | null;
  roleGiven: Role | null;
  departmentGiven: string | null;
  endedAt: string | null;
  created: string;
  updated: string;
};

const READ_PEOPLE = defineStatement({
  name: 'read-scim-people',
  scope: 'tenant',
  row: Row,
  sql: `
select wanted.id, p.resource as sent, p.is_pending, p.deleted_at is not null as is_deleted, to_iso(p.applied_at) as applied_at, p.baseline,
  p.role_given, p.department_given, to_iso(p.ended_at) as ended_at,
  to_iso(coalesce(p.created_at, u.created_at)) as created, to_iso(coalesce(p.updated_at, u.updated_at)) as updated,
  u.email, u.external_id, u.full_name, u.is_active, u.role, u.department_id, u.manager_id,
  (select name from departments d where d.workspace_id = :workspaceId and d.id = u.department_id) as department
from unnest(:ids::uuid[]) with ordinality as wanted (id, n)
left join users u on u.workspace_id = :workspaceId and u.id = wanted.id
left join scim_people p on p.workspace_id = :workspaceId and p.connection_id = :connectionId and p.id = wanted.id
where (p.deleted_at is null or :evenDeleted::boolean) and coalesce(p.id, u.id) is not null
order by wanted.n`,
});

/** Reads people in the order of the ids. Those whom the provider deleted are unknown to it. */
export async function readScimPeople(
  on: StatementRunner,
  { workspaceId, id }: ScimConnectionOfToken,
  ids: string[],
  evenDeleted = false,
): Promise<ScimPerson[]> {
  return (await READ_PEOPLE.all(on, { workspaceId, connectionId: id, ids, evenDeleted })).map(personOf);
}

function personOf(row: z.infer<typeof Row>): ScimPerson {
  const { id, email, external_id, full_name, is_active, role, department_id, department, manager_id } = row;
  const sent = row.sent && withoutNulls(row.sent);
  const isPending = row.is_pending === true;
  const here =
    full_name !== null && is_active !== null && role !== null
      ? { email, external_id, full_name, is_active, role, department_id, department, manager_id }
      : null;
  return {
    id,
    sent,
    user: userOf(id, sent, row.applied_at === null && isPending ? null : here),
    here,
    isPending,
    isDeleted: row.is_deleted,
    appliedAt: row.applied_at,
    baseline: row.baseline && withoutNulls(row.baseline),
    roleGiven: row.role_given,
    departmentGiven: row.department_given,
    endedAt: row.ended_at,
    created: row.created,
    updated: row.updated,
  };
}

function userOf(id: string, sent: ScimUser | null, here: WorkspaceUserFields | null): ScimUser {
  if (sent) return here ? withLocalChanges(sent, here) : sent;
  if (!here) throw new Error(`Neither the provider nor the workspace has the person ${id}.`);
  return toScimUser(id, here);
}

const Ids = z.strictObject({ id: z.uuid() });

/** People who match one of the keys; null matches nobody. */
export const FIND_PEOPLE_BY_SCIM_KEYS = defineStatement({
  name: 'find-scim-people',
  scope: 'tenant',
  row: Ids,
  sql: `
with linked as (
  select id, deleted_at from scim_people
  where workspace_id = :workspaceId and connection_id = :connectionId and deleted_at is null
    and user_name_key = :userName::text
  union all select id, deleted_at from scim_people
  where workspace_id = :workspaceId and connection_id = :connectionId and external_id = :externalId::text
  union all select id, deleted_at from scim_people
  where workspace_id = :workspaceId and connection_id = :connectionId and email = :email::text
  union all select p.id, p.deleted_at from users u
  join scim_people p on p.workspace_id = :workspaceId and p.connection_id = :connectionId and p.id = u.id
  where u.workspace_id = :workspaceId and u.external_id = :employeeNumber::text
), unlinked as (
  select id from users where workspace_id = :workspaceId and email = any(array[:userName::text, :email::text])
  union all select id from users
  where workspace_id = :workspaceId and external_id = any(array[:number::text, :externalId::text, :employeeNumber::text])
)
select id from linked where deleted_at is null
union select id from unlinked where not exists (
  select from scim_people p
  where p.workspace_id = :workspaceId and p.connection_id = :connectionId and p.id = unlinked.id)
limit 10`,
});

const ALL = `
select id, created_at from scim_people
where workspace_id = :workspaceId and connection_id = :connectionId and deleted_at is null
union all select u.id, u.created_at from users u where u.workspace_id = :workspaceId and not exists (
  select from scim_people p
  where p.workspace_id = :workspaceId and p.connection_id = :connectionId and p.id = u.id)` as const;

export const LIST_PEOPLE = defineStatement({
  name: 'list-scim-people',
  scope: 'tenant',
  row: Ids,
  sql: `select id from (${ALL}) each_person order by created_at, id limit :limit offset :offset`,
});

export const COUNT_PEOPLE = defineStatement({
  name: 'count-scim-people',
  scope: 'tenant',
  row: z.strictObject({ total: z.number() }),
  sql: `select count(*)::integer as total from (${ALL}) each_person`,
});

/** People whom the provider deleted and whose keys match; it may provision them again. */
export const FIND_DELETED_SCIM_PEOPLE = defineStatement({
  name: 'find-deleted-scim-people',
  scope: 'tenant',
  row: Ids,
  sql: `
with found as (
  select id, 1 as place, deleted_at from scim_people
  where workspace_id = :workspaceId and connection_id = :connectionId and external_id = :externalId::text
  union all select id, 2, deleted_at from scim_people
  where workspace_id = :workspaceId and connection_id = :connectionId and user_name_key = :userName
  union all select id, 2, deleted_at from scim_people
  where workspace_id = :workspaceId and connection_id = :connectionId and email = :email::text
  union all select p.id, 3, p.deleted_at from users u
  join scim_people p on p.workspace_id = :workspaceId and p.connection_id = :connectionId and p.id = u.id
  where u.workspace_id = :workspaceId and u.email = :email::text
)
select id from found where deleted_at is not null order by place, deleted_at desc limit 1`,
});

/** The department with a name, whatever its case. */
export const FIND_DEPARTMENT_BY_NAME = defineStatement({
  name: 'find-scim-department',
  scope: 'tenant',
  row: Ids,
  sql: `select id from departments where workspace_id = :workspaceId and lower(name) = lower(:name) limit 1`,
});
