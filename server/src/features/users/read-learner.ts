import { LearnerIdentity, type PersonRef } from '@training/shared/users/people';
import { departmentLimitOf, type Context } from '../../core/context.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { AppError } from '../../core/errors.ts';

const READ = defineStatement({
  name: 'read-learner',
  scope: 'tenant',
  row: LearnerIdentity,
  sql: `
select u.id, u.full_name, u.email, u.external_id, d.name as department, u.is_active
from users u left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id
where u.workspace_id = :workspaceId and u.id = :id
  and (:reach::text <> 'department' or u.department_id = :ownDepartment::uuid)`,
});

/**
 * Returns a person; trainers see only their own department's (rules/analytics 21).
 * @throws AppError `user_not_found`, also for people of other departments
 */
export async function getLearnerIdentityById(ctx: Context, { id }: PersonRef): Promise<LearnerIdentity> {
  const { db, workspace, reach } = ctx;
  const asked = { workspaceId: workspace.id, id, reach, ownDepartment: departmentLimitOf(ctx) };
  const person = await READ.first(db.pool, asked);
  if (!person) throw new AppError('user_not_found', `There is no user ${id} that you can see.`);
  return person;
}
