import { requireActingPerson, type Context, type VisibilityById } from '../../core/context.ts';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';

const OWNERS = defineStatement({
  name: 'read-answer-owners',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), owner: z.uuid() }),
  sql: `
select a.id, e.user_id as owner from answers a
join attempts t on t.workspace_id = :workspaceId and t.id = a.attempt_id
join enrollments e on e.workspace_id = :workspaceId and e.id = t.enrollment_id
where a.workspace_id = :workspaceId and a.id = any (:ids::uuid[])`,
});

/** Returns who may subscribe to these answers: the learners who gave them. Graders subscribe to the queue. */
export async function readAnswerTopicVisibility(
  on: StatementRunner,
  workspaceId: string,
  ids: string[],
): Promise<VisibilityById> {
  const rows = await OWNERS.all(on, { workspaceId, ids });
  return new Map(rows.map(({ id, owner }) => [id, ({ actor }) => actor.kind === 'user' && actor.id === owner]));
}

/**
 * Returns the parameters of `VIEWER_MAY_GRADE_ANSWER` and the like. Trainers see their own department, super admins
 * everything.
 */
export function viewerParametersOf(ctx: Context) {
  const person = requireActingPerson(ctx);
  return {
    workspaceId: ctx.workspace.id,
    slug: ctx.workspace.slug,
    now: ctx.now,
    viewerId: person.id,
    viewerDepartment: person.role === 'trainer' ? person.departmentId : null,
    viewerIsAdmin: person.role === 'super_admin',
  };
}
