import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';

/**
 * The attempt at the revision that is studied which takes the place of a new one, and which a newer revision's goes on
 * from: one that is passed or, where there is none, the unfinished one.
 */
export const FIND_RESUMABLE = defineStatement({
  name: 'find-resumable-attempt',
  scope: 'tenant',
  row: z.strictObject({ id: z.string() }),
  sql: `
select a.id from attempts a
join enrollments e on e.workspace_id = :workspaceId and e.id = a.enrollment_id
where a.workspace_id = :workspaceId and a.enrollment_id = :enrollmentId and a.revision_id = e.revision_id
  and a.state in ('open', 'waiting', 'passed')
order by a.state = 'passed' desc, a.number desc limit 1`,
});
