import type { ListUsers, SearchUsers, UserPage } from '@training/shared/users';
import type { Context } from '../../context.ts';
import { read } from '../../database/database.ts';
import { likePattern } from '../../database/like-pattern.ts';
import { preparedJson } from '../../platform/prepared-json.ts';

/** One condition for each filter that is given: PostgreSQL plans each combination by itself, with the index it has. */
function filters({ role, department_id, status }: ListUsers, values: unknown[]) {
  const conditions: { sql: string; name: string }[] = [];
  const add = (name: string, column: string, value: unknown) => {
    values.push(value);
    conditions.push({ name, sql: `and ${column} = $${values.length}` });
  };
  if (role) add('role', 'role', role);
  if (department_id) add('department', 'department_id', department_id);
  if (status) add('status', 'is_active', status === 'active');
  return { name: conditions.map(({ name }) => name).join('-'), sql: conditions.map(({ sql }) => sql).join(' ') };
}

/** No page is longer (specification 8). */
const LONGEST_PAGE = 500;

const COLUMNS = 'id, email, full_name, role, department_id, is_active, created_at';

/**
 * A page by `created_at` and `id`. The first one is read straight from the rows, under a constant limit too: with it
 * PostgreSQL sees that one plan does for every `$2`, instead of planning each request anew. A later one takes the ids
 * first, so that a far page walks an index and not the rows.
 */
export function pageSql(offset: number, where: string, total: string): string {
  const rows =
    offset === 0
      ? `select * from (
           select ${COLUMNS} from users where workspace_id = $1 ${where} order by created_at, id limit ${LONGEST_PAGE}
         ) first limit $2`
      : `select u.* from (
           select id from users where workspace_id = $1 ${where} order by created_at, id limit $2 offset $3
         ) page join users u on u.workspace_id = $1 and u.id = page.id`;
  return `
select json_build_object(
  'users', coalesce((
    select json_agg(wire order by wire.created_at, wire.id)
    from (
      select u.id, u.email, u.full_name, u.role, u.department_id, d.name as department, u.is_active,
        wire_time(u.created_at) as created_at
      from (${rows}) u left join departments d on d.workspace_id = $1 and d.id = u.department_id
    ) wire
  ), '[]'),
  'total', (${total}), 'limit', $2::integer, 'offset', $3::integer
)::text as json`;
}

/** One statement for each shape of page and each combination of filters. */
const statement = (name: string, { offset }: ListUsers, text: string) => ({
  name: `${name}-${offset === 0 ? 'first' : 'later'}`,
  text,
});

/** Specification 4.3. The total comes from the counts that every write keeps, not from counting. */
export async function listUsers({ db, workspace }: Context, input: ListUsers): Promise<UserPage> {
  const values: unknown[] = [workspace.id, input.limit, input.offset];
  const where = filters(input, values);
  const total = `select coalesce(sum(people), 0) from user_counts where workspace_id = $1 ${where.sql}`;
  const page = statement(`list-users-${where.name}`, input, pageSql(input.offset, where.sql, total));
  const rows = await read<{ json: string }>(db, page, values);
  return preparedJson(rows[0]!.json);
}

/** As `listUsers`, for the console: also by part of a name or an e-mail. */
export async function searchUsers(ctx: Context, { search, ...input }: SearchUsers): Promise<UserPage> {
  if (!search) return listUsers(ctx, input);
  const values: unknown[] = [ctx.workspace.id, input.limit, input.offset, likePattern(search)];
  const where = filters(input, values);
  const condition = `and (full_name ilike $4 or email ilike $4) ${where.sql}`;
  const total = `select count(*) from users where workspace_id = $1 ${condition}`;
  const page = statement(`search-users-${where.name}`, input, pageSql(input.offset, condition, total));
  const rows = await read<{ json: string }>(ctx.db, page, values);
  return preparedJson(rows[0]!.json);
}
