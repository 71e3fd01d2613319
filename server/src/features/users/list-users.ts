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
 * SQL for a page, ordered by `created_at` and `id`. The first page is read directly from the rows, with an additional
 * constant limit: PostgreSQL then recognizes that one plan fits every `:limit`, instead of planning each request. Later
 * pages select the ids first, so that a distant page scans an index instead of the rows.
 */
export function usersPageSql(offset: number, where: string, total: string): string {
  const rows =
    offset === 0
      ? `select * from (
           select ${COLUMNS} from users where workspace_id = :workspaceId ${where} order by created_at, id limit ${LONGEST_PAGE}
         ) first limit :limit`
      : `select u.* from (
           select id from users where workspace_id = :workspaceId ${where} order by created_at, id limit :limit offset :offset
         ) page join users u on u.workspace_id = :workspaceId and u.id = page.id`;
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

/** One statement per combination of filters, so that PostgreSQL plans each with a suitable index. */
const PAGES = new Map(
  FILTERS.reduce<Filter[][]>((sets, filter) => sets.flatMap((set) => [set, [...set, filter]]), [[]]).flatMap((set) =>
    [0, 1].map((offset) => {
      const name = pageName(set, offset);
      const where = set.map((filter) => CONDITIONS[filter]).join(' ');
      const sql = usersPageSql(offset, where, totalSql(where));
      return [name, defineStatement({ name, scope: 'tenant', row: JsonRow, sql })] as const;
    }),
  ),
);

function pageName(filters: readonly Filter[], offset: number): string {
  return ['list-users', ...filters, offset === 0 ? 'first' : 'later'].join('-');
}

/** SQL for the total, from stored counts. */
function totalSql(where: string): string {
  return `select coalesce(sum(people), 0) from user_counts where workspace_id = :workspaceId ${where}`;
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
