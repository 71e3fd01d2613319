import { p, raw } from '@mikro-orm/core';
import { z } from 'zod';

/** Columns of a claimed row that identify the claim, for the schema of a queue's rows. */
export const LEASE_FIELD_SCHEMAS = { leaseId: z.uuid(), dueAt: z.date() };

/**
 * A claim on a row of a queue. Each claim has a new `leaseId`, so that a worker whose lease was lost can't write.
 * @property dueAt When the row was due as it was claimed. A later time means that it became due again meanwhile.
 */
export type Lease = { leaseId: string; dueAt: Date };

/** Another worker has claimed the row since, or the row is no longer to be worked on. Write nothing more. */
export class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError';
}

/** SQL condition: the row is claimed under `:leaseId`. */
export const LEASE_ID_MATCHES = 'lease_id = :leaseId::uuid' as const;

/** SQL assignments that end a lease. */
export const RELEASE_LEASE_ASSIGNMENTS_SQL = 'leased_until = null, lease_id = null' as const;

/** SQL assignments that lease a row under `:leaseId`. */
export const leaseAssignmentsSql = <const Seconds extends number>(seconds: Seconds) =>
  `leased_until = now() + interval '${seconds} seconds', lease_id = :leaseId::uuid` as const;

/** SQL assignment that renews a lease. */
export const leaseRenewalSql = <const Seconds extends number>(seconds: Seconds) =>
  `leased_until = now() + interval '${seconds} seconds'` as const;

/** SQL condition: a worker has claimed the row. Its lease may have ended. */
export const LEASED_UNTIL_IS_SET = 'leased_until is not null' as const;

/** Name of the column of each queue's table that says until when a row is leased. */
export const LEASED_UNTIL_COLUMN = 'leased_until';

/** SQL condition: a worker that isn't known to be gone has claimed the row. */
export const LEASE_HAS_NOT_ENDED = 'leased_until > now()' as const;

/** SQL condition: the worker that leased the row is gone. */
export const LEASE_HAS_ENDED = 'leased_until <= now()' as const;

/** SQL condition: nobody has leased the row of this table alias, or the worker that did is gone. */
export const leaseIsFreeSql = <const Alias extends string>(alias: Alias) =>
  `(${alias}.leased_until is null or ${alias}.leased_until <= now())` as const;

/**
 * Returns the seconds until a time by this process's clock. The database adds them to its own, so that a wrong clock
 * cuts no pause.
 */
export const secondsUntil = (at: Date): number => (at.getTime() - Date.now()) / 1_000;

/** Columns of a queue's table that hold the lease of a claimed row. `due_at` is declared beside them. */
export const createLeaseEntityProperties = () => ({
  leasedUntil: p.datetime(3).nullable(),
  leaseId: p.uuid().nullable(),
});

/** Values of these columns that end a lease. */
export const NO_LEASE_VALUES = { leasedUntil: null, leaseId: null };

/** Values of these columns that lease a row for so many seconds. */
export const createLeaseValues = (seconds: number, leaseId: string) => ({
  leasedUntil: raw<Date>('now() + make_interval(secs => ?)', [seconds]),
  leaseId,
});

/** Condition of an entity: nobody has leased the row, or the worker that did is gone. */
export const createFreeLeaseFilter = () => ({
  $or: [{ leasedUntil: null }, { leasedUntil: { $lte: raw<Date>('now()') } }],
});

type Options = {
  /** Seconds of the lease; it is renewed three times as often. */
  seconds: number;
  /** @throws LeaseLostError */
  renew: () => Promise<void>;
  log: { warn(fields: object, message: string): void };
  /** Fields of log messages. */
  fields: object;
};

/**
 * Runs `work` while a lease is renewed. Aborts its signal with `LeaseLostError` once the lease is lost, or has ended
 * because it could not be renewed in time: another instance may then have the row.
 */
export async function withRenewedLease<T>(
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
          if (error instanceof LeaseLostError) return lost.abort(error);
          // A short outage of the database doesn't end the lease.
          log.warn({ err: error, ...fields }, 'Couldn’t renew a lease; retrying');
          if (performance.now() - renewedAt >= seconds * 1_000) lost.abort(new LeaseLostError());
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
