import { z } from 'zod';
import type { Database } from '../database.ts';
import { defineStatement } from '../statements/statement.ts';

const Standby = z.strictObject({
  name: z.string().nullable(),
  /** Null if this role may not see it: that takes `pg_monitor`. */
  state: z.string().nullable(),
  is_synchronous: z.boolean().nullable(),
  /** Bytes of the write-ahead log that it hasn't replayed. */
  behind_bytes: z.number().nullable(),
  /** Seconds that its last replayed commit took to get there; null if it has nothing to replay. */
  behind_seconds: z.number().nullable(),
});

const ReplicationState = z.strictObject({
  /** Address of the PostgreSQL that answered; null on a Unix socket. */
  node: z.string().nullable(),
  role: z.enum(['primary', 'standby']),
  timeline: z.int(),
  /** True if commits wait for a standby. */
  waits: z.boolean(),
  standbys: z.array(Standby),
});
export type ReplicationState = z.infer<typeof ReplicationState>;

const READ = defineStatement({
  name: 'read-replication',
  scope: 'global',
  row: ReplicationState,
  sql: `
select host(inet_server_addr()) || ':' || inet_server_port() as node,
  case when pg_is_in_recovery() then 'standby' else 'primary' end as role,
  (select timeline_id from pg_control_checkpoint()) as timeline,
  current_setting('synchronous_standby_names') <> '' and current_setting('synchronous_commit') not in ('off', 'local') as waits,
  (select coalesce(json_agg(json_build_object(
     'name', application_name, 'state', state, 'is_synchronous', sync_state in ('sync', 'quorum'),
     'behind_bytes', pg_wal_lsn_diff(
       case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_lsn() end, replay_lsn)::float8,
     'behind_seconds', extract(epoch from replay_lag)::float8) order by application_name), '[]')
   from pg_stat_replication where state is distinct from 'backup') as standbys`,
});

/** Reads which PostgreSQL answers, and how far its standbys are behind. */
export const readReplicationState = ({ pool }: Pick<Database, 'pool'>): Promise<ReplicationState> => READ.one(pool);
