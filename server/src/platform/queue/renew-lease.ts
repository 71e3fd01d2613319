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

/** Runs `work` while a lease is renewed. Aborts its signal with `LeaseLost` once the lease is lost. */
export async function whileLeased<T>(
  { seconds, renew, log, fields }: Options,
  work: (lost: AbortSignal) => Promise<T>,
): Promise<T> {
  const lost = new AbortController();
  const renewal = setInterval(
    () =>
      void renew().catch((error: unknown) => {
        if (error instanceof LeaseLost) lost.abort(error);
        // A short outage of the database doesn't end the lease.
        else log.warn({ err: error, ...fields }, 'A lease could not be renewed; tried again');
      }),
    (seconds / 3) * 1_000,
  );
  try {
    return await work(lost.signal);
  } finally {
    clearInterval(renewal);
  }
}
