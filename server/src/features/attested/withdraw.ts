import type { EntityManager } from '@mikro-orm/postgresql';
import type { WithdrawAttestedCompletion } from '@training/shared/attested/attested';
import { z } from 'zod';
import type { Context } from '../../core/context.ts';
import { AppError } from '../../core/errors.ts';
import { inTransaction } from '../../core/transaction.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { EnrollmentEntity } from '../learning/enrollment.entity.ts';
import { completeCycleIfDone } from '../learning/complete-cycle.ts';
import { refreshCycleProgress } from '../learning/refresh-cycle-progress.ts';
import { applyAttestedToCycles } from './attest.ts';
import { AttestedCompletionEntity } from './attested-completion.entity.ts';
import { coverCycleByAssignmentsOfCycle, lockPersonAndCycles, type PersonModuleKey } from './completion-placement.ts';
import { recordAttestedEvidence } from './record-attested.ts';

const FIND = defineStatement({
  name: 'find-attested-to-change',
  scope: 'tenant',
  row: z.strictObject({
    user_id: z.string(),
    full_name: z.string(),
    module_id: z.string(),
    title: z.string(),
    completed_on: z.string(),
    source: z.string(),
    has_file: z.boolean(),
    withdrawn: z.boolean(),
  }),
  sql: `
select a.user_id, u.full_name, a.module_id, m.title, to_char(a.completed_on, 'YYYY-MM-DD') as completed_on, a.source,
  a.file_id is not null as has_file, a.withdrawn_at is not null as withdrawn
from attested_completions a
join users u on u.workspace_id = :workspaceId and u.id = a.user_id
join modules m on m.workspace_id = :workspaceId and m.id = a.module_id
where a.workspace_id = :workspaceId and a.id = :id
for no key update of a`,
});

/** Locks an attested completion. @throws AppError `completion_not_found`, also if it was withdrawn */
export async function lockAttestedCompletion(on: StatementRunner, { workspace }: Context, id: string) {
  const found = await FIND.first(on, { workspaceId: workspace.id, id });
  if (found && !found.withdrawn) return found;
  throw new AppError('completion_not_found', 'There is no such past training, or it was withdrawn. Reload the page.');
}

const COUNTING = defineStatement({
  name: 'cycle-of-attested',
  scope: 'tenant',
  row: z.strictObject({
    id: z.string(),
    is_current: z.boolean(),
    studied: z.boolean(),
    /** True if nobody was owed it: the person's own choice, or added by the attested completion. */
    free: z.boolean(),
    covered: z.boolean(),
    before_id: z.string().nullable(),
  }),
  sql: `
select e.id, e.is_current, e.revision_id is not null as studied, e.source = 'library' as free,
  exists (
    select from assignment_enrollments l
    where l.workspace_id = :workspaceId and l.enrollment_id = e.id and l.removed_at is null) as covered, (
    select b.id from enrollments b
    where b.workspace_id = :workspaceId and b.user_id = e.user_id and b.module_id = e.module_id and b.id <> e.id
      and b.withdrawn_at is null
    order by b.cycle desc limit 1) as before_id
from enrollments e where e.workspace_id = :workspaceId and e.attested_id = :attestedId`,
});

/** Finds what covers a cycle, and until when it is due by that. */
const OWED = defineStatement({
  name: 'find-owed-after-attested',
  scope: 'tenant',
  row: z.strictObject({ owed: z.boolean(), due_on: z.string().nullable(), due_at: z.string().nullable() }),
  sql: `
select o.since is not null as owed, to_char(o.due_on, 'YYYY-MM-DD') as due_on,
  to_iso(start_of_day(o.due_on + 1, w.time_zone)) as due_at
from workspaces w
cross join (
  select min(l.added_at) as since, extended_due(min(l.due_on), max(e.extended_on)) as due_on
  from assignment_enrollments l join enrollments e on e.workspace_id = :workspaceId and e.id = l.enrollment_id
  where l.workspace_id = :workspaceId and l.enrollment_id = :id and l.removed_at is null) o
where w.id = :workspaceId`,
});

/** Moves a due date that passed while the attested completion counted, as after an excuse. */
const OWE_AGAIN = defineStatement({
  name: 'owe-again-after-attested',
  scope: 'tenant',
  sql: `
select owe_again(w.id, array[:id::uuid], (a.entered_at at time zone w.time_zone)::date, :now)
from workspaces w join attested_completions a on a.workspace_id = :workspaceId and a.id = :attestedId
where w.id = :workspaceId`,
});

