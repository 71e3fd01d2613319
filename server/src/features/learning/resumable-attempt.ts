import { z } from 'zod';
import { defineStatement } from '../../database/statements/statement.ts';

/**
 * Finds the attempt to resume instead of starting a new one, and to carry answers over from: a passed one at the
 * current revision or, if there is none, the unfinished one.
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
