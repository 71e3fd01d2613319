import type { EntityManager } from '@mikro-orm/postgresql';
import type { CycleProgress } from '@training/shared/learning/learning';
import type { ModuleRef } from '@training/shared/reviews/reviews';
import { z } from 'zod';
import { requireActingPerson, type Context } from '../../../core/context.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { AppError } from '../../../core/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { assertPathPrerequisitesMet } from '../../courses/assert-path-prerequisites-met.ts';
import { completeCycleIfDone } from '../complete-cycle.ts';
import { readCycleProgress } from '../cycle-progress.ts';
import { EnrollmentEntity } from '../enrollment.entity.ts';
import { CERTIFICATION_STATUS_SQL, JOIN_LONGEST_LASTING_CERTIFICATE } from '../my-cycle.ts';

const FIND_LIVE = defineStatement({
  name: 'find-live-revision',
  scope: 'tenant',
  row: z.strictObject({ live_revision_id: z.string().nullable(), known: z.boolean() }),
  sql: `
select case when m.status = 'published' then m.live_revision_id end as live_revision_id, exists (
  select from enrollments e
  where e.workspace_id = :workspaceId and e.user_id = :userId and e.module_id = m.id) as known
from modules m where m.workspace_id = :workspaceId and m.id = :moduleId`,
});

/** SQL condition that the certificate is due soon or expired. */
const LAPSING = `coalesce(${CERTIFICATION_STATUS_SQL} in ('due_soon', 'expired'), false)` as const;

/** SQL condition that the cycle `e` accepts nothing more. An attested one can be completed here, until it lapses. */
const DONE =
  `(e.completed_at is not null and (e.attested_id is null or e.revision_id is null and ${LAPSING}))` as const;

const LOCK_CURRENT = defineStatement({
  name: 'lock-current-cycle',
  scope: 'tenant',
  row: z.strictObject({
    id: z.string(),
    completed: z.boolean(),
    lapsing: z.boolean(),
    waived: z.boolean(),
    pinned: z.boolean(),
  }),
  sql: `
select e.id, ${DONE} as completed, e.waived_at is not null as waived,
  e.revision_id is not null as pinned, ${LAPSING} as lapsing
from enrollments e
join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
${JOIN_LONGEST_LASTING_CERTIFICATE}
where e.workspace_id = :workspaceId and e.user_id = :userId and e.module_id = :moduleId and e.is_current
for no key update of e`,
});

const PIN = defineStatement({
  name: 'start-cycle',
  scope: 'tenant',
  sql: `
update enrollments set revision_id = :revisionId, last_activity_at = :now,
  started_at = case when attested_id is null then coalesce(started_at, :now) else :now end
where workspace_id = :workspaceId and id = :enrollmentId`,
});

/** Resumes a withdrawn cycle that the person had started, as their own choice. */
const GO_ON = defineStatement({
  name: 'go-on-with-withdrawn-cycle',
  scope: 'tenant',
  row: z.strictObject({ id: z.string() }),
  sql: `
update enrollments e set is_current = true, withdrawn_at = null, source = 'library', due_on = null, due_at = null
where e.workspace_id = :workspaceId and e.id = (
    select id from enrollments
    where workspace_id = :workspaceId and user_id = :userId and module_id = :moduleId
    order by cycle desc limit 1)
  and e.withdrawn_at is not null and e.revision_id is not null
returning e.id`,
});

const OPEN = defineStatement({
  name: 'open-library-cycle',
  scope: 'tenant',
  sql: `
insert into enrollments
  (workspace_id, id, user_id, module_id, cycle, source, assigned_at, started_at, last_activity_at, revision_id)
select :workspaceId, :id, :userId, :moduleId, 1 + coalesce(max(cycle), 0), 'library', :now, :now, :now, :revisionId
from enrollments where workspace_id = :workspaceId and user_id = :userId and module_id = :moduleId
on conflict do nothing`,
});

/**
 * Starts an assigned module, or opens a cycle from the library, and pins the live revision. Does nothing if it is
 * already started or completed, except that a completion whose certificate has expired or expires soon is followed by a
 * new cycle. Concurrent calls make one cycle.
 * @throws AppError `module_not_found`, `module_not_published`
 */
export function startModule(ctx: Context, { module_id: moduleId }: ModuleRef): Promise<CycleProgress> {
  const named = { workspaceId: ctx.workspace.id, userId: requireActingPerson(ctx).id, moduleId };
  return inTransaction(ctx, async (em) => {
    const module = await FIND_LIVE.first(em, named);
    if (!module || (module.live_revision_id === null && !module.known)) {
      throw new AppError('module_not_found', `There is no published module ${moduleId} in this workspace.`);
    }
    for (;;) {
      const id = await startCycle(em, ctx, named, module.live_revision_id);
      if (id) return readCycleProgress(em, ctx, id);
    }
  });
}

type Named = { workspaceId: string; userId: string; moduleId: string };

/**
 * Starts the current cycle and returns it. Returns undefined if there was none, or another call has just opened one:
 * read again.
 */
async function startCycle(
  em: EntityManager,
  ctx: Context,
  named: Named,
  revisionId: string | null,
): Promise<string | undefined> {
  const { workspaceId } = named;
  const current = await LOCK_CURRENT.first(em, { ...named, now: ctx.now });
  if (current?.completed && !current.lapsing) return current.id;
  if (revisionId === null) {
    throw new AppError('module_not_published', 'The module isn’t published at the moment. Start it once it is back.');
  }
  if (current && !current.waived && !current.completed) {
    if (!current.pinned) await assertPathPrerequisitesMet(em, ctx, current.id);
    if (!current.pinned) await PIN.run(em, { workspaceId, enrollmentId: current.id, revisionId, now: ctx.now });
    return current.id;
  }
  if (current) await em.nativeUpdate(EnrollmentEntity, { workspaceId, id: current.id }, { isCurrent: false });
  const back = await GO_ON.first(em, named);
  if (back) {
    // The last missing grade may have come while the cycle was withdrawn.
    await completeCycleIfDone(em, ctx, back.id);
    return back.id;
  }
  await OPEN.run(em, { ...named, id: newId(), revisionId, now: ctx.now });
  return undefined;
}
