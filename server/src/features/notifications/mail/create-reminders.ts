import { DEFAULT_DIGEST_TIME } from '@training/shared/notifications/notification-settings';
import { z } from 'zod';
import { processEachAndThrowFirstFailure } from '../../../core/process-each-alone.ts';
import type { Database } from '../../../database/database.ts';
import { JOIN_TIME_ZONE_SKIP_UNKNOWN_SQL } from '../../../database/database-time.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../../database/statements/away.ts';
import { clearSettledAndOldReminders } from '../fan-out/clear-settled.ts';
import { hasPermissionSql } from '../recipients-by-permission.ts';
import { STORE_NOTIFICATIONS_CTES, PUBLISH_NEW_INBOX_TOPICS_SQL } from '../store-notifications-sql.ts';
import { WORKSPACE_NOTIFICATION_SETTINGS_CTES } from '../notification-settings-sql.ts';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import { ReminderDayEntity } from './reminder-day.entity.ts';

/** Reminders are created within five minutes of the digest time. */
export const REMINDERS_CRONTAB = '*/5 * * * * remind';

/** Working days before a reminder, not counting the day on which the waiting started. */
const AFTER = { claimer: 2, reviewers: 3, superAdmins: 5, authors: 3 };

/** A digest time shortly before midnight is handled after midnight, and on a busy server even later. */
const LATE = `interval '1 hour'`;

const DUE_DAYS = defineStatement({
  name: 'due-reminder-days',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.uuid(), day: z.string() }),
  sql: `
select w.id as "workspaceId", l.day::text as day
from workspaces w
${JOIN_TIME_ZONE_SKIP_UNKNOWN_SQL}
left join notification_settings s on s.workspace_id = w.id
left join reminder_days r on r.workspace_id = w.id
cross join lateral (
  select d.day, d.ago, (d.day + coalesce(s.digest_at, '${DEFAULT_DIGEST_TIME}')::time) at time zone z.zone as digest
  from (
    select (:now::timestamptz at time zone z.zone)::date - ago as day, ago from (values (0), (1)) past (ago)) d) l
where extract(isodow from l.day) < 6 and l.digest <= :now and (l.ago = 0 or l.digest > :now::timestamptz - ${LATE})
  and (r.day is null or r.day < l.day) and ${runsBackgroundWorkSql('w.id')}
order by w.id`,
});

/**
 * Creates the reminders. If several reasons apply to a user, the strongest one decides which reminder they get. Authors
 * may not decide, so they aren't reminded to.
 */
const REMIND = defineStatement({
  name: 'remind',
  scope: 'tenant',
  unprepared: true,
  sql: `
with ${WORKSPACE_NOTIFICATION_SETTINGS_CTES},
waiting as materialized (
  select m.id, m.course_id, c.department_id, coalesce(m.working ->> 'title', m.title) as title, m.round, m.claimed_by,
    x.locked, working_days((m.submitted_at at time zone t.time_zone)::date, :day::date) as waited,
    working_days((greatest(m.submitted_at, m.claimed_at) at time zone t.time_zone)::date, :day::date) as claimed,
    working_days((x.queried_since at time zone t.time_zone)::date, :day::date) as queried
  from modules m
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  cross join settings t
  cross join lateral (
    select bool_or(s.state = 'locked') as locked, min(s.state_since) filter (where s.state = 'queried') as queried_since
    from sections s where s.workspace_id = :workspaceId and s.module_id = m.id) x
  where m.workspace_id = :workspaceId and m.workflow in ('in_review', 'changes_requested') and m.status <> 'archived'
),
asked as (
  select w.*, 'review.claimed_waits' as told, w.claimed_by as recipient_id, 'claimed_it' as because, claimed as days
  from waiting w where locked and claimed_by is not null and claimed >= ${AFTER.claimer}
  union all
  select w.*, case when u.role = 'super_admin' then 'review.waits_long' else 'review.waits' end, u.id, 'may_decide', waited
  from waiting w
  join users u on u.workspace_id = :workspaceId and u.is_active and ${hasPermissionSql('reviews:decide', 'w.department_id')}
    and waited >= case when u.role = 'super_admin' then ${AFTER.superAdmins} else ${AFTER.reviewers} end
  where locked and u.id is distinct from w.claimed_by and not exists (
    select from module_contributors k
    where k.workspace_id = :workspaceId and k.module_id = w.id and k.user_id = u.id)
  union all
  select w.*, case when waited >= ${AFTER.superAdmins} then 'review.waits_long' else 'review.waits' end, null, 'channel', waited
  from waiting w where locked and waited >= ${AFTER.reviewers}
  union all
  select w.*, 'query.waits', a.id, a.because, queried from waiting w cross join lateral (
    select distinct on (u.id) u.id, k.because, k.place, min(k.place) over () as first
    from (
      (select submitted_by as user_id, 'submitted_it' as because, 1 as place from review_rounds
       where workspace_id = :workspaceId and module_id = w.id and round = w.round limit 1)
      union all
      select user_id, 'wrote_it', 2 from module_contributors where workspace_id = :workspaceId and module_id = w.id
    ) k
    join users u on u.workspace_id = :workspaceId and u.id = k.user_id and u.is_active and ${hasPermissionSql('content:submit', 'w.department_id')}
    order by u.id, k.place) a
  where queried >= ${AFTER.authors} and a.place = a.first
  union all
  select w.*, 'query.waits', null, 'channel', queried from waiting w where queried >= ${AFTER.authors}
),
wanted as (
  select null::uuid as event_id, null::bigint as first_sequence, null::bigint as last_sequence, told as kind, recipient_id,
    because, null::text as by_name, 'module' as subject_kind, id as subject_id, title as subject_name, :day::text as part,
    round, jsonb_build_object('module_id', id, 'course_id', course_id, 'waiting_days', days) as facts, null::text as reason
  from asked
),
${STORE_NOTIFICATIONS_CTES} ${PUBLISH_NEW_INBOX_TOPICS_SQL}`,
});

/**
 * Reminds users of what has been waiting for some working days, once on each working day of their workspace
 * (rules/notifications 26). The day is stored last; a repeated run creates no duplicates.
 */
export async function createReminders(
  db: Database,
  stop: () => boolean = () => false,
  now = new Date(),
): Promise<void> {
  const { pool } = db;
  const due = await DUE_DAYS.all(pool, { now });
  async function remindOf({ workspaceId, day }: (typeof due)[number]): Promise<void> {
    await clearSettledAndOldReminders(pool, workspaceId, day);
    await REMIND.run(pool, { workspaceId, day, now });
    await createWorkspaceEntityManager({ db, workspace: { id: workspaceId } }).upsert(ReminderDayEntity, {
      workspaceId,
      day,
    });
  }
  await processEachAndThrowFirstFailure(due, remindOf, stop);
}
