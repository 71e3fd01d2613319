import { LeaseLost } from './lease.ts';

type Options = {
  /** Seconds of the lease; it is renewed three times as often. */
  seconds: number;
  /** @throws LeaseLost */
  renew: () => Promise<void>;
  log: { warn(fields: object, message: string): void };
  /** Fields of log messages. */
  fields: object;
};

/**
 * Runs `work` while a lease is renewed. Aborts its signal with `LeaseLost` once the lease is lost, or has ended because
 * it could not be renewed in time: another instance may then have the row.
 */
export async function whileLeased<T>(
  { seconds, renew, log, fields }: Options,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  let renewedAt = performance.now();
  const renewal = setInterval(
    () =>
      void renew().then(
        () => (renewedAt = performance.now()),
        (error: unknown) => {
          if (error instanceof LeaseLost) return lost.abort(error);
          // A short outage of the database doesn't end the lease.
          log.warn({ err: error, ...fields }, 'Couldn’t renew a lease; retrying');
          if (performance.now() - renewedAt >= seconds * 1_000) lost.abort(new LeaseLost());
        },
      ),
    (seconds / 3) * 1_000,
  );
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(renewal);
  }
}
