import type { TestWorkspace } from '../../../test/make.ts';
import type { KeyServer } from '../../../test/key-server.ts';
import { NANODOLLARS_PER_USD } from '../../providers/ai/prices.ts';
import { ZERO_CALL_USAGE, type CallUsage } from '../../providers/ai/calls.ts';
import { deleteExpiredData } from '../../app/delete-expired-data.ts';
import { recordPooledKeyCall } from './record-call.ts';
import { reserveBudget, type Reservation } from './reserve-budget.ts';
import { readAiBudget } from './read-ai-usage.ts';

const CREDENTIAL = { provider: 'anthropic', model: 'claude-opus-5-5', resource: null, key: 'a key' } as const;
/** Nano-dollars per output token. */
export const A_TOKEN = 20_000;

/** Reserves, settles and reads budgets as calls and pages do, with a limit and a clock chosen by the test. */
export function budgetOf({ db, services, rows }: KeyServer, usd: number | null) {
  const ai = {
    ...services,
    settings: { ...services.settings, pooledMonthly: usd === null ? null : usd * NANODOLLARS_PER_USD },
  };

  return {
    /** Reserves the cost of `tokens` output tokens. */
    reserve(workspace: TestWorkspace, tokens: number, { at = new Date(), on = db } = {}): Promise<Reservation> {
      const most: CallUsage = { ...ZERO_CALL_USAGE, outputTokens: tokens };
      return reserveBudget({ db: on, workspace, ai }, { capability: 'generation', credential: CREDENTIAL, most }, at);
    },
    /** Settles a reservation; `tokens` is null if the usage is unknown. */
    settle(workspace: TestWorkspace, { id }: Reservation, tokens: number | null, on = db): Promise<void> {
      const use = { capability: 'generation', purpose: 'card_generation', credential: CREDENTIAL, own: false } as const;
      const call = { ...use, usage: ZERO_CALL_USAGE, outcome: 'ok', durationMs: 1 } as const;
      return recordPooledKeyCall({ db: on, workspace, ai }, call, { id, settled: tokens && tokens * A_TOKEN });
    },
    read: (workspace: TestWorkspace, now = new Date()) => readAiBudget({ db, workspace, ai, now }),
    /** Simulates that the calling process has died. */
    expire: () => rows(`update ai_reservations set expires_at = now() - interval '25 hours'`),
    removeExpired: () => deleteExpiredData(db),
  };
}
