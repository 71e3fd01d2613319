import type { TaskServices } from '../../../context.ts';
import { repeatedly, type Repeated } from '../../../platform/run-every.ts';
import { extendAuditChains } from './seal-chain.ts';

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

/** How often events get their places, in milliseconds. */
const EVERY = 5 * SECOND;

/**
 * How often it looks how far behind the newest event that has a place: what is committed later than the time it bears
 * is found by a longer look. Each goes back twice its interval, so that an event is looked at twice by each, however
 * many there are.
 */
const LOOKS = [DAY, 3_600 * SECOND, 60 * SECOND, EVERY].map((every) => ({ every, back: 2 * every }));

/** Gives the events of all workspaces their places in the chains, shortly after they were committed. */
export function startAuditChainWorker({ db, log, stopping }: TaskServices): Repeated {
  const lookedAt = LOOKS.map(() => 0);
  return repeatedly(
    { every: EVERY, stopping, log, failed: 'The audit log cannot be sealed; tried again' },
    async () => {
      const now = Date.now();
      const due = LOOKS.findIndex(({ every }, n) => now - (lookedAt[n] ?? 0) >= every);
      const longest = LOOKS[due];
      if (!longest) return;
      await extendAuditChains(db, longest.back, stopping);
      for (let n = due; n < LOOKS.length; n++) lookedAt[n] = now;
    },
  );
}

/**
 * Once a night by one instance, and a month back: whatever no other look has found. All of a long log is not gone
 * through again; what would be older still, `wtp audit verify` counts.
 */
export const sealMonth = ({ db, stopping }: TaskServices) => extendAuditChains(db, 30 * DAY, stopping);
