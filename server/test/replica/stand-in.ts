import net from 'node:net';
import { once } from 'node:events';
import { onTestFinished } from 'vitest';
import { connect } from '../database.ts';

/** PostgreSQL's functions that say what a standby has replayed, with what the test wants them to say. */
const functionsIn = (schema: string) => `
create schema ${schema};
create table ${schema}.state (is_standby boolean, timeline integer, lsn pg_lsn, identity text, conflicts boolean);
insert into ${schema}.state values (true, 1, null, null, false);
create function ${schema}.pg_is_in_recovery() returns boolean volatile as 'select is_standby from ${schema}.state' language sql;
create function ${schema}.pg_last_wal_replay_lsn() returns pg_lsn volatile
  as 'select coalesce(lsn, pg_current_wal_insert_lsn()) from ${schema}.state' language sql;
create function ${schema}.pg_control_recovery(out min_recovery_end_timeline integer, out nothing integer) volatile
  as 'select timeline, 0 from ${schema}.state' language sql;
create function ${schema}.current_database() returns text volatile
  as 'select coalesce(identity, pg_catalog.current_database()::text) from ${schema}.state' language sql;
create or replace function public.test_where_it_runs() returns text volatile as $$ select 'primary' $$ language sql;
create function ${schema}.test_where_it_runs() returns text volatile as $$
begin
  if (select conflicts from ${schema}.state) then
    raise exception 'canceling statement due to conflict with recovery' using errcode = '40001';
  end if;
  return 'replica';
end $$ language plpgsql`;

let schemas = 0;

/** `lsn` is the position that it has replayed; null: all of it. */
type State = { is_standby: boolean; timeline: number; lsn: string | null; identity: string; conflicts: boolean };

/**
 * A stand-in for a replica: the same database, read-only, behind an address of its own. What it has replayed is what
 * the test says, so the test decides when it is behind; what it shows is always new.
 */
export async function startStandIn(databaseUrl: string) {
  const beside = await connect(databaseUrl);
  const schema = `stand_in_${++schemas}`;
  await beside.query(functionsIn(schema));
  const address = new URL(databaseUrl.replace('@/', '@localhost/'));
  const path = `${address.searchParams.get('host')}/.s.PGSQL.${address.searchParams.get('port') ?? 5432}`;
  const sockets = new Set<net.Socket>();
  let hangs = false;
  const proxy = net.createServer((socket) => {
    const upstream = net.connect(path);
    for (const [from, to] of [
      [socket, upstream],
      [upstream, socket],
    ] as const) {
      sockets.add(from);
      from.on('data', (data) => void (hangs || to.write(data)));
      from.on('error', () => undefined);
      from.on('close', () => to.destroy());
    }
  });
  const listen = async (port = 0) => {
    await once(proxy.listen(port, '127.0.0.1'), 'listening');
  };
  const cut = () => {
    for (const socket of sockets) socket.destroy();
    sockets.clear();
  };
  const close = async () => {
    if (!proxy.listening) return;
    const closed = once(proxy, 'close');
    proxy.close();
    cut();
    await closed;
  };
  await listen();
  onTestFinished(close);
  const bound = proxy.address();
  const port = typeof bound === 'object' && bound ? bound.port : 0;
  const options = `-c search_path=${schema},public,pg_catalog -c default_transaction_read_only=on`;
  return {
    url: `postgresql://${address.username}@127.0.0.1:${port}${address.pathname}?options=${encodeURIComponent(options)}`,
    name: `127.0.0.1:${port}${address.pathname}`,
    /** Changes what it says of itself. */
    async say(changes: Partial<State>) {
      for (const [column, value] of Object.entries(changes)) {
        await beside.query(`update ${schema}.state set ${column} = $1`, [value]);
      }
    },
    /** Ends all its connections, and refuses new ones. */
    end: close,
    startAgain: () => listen(port),
    /** Answers nothing more, without closing anything. */
    hang: () => void (hangs = true),
    wakeUp() {
      hangs = false;
      cut();
    },
  };
}
