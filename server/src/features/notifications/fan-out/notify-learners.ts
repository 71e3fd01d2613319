import { z } from 'zod';
import { processEachAndThrowFirstFailure } from '../../../core/process-each-alone.ts';
import type { Database } from '../../../database/database.ts';
import { defineStatement, type StatementRunner } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { publishTopicExpressionSql } from '../../../platform/topic-changes.ts';
import { hasOwnPermissionSql } from '../recipients-by-permission.ts';
import { CYCLE_NOTIFICATION_KINDS_SQL, pathIsOwedSql } from '../is-true-sql.ts';
import { INBOX_LIVE_TOPIC_SQL } from '../notification-topics.ts';
import { STORE_NOTIFICATIONS_CTES, PUBLISH_NEW_INBOX_TOPICS_SQL } from '../store-notifications-sql.ts';
import { WORKSPACE_NOTIFICATION_SETTINGS_CTES } from '../notification-settings-sql.ts';

/** Learners are notified within minutes. What was missed, such as while no server ran, is found within an hour. */
export const NOTIFY_LEARNERS_CRONTAB = '*/5 * * * * notify_learners';

const MINUTE = 60_000;
const LOOKBACK = { short: 60 * MINUTE, long: 3 * 24 * 60 * MINUTE };

/** Time before the due date at which training counts as due soon; a setting of the workspace. */
const DUE_SOON = 'make_interval(days => :dueSoonDays::integer)';

/** Times after the due date at which the manager, and the next one, are told; null: never. Settings, too. */
const TOLD = 'make_interval(days => :managerToldDays::integer)';
const NEXT_TOLD = 'make_interval(days => :nextManagerToldDays::integer)';

/** Notifications created by one statement. */
const BATCH = 5_000;

const WORKSPACES = defineStatement({
  name: 'workspaces-with-news-for-learners',
  scope: 'cross_tenant',
  unprepared: true,
  row: z.strictObject({
    id: z.uuid(),
    dueSoonDays: z.int(),
    managerToldDays: z.int().nullable(),
    nextManagerToldDays: z.int().nullable(),
  }),
  sql: `
select w.id, w.due_soon_days as "dueSoonDays", w.manager_told_days as "managerToldDays",
  w.next_manager_told_days as "nextManagerToldDays"
from workspaces w where ${runsBackgroundWorkSql('w.id')} and w.id in (
select workspace_id as id from assignment_enrollments where added_at > :since::timestamptz group by 1
union
select workspace_id from grades where at > :since::timestamptz group by 1
union
select w.id from workspaces w
where exists (
  select from enrollments e where e.workspace_id = w.id and e.counted and e.completed_at is null
    and e.due_at > :since::timestamptz and e.due_at <= :now::timestamptz + make_interval(days => w.due_soon_days))
union
select w.id from workspaces w cross join lateral (
  values (make_interval(days => w.manager_told_days)), (make_interval(days => w.next_manager_told_days))) told (after)
where exists (
  select from enrollments e where e.workspace_id = w.id and e.counted and e.completed_at is null
    and e.due_at > :since::timestamptz - told.after and e.due_at <= :now::timestamptz - told.after)
)`,
});

/** An open enrollment of a user who may study, in a module that can be studied now. */
const owed = <const Joined extends string>(joined: Joined) =>
  `
  from enrollments e
  join users u on u.workspace_id = :workspaceId and u.id = e.user_id and u.is_active and ${hasOwnPermissionSql('learning:study')}
  join modules m on m.workspace_id = :workspaceId and m.id = e.module_id and m.status = 'published' ${joined}
  where e.workspace_id = :workspaceId and e.counted and e.completed_at is null and e.waived_at is null` as const;
const OWED = owed('');

/** SQL join of the period `row` with the manager whom a person had some time after the due date (rules/managers 5). */
const managedBy = <const Row extends string, const Person extends string, const After extends string>(
  row: Row,
  person: Person,
  after: After,
) =>
  `join user_managers ${row} on ${row}.workspace_id = :workspaceId and ${row}.user_id = ${person}
    and ${row}.from_at <= e.due_at + ${after} and (${row}.until_at is null or ${row}.until_at > e.due_at + ${after})` as const;

