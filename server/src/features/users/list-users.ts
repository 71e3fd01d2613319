import type { ListUsers, UserPage } from '@training/shared/users/users';
import { isLimitedToPeopleWithEmail, type Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import type { StatementParameterValue } from '../../database/statements/statement-parameters.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';

/** SQL conditions by filter. */
const CONDITIONS = {
  role: 'and role = :role',
  department: 'and department_id = :department',
  status: 'and is_active = :status',
  /** Leaves out people without an e-mail address (rules/users 22). */
  withEmail: 'and email is not null',
};
type Filter = keyof typeof CONDITIONS;
const FILTERS: Filter[] = ['role', 'department', 'status', 'withEmail'];

/** Maximum page size (rules/users 10). */
const LONGEST_PAGE = 500;

const COLUMNS = 'id, email, external_id, full_name, role, department_id, manager_id, is_active, created_at';

/**
 * SQL for a page of `rows`, ordered by `created_at` and `id`.
 * @param total SQL for the number of people on all pages
 */
export function usersPageSql(rows: string, total: string): string {
  return `
select json_build_object(
  'users', coalesce((
    select json_agg(wire order by wire.created_at, wire.id)
    from (
      select u.id, u.email, u.external_id, u.full_name, u.role, u.department_id, d.name as department, u.manager_id, u.is_active,
        to_iso(u.created_at) as created_at
      from (${rows}) u left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
    ) wire
  ), '[]'),
  'total', (${total}), 'limit', :limit::integer, 'offset', :offset::integer
)::text as json`;
}

/**
 * SQL for the rows of a first page, with an additional constant limit: PostgreSQL then recognizes that one plan fits
 * every `:limit`, instead of planning each request.
 */
export function firstUsersPageRowsSql(where: string): string {
  return `select * from (
    select ${COLUMNS} from users where workspace_id = :workspaceId ${where} order by created_at, id limit ${LONGEST_PAGE}
  ) first limit :limit`;
}

function firstPageSql(filters: readonly Filter[]): string {
  return usersPageSql(firstUsersPageRowsSql(whereSql(filters)), totalSql(filters));
}

/**
 * SQL for a later page. It walks an index from the nearer end of the list, and reads no rows but those of the page. The
 * total is exact, so it tells where the page is from either end.
 */
function laterPageSql(filters: readonly Filter[]): string {
  const where = whereSql(filters);
  const ids = (order: string, limit: string, offset: string) => `
    (select id from users where workspace_id = :workspaceId ${where} order by ${order}
      limit (select ${limit} from list) offset (select ${offset} from list))`;
  return `
with list as materialized (
  select people, :offset::integer < after as is_near, before, after
  from (${totalSql(filters)}) counts,
    lateral (select greatest(people - :offset::integer, 0) as before) page,
    lateral (select greatest(people - :offset::integer - :limit::integer, 0) as after) rest
), page as materialized (
  select u.* from (
    ${ids('created_at, id', 'case when is_near then :limit::integer else 0 end', ':offset::integer')}
    union all
    ${ids('created_at desc, id desc', 'case when is_near then 0 else before - after end', 'after')}
  ) found, lateral (
    select ${COLUMNS} from users where workspace_id = :workspaceId and id = found.id limit 1
  ) u
) ${usersPageSql('select * from page', 'select people from list')}`;
}

/** One statement per combination of filters, so that PostgreSQL plans each with a suitable index. */
const PAGES = new Map(
  FILTERS.reduce<Filter[][]>((sets, filter) => sets.flatMap((set) => [set, [...set, filter]]), [[]]).flatMap((set) =>
    [0, 1].map((offset) => {
      const name = pageName(set, offset);
      const sql = offset === 0 ? firstPageSql(set) : laterPageSql(set);
      return [name, defineStatement({ name, scope: 'tenant', row: JsonRow, sql })] as const;
    }),
  ),
);

function pageName(filters: readonly Filter[], offset: number): string {
  return ['list-users', ...filters, offset === 0 ? 'first' : 'later'].join('-');
}

function whereSql(filters: readonly Filter[]): string {
  return filters.map((filter) => CONDITIONS[filter]).join(' ');
}

/** SQL for the total, from stored counts. */
function totalSql(filters: readonly Filter[]): string {
  const where = whereSql(filters.filter((filter) => filter !== 'withEmail'));
  const people = filters.includes('withEmail') ? 'people - without_email' : 'people';
  return `select coalesce(sum(${people}), 0) as people from user_counts where workspace_id = :workspaceId ${where}`;
}

/** SQL for users with one external_id or one manager, who are few. */
const found = (key: string) => `select * from users where workspace_id = :workspaceId and ${key}
  and (:managerId::uuid is null or manager_id = :managerId)
  and (:role::text is null or role = :role) and (:department::uuid is null or department_id = :department)
  and (:status::boolean is null or is_active = :status) and (:anyEmail::boolean or email is not null)`;

function foundSql(key: string): string {
  const rows = found(key);
  return usersPageSql(
    `${rows} order by created_at, id limit :limit offset :offset`,
    `select count(*) from (${rows}) found`,
  );
}

const FIND_BY_EXTERNAL_ID = defineStatement({
  name: 'find-user-by-external-id',
  scope: 'tenant',
  row: JsonRow,
  sql: foundSql('external_id = :externalId'),
});

const FIND_BY_MANAGER = defineStatement({
  name: 'find-users-by-manager',
  scope: 'tenant',
  row: JsonRow,
  sql: foundSql('manager_id = :managerId'),
});

/** Implements rules/users 10. */
export async function listUsers(ctx: Context, input: ListUsers): Promise<UserPage> {
  const { db, workspace } = ctx;
  const { role, department_id: department, status, external_id: externalId, limit, offset } = input;
  const managerId = input.manager_id ?? null;
  const page = { workspaceId: workspace.id, limit, offset };
  const given: Partial<Record<Filter, StatementParameterValue>> = {
    ...(role && { role }),
    ...(department && { department }),
    ...(status && { status: status === 'active' }),
  };
  const anyEmail = !isLimitedToPeopleWithEmail(ctx, input);
  if (externalId !== undefined || managerId !== null) {
    const filters = { ...page, role: null, department: null, status: null, ...given, managerId, anyEmail };
    const { json } = await (externalId === undefined
      ? FIND_BY_MANAGER.one(db.pool, filters)
      : FIND_BY_EXTERNAL_ID.one(db.pool, { ...filters, externalId }));
    return createPreparedJson(json);
  }
  const name = pageName(
    FILTERS.filter((filter) => filter in given || (filter === 'withEmail' && !anyEmail)),
    offset,
  );
  const statement = PAGES.get(name);
  if (!statement) throw new Error(`No statement is called ${name}.`);
  const { json } = await statement.one(db.pool, { ...page, ...given });
  return createPreparedJson(json);
}
