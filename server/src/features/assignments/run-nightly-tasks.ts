import { raw } from '@mikro-orm/postgresql';
import { Timestamp } from '@training/shared/primitives';
import { z } from 'zod';
import { createSystemContextFields, type Workspace } from '../../core/context.ts';
import {
  processEachAndThrowFirstFailure,
  processInHalvesOnFailure,
  type FailedItem,
} from '../../core/process-each-alone.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { JOIN_TIME_ZONE_SKIP_UNKNOWN_SQL } from '../../database/database-time.ts';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { runsBackgroundWorkSql } from '../../database/statements/away.ts';
import { PATH_COMPLETION_BATCH_SIZE, recordPathCompletions } from '../evidence/record-path-completions.ts';
import { recordEvent } from '../events/record-event.ts';
import { EnrollmentEntity } from '../learning/enrollment.entity.ts';
import { AssignmentMaintenanceEntity } from './assignment.entity.ts';
import type { ShouldStop } from './run-assignment.ts';

/** Events of one transaction. */
const CERTIFICATES_AT_ONCE = 100;

/**
 * Finds certificates that have entered their renewal window or expired since the last notification. The window is that
 * of the assignments, else 30 days. Only the newest certificate of an active person and a module counts.
 */
const TO_NOTIFY = defineStatement({
  name: 'certificates-to-tell',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({
    id: z.uuid(),
    kind: z.enum(['due_soon', 'expired', 'superseded']),
    user_id: z.uuid(),
    email: z.string().nullable(),
    full_name: z.string(),
    module_id: z.uuid(),
    title: z.string(),
    completed_at: Timestamp,
    expires_at: Timestamp,
  }),
  sql: `
select e.id, k.kind, u.id as user_id, u.email, u.full_name, m.id as module_id, m.title,
  to_iso(e.completed_at) as completed_at, to_iso(e.expires_at) as expires_at
from enrollments e
join users u on u.workspace_id = e.workspace_id and u.id = e.user_id and u.is_active
join modules m on m.workspace_id = e.workspace_id and m.id = e.module_id
cross join lateral (
  select coalesce(max(a.window_days), 30) as days
  from assignment_enrollments l join assignments a on a.workspace_id = l.workspace_id and a.id = l.assignment_id
  where l.workspace_id = :workspaceId and l.enrollment_id = e.id and l.removed_at is null
) w
cross join lateral (
  select case
    when exists (
      select from enrollments later
      where later.workspace_id = :workspaceId and later.user_id = e.user_id and later.module_id = e.module_id
        and later.cycle > e.cycle and later.completed_at is not null
        and coalesce(later.expires_at, 'infinity') > e.expires_at) then 'superseded'
    when e.expires_at <= :now::timestamptz then 'expired'
    else 'due_soon' end as kind
) k
where e.workspace_id = :workspaceId and e.expires_at is not null and e.certificate_told is distinct from 'expired'
  and e.expires_at <= :now::timestamptz + make_interval(days => w.days)
  and e.expires_at <= :now::timestamptz + interval '365 days'
  and (e.certificate_told is null or k.kind <> 'due_soon')
order by e.expires_at, e.id
limit :most
for no key update of e skip locked`,
});

/** Records an event for each certificate that expires soon or has expired, once each (rules/assignments 9). */
export async function recordExpiringCertificates(
  db: Database,
  workspace: Workspace,
  now: Date,
  stop: ShouldStop,
): Promise<void> {
  const cause = { workspace, ...createSystemContextFields('Recertification', now) };
  let count = CERTIFICATES_AT_ONCE;
  while (count === CERTIFICATES_AT_ONCE && !stop()) {
    count = await createWorkspaceEntityManager({ db, workspace }).transactional(async (em) => {
      const certificates = await TO_NOTIFY.all(em, { workspaceId: workspace.id, now, most: CERTIFICATES_AT_ONCE });
      for (const { id, kind, ...certificate } of certificates) {
        const { user_id, full_name, title } = certificate;
        if (kind !== 'superseded') {
          await recordEvent(em, cause, {
            action: `certification.${kind}`,
            subject: { kind: 'user', id: user_id, name: full_name },
            changes: { module: title, expires_at: certificate.expires_at },
            outgoing: certificate,
          });
        }
        // A certificate replaced by a newer one needs no event.
        const notifiedAs = kind === 'due_soon' ? kind : 'expired';
        await em.nativeUpdate(EnrollmentEntity, { workspaceId: workspace.id, id }, { certificateTold: notifiedAs });
      }
      return certificates.length;
    });
  }
}

/** Records paths that were completed otherwise than by their last module, such as by past training (rules/paths 9). */
async function completePathsOf(db: Database, workspace: Workspace, now: Date, stop: ShouldStop): Promise<void> {
  const cause = { workspace, ...createSystemContextFields('Server', now) };
  let count = PATH_COMPLETION_BATCH_SIZE;
  while (count === PATH_COMPLETION_BATCH_SIZE && !stop()) {
    count = await createWorkspaceEntityManager({ db, workspace }).transactional((em) =>
      recordPathCompletions(em, cause, null),
    );
  }
}

