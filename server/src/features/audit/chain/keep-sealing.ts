import type { TaskServices } from '../../../context.ts';
import { repeatedly, type Repeated } from '../../../platform/repeatedly.ts';
import { sealAuditChains } from './seal-chain.ts';

const SECOND = 1_000;

/** How often events get their places, in milliseconds. */
const EVERY = 5 * SECOND;

/** No transaction takes longer between its event's time and its commit, as a rule. */
const LATE = 300 * SECOND;

/** What is later than that is looked for at the start and so often. */
const ALL_EVERY = 3_600 * SECOND;

/** Gives the events of all workspaces their places in the chains, shortly after they were committed. */
export function keepSealing({ db, log, stopping }: TaskServices): Repeated {
  let wholeAt = 0;
  return repeatedly(
    { every: EVERY, stopping, log, failed: 'The audit log cannot be sealed; tried again' },
    async () => {
      const now = Date.now();
      const whole = now - wholeAt >= ALL_EVERY;
      await sealAuditChains(db, new Date(whole ? 0 : now - LATE), stopping);
      if (whole) wholeAt = now;
    },
  );
}
