import {
  MAX_FOLDED_EVENTS_PER_LINE,
  type AuditCursor,
  type AuditLinePage,
  type FoldedAuditEvents,
  type ListAuditLines,
} from '@training/shared/audit/audit';
import { AUTOSAVE_ACTIONS } from '@training/shared/events/events';
import type { Context } from '../../core/context.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import {
  AUDIT_TIME_RANGE_CTE,
  AUDIT_ENTRY_JSON_FIELDS_SQL,
  auditFilterParametersOf,
  ENTRY_MATCHES_AUDIT_FILTER,
} from './audit-filter.ts';

/** Maximum pause between two entries of the same line, as a PostgreSQL interval. */
const PAUSE = `interval '30 minutes'`;

/** The section that an entry is about, or null. */
const sectionOf = <const Entry extends string>(entry: Entry) => `${entry}.changes->>'section'` as const;

/** Condition that something else happened to the module between two positions of the log. Takes `:autosaves`. */
const isBroken = <const Entry extends string, const After extends string, const Before extends string>(
  entry: Entry,
  after: After,
  before: Before,
) =>
  `exists (
    select from audit_events other
    where other.workspace_id = ${entry}.workspace_id and other.subject_id = ${entry}.subject_id
      and other.action like 'module.%' and other.action <> all(:autosaves)
      and (other.at, other.id) > ${after} and (other.at, other.id) < ${before})` as const;

/** Condition that an entry `f` is the same kind of save as `entry`: by the same user, of the same section. */
const isSame = <const Entry extends string>(entry: Entry) =>
  `f.workspace_id = ${entry}.workspace_id and f.subject_id = ${entry}.subject_id and f.action like 'module.%'
      and f.action = ${entry}.action and ${sectionOf('f')} is not distinct from ${sectionOf(entry)}
      and f.actor_id is not distinct from ${entry}.actor_id and f.actor_name = ${entry}.actor_name
      and f.subject_name = ${entry}.subject_name` as const;

/**
 * Condition that an entry `e` is folded into a later one: the next save of the same kind comes within the pause and on
 * the same day, and nothing else happened to the module in between. Depends only on neighbouring entries, so it is the
 * same on every page. Takes `AUDIT_TIME_RANGE_CTE` and `:autosaves`.
 */
const IS_IN_LATER_LINE = `
e.action = any(:autosaves) and exists (
  select from (
    select f.at, f.id from audit_events f
    where ${isSame('e')} and (f.at, f.id) > (e.at, e.id) and f.at <= e.at + ${PAUSE} and f.at < bounds.until
    order by f.at, f.id limit 1
  ) next
  where (next.at at time zone bounds.zone)::date = (e.at at time zone bounds.zone)::date
    and not ${isBroken('e', '(e.at, e.id)', '(next.at, next.id)')})` as const;

/**
 * The entries of the line whose newest entry is `head`, including that one. Starts at the beginning of the day, since
 * no line crosses midnight. Takes `AUDIT_TIME_RANGE_CTE` and `:autosaves`.
 */
const ENTRIES_OF_LINE = `
select line.at, line.id from (
  select flagged.at, flagged.id, coalesce(sum(begins::integer) over (
    order by flagged.at desc, flagged.id desc rows between unbounded preceding and 1 preceding), 0) as begun_since
  from (
    select same.at, same.id, same.before_at is null or same.before_at < same.at - ${PAUSE}
      or ${isBroken('head', '(same.before_at, same.before_id)', '(same.at, same.id)')} as begins
    from (
      select f.at, f.id, lag(f.at) over past as before_at, lag(f.id) over past as before_id
      from audit_events f
      where ${isSame('head')} and (f.at, f.id) <= (head.at, head.id) and f.at >= greatest(bounds.since,
        start_of_day((head.at at time zone bounds.zone)::date, bounds.zone))
      window past as (order by f.at, f.id)
    ) same
  ) flagged
) line
where begun_since = 0` as const;

/** One line more than requested shows if there is another page. */
const LIST_LINES = defineStatement({
  name: 'list-audit-lines',
  scope: 'tenant',
  replica: true,
  row: JsonRow,
  sql: `
with ${AUDIT_TIME_RANGE_CTE}, heads as materialized (
  select e.* from audit_events e cross join bounds
  where ${ENTRY_MATCHES_AUDIT_FILTER}
    and (e.at, e.id) < (coalesce(:beforeAt::timestamptz, 'infinity'),
      coalesce(:beforeId::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
    and not (${IS_IN_LATER_LINE})
  order by e.at desc, e.id desc limit :limit::integer + 1
), page as (
  select * from heads order by at desc, id desc limit :limit
), lines as (
  select e.at, e.id, json_build_object(${AUDIT_ENTRY_JSON_FIELDS_SQL},
    'day', (e.at at time zone bounds.zone)::date, 'course_id', m.course_id,
    'folded', case when fold.count > 1 then json_build_object('count', fold.count, 'since', to_iso(fold.since)) end) as line
  from page e cross join bounds
  left join modules m on m.workspace_id = :workspaceId and m.id = e.subject_id and e.subject_kind = 'module'
  left join lateral (
    select count(*)::integer as count, min(folded.at) as since
    from (select e.*) head cross join lateral (${ENTRIES_OF_LINE}) folded
  ) fold on e.action = any(:autosaves)
)
select json_build_object(
  'time_zone', (select zone from bounds),
  'lines', coalesce((select json_agg(line order by at desc, id desc) from lines), '[]'),
  'next', case when (select count(*) from heads) > :limit then
    (select json_build_object('at', to_iso(at), 'id', id) from page order by at, id limit 1) end
)::text as json`,
});

/** Lists the lines of the audit log, newest first: repeated autosaves are folded into one line (rules/audit 9). */
export async function listAuditEntriesFoldingAutosaves(
  ctx: Context,
  { limit, cursor, ...filters }: ListAuditLines,
): Promise<AuditLinePage> {
  const { json } = await LIST_LINES.one(ctx.db.pool, {
    ...auditFilterParametersOf(ctx, filters),
    autosaves: AUTOSAVE_ACTIONS,
    beforeAt: cursor?.at ?? null,
    beforeId: cursor?.id ?? null,
    limit,
  });
  return createPreparedJson(json);
}

const LIST_FOLDED = defineStatement({
  name: 'list-folded-audit',
  scope: 'tenant',
  replica: true,
  row: JsonRow,
  sql: `
with ${AUDIT_TIME_RANGE_CTE}, folded as (
  select entries.at, entries.id
  from audit_events head cross join bounds cross join lateral (${ENTRIES_OF_LINE}) entries
  where head.workspace_id = :workspaceId and head.at = :at and head.id = :id and head.action = any(:autosaves)
  order by entries.at desc, entries.id desc limit ${MAX_FOLDED_EVENTS_PER_LINE}
)
select json_build_object('events', coalesce(json_agg(json_build_object(${AUDIT_ENTRY_JSON_FIELDS_SQL}) order by e.at desc, e.id desc), '[]'))::text
  as json
from folded join audit_events e on e.workspace_id = :workspaceId and e.at = folded.at and e.id = folded.id`,
});

/** Lists the entries folded into the given entry's line. Empty if that isn't an autosave of this workspace. */
export async function listFoldedAuditEntries(ctx: Context, { at, id }: AuditCursor): Promise<FoldedAuditEvents> {
  const parameters = { ...auditFilterParametersOf(ctx, {}), autosaves: AUTOSAVE_ACTIONS, at, id };
  const { json } = await LIST_FOLDED.one(ctx.db.pool, parameters);
  return createPreparedJson(json);
}
