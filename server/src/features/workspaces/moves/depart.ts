import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '../../../core/errors.ts';
import { LEASE_HAS_NOT_ENDED } from '../../../platform/queue/lease.ts';
import type { MovedRowsComparison } from './moved-rows-comparison.ts';
import { withWritersBlocked } from './writer-triggers.ts';
import type { MovedTable } from './moved-tables.ts';
import { awaitDestinationCaughtUp } from './replicate.ts';
import type { MoveDatabaseConnection } from './move-database-connection.ts';
import { resumeBackgroundWorkAtSource, dequeueWaitingJobs, markWorkspaceAway } from './switch-workspace.ts';

/** Milliseconds. */
const WAITS = {
  /** From the request for the lock until writers go on, with what the last comparison takes. */
  held: 1_600,
  /** Between attempts to hold the writers. */
  pause: 1_000,
  /** For background work to end, and before each attempt for jobs that were added meanwhile. */
  drain: 30_000,
  jobs: 3_000,
  /** Between looks whether they have ended. */
  look: 50,
};

/** Attempts to hold the writers, of which each delays a writer by less than two seconds. */
const MOST_ATTEMPTS = 60;

/** Attempts, of those, that give up while a job runs: it would run at the destination, too. */
const ATTEMPTS_BETWEEN_JOBS = 10;

/** Rows that may be left to compare while writers wait. */
export const MAX_ROWS_LEFT_TO_COMPARE = 500;

const HAS_RUNNING_JOBS = `exists (select from graphile_worker._private_jobs
  where payload ->> 'workspace_id' = $1::text and locked_at is not null)`;

type Departure = {
  source: MoveDatabaseConnection;
  /** Another connection to the source. */
  holder: MoveDatabaseConnection;
  workspaceId: string;
  tables: MovedTable[];
  comparison: MovedRowsComparison;
  /** Compares what was changed since, until few rows are left. */
  compareChanged: () => Promise<void>;
  /** Returns true if the other storage has everything that the rows name. */
  isStored: () => Promise<boolean>;
};

/**
 * Pauses background work, blocks writers, compares what was changed last, and commits that the workspace has left.
 * @throws AppError `invalid_request` if the writers can't be held; background work goes on then
 */
export async function departWorkspace(departure: Departure): Promise<void> {
  const { source, workspaceId } = departure;
  const rest = `update workspace_moves set step = 'leaving', is_resting = true where workspace_id = $1`;
  await source.run(rest, [workspaceId]);
  try {
    await drain(departure, [...departure.tables.flatMap(heldLeases), HAS_RUNNING_JOBS], WAITS.drain);
    for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      await departure.compareChanged();
      await drain(departure, [HAS_RUNNING_JOBS], WAITS.jobs);
      if (await holdAndLeave(departure, attempt < ATTEMPTS_BETWEEN_JOBS)) return;
      await sleep(WAITS.pause);
    }
    throw new AppError(
      'invalid_request',
      'Writers couldn’t be held: some take longer than half a second, or the other database doesn’t keep up. Run this ' +
        'again when less is going on.',
    );
  } catch (error) {
    await resumeBackgroundWorkAtSource(source, workspaceId).catch(() => undefined);
    throw error;
  }
}

const heldLeases = ({ isLeased, name }: MovedTable) =>
  isLeased ? [`exists (select from ${name} where workspace_id = $1 and ${LEASE_HAS_NOT_ENDED})`] : [];

/** Waits until none of the conditions holds any more, at most for so many milliseconds. No job begins meanwhile. */
async function drain({ source, workspaceId }: Departure, running: string[], within: number): Promise<void> {
  const until = performance.now() + within;
  for (;;) {
    await dequeueWaitingJobs(source, workspaceId);
    if (!(await isAny(source, running, workspaceId)) || performance.now() > until) return;
    await sleep(WAITS.look);
  }
}

function holdAndLeave(
  { source, holder, workspaceId, comparison, isStored }: Departure,
  isBetweenJobs: boolean,
): Promise<boolean> {
  const asked = performance.now();
  const left = () => WAITS.held - (performance.now() - asked);
  return withWritersBlocked(holder, workspaceId, async () => {
    // With the transaction, which workers pass over: none begins until it ends.
    await dequeueWaitingJobs(holder, workspaceId);
    if (isBetweenJobs && (await isAny(source, [HAS_RUNNING_JOBS], workspaceId))) return false;
    if (!(await awaitDestinationCaughtUp(source, workspaceId, left() / 2))) return false;
    await comparison.noteChanges();
    if (comparison.pending > 4 * MAX_ROWS_LEFT_TO_COMPARE || !(await isStored())) return false;
    await comparison.comparePending();
    if (left() < 0) return false;
    await markWorkspaceAway(holder, workspaceId, Math.round(performance.now() - asked));
    return true;
  });
}

/** Returns true if one of the conditions holds, whose `$1` is the workspace. */
async function isAny(side: MoveDatabaseConnection, conditions: string[], workspaceId: string): Promise<boolean> {
  const { any } = await side.one<{ any: boolean }>(`select ${conditions.join(' or ')} as any`, [workspaceId]);
  return any;
}
