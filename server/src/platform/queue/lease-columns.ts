import { p } from '@mikro-orm/core';

/** Columns of a queue's table that hold the lease of a claimed row. `due_at` is declared beside them. */
export const leaseColumns = () => ({
  leasedUntil: p.datetime(3).nullable(),
  leaseId: p.uuid().nullable(),
});

/** Values of these columns that end a lease. */
export const NO_LEASE = { leasedUntil: null, leaseId: null };