const passed = <const After extends string>(after: After) =>
  `and e.due_at > :since::timestamptz - ${after} and e.due_at <= :now::timestamptz - ${after}` as const;

/** SQL join of a path by which alone the cycle is owed, if there is one. */
const ONLY_PATH = `left join lateral (
    select t.id, t.title, s.position from assignment_enrollments l
    join path_assignments g on g.workspace_id = :workspaceId and g.assignment_id = l.assignment_id
    join paths t on t.workspace_id = :workspaceId and t.id = g.path_id
    join path_steps s on s.workspace_id = :workspaceId and s.path_id = t.id and s.module_id = e.module_id
    where l.workspace_id = :workspaceId and l.enrollment_id = e.id and l.removed_at is null and not exists (
      select from assignment_enrollments o
      where o.workspace_id = :workspaceId and o.enrollment_id = e.id and o.removed_at is null and not exists (
        select from path_assignments x where x.workspace_id = :workspaceId and x.assignment_id = o.assignment_id))
    order by t.id limit 1) path on true` as const;

/** News of a cycle, or of the path that it belongs to, and what to know the path's others by. */
const CYCLE = `'enrollment' as subject_kind, e.id as subject_id, coalesce(path.title, m.title) as subject_name`;
const FACTS = `'module_id', case when path.id is null then m.id end, 'path_id', path.id, 'due_at', to_iso(e.due_at)`;
const OWN = `jsonb_strip_nulls(jsonb_build_object(${FACTS})) as facts`;
const REPORT = `${CYCLE}, to_iso(e.due_at), jsonb_strip_nulls(jsonb_build_object(${FACTS}, 'person', u.full_name)), null`;
const OF_PATH = `e.user_id as person_id, path.id as path_id, path.position`;

/** News between two times. Each part can use an index. */
const NEWS = `
select 'learning.assigned' as kind, e.user_id, ${CYCLE}, null as part, ${OWN}, null::text as by_name, ${OF_PATH}
  ${owed(ONLY_PATH)} and e.source = 'assignment' and e.id in (
    select l.enrollment_id from assignment_enrollments l
    where l.workspace_id = :workspaceId and l.removed_at is null and l.added_at > :since::timestamptz and l.added_at <= :now::timestamptz)
union all
select 'learning.due_soon', e.user_id, ${CYCLE}, to_iso(e.due_at), ${OWN}, null, ${OF_PATH} ${owed(ONLY_PATH)}
  and e.due_at > :now::timestamptz and e.due_at > :since::timestamptz + ${DUE_SOON} and e.due_at <= :now::timestamptz + ${DUE_SOON}
  and e.assigned_at <= e.due_at - ${DUE_SOON}
union all
select 'learning.overdue', e.user_id, ${CYCLE}, to_iso(e.due_at), ${OWN}, null, ${OF_PATH} ${owed(ONLY_PATH)}
  and e.due_at > :since::timestamptz and e.due_at <= :now::timestamptz
union all
select 'learning.report_overdue', p.manager_id, ${REPORT}, ${OF_PATH}
  ${owed(`${managedBy('p', 'e.user_id', TOLD)} ${ONLY_PATH}`)} ${passed(TOLD)}
union all
select 'learning.report_overdue_long', q.manager_id, ${REPORT}, ${OF_PATH}
  ${owed(`${managedBy('p', 'e.user_id', NEXT_TOLD)} ${managedBy('q', 'p.manager_id', NEXT_TOLD)} ${ONLY_PATH}`)}
  ${passed(NEXT_TOLD)}
union all
select 'learning.graded', e.user_id, 'answer', g.answer_id, m.title, g.number::text,
  jsonb_build_object('module_id', m.id, 'score', g.score), g.by_name, null, null, null
from grades g
join answers a on a.workspace_id = :workspaceId and a.id = g.answer_id
join attempts t on t.workspace_id = :workspaceId and t.id = a.attempt_id
join enrollments e on e.workspace_id = :workspaceId and e.id = t.enrollment_id
join users u on u.workspace_id = :workspaceId and u.id = e.user_id and u.is_active and ${hasOwnPermissionSql('results:read')}
join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
where g.workspace_id = :workspaceId and g.kind <> 'model' and g.counts and g.at > :since::timestamptz and g.at <= :now::timestamptz` as const;

