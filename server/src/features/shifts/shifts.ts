import {
  type AddShifts,
  type FindShiftCandidates,
  ListedShift,
  type ListShifts,
  MAX_SHIFTS_PER_WORKSPACE,
  type ShiftRef,
  type ShiftPage,
  ShiftCandidates,
} from '@training/shared/shifts/shifts';
import { MAX_MANAGERS_ABOVE_PERSON } from '@training/shared/team/team';
import { z } from 'zod';
import { SHIFT_IS_CURRENT } from '../../auth/pins/current-device.ts';
import { requireActingPerson, type Context } from '../../core/context.ts';
import { AppError, invalidFieldError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement } from '../../database/statements/statement.ts';
import { likePatternOf } from '../../database/statements/search-patterns.ts';
import { recordEvent } from '../events/record-event.ts';
import { ShiftEntity } from './shift.entity.ts';

/** SQL condition: the caller sees the person `u`. */
const SEEN = `u.workspace_id = :workspaceId and u.is_active
  and (:managerId::uuid is null or u.id in (select team_of(:workspaceId, :managerId, ${MAX_MANAGERS_ABOVE_PERSON})))` as const;

const LIST = defineStatement({
  name: 'list-shifts',
  scope: 'tenant',
  row: z.strictObject({ shifts: z.array(ListedShift), total: z.int() }),
  sql: `
with found as materialized (
  select f.user_id, u.full_name, f.starts_at, f.ends_at, f.starts_at < now() as has_begun, ${SHIFT_IS_CURRENT} as is_on
  from shifts f join users u on u.id = f.user_id and ${SEEN}
  where f.workspace_id = :workspaceId and f.ends_at > now() and u.full_name ilike :search
)
select (select count(*)::int from found) as total, coalesce((
  select json_agg(json_build_object('user_id', p.user_id, 'full_name', p.full_name, 'starts_at', to_iso(p.starts_at),
    'ends_at', to_iso(p.ends_at), 'has_begun', p.has_begun, 'is_on', p.is_on) order by p.starts_at, lower(p.full_name), p.user_id)
  from (
    select * from found order by starts_at, lower(full_name), user_id limit :limit offset :offset
  ) p), '[]') as shifts`,
});

const LIST_SEEN = defineStatement({
  name: 'list-people-who-get-shifts',
  scope: 'tenant',
  row: z.strictObject({ id: z.uuid(), full_name: z.string() }),
  sql: `select u.id, u.full_name from users u where ${SEEN} and u.id = any(:ids::uuid[]) order by u.id`,
});

const FIND_PEOPLE = defineStatement({
  name: 'find-people-for-shifts',
  scope: 'tenant',
  row: ShiftCandidates.element,
  sql: `
select u.id, u.full_name, u.external_id from users u
where ${SEEN} and u.role in ('learner', 'trainer') and u.external_id is not null
  and (u.full_name ilike :search or u.external_id ilike :search)
order by lower(u.full_name), u.id limit :limit`,
});

/** Lets one request at a time change the shifts of a workspace. */
export const LOCK_SHIFTS = defineStatement({
  name: 'lock-shifts',
  scope: 'tenant',
  sql: `select pg_advisory_xact_lock(hashtextextended('shifts ' || :workspaceId::text, 0))`,
});

const scopeOf = (ctx: Context) => ({
  workspaceId: ctx.workspace.id,
  managerId: ctx.reach === 'team' ? requireActingPerson(ctx).id : null,
});

/** Lists shifts that haven't ended, by their beginning: everyone's, or the team's of a manager. */
export function listCurrentAndFutureShifts(
  ctx: Context,
  { search = '', limit, offset }: ListShifts,
): Promise<ShiftPage> {
  return LIST.one(ctx.db.pool, { ...scopeOf(ctx), search: likePatternOf(search), limit, offset });
}

/** Finds people whom a shared device can list, by name or number. */
export function findShiftCandidates(ctx: Context, { search, limit }: FindShiftCandidates): Promise<ShiftCandidates> {
  return FIND_PEOPLE.all(ctx.db.pool, { ...scopeOf(ctx), search: likePatternOf(search), limit });
}

/** Returns active people by id. @throws AppError `user_not_found` if the caller doesn't see one of them */
async function findSeen(ctx: Context, ids: readonly string[]) {
  const people = await LIST_SEEN.all(ctx.db.pool, { ...scopeOf(ctx), ids });
  const missing = ids.find((id) => !people.some((person) => person.id === id));
  if (missing !== undefined)
    throw new AppError('user_not_found', `There is no active user ${missing} that you can see.`);
  return people;
}

/**
 * Gives each of several people the same shift, in place of one that begins at the same time.
 * @throws AppError `user_not_found`; `invalid_request` for a shift that has ended; `shift_limit_reached`
 */
export async function addShifts(ctx: Context, { user_ids, starts_at, ends_at }: AddShifts): Promise<void> {
  const workspaceId = ctx.workspace.id;
  const [startsAt, endsAt] = [new Date(starts_at), new Date(ends_at)];
  if (endsAt <= ctx.now)
    throw invalidFieldError('ends_at', 'The shift has already ended. Enter a later time.', 'shift_over');
  const people = await findSeen(ctx, user_ids);
  await inTransaction(ctx, async (em) => {
    await LOCK_SHIFTS.run(em, { workspaceId });
    const rows = people.map(({ id: userId }) => ({ workspaceId, userId, startsAt, endsAt }));
    await em.upsertMany(ShiftEntity, rows);
    assertWithinShiftLimit(await em.count(ShiftEntity, { workspaceId }));
    const changes = { starts_at: startsAt.toISOString(), ends_at: endsAt.toISOString() };
    for (const { id, full_name: name } of people) {
      await recordEvent(em, ctx, { action: 'user.shift_added', subject: { kind: 'user', id, name }, changes });
    }
  });
}

/** Ends a shift now; one that hasn't begun is deleted. @throws AppError `shift_not_found`, `user_not_found` */
export async function endShift(ctx: Context, { user_id: userId, starts_at }: ShiftRef): Promise<void> {
  const [person] = await findSeen(ctx, [userId]);
  const startsAt = new Date(starts_at);
  const named = { workspaceId: ctx.workspace.id, userId, startsAt, endsAt: { $gt: ctx.now } };
  await inTransaction(ctx, async (em) => {
    const ended =
      startsAt < ctx.now
        ? await em.nativeUpdate(ShiftEntity, named, { endsAt: ctx.now })
        : await em.nativeDelete(ShiftEntity, named);
    if (ended === 0) throw new AppError('shift_not_found', 'The shift has ended, or was changed meanwhile.');
    const subject = { kind: 'user', id: userId, name: person?.full_name ?? '' };
    const changes = { starts_at: startsAt.toISOString() };
    await recordEvent(em, ctx, { action: 'user.shift_ended', subject, changes });
  });
}

/** @throws AppError `shift_limit_reached` */
export function assertWithinShiftLimit(count: number): void {
  if (count <= MAX_SHIFTS_PER_WORKSPACE) return;
  const words = `A workspace has at most ${MAX_SHIFTS_PER_WORKSPACE} shifts. Send fewer days ahead, or remove some first.`;
  throw new AppError('shift_limit_reached', words);
}
