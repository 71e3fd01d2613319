import type { EnrollmentRef, WaiveEnrollment } from '@training/shared/assignments/assignments';
import { z } from 'zod';
import { type Context, isOutsideDepartment, actingUserIdOf } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { inTransaction } from '../../core/transaction.ts';
import { AppError } from '../../core/errors.ts';
import { completeCycleIfDone } from '../learning/complete-cycle.ts';
import { EnrollmentEntity } from '../learning/enrollment.entity.ts';
import { recordPathCompletions } from '../evidence/record-path-completions.ts';
import { enrollmentNotFoundError } from './apply-to-trainings.ts';
import { recordEvent } from '../events/record-event.ts';

const LOCK_ENROLLMENT = defineStatement({
  name: 'lock-enrollment-to-waive',
  scope: 'tenant',
  row: z.strictObject({
    user_id: z.uuid(),
    name: z.string(),
    department_id: z.uuid().nullable(),
    is_managed: z.boolean(),
    managers_may_excuse: z.boolean(),
    module: z.string(),
    open: z.boolean(),
    waived: z.boolean(),
    waived_at: z.string().nullable(),
  }),
  sql: `
select u.id as user_id, u.full_name as name, u.department_id, m.title as module,
  manages(:workspaceId, :actorId::uuid, u.id) as is_managed, w.managers_may_excuse,
  e.is_current and e.completed_at is null and e.waived_at is null and e.source = 'assignment' as open,
  e.is_current and e.waived_at is not null as waived, to_iso(e.waived_at) as waived_at
from enrollments e
join users u on u.workspace_id = e.workspace_id and u.id = e.user_id
join modules m on m.workspace_id = e.workspace_id and m.id = e.module_id
join workspaces w on w.id = :workspaceId
where e.workspace_id = :workspaceId and e.id = :id
for no key update of e`,
});

/** Releases the enrollment from assignments that ended, or no longer applied, while it was excused. */
const RELEASE_ENROLLMENT = defineStatement({
  name: 'release-enrollment-after-waiver',
  scope: 'tenant',
  sql: `
select recompute_cycles(e.workspace_id, w.time_zone, array(
  select row(l.assignment_id, e.module_id, e.user_id, 'released', e.id, e.cycle, null, null, false)::planned_assignment
  from assignment_enrollments l
  where l.workspace_id = :workspaceId and l.enrollment_id = e.id and l.removed_at is not null), :now)
from enrollments e join workspaces w on w.id = :workspaceId
where e.workspace_id = :workspaceId and e.id = :id`,
});

/** Moves a due date that passed while it was excused to the assignment's number of days from now. */
const OWE_AGAIN = defineStatement({
  name: 'owe-again-after-waiver',
  scope: 'tenant',
  sql: `
select owe_again(w.id, array[:id::uuid], (:waivedAt::timestamptz at time zone w.time_zone)::date, :now)
from workspaces w where w.id = :workspaceId`,
});

/**
 * Excuses a person from a training, for a reason. It isn't completed, and is never counted (rules/assignments 7).
 * @throws AppError `enrollment_not_found`, also beyond a manager's team; `forbidden` beyond a trainer's department;
 *   `excuse_not_allowed` for managers; `self_grading` for one's own; `enrollment_closed`
 */
export function waiveEnrollment(ctx: Context, { enrollment_id, reason }: WaiveEnrollment): Promise<EnrollmentRef> {
  return inTransaction(ctx, async (em) => {
    const found = await lockEnrollment(em, ctx, enrollment_id);
    if (actingUserIdOf(ctx) === found.user_id) {
      throw new AppError('self_grading', 'Another trainer, or a super admin, has to excuse you.');
    }
    if (!found.open) {
      throw new AppError('enrollment_closed', `${found.name} isn’t assigned “${found.module}”.`);
    }
    const waived = { waivedAt: ctx.now, waivedByName: ctx.actor.name, waivedReason: reason };
    await em.nativeUpdate(EnrollmentEntity, { workspaceId: ctx.workspace.id, id: enrollment_id }, waived);
    await recordEvent(em, ctx, {
      action: 'enrollment.waived',
      subject: { kind: 'user', id: found.user_id, name: found.name },
      changes: { module: found.module, enrollment_id, reason },
    });
    await recordPathCompletions(em, ctx, [found.user_id]);
    return { enrollment_id };
  });
}

/**
 * Undoes an excuse: the training is owed again, or withdrawn if no assignment covers it any more (rules/assignments 7).
 * @throws AppError `enrollment_not_found`; `forbidden` beyond a trainer's department; `enrollment_closed`
 */
export function undoWaiver(ctx: Context, { enrollment_id }: EnrollmentRef): Promise<EnrollmentRef> {
  return inTransaction(ctx, async (em) => {
    const found = await lockEnrollment(em, ctx, enrollment_id);
    if (!found.waived) {
      throw new AppError('enrollment_closed', `What ${found.name} owes of “${found.module}” isn’t excused.`);
    }
    const named = { workspaceId: ctx.workspace.id, id: enrollment_id };
    const open = { waivedAt: null, waivedByName: null, waivedReason: null };
    await em.nativeUpdate(EnrollmentEntity, named, open);
    await RELEASE_ENROLLMENT.run(em, { ...named, now: ctx.now });
    await OWE_AGAIN.run(em, { ...named, waivedAt: found.waived_at, now: ctx.now });
    await recordEvent(em, ctx, {
      action: 'enrollment.waiver_undone',
      subject: { kind: 'user', id: found.user_id, name: found.name },
      changes: { module: found.module, enrollment_id },
    });
    // The last missing grade may have come while it was excused.
    await completeCycleIfDone(em, ctx, enrollment_id);
    return { enrollment_id };
  });
}

async function lockEnrollment(on: StatementRunner, ctx: Context, id: string) {
  const found = await LOCK_ENROLLMENT.first(on, { workspaceId: ctx.workspace.id, id, actorId: actingUserIdOf(ctx) });
  // For managers it is as if others weren't there (rules/managers 6).
  if (!found || (ctx.reach === 'team' && !found.is_managed)) throw enrollmentNotFoundError(id);
  if (isOutsideDepartment(ctx, found.department_id)) {
    throw new AppError('forbidden', 'Trainers can excuse only people of their own department.');
  }
  if (ctx.reach === 'team' && !found.managers_may_excuse) {
    throw new AppError(
      'excuse_not_allowed',
      'This workspace doesn’t let managers excuse people. Ask a super admin, or the trainer of the department.',
    );
  }
  return found;
}
