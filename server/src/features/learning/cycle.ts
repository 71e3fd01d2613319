import { z } from 'zod';
import { requireActingPerson, type Context } from '../../core/context.ts';
import { defineStatement, type StatementRunner } from '../../database/statements/statement.ts';
import { attemptQuestionCountSql } from '../courses/attempt-settings.ts';
import { AppError } from '../../core/errors.ts';

/** A person's cycle of a module, with the revision that it studies. */
export const Cycle = z.strictObject({
  enrollment_id: z.string(),
  module_id: z.string(),
  /** The revision studied; null before the start. */
  revision_id: z.string().nullable(),
  /** False for an attested completion: the module can still be completed here. */
  completed: z.boolean(),
  /** Waived, taken back, or followed by another cycle. */
  closed: z.boolean(),
  /** Null if the module isn't published. */
  live_revision_id: z.string().nullable(),
  /** Time until which the revision may be finished although another one is live. */
  finish_by: z.string().nullable(),
  outdated: z.boolean(),
  cards: z.int().nullable(),
  /** The number of questions that an attempt asks. */
  questions: z.int().nullable(),
});
export type Cycle = z.infer<typeof Cycle>;

/** Columns of `Cycle`. Takes `CYCLE_FROM_CLAUSE` and `:now`. */
export const CYCLE_COLUMNS_SQL = `
  e.id as enrollment_id, e.module_id, e.revision_id,
  e.completed_at is not null and e.attested_id is null as completed,
  (not e.is_current or e.waived_at is not null) as closed,
  case when m.status = 'published' then m.live_revision_id end as live_revision_id,
  to_iso(replaced.finish_by) as finish_by, coalesce(replaced.finish_by <= :now::timestamptz, false) as outdated,
  r.cards, ${attemptQuestionCountSql('r')} as questions` as const;

/**
 * Joins `replaced`: the time until which the revision `r` of the module `m` may be finished, 30 days after another one
 * replaced it (rules/learning 7).
 */
export const JOIN_REPLACED_REVISION_FINISH_BY = `
left join lateral (
  select min(n.published_at) + interval '30 days' as finish_by from module_revisions n
  where m.live_revision_id is distinct from r.id
    and n.workspace_id = :workspaceId and n.module_id = m.id and n.number > r.number
) replaced on true` as const;

/** FROM clause of a cycle `e` with its module `m` and the revision `r` that it studies. */
export const CYCLE_FROM_CLAUSE = `
from enrollments e
join modules m on m.workspace_id = :workspaceId and m.id = e.module_id
left join module_revisions r on r.workspace_id = :workspaceId and r.id = e.revision_id
${JOIN_REPLACED_REVISION_FINISH_BY}` as const;

const LOCK = defineStatement({
  name: 'lock-cycle',
  scope: 'tenant',
  sql: `
select 1 from enrollments where workspace_id = :workspaceId and id = :enrollmentId and user_id = :userId for no key update`,
});

const READ = defineStatement({
  name: 'read-cycle',
  scope: 'tenant',
  row: Cycle,
  sql: `
select ${CYCLE_COLUMNS_SQL} ${CYCLE_FROM_CLAUSE}
where e.workspace_id = :workspaceId and e.id = :enrollmentId and e.user_id = :userId`,
});

/**
 * Locks a cycle of the caller, so that writes to it are serialized. Lock the cycle before its attempts.
 * @throws AppError `enrollment_not_found`
 */
export async function lockOwnCycle(on: StatementRunner, ctx: Context, enrollmentId: string): Promise<Cycle> {
  const named = { workspaceId: ctx.workspace.id, enrollmentId, userId: requireActingPerson(ctx).id };
  // Sent together. The second runs once the first has its lock, and so sees what was committed meanwhile.
  const [, cycle] = await Promise.all([LOCK.run(on, named), READ.first(on, { ...named, now: ctx.now })]);
  if (!cycle) throw new AppError('enrollment_not_found', `You have no training ${enrollmentId}. Reload the page.`);
  return cycle;
}

/** A cycle that can be continued. */
type StudiedCycle = Cycle & { revision_id: string; live_revision_id: string; cards: number; questions: number };

/**
 * Throws if a cycle can't be studied, because it ended or hasn't started.
 * @throws AppError `cycle_completed`, `cycle_closed`, `module_not_published`, `not_started`
 */
export function assertCycleCanBeStudied(cycle: Cycle): StudiedCycle {
  const { revision_id, live_revision_id, cards, questions } = cycle;
  if (cycle.completed) throw new AppError('cycle_completed', 'You have completed this module.');
  if (cycle.closed) {
    const words = 'This training is no longer assigned to you. Start the module from the library to continue.';
    throw new AppError('cycle_closed', words);
  }
  if (live_revision_id === null) {
    const words = 'The module isn’t published at the moment. What you did is kept. Continue once it is back.';
    throw new AppError('module_not_published', words);
  }
  if (revision_id === null || cards === null || questions === null) {
    throw new AppError('not_started', 'Start the module first.');
  }
  return { ...cycle, revision_id, live_revision_id, cards, questions };
}

/** Throws if the revision may no longer be finished. @throws AppError `revision_outdated` */
export function assertRevisionMayStillBeFinished({ outdated, finish_by }: Cycle): void {
  if (!outdated) return;
  const words = `The revision you started could be finished until ${finish_by}. Continue with the newer revision, which keeps everything that hasn’t changed.`;
  throw new AppError('revision_outdated', words);
}
