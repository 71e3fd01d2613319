import { AsyncLocalStorage } from 'node:async_hooks';
import { checksAreOn } from './checks.ts';

/** A transaction that is under way; what it started and left behind may ask for connections again once it has ended. */
type Holding = { open: boolean };

const holding = new AsyncLocalStorage<Holding>();

/** Somebody who holds a connection asks for another one: a mistake in the program, never in what was asked. */
class NestedConnectionError extends Error {
  constructor() {
    super(
      'A transaction asks for a second connection: enough of these at once wait for each other for ever. ' +
        'Run the statement on the transaction, or before it.',
    );
  }
}

/**
 * Runs `work`, which holds a connection until it ends. Outside production, whatever it asks a pool for is refused
 * (rules/bounds 6).
 */
export async function withinTransaction<T>(work: () => Promise<T>): Promise<T> {
  if (!checksAreOn()) return work();
  const held = { open: true };
  try {
    return await holding.run(held, work);
  } finally {
    held.open = false;
  }
}

/** Why whoever runs now may not take a connection; undefined where they may. */
export function nestedConnectionError(): NestedConnectionError | undefined {
  return holding.getStore()?.open ? new NestedConnectionError() : undefined;
}
