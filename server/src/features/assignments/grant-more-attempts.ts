import { raw } from '@mikro-orm/postgresql';
import type {
  ListPeopleOutOfAttempts,
  GrantExtraAttempts,
  AttemptsAfterGrant,
  PeopleOutOfAttemptsPage,
} from '@training/shared/assignments/assignments';
import { z } from 'zod';
import { type Context, isOutsideDepartment, departmentLimitOf, actingUserIdOf } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement, JsonRow } from '../../database/statements/statement.ts';
import { createPreparedJson } from '../../platform/prepared-json.ts';
import { joinAllowedAndUsedAttemptsSql } from '../courses/attempt-settings.ts';
import { recordEvent } from '../events/record-event.ts';
import { EnrollmentEntity } from '../learning/enrollment.entity.ts';
import { createNotifications } from '../notifications/create-notifications.ts';

const LIST = defineStatement({
  name: 'list-out-of-attempts',
  scope: 'tenant',
  row: JsonRow,
  sql: `
with stuck as (
  select e.id from enrollments e
  join users u on u.workspace_id = :workspaceId and u.id = e.user_id and u.is_active
  join modules m on m.workspace_id = :workspaceId and m.id = e.module_id and m.status = 'published'
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  where e.workspace_id = :workspaceId and e.out_of_attempts and e.is_current and e.completed_at is null
    and e.waived_at is null and e.user_id <> :viewerId
    and (:ownDepartment::uuid is null or :ownDepartment in (u.department_id, c.department_id))
), page as (
  select e.* from enrollments e
  where e.workspace_id = :workspaceId and e.id in (select id from stuck)
  order by e.last_activity_at, e.id limit :limit offset :offset
)
select json_build_object('people', coalesce((
  select json_agg(json_build_object('enrollment_id', e.id, 'user_id', u.id, 'full_name', u.full_name, 'department', d.name,
    'module_id', m.id, 'module', m.title, 'course', c.title, 'attempts_allowed', limits.allowed,
    'best_score', e.best_score::float8, 'last_activity_at', to_iso(e.last_activity_at)) order by e.last_activity_at, e.id)
  from page e
  join users u on u.workspace_id = :workspaceId and u.id = e.user_id
  join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
  join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
  join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
  ${joinAllowedAndUsedAttemptsSql('e', 'r')}
  left join departments d on d.workspace_id = :workspaceId and d.id = u.department_id), '[]'),
  'total', (select count(*) from stuck))::text as json`,
});

/** Lists people who have used all attempts and need a trainer to continue, longest wait first. */
export async function listPeopleOutOfAttempts(
  ctx: Context,
  page: ListPeopleOutOfAttempts,
): Promise<PeopleOutOfAttemptsPage> {
  const { db, workspace } = ctx;
  const asked = {
    workspaceId: workspace.id,
    ownDepartment: departmentLimitOf(ctx),
    viewerId: actingUserIdOf(ctx),
    ...page,
  };
  return createPreparedJson((await LIST.one(db.pool, asked)).json);
}

const LOCK = defineStatement({
  name: 'lock-enrollment-to-open-attempts',
  scope: 'tenant',
  row: z.strictObject({
    user_id: z.uuid(),
    name: z.string(),
    module_id: z.uuid(),
    module: z.string(),
    departments: z.array(z.uuid()),
    open: z.boolean(),
  }),
  sql: `
select u.id as user_id, u.full_name as name, m.id as module_id, m.title as module,
  array_remove(array[u.department_id, c.department_id], null) as departments,
  e.is_current and e.completed_at is null and e.waived_at is null and e.revision_id is not null as open
from enrollments e
join users u on u.workspace_id = :workspaceId and u.id = e.user_id
join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
join courses c on c.workspace_id = :workspaceId and c.id = m.course_id
where e.workspace_id = :workspaceId and e.id = :id
for no key update of e`,
});

const READ = defineStatement({
  name: 'read-opened-attempts',
  scope: 'tenant',
  row: z.strictObject({ allowed: z.int(), used: z.int() }),
  sql: `
select limits.allowed, limits.used from enrollments e
join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
${joinAllowedAndUsedAttemptsSql('e', 'r')}
where e.workspace_id = :workspaceId and e.id = :id`,
});

/**
 * Grants a person more attempts at a quiz in their current cycle. The reason is stored in the audit log and shown to
 * the person (rules/learning 9). Allowed for trainers of the person's or the course's department, and super admins.
 * @throws AppError `enrollment_not_found`; `forbidden`; `self_grading` for one's own; `enrollment_closed` if it was not
 *   started, or is over
 */
export function grantMoreAttempts(ctx: Context, input: GrantExtraAttempts): Promise<AttemptsAfterGrant> {
  const { enrollment_id, attempts, reason } = input;
  const { workspace, actor, now } = ctx;
  return inTransaction(ctx, async (em) => {
    const named = { workspaceId: workspace.id, id: enrollment_id };
    const found = await LOCK.first(em, named);
    if (!found) throw new AppError('enrollment_not_found', `There is no training ${enrollment_id} in this workspace.`);
    const { user_id, name, module_id, module } = found;
    if (isOutsideDepartment(ctx, ...found.departments)) {
      throw new AppError('forbidden', 'Trainers can open attempts only of their own department’s people and courses.');
    }
    if (actingUserIdOf(ctx) === user_id) {
      throw new AppError('self_grading', 'Another trainer, or a super admin, has to open attempts for you.');
    }
    if (!found.open) throw new AppError('enrollment_closed', `${name} isn’t studying “${module}” at the moment.`);
    const opened = { moreAttempts: raw('more_attempts + ?', [attempts]), outOfAttempts: false };
    await em.nativeUpdate(EnrollmentEntity, named, opened);
    const { allowed, used } = await READ.one(em, named);
    const eventId = await recordEvent(em, ctx, {
      action: 'enrollment.attempts_opened',
      subject: { kind: 'user', id: user_id, name },
      changes: { module, module_id, enrollment_id, attempts, attempts_allowed: allowed, reason },
    });
    const recipient = { recipientId: user_id, because: 'studies_it' as const, by: actor.name, part: eventId, eventId };
    const subject = { kind: 'enrollment' as const, id: enrollment_id, name: module };
    const facts = { module_id, count: attempts, reason };
    await createNotifications(em, workspace.id, now, [
      { ...recipient, kind: 'learning.attempts_opened', subject, facts },
    ]);
    return { enrollment_id, attempts_allowed: allowed, attempts_left: Math.max(allowed - used, 0) };
  });
}
