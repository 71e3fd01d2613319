import { isDatabaseAway } from '../../../database/database-unavailable.ts';
import type { TaskServices } from '../../../core/context.ts';
import { repeatedly, type Repeated } from '../../../platform/concurrency/run-every.ts';
import { extendAuditChains } from './seal-chain.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** Milliseconds between runs. */
const EVERY = 5 * SECOND;

/**
 * Intervals of the checks for unsealed events and how far each goes back from the newest sealed one, in milliseconds.
 * An event committed later than its timestamp is found by a longer check. Each goes back twice its interval, so that
 * each event is checked twice, however many there are.
 */
const LOOKS = [DAY, 3_600 * SECOND, 60 * SECOND, EVERY].map((every) => ({ every, back: 2 * every }));

/** Seals new events of all workspaces in their chains, shortly after they were committed. */
export function startAuditChainWorker({ db, log, stopping }: TaskServices): Repeated {
  const lookedAt = LOOKS.map(() => 0);
  return repeatedly(
    { every: EVERY, stopping, log, failed: 'The audit log cannot be sealed; tried again' },
    async () => {
      const now = Date.now();
      const due = LOOKS.findIndex(({ every }, n) => now - (lookedAt[n] ?? 0) >= every);
      const longest = LOOKS[due];
      if (!longest) return;
      const looked = () => lookedAt.fill(now, due);
      await extendAuditChains(db, longest.back, stopping).catch((error: unknown) => {
        // One workspace fails. Long checks aren't repeated for it, because shorter ones go back from its newest entry.
        if (!isDatabaseAway(error)) looked();
        throw error;
      });
      looked();
    },
  );
}

/**
 * Seals what other checks missed, a month back. Runs nightly on one instance. Older unsealed events are not searched,
 * but counted by `wtp audit verify`.
 */
export const sealMonth = ({ db, stopping }: TaskServices) => extendAuditChains(db, 30 * DAY, stopping);
