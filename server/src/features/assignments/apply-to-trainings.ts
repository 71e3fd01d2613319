import type { TrainingChangeOutcomes } from '@training/shared/assignments/assign-several';
import { z } from 'zod';
import { requireActingPerson, type Context, isOutsideDepartment } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { applyOneByOne } from '../../core/apply-one-by-one.ts';
import { defineStatement } from '../../database/statements/statement.ts';

const NamedTraining = z.strictObject({
  enrollment_id: z.uuid(),
  department_id: z.uuid().nullable(),
  full_name: z.string(),
  module: z.string(),
});

const FIND = defineStatement({
  name: 'find-trainings-to-change',
  scope: 'tenant',
  row: NamedTraining,
  sql: `
select e.id as enrollment_id, u.department_id, u.full_name, m.title as module
from enrollments e
join users u on u.workspace_id = :workspaceId and u.id = e.user_id
join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
where e.workspace_id = :workspaceId and e.id = any (:ids::uuid[])
  and (:managerId::uuid is null or manages(:workspaceId, :managerId::uuid, u.id))
order by lower(u.full_name), u.id, e.id`,
});

/**
 * Applies `act` to each training, and returns what became of each, by name. Trainings beyond a manager's team or a
 * trainer's department are named no more than ones that don't exist, even if they are busy.
 */
export async function applyToEachEnrollment(
  ctx: Context,
  enrollmentIds: readonly string[],
  act: (enrollmentId: string) => Promise<unknown>,
): Promise<TrainingChangeOutcomes> {
  const ids = [...new Set(enrollmentIds)];
  const managerId = ctx.reach === 'team' ? requireActingPerson(ctx).id : null;
  const found = await FIND.all(ctx.db.pool, { workspaceId: ctx.workspace.id, ids, managerId });
  const known = new Map(found.map((training) => [training.enrollment_id, training]));
  const named = new Map([...known].filter(([, { department_id }]) => !isOutsideDepartment(ctx, department_id)));
  // Also their order says nothing of people whom the caller may not see.
  const ordered = [...named.keys(), ...ids.filter((id) => !named.has(id))];
  const outcomes = await applyOneByOne(ordered, async (enrollment_id) => {
    if (known.has(enrollment_id)) return act(enrollment_id);
    throw enrollmentNotFoundError(enrollment_id);
  });
  return {
    outcomes: outcomes.map(({ item, refused }) => {
      const { full_name = '', module = '' } = named.get(item) ?? {};
      return { enrollment_id: item, full_name, module, refused };
    }),
  };
}

/** Returns the error for a training that the caller may not see, or that doesn't exist. */
export const enrollmentNotFoundError = (id: string): AppError =>
  new AppError('enrollment_not_found', `There is no training ${id} in this workspace.`);
