/** How long after an entry the next one still belongs to the same line, as PostgreSQL says it. */
const PAUSE = `interval '30 minutes'`;

/** The section that an entry is about; null where it is about none. */
const sectionOf = <const Entry extends string>(entry: Entry) => `${entry}.changes->>'section'` as const;

/** Whether something else has become of the module between two places of the log; takes `:autosaves`. */
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

/** The condition that an entry `f` is of the same as `entry`: what the same person saves of the same section. */
const isSame = <const Entry extends string>(entry: Entry) =>
  `f.workspace_id = ${entry}.workspace_id and f.subject_id = ${entry}.subject_id and f.action like 'module.%'
      and f.action = ${entry}.action and ${sectionOf('f')} is not distinct from ${sectionOf(entry)}
      and f.actor_id is not distinct from ${entry}.actor_id and f.actor_name = ${entry}.actor_name
      and f.subject_name = ${entry}.subject_name` as const;

/**
 * The condition that an entry `e` stands in the line of a later one: the next save of the same comes within the pause,
 * on the same day, and nothing else became of the module in between. It depends on neighbours alone, so it is the same
 * on whichever page it is asked. Takes `BOUNDS`, and `:autosaves`.
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
 * The entries of the line that stands at the entry `head`, itself included. Looks from the day's beginning on, since no
 * line crosses midnight. Takes `BOUNDS`, and `:autosaves`.
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
