import type { EntityManager } from '@mikro-orm/postgresql';
import { z } from 'zod';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { newId } from '../../platform/ids.ts';
import { AssignmentEnrollmentEntity } from '../assignments/assignment.entity.ts';
import { EnrollmentEntity } from '../learning/enrollment.entity.ts';

/** A person and a module. */
export type PersonModuleKey = { workspaceId: string; userId: string; moduleId: string };

const LOCK_PERSON = defineStatement({
  name: 'lock-person-to-attest',
  scope: 'tenant',
  sql: 'select 1 from users where workspace_id = :workspaceId and id = :userId for no key update',
});

const LOCK_CYCLES = defineStatement({
  name: 'lock-cycles-to-attest',
  scope: 'tenant',
  sql: `
select 1 from enrollments where workspace_id = :workspaceId and user_id = :userId and module_id = :moduleId
order by cycle for no key update`,
});

/**
 * Locks a person, so that completions of theirs are attested one after the other, and then their cycles of the module
 * (rules/analytics 15).
 */
export async function lockPersonAndCycles(on: StatementRunner, named: PersonModuleKey): Promise<void> {
  const { workspaceId, userId } = named;
  await Promise.all([LOCK_PERSON.run(on, { workspaceId, userId }), LOCK_CYCLES.run(on, named)]);
}

/**
 * What an attested completion is to the person's cycles: it completes the open cycle (`covers`), replaces another
 * attested one in its cycle (`moves`), is a cycle of its own that is current (`follows`) or that has expired and comes
 * before the open one (`precedes`), or counts nowhere (`history`).
 */
const Placement = z.enum(['covers', 'moves', 'follows', 'precedes', 'history']);

const CompletionPlacement = z.strictObject({
  placement: Placement,
  current_id: z.string().nullable(),
  /** Number of the current cycle, and of the next one. */
  current_cycle: z.int().nullable(),
  next_cycle: z.int(),
  /** True if the current cycle was begun here. */
  is_begun: z.boolean(),
});
export type CompletionPlacement = z.infer<typeof CompletionPlacement>;

const PLACE = defineStatement({
  name: 'place-attested-completion',
  scope: 'tenant',
  row: CompletionPlacement,
  sql: `
select cur.id as current_id, cur.cycle as current_cycle, cur.revision_id is not null as is_begun, 1 + coalesce((
  select max(e.cycle) from enrollments e
  where e.workspace_id = :workspaceId and e.user_id = :userId and e.module_id = :moduleId), 0) as next_cycle, case
  when proved.last_on >= :completedOn::date then 'history'
  when c.certified and coalesce(c.until, 'infinity') >= a.until then 'history'
  when cur.id is null then 'follows'
  when cur.attested_id is not null then 'moves'
  when cur.completed_at is not null then 'follows'
  when a.until <= :now::timestamptz then case when cur.waived_at is null then 'precedes' else 'history' end
  when cur.waived_at is not null then 'follows'
  when exists (
    select from assignment_enrollments l
    join assignments s on s.workspace_id = :workspaceId and s.id = l.assignment_id
    where l.workspace_id = :workspaceId and l.enrollment_id = cur.id and l.removed_at is null
      and s.again and s.created_at > :completedAt::timestamptz) then 'precedes'
  else 'covers' end as placement
from workspaces w
cross join (select coalesce(:expiresAt::timestamptz, 'infinity') as until) a
cross join newest_certificate(:workspaceId, :userId, :moduleId) c
cross join lateral (
  select max((p.completed_at at time zone w.time_zone)::date) as last_on from enrollments p
  where p.workspace_id = :workspaceId and p.user_id = :userId and p.module_id = :moduleId
    and p.completed_at is not null and p.attested_id is null) proved
left join enrollments cur on cur.workspace_id = :workspaceId and cur.user_id = :userId and cur.module_id = :moduleId
  and cur.is_current
where w.id = :workspaceId`,
});

