import { type ListReviews, ReviewOrder, type ReviewQueue } from '@training/shared/reviews/reviews';
import { type Context, actingUserIdOf } from '../../../core/context.ts';
import { defineStatement, JsonRow, type Statement } from '../../../database/statements/statement.ts';
import type { StatementParameterValue } from '../../../database/statements/statement-parameters.ts';
import { createPreparedJson } from '../../../platform/prepared-json.ts';

const DAY = 86_400_000;

const CLAIMS = { all: '', unclaimed: 'and m.claimed_by is null', mine: 'and m.claimed_by = :caller' };

/** SQL condition that module `m` is under review; it matches that of the index `modules_in_review`. */
export const MODULE_IS_IN_REVIEW = `m.workflow = 'in_review' and m.status <> 'archived'` as const;

/** SQL condition that module `m` was sent back; it matches that of the index `modules_sent_back`. */
export const MODULE_IS_SENT_BACK = `m.workflow = 'changes_requested' and m.status <> 'archived'` as const;

/** SQL condition: one section was queried, and the other still needs a decision. */
export const MODULE_IS_HALF_SENT_BACK = `${MODULE_IS_SENT_BACK} and exists (
      select from sections s where s.workspace_id = :workspaceId and s.module_id = m.id and s.state = 'locked')` as const;

const OF_DEPARTMENT = `
    join courses c on c.workspace_id = :workspaceId and c.id = m.course_id and c.department_id = :department`;

/**
 * SQL conditions for modules with a section to decide on. Queried separately, so that each uses its index's order: an
 * "or" would use neither.
 */
export const WAITING_REVIEW_CONDITIONS_SQL = [MODULE_IS_IN_REVIEW, MODULE_IS_HALF_SENT_BACK];

const STATES = { waiting: WAITING_REVIEW_CONDITIONS_SQL, sent_back: [MODULE_IS_SENT_BACK] };

/** SQL condition that the caller created module `m` or ever wrote in it (rules/review 16). */
export const MODULE_IS_OWN_WORK = `(m.created_by is not distinct from :caller::uuid or exists (
        select from module_contributors o
        where o.workspace_id = :workspaceId and o.module_id = m.id and o.user_id = :caller))`;

/** SQL of each order of the module `m`. The first one has an index, which is read in both directions. */
const ORDERS = {
  waiting: (way) => (way === 'desc' ? 'm.submitted_at, m.id' : 'm.submitted_at desc, m.id desc'),
  module: (way) => `lower(coalesce(m.working ->> 'title', m.title)) ${way}, m.id`,
  submitted_by: (way) => `lower(m.submitted_by_name) ${way} nulls last, m.submitted_at, m.id`,
} as const satisfies Record<ReviewOrder, (way: 'asc' | 'desc') => string>;

type Asked = Pick<ListReviews, 'state' | 'claim' | 'order' | 'descending'> & { ofDepartment: boolean };

const define = (asked: Asked): Statement<string, { json: string }> => {
  const { state, claim, order, descending, ofDepartment } = asked;
  const by = ORDERS[order](descending ? 'desc' : 'asc');
  const matching = STATES[state].map(
    (condition) => `
    from modules m
    ${ofDepartment ? OF_DEPARTMENT : ''}
    where m.workspace_id = :workspaceId and ${condition} ${CLAIMS[claim]} and m.submitted_at <= :submittedBy`,
  );
  // Each part needs at most the rows up to the end of the page. A department has few modules, so they are found by its
  // courses and then sorted.
  const enough = ofDepartment ? '' : `order by ${by} limit :limit::bigint + :offset::bigint`;
  const found = matching.map((each) => `(select m.* ${each} ${enough})`);
  return defineStatement({
    name: statementName(asked),
    scope: 'tenant',
    row: JsonRow,
    sql: `
with page as materialized (
  select * from (${found.join(' union all ')}) m order by ${by} limit :limit::bigint offset :offset::bigint
)
select json_build_object(
  'modules', coalesce((
    select json_agg(json_build_object(
      'module_id', m.id, 'title', coalesce(m.working ->> 'title', m.title), 'status', m.status, 'round', m.round,
      'course', json_build_object('id', c.id, 'title', c.title, 'emoji', c.emoji), 'department', d.name,
      'submitted_by', coalesce(m.submitted_by_name, ''), 'submitted_at', to_iso(m.submitted_at),
      'claimed_by', case when m.claimed_by is not null then
        json_build_object('id', m.claimed_by, 'name', m.claimed_by_name, 'at', to_iso(m.claimed_at)) end,
      'sections', json_build_object('flashcards', f.state, 'quiz', q.state),
      'sent_back', (
        select json_build_object('by', coalesce(s.state_by_name, ''), 'at', to_iso(s.state_since))
        from (values (f.state, f.state_by_name, f.state_since), (q.state, q.state_by_name, q.state_since))
          s (state, state_by_name, state_since)
        where s.state = 'queried' order by s.state_since desc limit 1),
      'mine', ${MODULE_IS_OWN_WORK}
    ) order by ${by})
    from page m
    join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
    join sections f on f.workspace_id = :workspaceId and f.module_id = m.id and f.kind = 'flashcards'
    join sections q on q.workspace_id = :workspaceId and q.module_id = m.id and q.kind = 'quiz'
    left join departments d on d.workspace_id = :workspaceId and d.id = c.department_id), '[]'),
  'total', ${matching.map((each) => `(select count(*) ${each})`).join(' + ')}
)::text as json`,
  });
};

function statementName({ state, claim, order, descending, ofDepartment }: Asked): string {
  const by = `${order}${descending ? '-down' : ''}`;
  return `list-reviews-${state}-${claim}-by-${by}${ofDepartment ? '-of-department' : ''}`;
}

/** One statement per combination of filters and order, so that each is planned for its query and counts only that. */
const LISTS = new Map(
  (['waiting', 'sent_back'] as const).flatMap((state) =>
    (['all', 'unclaimed', 'mine'] as const).flatMap((claim) =>
      ReviewOrder.options.flatMap((order) =>
        [true, false].flatMap((ofDepartment) =>
          [true, false].map((descending) => {
            const asked = { state, claim, order, descending, ofDepartment };
            return [statementName(asked), define(asked)] as const;
          }),
        ),
      ),
    ),
  ),
);

/** Returns the statement for this combination of filters and order. */
export function getListReviewsStatement(asked: Asked): Statement<string, { json: string }> {
  const statement = LISTS.get(statementName(asked));
  if (!statement) throw new Error(`No statement is called ${statementName(asked)}.`);
  return statement;
}

/** Lists the modules that wait for a decision, or that were sent back, longest wait first unless asked otherwise. */
export async function listReviews(ctx: Context, input: ListReviews): Promise<ReviewQueue> {
  const { state, claim, order, descending, department_id, waiting_days, limit, offset } = input;
  const caller = actingUserIdOf(ctx);
  const submittedBy = waiting_days ? new Date(ctx.now.getTime() - waiting_days * DAY) : 'infinity';
  const statement = getListReviewsStatement({
    state,
    claim,
    order,
    descending,
    ofDepartment: department_id !== undefined,
  });
  const parameters: Record<string, StatementParameterValue> = {
    workspaceId: ctx.workspace.id,
    caller,
    submittedBy,
    limit,
    offset,
  };
  if (department_id !== undefined) parameters['department'] = department_id;
  return createPreparedJson((await statement.one(ctx.db.pool, parameters)).json);
}
