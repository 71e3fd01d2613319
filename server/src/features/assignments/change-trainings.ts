import type { EnrollmentRef } from '@training/shared/assignments/assignments';
import type { ChangeTrainings, TrainingChangeOutcomes } from '@training/shared/assignments/assign-several';
import { z } from 'zod';
import { type Context, isOutsideDepartment, actingUserIdOf } from '../../core/context.ts';
import { AppError, type FieldErrorCode, invalidFieldError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { recordEvent } from '../events/record-event.ts';
import { applyToEachEnrollment } from './apply-to-trainings.ts';
import { waiveEnrollment } from './waive-enrollment.ts';

const Extendable = z.strictObject({
  user_id: z.uuid(),
  name: z.string(),
  department_id: z.uuid().nullable(),
  module: z.string(),
  is_owed: z.boolean(),
  due_on: z.string().nullable(),
  today: z.string(),
  last_day: z.string(),
});

const LOCK = defineStatement({
  name: 'lock-enrollment-to-extend',
  scope: 'tenant',
  row: Extendable,
  sql: `
select u.id as user_id, u.full_name as name, u.department_id, m.title as module,
  e.is_current and e.completed_at is null and e.waived_at is null and e.source = 'assignment' as is_owed,
  coalesce(e.due_on, ((e.due_at - interval '1 ms') at time zone w.time_zone)::date)::text as due_on,
  (:now::timestamptz at time zone w.time_zone)::date::text as today,
  ((:now::timestamptz at time zone w.time_zone)::date + 3650)::text as last_day
from enrollments e
join users u on u.workspace_id = :workspaceId and u.id = e.user_id
join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
join workspaces w on w.id = :workspaceId
where e.workspace_id = :workspaceId and e.id = :id
for no key update of e`,
});

const EXTEND = defineStatement({
  name: 'extend-due-date',
  scope: 'tenant',
  sql: `
update enrollments e
set extended_on = :dueOn::date, due_on = :dueOn::date, due_at = start_of_day(:dueOn::date + 1, w.time_zone)
from workspaces w
where w.id = :workspaceId and e.workspace_id = :workspaceId and e.id = :id`,
});

/**
 * Moves the due date of one person's training to a later day, whatever day its assignments give (rules/assignments 10).
 * @throws AppError `enrollment_not_found`; `forbidden` beyond a trainer's department; `self_grading` for one's own;
 *   `enrollment_closed`; `invalid_request` if the day isn't later, or is past
 */
function extendDueDate(ctx: Context, { enrollment_id: id, due_on }: EnrollmentRef & { due_on: string }): Promise<void> {
  return inTransaction(ctx, async (em) => {
    const found = await LOCK.first(em, { workspaceId: ctx.workspace.id, id, now: ctx.now });
    if (!found) throw new AppError('enrollment_not_found', `There is no training ${id} in this workspace.`);
    const { user_id, name, module } = found;
    if (isOutsideDepartment(ctx, found.department_id)) {
      throw new AppError('forbidden', 'Trainers can extend due dates only of people of their own department.');
    }
    if (actingUserIdOf(ctx) === user_id) {
      throw new AppError('self_grading', 'Another trainer, or a super admin, has to extend your due date.');
    }
    if (!found.is_owed) throw new AppError('enrollment_closed', `${name} doesn’t owe “${module}” at the moment.`);
    refuseDay(found, due_on);
    await EXTEND.run(em, { workspaceId: ctx.workspace.id, id, dueOn: due_on });
    await recordEvent(em, ctx, {
      action: 'enrollment.extended',
      subject: { kind: 'user', id: user_id, name },
      changes: { module, enrollment_id: id, due_on: [found.due_on, due_on] },
    });
  });
}

function refuseDay({ module, due_on: before, today, last_day }: z.infer<typeof Extendable>, day: string): void {
  const refuse = (code: FieldErrorCode, message: string) => invalidFieldError('change.due_on', message, code, message);
  if (before === null) throw refuse('no_due_date', `“${module}” has no due date`);
  if (day <= before) throw refuse('day_not_later', `Must be later than ${before}, when “${module}” is due now`);
  if (day < today) throw refuse('day_past', `Must not be in the past; today is ${today} in this workspace`);
  if (day > last_day) throw refuse('day_too_late', `Must not be later than ${last_day}`);
}

/** Applies one change to several trainings, each in its own transaction (rules/assignments 10). */
export function changeTrainingsOfPeople(
  ctx: Context,
  { enrollment_ids, change }: ChangeTrainings,
): Promise<TrainingChangeOutcomes> {
  const act = async (enrollment_id: string): Promise<unknown> => {
    switch (change.kind) {
      case 'excuse':
        return waiveEnrollment(ctx, { enrollment_id, reason: change.reason });
      case 'extend':
        return extendDueDate(ctx, { enrollment_id, due_on: change.due_on });
    }
  };
  return applyToEachEnrollment(ctx, enrollment_ids, act);
}
