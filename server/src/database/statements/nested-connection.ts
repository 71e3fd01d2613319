import { AsyncLocalStorage } from 'node:async_hooks';
import { isSqlResultValidationEnabled } from './validation.ts';

/** A transaction in progress. Work that it started and that outlives it may use connections again once it has ended. */
type Holding = { open: boolean };

const holding = new AsyncLocalStorage<Holding>();

/** Bug: code that holds a connection requests a second one. */
class NestedConnectionError extends Error {
  constructor() {
    super(
      'A transaction asks for a second connection: enough of these at once wait for each other for ever. ' +
        'Run the statement on the transaction, or before it.',
    );
  }
}

/**
 * Runs `work`, which holds a connection until it ends. Outside production, any further connection it requests from a
 * pool is refused (rules/bounds 6).
 */
export async function withNestedConnectionCheck<T>(work: () => Promise<T>): Promise<T> {
  if (!isSqlResultValidationEnabled()) return work();
  const held = { open: true };
  try {
    return await holding.run(held, work);
  } finally {
    held.open = false;
  }
}

/** Returns an error if the current code may not take a connection; undefined if it may. */
export function findNestedConnectionProblem(): NestedConnectionError | undefined {
  return holding.getStore()?.open ? new NestedConnectionError() : undefined;
}
