import type { ListUsers, UserPage } from '@training/shared/users/users';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import type { Parameter } from '../../database/statements/statement-parameters.ts';
import { preparedJson } from '../../platform/prepared-json.ts';

/** SQL conditions by filter. */
const CONDITIONS = {
  role: 'and role = :role',
  department: 'and department_id = :department',
  status: 'and is_active = :status',
};
type Filter = keyof typeof CONDITIONS;
const FILTERS: Filter[] = ['role', 'department', 'status'];

/** Maximum page size (rules/users 10). */
const LONGEST_PAGE = 500;

const COLUMNS = 'id, email, full_name, role, department_id, is_active, created_at';

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
      select u.id, u.email, u.full_name, u.role, u.department_id, d.name as department, u.is_active,
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
export function firstRows(where: string): string {
  return `select * from (
    select ${COLUMNS} from users where workspace_id = :workspaceId ${where} order by created_at, id limit ${LONGEST_PAGE}
  ) first limit :limit`;
}

function firstPageSql(where: string): string {
  return usersPageSql(firstRows(where), totalSql(where));
}

/**
 * SQL for a later page. It walks an index from the nearer end of the list, and reads no rows but those of the page. The
 * total is exact, so it tells where the page is from either end.
 */
function laterPageSql(where: string): string {
  const ids = (order: string, limit: string, offset: string) => `
    (select id from users where workspace_id = :workspaceId ${where} order by ${order}
      limit (select ${limit} from list) offset (select ${offset} from list))`;
  return `
with list as materialized (
  select people, :offset::integer < after as is_near, before, after
  from (${totalSql(where)}) counts,
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
      const where = set.map((filter) => CONDITIONS[filter]).join(' ');
      const sql = offset === 0 ? firstPageSql(where) : laterPageSql(where);
      return [name, defineStatement({ name, scope: 'tenant', row: JsonRow, sql })] as const;
    }),
  ),
);

function pageName(filters: readonly Filter[], offset: number): string {
  return ['list-users', ...filters, offset === 0 ? 'first' : 'later'].join('-');
}

/** SQL for the total, from stored counts. */
function totalSql(where: string): string {
  return `select coalesce(sum(people), 0) as people from user_counts where workspace_id = :workspaceId ${where}`;
}

/** Implements rules/users 10. */
export async function listUsers({ db, workspace }: Context, input: ListUsers): Promise<UserPage> {
  const { role, department_id, status, limit, offset } = input;
  const given: Partial<Record<Filter, Parameter>> = {
    ...(role && { role }),
    ...(department_id && { department: department_id }),
    ...(status && { status: status === 'active' }),
  };
  const name = pageName(
    FILTERS.filter((filter) => filter in given),
    offset,
  );
  const page = PAGES.get(name);
  if (!page) throw new Error(`No statement is called ${name}.`);
  const { json } = await page.one(db.pool, { workspaceId: workspace.id, limit, offset, ...given });
  return preparedJson(json);
}
