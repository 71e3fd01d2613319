import { raw } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { eachAlone } from '../../core/each-alone.ts';
import { eachInHalves, type FailedItem } from '../../core/each-in-halves.ts';
import { entityManager } from '../../core/transaction.ts';
import type { Database } from '../../database/database.ts';
import { KNOWN_ZONE } from '../../database/database-time.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AssignmentMaintenanceEntity } from './assignment.entity.ts';
import type { Stop } from './run-assignment.ts';
import { notifyExpiringCertificates } from './notify-expiring-certificates.ts';

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
async function mendAssignments(db: Database, workspaceId: string, now: Date, stop: Stop): Promise<void> {
  const mend = async ({ id }: { id: string }) => {
    const failed: FailedItem<string>[] = [];
    const { people } = await STRAGGLERS.one(db.pool, { workspaceId, id, now });
    await eachAlone(
      portionsOf(people, BATCH),
      (portion) =>
        eachInHalves(portion, (some) => MEND.run(db.pool, { workspaceId, id, people: some, now }), { failed }),
      stop,
    );
    if (failed[0]) throw failed[0].error;
  };
  await eachAlone(await TO_MEND.all(db.pool, { workspaceId }), mend, stop);
}

/** Runs each night's tasks within an hour after 02:00 local time. */
export const NIGHTS_CRONTAB = '7 * * * * assignment_nights';

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
${KNOWN_ZONE}
cross join lateral (select ((:now::timestamptz at time zone z.zone) - interval '2 hours')::date as night) n
left join assignment_maintenance u on u.workspace_id = w.id
where u.night is null or u.night < n.night
order by w.id`,
});

/** Records a finished night, and restarts the check of due dates. */
async function recordNight(db: Database, workspaceId: string, night: string): Promise<void> {
  const em = entityManager({ db, workspace: { id: workspaceId } });
  const again = { night, datesThrough: raw('coalesce(dates_through, ?::uuid)', [FROM_THE_FIRST]) };
  if ((await em.nativeUpdate(AssignmentMaintenanceEntity, { workspaceId }, again)) > 0) return;
  const first = { workspaceId, night, datesThrough: FROM_THE_FIRST };
  await em.upsert(AssignmentMaintenanceEntity, first, { onConflictAction: 'ignore' });
}

/**
 * Runs the nightly tasks of each workspace where 02:00 has passed since the last run: opens the next cycles, applies
 * what was missed, and records expiring certificates. A run is recorded last; a repeated one changes nothing.
 */
export async function runNightlyTasks(db: Database, stop: Stop = () => false, now = new Date()): Promise<void> {
  await eachAlone(
    await DUE_NIGHTS.all(db.pool, { now }),
    async ({ night, ...workspace }) => {
      await eachAlone(
        [
          () => mendAssignments(db, workspace.id, now, stop),
          () => notifyExpiringCertificates(db, workspace, now, stop),
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
