import type { PeopleListFilters, PeoplePage, SearchPeople } from '@training/shared/users/people';
import { Role } from '@training/shared/permissions';
import { PeopleOrder } from '@training/shared/users/users';
import type { Context } from '../../core/context.ts';
import { defineStatementPerOrder, type SortDirection } from '../../database/statements/define-per-order.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { likePatternOf } from '../../database/statements/search-patterns.ts';

/** SQL for the last invitation of the person in row `p`, as JSON; null if there is none. */
const LAST_INVITATION = `select json_build_object('kind', i.kind, 'state', i.state, 'error', i.error,
      'at', to_iso(i.at), 'by_name', i.by_name)
    from invitations i where i.workspace_id = :workspaceId and i.user_id = p.id order by i.at desc, i.id desc limit 1` as const;

/** SQL conditions for the filters; the parameters are `filterParameters`. */
export const PERSON_MATCHES_FILTER = `u.workspace_id = :workspaceId
    and (:role::text is null or u.role = :role)
    and (:department::uuid is null or u.department_id = :department)
    and (:manager::uuid is null or u.manager_id = :manager)
    and (:isActive::boolean is null or u.is_active = :isActive)
    and (:search::text is null or u.full_name ilike :search or u.email ilike :search
      or u.external_id ilike :search)` as const;

export function toPeopleFilterParameters(
  { workspace }: Context,
  { role, department_id, manager_id, status, search }: PeopleListFilters,
) {
  return {
    workspaceId: workspace.id,
    role: role ?? null,
    department: department_id ?? null,
    manager: manager_id ?? null,
    isActive: status === undefined ? null : status === 'active',
    search: search ? likePatternOf(search) : null,
  };
}

/** SQL for people with the additional columns shown in the console. */
export const SELECT_PEOPLE =
  `select u.id, u.email, u.external_id, u.full_name, u.role, u.department_id, d.name as department, u.manager_id,
    g.full_name as manager, u.is_active, u.created_at, u.picture, s.at as last_sign_in_at
  from users u
  left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
  left join users g on g.workspace_id = :workspaceId and g.id = u.manager_id
  left join user_sign_ins s on s.workspace_id = :workspaceId and s.user_id = u.id` as const;

/** JSON of a row `p` of `SELECT_PEOPLE`. */
export const PERSON_JSON_SQL = `json_build_object('id', p.id, 'email', p.email, 'external_id', p.external_id,
    'full_name', p.full_name, 'role', p.role,
    'department_id', p.department_id, 'department', p.department, 'manager_id', p.manager_id, 'manager', p.manager, 'is_active', p.is_active,
    'created_at', to_iso(p.created_at), 'picture', p.picture, 'last_sign_in_at', to_iso(p.last_sign_in_at),
    'invitation', (${LAST_INVITATION}))` as const;

/**
 * SQL of each order, in columns of `SELECT_PEOPLE`. Name and time added have an index, which is read in both
 * directions. People who never signed in come first when sorting by oldest sign-in; people without a department come
 * last.
 */
const ORDERS = {
  name: (way) => `lower(full_name) ${way}, id ${way}`,
  added: (way) => `created_at ${way}, id ${way}`,
  role: (way) => `array_position('{${Role.options.join(',')}}', role) ${way}, lower(full_name), id`,
  department: (way) => `lower(department) ${way} nulls last, lower(full_name), id`,
  last_sign_in: (way) => `last_sign_in_at ${way} nulls ${way === 'asc' ? 'first' : 'last'}, lower(full_name), id`,
} as const satisfies Record<PeopleOrder, (way: SortDirection) => string>;

/** Defines one statement per order, planned for the given filters each time. */
function defineSearch(order: PeopleOrder, way: SortDirection) {
  const by = ORDERS[order](way);
  const sql = `
with page as (
  select * from (${SELECT_PEOPLE} where ${PERSON_MATCHES_FILTER}) people order by ${by} limit :limit offset :offset
)
select json_build_object(
  'users', coalesce((select json_agg(${PERSON_JSON_SQL} order by ${by}) from page p), '[]'),
  'total', (select count(*) from users u where ${PERSON_MATCHES_FILTER}),
  'limit', :limit::integer, 'offset', :offset::integer
)::text as json`;
  const name = `search-people-by-${order}-${way}`;
  return defineStatement({ name, scope: 'tenant', unprepared: true, row: JsonRow, sql });
}

const searchOf = defineStatementPerOrder(PeopleOrder.options, defineSearch);

/** Lists people for the console, like `listUsers` but also by part of a name or key, and in other orders. */
export async function searchPeople(ctx: Context, input: SearchPeople): Promise<PeoplePage> {
  const { limit, offset } = input;
  const { json } = await searchOf(input).one(ctx.db.pool, { ...toPeopleFilterParameters(ctx, input), limit, offset });
  return createPreparedJson(json);
}
