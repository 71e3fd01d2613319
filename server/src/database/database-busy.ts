/** Messages for work that PostgreSQL or the pool stopped because it took too long. Nothing of it was written. */
const LOCKED = 'Someone else is changing the same thing. Try again in a few seconds.';
const BUSY: Record<string, string> = {
  // statement_timeout
  '57014': 'It took too long and was stopped. Ask for less at once, or try again later.',
  // lock_timeout, deadlock_detected, serialization_failure
  '55P03': LOCKED,
  '40P01': LOCKED,
  '40001': LOCKED,
};

const NO_CONNECTION = 'timeout exceeded when trying to connect';

/** Returns a message for the caller if an error means that the database was reachable but overloaded. */
export function busyDatabase(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if (error.message === NO_CONNECTION) return 'All database connections are in use. Try again in a few seconds.';
  const words = 'code' in error ? BUSY[String(error.code)] : undefined;
  return words ?? (error.cause === error ? undefined : busyDatabase(error.cause));
}