const BATCH = 500;
const FROM_THE_FIRST = '00000000-0000-0000-0000-000000000000';

/** Finds active assignments, and ended ones that still cover someone. Skips those being applied. */
const TO_MEND = defineStatement({
  name: 'assignments-to-mend',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ id: z.uuid() }),
  sql: `
select a.id from assignments a
where a.workspace_id = :workspaceId
  and (a.ended_at is null or exists (
    select from assignment_enrollments l
    where l.workspace_id = :workspaceId and l.assignment_id = a.id and l.removed_at is null))
  and not exists (
    select from assignment_runs r
    where r.workspace_id = :workspaceId and r.assignment_id = a.id and r.finished_at is null)
order by a.created_at, a.id`,
});

const STRAGGLERS = defineStatement({
  name: 'stragglers-of-assignment',
  scope: 'tenant',
  unprepared: true,
  row: z.strictObject({ people: z.array(z.uuid()) }),
  sql: `
select array(select s from people_to_reassign(a, :now) s order by s) as people
from assignments a where a.workspace_id = :workspaceId and a.id = :id`,
});

const MEND = defineStatement({
  name: 'mend-assignment',
  scope: 'tenant',
  unprepared: true,
  sql: `
select apply_assignments(array[a], :people::uuid[], :now, false)
from assignments a where a.workspace_id = :workspaceId and a.id = :id`,
});

const portionsOf = (people: string[], most: number): string[][] =>
  Array.from({ length: Math.ceil(people.length / most) }, (_, n) => people.slice(n * most, (n + 1) * most));

/** Opens due cycles, and applies what was missed when a person changed. */
async function mendAssignments(db: Database, workspaceId: string, now: Date, stop: ShouldStop): Promise<void> {
  const mend = async ({ id }: { id: string }) => {
    const failed: FailedItem<string>[] = [];
    const { people } = await STRAGGLERS.one(db.pool, { workspaceId, id, now });
    await processEachAndThrowFirstFailure(
      portionsOf(people, BATCH),
      (portion) =>
        processInHalvesOnFailure(portion, (some) => MEND.run(db.pool, { workspaceId, id, people: some, now }), {
          failed,
        }),
      stop,
    );
    if (failed[0]) throw failed[0].error;
  };
  await processEachAndThrowFirstFailure(await TO_MEND.all(db.pool, { workspaceId }), mend, stop);
}

/** Runs each night's tasks within an hour after 02:00 local time. */
export const NIGHTLY_TASKS_CRONTAB = '7 * * * * assignment_nights';

/**
 * Finds workspaces with a due night. A night begins at 02:00 local time. The next night makes up for a missed one,
 * because all tasks use the current state. A workspace whose time zone the database lacks has none, and `wtp doctor`
 * names it.
 */
const DUE_NIGHTS = defineStatement({
  name: 'due-assignment-nights',
  scope: 'cross_tenant',
  row: z.strictObject({ id: z.uuid(), slug: z.string(), name: z.string(), night: z.string() }),
  sql: `
select w.id, w.slug, w.name, n.night::text as night
from workspaces w
${JOIN_TIME_ZONE_SKIP_UNKNOWN_SQL}
cross join lateral (select ((:now::timestamptz at time zone z.zone) - interval '2 hours')::date as night) n
left join assignment_maintenance u on u.workspace_id = w.id
where (u.night is null or u.night < n.night) and ${runsBackgroundWorkSql('w.id')}
order by w.id`,
});

/** Records a finished night, and restarts the check of due dates. */
async function recordNight(db: Database, workspaceId: string, night: string): Promise<void> {
  const em = createWorkspaceEntityManager({ db, workspace: { id: workspaceId } });
  const again = { night, datesThrough: raw('coalesce(dates_through, ?::uuid)', [FROM_THE_FIRST]) };
  if ((await em.nativeUpdate(AssignmentMaintenanceEntity, { workspaceId }, again)) > 0) return;
  const first = { workspaceId, night, datesThrough: FROM_THE_FIRST };
  await em.upsert(AssignmentMaintenanceEntity, first, { onConflictAction: 'ignore' });
}

/**
 * Runs the nightly tasks of each workspace where 02:00 has passed since the last run: opens the next cycles, applies
 * what was missed, and records expiring certificates. A run is recorded last; a repeated one changes nothing.
 */
export async function runNightlyTasks(db: Database, stop: ShouldStop = () => false, now = new Date()): Promise<void> {
  await processEachAndThrowFirstFailure(
    await DUE_NIGHTS.all(db.pool, { now }),
    async ({ night, ...workspace }) => {
      await processEachAndThrowFirstFailure(
        [
          () => mendAssignments(db, workspace.id, now, stop),
          () => recordExpiringCertificates(db, workspace, now, stop),
          () => completePathsOf(db, workspace, now, stop),
        ],
        (task) => task(),
        stop,
      );
      if (stop()) return;
      await recordNight(db, workspace.id, night);
    },
    stop,
  );
}
