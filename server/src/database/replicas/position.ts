import { z } from 'zod';
import { defineStatement } from '../statements/statement.ts';

/** A point of the write-ahead log. `lsn` counts bytes; positions of different timelines can't be compared. */
export type WalPosition = { timeline: number; lsn: number };

/**
 * Reads the position up to which the primary has committed. With asynchronous commit, what others see may not be
 * flushed yet. Fails on a standby, which has no such position.
 */
export const READ_PRIMARY_POSITION = defineStatement({
  name: 'primary-position',
  scope: 'global',
  row: z.strictObject({ timeline: z.string(), lsn: z.number() }),
  sql: `
select left(pg_walfile_name(pg_current_wal_flush_lsn()), 8) as timeline, pg_wal_lsn_diff(
  case when current_setting('synchronous_commit') = 'off' then pg_current_wal_insert_lsn() else pg_current_wal_flush_lsn() end,
  '0/0')::float8 as lsn`,
});

/**
 * Reads the position that a standby has replayed. Its timeline is that of the last restart point, so after a failover
 * it may be reported late, but never early.
 */
export const READ_REPLAYED_POSITION = defineStatement({
  name: 'replayed-position',
  scope: 'global',
  row: z.strictObject({ is_standby: z.boolean(), timeline: z.number(), lsn: z.number() }),
  sql: `
select pg_is_in_recovery() as is_standby, coalesce((pg_control_recovery()).min_recovery_end_timeline, 0) as timeline,
  coalesce(pg_wal_lsn_diff(pg_last_wal_replay_lsn(), '0/0'), 0)::float8 as lsn`,
});

/** Identifies a database: copies made by PostgreSQL's replication have the same identity. */
export const READ_DATABASE_IDENTITY = defineStatement({
  name: 'database-identity',
  scope: 'global',
  row: z.strictObject({ identity: z.string() }),
  sql: `
select concat_ws('/', (pg_control_system()).system_identifier,
  (select oid from pg_database where datname = current_database())) as identity`,
});

/** Returns true if whoever has replayed `replayed` shows everything committed up to `wanted`. */
export const hasReachedWalPosition = (replayed: WalPosition, wanted: WalPosition): boolean =>
  replayed.timeline === wanted.timeline && replayed.lsn >= wanted.lsn;