/** The path of `n` was told by another of its modules: one that is still owed or only just done, or one that it had. */
const PATH_WAS_TOLD = `
    select from path_steps s
    join enrollments b on b.workspace_id = :workspaceId and b.user_id = n.person_id and b.module_id = s.module_id
      and b.is_current
    join notifications k on k.workspace_id = :workspaceId and k.recipient_id = n.user_id and k.subject_id = b.id
      and k.kind = n.kind and k.channel = 'inbox' and k.round = 0 and k.part is not distinct from n.part
      and k.facts ->> 'path_id' = n.path_id::text
    where s.workspace_id = :workspaceId and s.path_id = n.path_id
      and (b.completed_at is null and b.waived_at is null or k.at > :since::timestamptz)
    union all
    select from notifications k
    join enrollments b on b.workspace_id = :workspaceId and b.id = k.subject_id and b.user_id = n.person_id
    where k.workspace_id = :workspaceId and k.recipient_id = n.user_id and k.at > :since::timestamptz and k.kind = n.kind
      and k.channel = 'inbox' and k.state = 'sent' and k.part is not distinct from n.part
      and k.facts ->> 'path_id' = n.path_id::text` as const;

const digest = <const Because extends string>(because: Because) =>
  `null::uuid as event_id, null::bigint as first_sequence, null::bigint as last_sequence,
    'learning.digest' as kind, user_id as recipient_id, ${because} as because, null as by_name,
    'training' as subject_kind, null::uuid as subject_id, 'Training' as subject_name, null as part, 0 as round,
    '{}'::jsonb as facts, null as reason` as const;

/** The greater of a digest with news of both kinds: that of the reader's own training. */
const BECAUSE = `case when kind like 'learning.report%' then 'manages_them' else 'studies_it' end` as const;

const NOTIFY = defineStatement({
  name: 'notify-learners',
  scope: 'tenant',
  unprepared: true,
  sql: `
with ${WORKSPACE_NOTIFICATION_SETTINGS_CTES},
news as materialized (
  -- Of a path that is due on one day, the last module stands for all.
  select * from (
    select distinct on (kind, user_id, person_id, coalesce(path_id, subject_id), part) * from (${NEWS}) each
    order by kind, user_id, person_id, coalesce(path_id, subject_id), part, position desc) n
  -- For each by an index: a join would be planned by how many notifications there were when statistics were made.
  where (
    select k.id from notifications k
    where k.workspace_id = :workspaceId and k.recipient_id = n.user_id and k.subject_id = n.subject_id and k.kind = n.kind
      and k.channel = 'inbox' and k.round = 0 and k.part is not distinct from n.part
    limit 1) is null and (n.path_id is null or not exists (${PATH_WAS_TOLD}))
  limit ${BATCH}
),
wanted as (
  select null::uuid as event_id, null::bigint as first_sequence, null::bigint as last_sequence, kind, user_id as recipient_id,
    ${BECAUSE} as because, by_name, subject_kind, subject_id, subject_name, part, 0 as round, facts, null as reason
  from news
  union all
  select ${digest(`max(${BECAUSE})`)} from news group by user_id
),
${STORE_NOTIFICATIONS_CTES} ${PUBLISH_NEW_INBOX_TOPICS_SQL}`,
});

/** The people asked for, their managers, and the managers of those: all who may have been told of their training. */
const TOLD_PEOPLE = `array(
  select unnest(:people::uuid[])
  union
  select b.id from users u join users b on b.workspace_id = :workspaceId and b.id = u.manager_id
    where u.workspace_id = :workspaceId and u.id = any (:people)
  union
  select b.manager_id from users u join users b on b.workspace_id = :workspaceId and b.id = u.manager_id
    where u.workspace_id = :workspaceId and u.id = any (:people) and b.manager_id is not null)` as const;

/** SQL condition for inbox entries: unseen ones of everyone, or all that tell of `:people`. */
const ASKED = `n.workspace_id = :workspaceId and n.channel = 'inbox' and n.state = 'sent'
    and (:people::uuid[] is not null or n.seen_at is null) and (:people::uuid[] is null or n.recipient_id = any (${TOLD_PEOPLE}))` as const;

