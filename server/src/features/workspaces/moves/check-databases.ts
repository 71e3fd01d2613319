import { AppError } from '../../../core/errors.ts';
import type { AnySealedColumn } from '../../secrets/sealed-column.ts';
import { listMovedTables } from './moved-tables.ts';
import type { MoveDatabaseConnection } from './move-database-connection.ts';

const refuse = (detail: string) => new AppError('invalid_request', detail);

export type MoveDatabasePair = { source: MoveDatabaseConnection; destination: MoveDatabaseConnection };

const IDENTITY = `select system_identifier::text || '/' || current_database() as id, current_setting('server_version') as version,
  (select release from schema_release) as release from pg_control_system()`;

/** Checks that the two databases can exchange a workspace. @throws AppError `invalid_request` that says what to do */
export async function assertDatabasesCanExchange({ source, destination }: MoveDatabasePair): Promise<void> {
  type Identity = { id: string; version: string; release: string };
  const [here, there] = await Promise.all([source.one<Identity>(IDENTITY), destination.one<Identity>(IDENTITY)]);
  if (here.id === there.id) throw refuse('--to: This is the database that the workspace is in. Give another one.');
  if (here.release !== there.release) {
    throw refuse(
      `--to: Its release is ${there.release}, and that of this installation ${here.release}. Upgrade the older one first.`,
    );
  }
  const [ours, theirs] = await Promise.all([listMovedTables(source), listMovedTables(destination)]);
  if (JSON.stringify(ours) !== JSON.stringify(theirs)) {
    throw refuse(
      '--to: Its tables differ from those of this installation. Start both installations of the same build.',
    );
  }
  await checkReplication(source, destination);
}

async function checkReplication(source: MoveDatabaseConnection, destination: MoveDatabaseConnection): Promise<void> {
  const settings = await source.one<{ wal: string; slots: number; senders: number }>(
    `select current_setting('wal_level') as wal,
       current_setting('max_replication_slots')::int - (select count(*) from pg_replication_slots)::int as slots,
       current_setting('max_wal_senders')::int - (select count(*) from pg_stat_replication)::int as senders`,
  );
  if (settings.wal !== 'logical') {
    throw refuse(
      `wal_level of this installation’s database is ${settings.wal}. Run “alter system set wal_level = logical” and restart PostgreSQL.`,
    );
  }
  for (const [name, free] of [
    ['max_replication_slots', settings.slots],
    ['max_wal_senders', settings.senders],
  ] as const) {
    if (free < NEEDED) {
      throw refuse(`This installation’s database has ${free} left of ${name}, and a move needs ${NEEDED}. Raise it.`);
    }
  }
  const mayReplicate = `select rolsuper or rolreplication as may from pg_roles where rolname = current_user`;
  if (!(await source.one<{ may: boolean }>(mayReplicate)).may) {
    throw refuse('The account of this installation’s database may not replicate: alter role … replication.');
  }
  const maySubscribe = `select rolsuper or coalesce((select pg_has_role(r.oid, 'member') from pg_roles r
    where r.rolname = 'pg_create_subscription'), false) as may from pg_roles where rolname = current_user`;
  if (!(await destination.one<{ may: boolean }>(maySubscribe)).may) {
    throw refuse('--to: Its account may not subscribe. Give a superuser’s, or grant pg_create_subscription to it.');
  }
  for (const [side, whose] of [
    [source, 'This installation’s database: its'],
    [destination, '--to: Its'],
  ] as const) {
    await side.run('set session_replication_role = replica; set session_replication_role = origin').catch(() => {
      throw refuse(
        `${whose} account may not set session_replication_role. Use a superuser’s, or grant it on that parameter.`,
      );
    });
  }
}

/** Slots and senders of the source: one for the changes, and one for each table that is copied at a time. */
const NEEDED = 3;

/** Checks that the slug is free at the destination. @throws AppError `invalid_request` */
export async function assertSlugIsFreeAtDestination(
  destination: MoveDatabaseConnection,
  { id, slug }: { id: string; slug: string },
): Promise<void> {
  const [taken] = await destination.rows<{ id: string }>('select id from workspaces where slug = $1 or id = $2', [
    slug,
    id,
  ]);
  if (taken) {
    throw refuse(
      `--to: It has a workspace ${slug} already. Rename or remove that one, or choose another installation.`,
    );
  }
}

/**
 * Checks that the other installation knows each encryption key that this workspace's secrets need.
 * @param active Key under which this installation seals new secrets; undefined if it has sealed none.
 * @throws AppError `invalid_request`
 */
export async function assertDestinationKnowsKeys(
  { source, destination }: MoveDatabasePair,
  columns: readonly Pick<AnySealedColumn, 'table' | 'column' | 'keyId'>[],
  workspaceId: string,
  active: string | undefined,
): Promise<void> {
  const inUse = new Set(active === undefined ? [] : [active]);
  for (const { table, column, keyId } of columns) {
    const used = await source.rows<{ id: string }>(
      `select distinct ${keyId} as id from ${table} where workspace_id = $1 and ${column} is not null`,
      [workspaceId],
    );
    for (const { id } of used) inUse.add(id);
  }
  const known = async (side: MoveDatabaseConnection) => {
    const rows = await side.rows<{ id: string; check: string }>(
      `select id, encode(check_value, 'hex') as check from directory.encryption_keys where id = any($1)`,
      [[...inUse]],
    );
    return new Map(rows.map(({ id, check }) => [id, check]));
  };
  const [ours, theirs] = await Promise.all([known(source), known(destination)]);
  const missing = [...inUse].filter((id) => ours.has(id) && theirs.get(id) !== ours.get(id));
  if (missing.length === 0) return;
  throw refuse(
    `--to: That installation doesn’t know the encryption ${missing.length === 1 ? 'key' : 'keys'} ${missing.join(', ')} of this ` +
      'workspace’s secrets. Add them to its ENCRYPTION_KEYS, or to its keyring.json, beside its own, and start it once.',
  );
}
