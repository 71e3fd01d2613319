import type { TaskServices } from '../../core/context.ts';
import { startWorker, type Worker } from '../../platform/queue/start-worker.ts';
import { checkModuleQuotes } from './check-module-quotes.ts';
import { QUOTE_CHECKS } from './quote-checks.ts';

/** Milliseconds between checks for waiting modules. The table is nearly always empty. */
const EVERY = 2_000;

/**
 * Rechecks quotes shortly after their file changed or their module was published, one module after the other. A module
 * that fails is retried once its lease ends, and doesn't block others.
 */
export function startQuoteChecker({
  db,
  log,
  stopping,
  stalls,
  lookEvery: pollInterval = EVERY,
}: Pick<TaskServices, 'db' | 'log' | 'stopping' | 'stalls' | 'lookEvery'>): Worker {
  return startWorker({
    queue: QUOTE_CHECKS.name,
    name: 'Checking quotes of modules',
    slots: 1,
    pollInterval,
    claim: (free) => QUOTE_CHECKS.claim(db.pool, free),
    async run(claim) {
      const ended = stalls.begin('job check_quotes');
      try {
        await checkModuleQuotes(db, claim);
      } finally {
        ended();
      }
    },
    describe: ({ workspaceId, moduleId }) => ({ workspace_id: workspaceId, module_id: moduleId }),
    log,
    stopping,
  });
}