/**
 * Withdraws notifications of training that is completed or has another due date by now, and of certificates that were
 * renewed: unseen ones of everyone, or all of some people.
 */
const WITHDRAW = defineStatement({
  name: 'withdraw-learner-notifications',
  scope: 'tenant',
  unprepared: true,
  sql: `
with done as (
  select n.id from notifications n join enrollments e on e.workspace_id = :workspaceId and e.id = n.subject_id
  where ${ASKED} and n.kind in (${CYCLE_NOTIFICATION_KINDS_SQL})
    and ((e.completed_at is not null and (n.facts ->> 'expires_at' is null or e.completed_at > n.at))
      or e.waived_at is not null or not e.is_current or (n.part is not null and n.part is distinct from to_iso(e.due_at)))
    and not ${pathIsOwedSql('n')}
  union all
  select n.id from notifications n
  where ${ASKED} and n.kind = 'learning.expiring' and exists (
    select from enrollments e
    where e.workspace_id = :workspaceId and e.user_id = n.recipient_id and e.module_id = n.subject_id
      and e.completed_at > n.at)
), gone as (
  update notifications n set state = 'suppressed', reason = 'not_true'
  where n.workspace_id = :workspaceId and n.id in (select id from done)
  returning n.recipient_id
)
select ${publishTopicExpressionSql(INBOX_LIVE_TOPIC_SQL)} from (select distinct recipient_id from gone) u`,
});

/** Gives back what was withdrawn unseen, of training that an assignment took up again since. A mail tells of it. */
const GIVE_BACK = defineStatement({
  name: 'give-back-learner-notifications',
  scope: 'tenant',
  unprepared: true,
  sql: `
with ${WORKSPACE_NOTIFICATION_SETTINGS_CTES},
back as (
  update notifications n set state = 'sent', reason = null, at = :now
  from (
    select distinct e.id, e.user_id, e.due_at ${OWED}
      and e.source = 'assignment' and e.id in (
        select l.enrollment_id from assignment_enrollments l
        where l.workspace_id = :workspaceId and l.removed_at is null and l.added_at > :since::timestamptz
          and l.added_at <= :now::timestamptz)
  ) e
  where n.workspace_id = :workspaceId and n.recipient_id = e.user_id and n.subject_id = e.id and n.channel = 'inbox'
    and n.kind in ('learning.assigned', 'learning.due_soon', 'learning.overdue') and n.state = 'suppressed'
    and n.reason = 'not_true' and n.seen_at is null and (n.part is null or n.part = to_iso(e.due_at))
  returning n.recipient_id as user_id
),
wanted as (
  select distinct ${digest("'studies_it'")} from back
),
${STORE_NOTIFICATIONS_CTES}
select ${publishTopicExpressionSql(INBOX_LIVE_TOPIC_SQL)} from (select distinct user_id as recipient_id from back) u`,
});

/** Withdraws from inboxes of these people and their managers, seen or not, what was done (rules/notifications 11). */
export async function withdrawDoneNotifications(
  on: StatementRunner,
  workspaceId: string,
  people: string[],
): Promise<void> {
  await WITHDRAW.run(on, { workspaceId, people });
}

/**
 * Notifies learners of assignments, due dates and grades (rules/notifications 9), and managers of what is overdue
 * (rules/managers 10). Each once, however often it runs.
 */
export async function notifyLearnersAndManagers(
  { pool }: Pick<Database, 'pool'>,
  now: Date,
  stop: () => boolean,
): Promise<void> {
  const isLong = now.getMinutes() < 5;
  const since = new Date(now.getTime() - (isLong ? LOOKBACK.long : LOOKBACK.short));
  await processEachAndThrowFirstFailure(
    await WORKSPACES.all(pool, { since, now }),
    async ({ id: workspaceId, ...days }) => {
      if (isLong) await WITHDRAW.run(pool, { workspaceId, people: null });
      await GIVE_BACK.run(pool, { workspaceId, since, now });
      while (!stop() && (await NOTIFY.run(pool, { workspaceId, since, now, ...days })) > 0);
    },
  );
}