const UNCOMPLETED = { attestedId: null, completedAt: null, expiresAt: null, certificateTold: null, progress: 0 };

const OTHERS = defineStatement({
  name: 'other-attested-completions',
  scope: 'tenant',
  row: z.strictObject({
    id: z.string(),
    completedOn: z.string(),
    completedAt: z.string(),
    expiresAt: z.string().nullable(),
  }),
  sql: `
select a.id, to_char(a.completed_on, 'YYYY-MM-DD') as "completedOn", to_iso(a.completed_at) as "completedAt",
  to_iso(a.expires_at) as "expiresAt"
from attested_completions a
where a.workspace_id = :workspaceId and a.user_id = :userId and a.module_id = :moduleId and a.withdrawn_at is null
  and not exists (select from enrollments e where e.workspace_id = :workspaceId and e.attested_id = a.id)
order by a.expires_at desc nulls first, a.completed_on desc limit 50`,
});

/**
 * Withdraws an attested completion, for a reason. What it completed is owed again, or is as it was before; another
 * attested completion takes its place, if there is one (rules/attested 7).
 * @throws AppError `completion_not_found`; `self_grading` for one's own
 */
export function withdrawAttestedCompletion(
  ctx: Context,
  { id, reason }: WithdrawAttestedCompletion,
): Promise<{ id: string }> {
  return inTransaction(ctx, async (em) => {
    const workspaceId = ctx.workspace.id;
    const found = await lockAttestedCompletion(em, ctx, id);
    const { user_id: userId, module_id: moduleId, completed_on, source } = found;
    if (ctx.actor.kind === 'user' && ctx.actor.id === userId) {
      throw new AppError('self_grading', 'Another super admin has to withdraw your own past training.');
    }
    const named = { workspaceId, userId, moduleId };
    await lockPersonAndCycles(em, named);
    const withdrawn = { withdrawnAt: ctx.now, withdrawnByName: ctx.actor.name, withdrawnReason: reason };
    await em.nativeUpdate(AttestedCompletionEntity, { workspaceId, id }, withdrawn);
    await takeBack(em, ctx, named, id);
    await recordAttestedEvidence(em, ctx, id, {
      action: 'learner.attestation_withdrawn',
      person: { id: userId, full_name: found.full_name },
      module: { id: moduleId, title: found.title },
      changes: { completed_on, source, reason },
    });
    return { id };
  });
}

/** Makes the cycle of an attested completion what it would be without it. The cycles are locked. */
async function takeBack(em: EntityManager, ctx: Context, named: PersonModuleKey, attestedId: string): Promise<void> {
  const { workspaceId } = named;
  const cycle = await COUNTING.first(em, { workspaceId, attestedId });
  if (!cycle) return;
  const { id, is_current, free, covered, studied, before_id } = cycle;
  const restores = free && !studied && before_id !== null;
  const undone = { ...UNCOMPLETED, ...(studied ? {} : { startedAt: null }) };
  if (is_current && !restores && (covered || (free && studied))) {
    const { owed, due_on: dueOn, due_at } = await OWED.one(em, { workspaceId, id });
    const due = { dueOn, dueAt: due_at === null ? null : new Date(due_at) };
    const owes = owed ? { source: 'assignment' as const, ...due } : { dueOn: null, dueAt: null };
    await em.nativeUpdate(EnrollmentEntity, { workspaceId, id }, { ...undone, ...owes });
    await OWE_AGAIN.run(em, { workspaceId, id, attestedId, now: ctx.now });
    if (studied) {
      await refreshCycleProgress(em, ctx, id, null);
      // The last missing grade may have come meanwhile.
      await completeCycleIfDone(em, ctx, id);
    }
  } else {
    const withdrawn = { ...undone, isCurrent: false, withdrawnAt: ctx.now };
    await em.nativeUpdate(EnrollmentEntity, { workspaceId, id }, withdrawn);
    if (is_current && before_id !== null) {
      await em.nativeUpdate(EnrollmentEntity, { workspaceId, id: before_id }, { isCurrent: true });
      await coverCycleByAssignmentsOfCycle(em, workspaceId, id, before_id);
    }
  }
  for (const { id: otherId, ...validity } of await OTHERS.all(em, named)) {
    await applyAttestedToCycles(em, named, { ...validity, now: ctx.now }, otherId);
  }
}