/** When a completion counts from and until; null for ever. */
export type CompletionValidity = { completedOn: string; completedAt: string; expiresAt: string | null; now: Date };

/** Returns what an attested completion is to the person's cycles as they are now (rules/attested 3 and 4). */
export function findCompletionPlacement(on: StatementRunner, named: PersonModuleKey, validity: CompletionValidity) {
  return PLACE.one(on, { ...named, ...validity });
}

/** Cycles are renumbered one by one from the last, because no two may have one number. */
const MAKE_ROOM = defineStatement({
  name: 'make-room-for-attested-cycle',
  scope: 'tenant',
  sql: 'select make_room_for_cycle(:workspaceId, :currentId)',
});

/** Makes the assignments that cover a cycle cover another one of the same person and module, so that it is renewed. */
export async function coverCycleByAssignmentsOfCycle(
  em: EntityManager,
  workspaceId: string,
  fromId: string,
  toId: string,
): Promise<void> {
  const links = await em.find(
    AssignmentEnrollmentEntity,
    { workspaceId, enrollmentId: fromId, removedAt: null },
    { disableIdentityMap: true },
  );
  if (links.length === 0) return;
  const covering = links.map(({ assignmentId, addedAt, dueOn, renewal }) => ({
    workspaceId,
    enrollmentId: toId,
    assignmentId,
    addedAt,
    dueOn,
    renewal,
    removedAt: null,
  }));
  await em.upsertMany(AssignmentEnrollmentEntity, covering, {
    onConflictFields: ['workspaceId', 'enrollmentId', 'assignmentId'],
    onConflictMergeFields: ['removedAt'],
  });
}

/**
 * Applies an attested completion to locked cycles.
 * @returns false if the person has just begun the module: it has to be placed again
 */
export async function applyCompletionPlacement(
  em: EntityManager,
  { workspaceId, userId, moduleId }: PersonModuleKey,
  { placement, current_id: currentId, current_cycle, next_cycle, is_begun }: CompletionPlacement,
  attestedId: string,
  { completedAt, expiresAt, now }: CompletionValidity,
): Promise<boolean> {
  if (placement === 'history') return true;
  const at = new Date(completedAt);
  const expires = expiresAt === null ? null : new Date(expiresAt);
  const completed = {
    attestedId,
    completedAt: at,
    expiresAt: expires,
    progress: 1,
    // A certificate that expired before it was entered is no news.
    certificateTold: expires !== null && expires <= now ? ('expired' as const) : null,
  };
  if (currentId !== null && (placement === 'covers' || placement === 'moves')) {
    // A completed cycle has a time of its start; one without a revision isn't begun.
    const started = is_begun ? {} : { startedAt: at };
    const changed = { ...completed, ...started, outOfAttempts: false };
    return (await em.nativeUpdate(EnrollmentEntity, { workspaceId, id: currentId }, changed)) === 1;
  }
  const isCurrent = placement === 'follows';
  if (currentId !== null && isCurrent) {
    await em.nativeUpdate(EnrollmentEntity, { workspaceId, id: currentId }, { isCurrent: false });
  } else if (currentId !== null) await MAKE_ROOM.run(em, { workspaceId, currentId });
  const cycle = isCurrent || current_cycle === null ? next_cycle : current_cycle;
  const own = { userId, moduleId, cycle, isCurrent, source: 'library' as const, assignedAt: at, startedAt: at };
  const id = newId();
  // Ignored where the person has just begun the module, whose cycle has the same number.
  await em.upsert(
    EnrollmentEntity,
    { workspaceId, id, ...own, ...completed },
    { onConflictFields: ['workspaceId', 'userId', 'moduleId', 'cycle'], onConflictAction: 'ignore' },
  );
  if ((await em.count(EnrollmentEntity, { workspaceId, id })) === 0) return false;
  if (currentId !== null && isCurrent) await coverCycleByAssignmentsOfCycle(em, workspaceId, currentId, id);
  return true;
}
