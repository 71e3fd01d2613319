import { z } from 'zod';
import type { Database } from '../../database/database.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import type { Stop } from './run-assignment.ts';

const BATCH = 500;

/** Those that stand, and ended ones that still cover somebody; what is being applied is left to that. */
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

/** Opens the cycles that are due, and mends what was missed when a person changed. */
export async function mendAssignments(db: Database, workspaceId: string, now: Date, stop: Stop): Promise<void> {
  for (const { id } of await TO_MEND.all(db.pool, { workspaceId })) {
    const { people } = await STRAGGLERS.one(db.pool, { workspaceId, id, now });
    for (let from = 0; from < people.length && !stop(); from += BATCH) {
      await MEND.run(db.pool, { workspaceId, id, people: people.slice(from, from + BATCH), now });
    }
  }
}
