import {
  MIN_HOURS_BETWEEN_REMINDERS,
  type RemindOfTrainings,
  type TrainingChangeOutcomes,
} from '@training/shared/assignments/assign-several';
import { z } from 'zod';
import { type Context, isOutsideDepartment, actingUserIdOf } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { recordEvent } from '../events/record-event.ts';
import { createNotifications } from '../notifications/create-notifications.ts';
import { hasOwnPermissionSql } from '../notifications/recipients-by-permission.ts';
import { applyToEachEnrollment, enrollmentNotFoundError } from './apply-to-trainings.ts';

const HOUR = 3_600_000;

const Remindable = z.strictObject({
  user_id: z.uuid(),
  name: z.string(),
  department_id: z.uuid().nullable(),
  is_managed: z.boolean(),
  may_study: z.boolean(),
  module_id: z.uuid(),
  module: z.string(),
  state: z.enum(['owed', 'certified', 'over']),
  due_at: z.string().nullable(),
  expires_at: z.string().nullable(),
  reminded_at: z.string().nullable(),
  reminded_by: z.string().nullable(),
  number: z.int().describe('Of the next reminder of the cycle.'),
});

/**
 * Locks the cycle. Of two reminders at once, the second reads in another statement what the first has stored: a
 * statement that waits doesn't see what was committed meanwhile.
 */
const LOCK = defineStatement({
  name: 'lock-training-to-remind-of',
  scope: 'tenant',
  sql: 'select 1 from enrollments where workspace_id = :workspaceId and id = :id for no key update',
});

const READ = defineStatement({
  name: 'read-training-to-remind-of',
  scope: 'tenant',
  row: Remindable,
  sql: `
select u.id as user_id, u.full_name as name, u.department_id,
  manages(:workspaceId, :actorId::uuid, u.id) as is_managed, u.is_active and ${hasOwnPermissionSql('learning:study')} as may_study,
  m.id as module_id, m.title as module,
  case when not e.is_current or m.status <> 'published' then 'over'
    when e.completed_at is not null then case when e.certified_until is not null then 'certified' else 'over' end
    when e.waived_at is null and e.source = 'assignment' then 'owed' else 'over' end as state,
  to_iso(e.due_at) as due_at, to_iso(e.certified_until) as expires_at,
  to_iso(r.at) as reminded_at, r.by_name as reminded_by,
  (select coalesce(max(n.round), 0) + 1 from notifications n
    where n.workspace_id = :workspaceId and n.recipient_id = u.id and n.subject_id = e.id and n.kind = 'learning.reminded'
      and n.channel = 'inbox') as number
from enrollments e
join users u on u.workspace_id = :workspaceId and u.id = e.user_id
join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
left join lateral (
  select n.at, n.by_name from notifications n
  where n.workspace_id = :workspaceId and n.recipient_id = u.id and n.kind = 'learning.reminded' and n.channel = 'inbox'
    and n.facts ->> 'module_id' = m.id::text
  order by n.at desc limit 1) r on true
where e.workspace_id = :workspaceId and e.id = :id`,
});

/** Reminds people of trainings, each at most once in a day; the outcomes name the others (rules/notifications 10). */
export function remindPeopleOfTrainings(
  ctx: Context,
  { enrollment_ids }: RemindOfTrainings,
): Promise<TrainingChangeOutcomes> {
  return applyToEachEnrollment(ctx, enrollment_ids, (id) => remindOf(ctx, id));
}

/**
 * Reminds a person of one training: in the bell at once, and in the day's mail about training.
 * @throws AppError `enrollment_not_found`, also beyond a manager's team; `forbidden` beyond a trainer's department;
 *   `enrollment_closed`; `reminded_already`
 */
function remindOf(ctx: Context, id: string): Promise<void> {
  const { workspace, actor, now } = ctx;
  return inTransaction(ctx, async (em) => {
    await LOCK.run(em, { workspaceId: workspace.id, id });
    const found = await READ.first(em, { workspaceId: workspace.id, id, actorId: actingUserIdOf(ctx) });
    // For managers it is as if others weren't there (rules/managers 6).
    if (!found || (ctx.reach === 'team' && !found.is_managed)) throw enrollmentNotFoundError(id);
    const { user_id, name, module_id, module, state, due_at, expires_at, number } = found;
    if (isOutsideDepartment(ctx, found.department_id)) {
      throw new AppError('forbidden', 'Trainers can remind only people of their own department.');
    }
    if (!found.may_study) throw new AppError('enrollment_closed', `${name} is inactive, or doesn’t take training.`);
    if (state === 'over') {
      throw new AppError('enrollment_closed', `${name} has nothing to do in “${module}” at the moment.`);
    }
    refuseSecond(found, now);
    const eventId = await recordEvent(em, ctx, {
      action: 'enrollment.reminded',
      subject: { kind: 'user', id: user_id, name },
      changes: { module, module_id, enrollment_id: id },
    });
    const to = { recipientId: user_id, because: 'studies_it' as const, eventId };
    const dates = state === 'owed' ? { ...(due_at && { due_at }) } : { ...(expires_at && { expires_at }) };
    const subject = { kind: 'enrollment' as const, id, name: module };
    await createNotifications(em, workspace.id, now, [
      { ...to, kind: 'learning.reminded', by: actor.name, subject, round: number, facts: { module_id, ...dates } },
      { ...to, kind: 'learning.digest', subject: { kind: 'training', id: null, name: 'Training' } },
    ]);
  });
}

function refuseSecond({ name, module, reminded_at, reminded_by }: z.infer<typeof Remindable>, now: Date): void {
  if (reminded_at === null) return;
  const passed = now.getTime() - Date.parse(reminded_at);
  if (passed >= MIN_HOURS_BETWEEN_REMINDERS * HOUR) return;
  const by = reminded_by === null ? '' : ` by ${reminded_by}`;
  throw new AppError(
    'reminded_already',
    `${name} was reminded of “${module}” ${ago(passed)}${by}. Remind again ${MIN_HOURS_BETWEEN_REMINDERS} hours after that.`,
  );
}

/** Returns "just now", "5 minutes ago" or "2 hours ago". */
function ago(passed: number): string {
  const minutes = Math.floor(passed / 60_000);
  if (minutes < 1) return 'just now';
  const [count, unit] = minutes < 60 ? [minutes, 'minute'] : [Math.floor(minutes / 60), 'hour'];
  return `${count} ${unit}${count === 1 ? '' : 's'} ago`;
}
