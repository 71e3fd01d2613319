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
 * same on every page. Takes `BOUNDS` and `:autosaves`.
 */
export const IS_IN_LATER_LINE = `
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
 * no line crosses midnight. Takes `BOUNDS` and `:autosaves`.
 */
export const ENTRIES_OF_LINE = `
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
