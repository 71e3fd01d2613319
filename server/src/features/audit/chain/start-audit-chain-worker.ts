import { isDatabaseUnavailableError } from '../../../database/database-unavailable.ts';
import type { TaskServices } from '../../../core/context.ts';
import { runEvery, type RepeatingTask } from '../../../platform/concurrency/run-every.ts';
import { extendAuditChains } from './extend-chain.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** Milliseconds between runs. */
const EVERY = 5 * SECOND;

/**
 * Intervals of the checks for unsealed events and how far each goes back from the newest sealed one, in milliseconds.
 * An event committed later than its timestamp is found by a longer check. Each goes back twice its interval, so that
 * each event is checked twice, however many there are.
 */
const CHECK_RANGES = [DAY, 3_600 * SECOND, 60 * SECOND, EVERY].map((every) => ({ every, back: 2 * every }));

/** Seals new events of all workspaces in their chains, shortly after they were committed. */
export function startAuditChainWorker({ db, log, stopping }: TaskServices): RepeatingTask {
  const checkedAt = CHECK_RANGES.map(() => 0);
  return runEvery({ every: EVERY, stopping, log, failed: 'Couldn’t seal the audit log; retrying' }, async () => {
    const now = Date.now();
    const due = CHECK_RANGES.findIndex(({ every }, n) => now - (checkedAt[n] ?? 0) >= every);
    const longest = CHECK_RANGES[due];
    if (!longest) return;
    const recordChecked = () => checkedAt.fill(now, due);
    await extendAuditChains(db, longest.back, stopping).catch((error: unknown) => {
      // One workspace fails. Long checks aren't repeated for it, because shorter ones go back from its newest entry.
      if (!isDatabaseUnavailableError(error)) recordChecked();
      throw error;
    });
    recordChecked();
  });
}

/**
 * Seals what other checks missed, a month back. Runs nightly on one instance. Older unsealed events are not searched,
 * but counted by `wtp audit verify`.
 */
export const addMissedEventsToAuditChains = ({ db, stopping }: TaskServices) =>
  extendAuditChains(db, 30 * DAY, stopping);
