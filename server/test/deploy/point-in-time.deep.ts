import { readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import pg from 'pg';
import { storeDemo } from '../../seeds/demo/store-demo.ts';
import { openOperatorDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/schema/migrate.ts';
import type { TestWorkspace } from '../make.ts';
import { KEYRING, startTestServer, type TestServer } from '../server.ts';
import { commandsWith } from '../wtp.ts';
import { binaries, debianCluster } from './debian-cluster.ts';
import { lacking, RECOVER_PAGE } from './deploy-page.ts';

const isRoot = process.getuid?.() === 0;
const missing = lacking({
  runuser: 'util-linux',
  gzip: 'gzip',
  cmp: 'diffutils',
  [`${binaries}/initdb`]: 'postgresql',
});
const reason = missing ?? (isRoot ? undefined : 'needs root, as the page has it');

/** Milliseconds, at least, from the moment that is recovered to the destruction. */
const A_SECOND = 1_000;
const DAY = 86_400_000;

interface Write {
  name: string;
  sent: number;
  answered: number;
}

describe.skipIf(reason)(`recovery to a moment, as the page has it${reason ? ` (${reason})` : ''}`, () => {
  let cluster: Awaited<ReturnType<typeof debianCluster>>;
  beforeAll(async () => {
    cluster = await debianCluster(binaries ?? '');
    await cluster.start();
    await cluster.succeed('createuser', 'training');
    await cluster.succeed('createdb', '--owner', 'training', 'training');
  });
  afterAll(() => cluster.remove());

  const asked = async (sql: string, values: unknown[] = []) => {
    const client = new pg.Client({ connectionString: cluster.url });
    await client.connect();
    try {
      return (await client.query(sql, values)).rows;
    } finally {
      await client.end();
    }
  };
  const backups = () => readdirSync(cluster.folders.base).toSorted();
  const segments = () => readdirSync(cluster.folders.wal).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name));
  const iso = (moment: number) => new Date(moment).toISOString();
  const wtp = () => commandsWith({ DATABASE_URL: cluster.url, DATA_DIR: cluster.keyring, ...KEYRING });

  const start = () => startTestServer({ databaseUrl: cluster.url, jobs: true, keepOpen: true });

  /** Writes over REST, and rows of learning from which analytics are counted, until it is stopped. */
  function writeOn(server: TestServer, workspace: TestWorkspace, token: string, prefix: string) {
    const written: Write[] = [];
    const call = server.rest(token);
    let running = true;
    const worker = async (number: number, write: (name: string) => Promise<unknown>) => {
      for (let n = 0; running; n++) {
        const name = `${prefix}-${number}-${n}`;
        const sent = Date.now();
        await write(name);
        written.push({ name, sent, answered: Date.now() });
      }
    };
    const user = async (name: string) => {
      const answer = await call('POST', '/api/v1/users', { email: `${name}@example.com`, full_name: name });
      expect(answer.status).toBe(201);
    };
    const learner = async (name: string) => {
      const { rows } = await server.db.pool.query<{ id: string }>(
        `select id from modules where workspace_id = $1 and status = 'published' order by random() limit 1`,
        [workspace.id],
      );
      const { id } = await server.make.user(workspace, { email: `${name}@example.com`, role: 'learner' });
      await server.make.enrollment(workspace, id, rows[0]!.id, { progress: 0.5, startedAt: new Date() });
    };
    const ended = Promise.all([worker(1, user), worker(2, user), worker(3, learner)]);
    return {
      written,
      /** Waits until more is written, to have some on both sides of a moment. */
      more() {
        const enough = written.length + 40;
        return Promise.race([expect.poll(() => written.length).toBeGreaterThan(enough), ended]);
      },
      async stop() {
        running = false;
        await ended;
      },
    };
  }

  /** Checks that all that was answered before the moment is there, and nothing that was sent after it. */
  async function expectAsOf(moment: number, written: Write[]) {
    const rows = await asked(`select split_part(email, '@', 1) as name from users`);
    const present = new Set(rows.map(({ name }) => name));
    const before = written.filter(({ answered }) => answered < moment);
    const after = written.filter(({ sent }) => sent > moment);
    expect(before.length).toBeGreaterThan(20);
    expect(after.length).toBeGreaterThan(20);
    expect(before.filter(({ name }) => !present.has(name))).toEqual([]);
    expect(after.filter(({ name }) => present.has(name))).toEqual([]);
  }

  async function recoverTo(moment: number) {
    await cluster.succeed(cluster.scripts.recover, iso(moment));
    await cluster.start();
    // It answers reads before it is recovered.
    await expect.poll(() => asked('select pg_is_in_recovery() as recovering')).toEqual([{ recovering: false }]);
  }

  test('destroyed under writes and killed, the database is as it was the second before, and goes on', async () => {
    const db = await openOperatorDatabase(cluster.url, 2);
    await migrate(db);
    await db.close();
    const server = await start();
    const { workspace } = await storeDemo(server.db, new Date());
    const { token } = await server.make.token(workspace, ['users:write']);
    const leaked = await server.make.token(workspace, ['users:read'], 'Leaked');
    const load = writeOn(server, workspace, token, 'first');

    await load.more();
    const written = load.written.length;
    await cluster.succeed(cluster.scripts.baseBackup);
    expect(load.written.length, 'written during the backup').toBeGreaterThan(written);
    expect(backups()).toEqual([expect.stringMatching(/^\d{8}T\d{6}Z$/)]);
    // A moment is recovered from a backup that ended in an earlier second.
    await sleep(1_000);
    const early = Date.now();
    await load.more();
    const sealed = async () =>
      JSON.parse((await wtp().wtp(['audit', 'verify', '--workspace', 'demo', '--json'])).stdout);
    await expect.poll(sealed).toMatchObject({ valid: true, head: expect.any(String) });
    const { head } = await sealed();
    await load.more();
    const moment = Date.now();
    await server.make.user(workspace, { email: 'after@example.com' });
    await wtp().json(['token', 'revoke', '--id', leaked.id]);
    expect((await server.rest(leaked.token)('GET', '/api/v1/users')).status).toBe(401);
    await load.more();
    await sleep(Math.max(0, moment + A_SECOND - Date.now()));
    await load.stop();
    await asked('drop table users, modules, enrollments cascade');

    // Who lost access is listed from what is left.
    const query = /psql training -c "(select .*)"$/m.exec(readFileSync(RECOVER_PAGE, 'utf8'))?.[1];
    const since = query?.replace('2026-03-01 14:04:59+01:00', iso(moment)) ?? '';
    expect(since).not.toBe(query);
    expect(await asked(since)).toEqual([expect.objectContaining({ action: 'token.revoked', subject_id: leaked.id })]);
    await server.close();

    expect(await cluster.run(cluster.scripts.recover, iso(moment))).toMatchObject({
      status: 1,
      stderr: 'PostgreSQL is running. Stop it first.\n',
    });
    await cluster.stop('immediate');
    expect(await cluster.run(cluster.scripts.recover, iso(moment - DAY))).toMatchObject({
      status: 1,
      stderr: expect.stringContaining('has no base backup from before'),
    });

    // First to a wrong moment, then to the right one.
    await recoverTo(early);
    await expectAsOf(early, load.written);
    await cluster.stop('fast');
    await cluster.putBack();
    await recoverTo(moment);
    await expectAsOf(moment, load.written);
    expect(await asked(`select 1 from users where email = 'after@example.com'`)).toEqual([]);

    // Nothing was changed in the log, and the counts are those of the rows.
    expect(await wtp().json(['audit', 'verify', '--workspace', 'demo', '--head', head])).toMatchObject({ valid: true });
    const counted = await wtp().json(['analytics', 'verify', '--workspace', 'demo']);
    expect(counted).toMatchObject({ equal: true, wrong_rows: 0, wrong_cells: 0 });

    // The revoked token is back, until it is revoked once more.
    await wtp().json(['token', 'list', '--workspace', 'demo']);
    const again = await start();
    const read = () => again.rest(leaked.token)('GET', '/api/v1/users');
    expect((await read()).status).toBe(200);
    await wtp().json(['token', 'revoke', '--workspace', 'demo', '--id', leaked.id]);
    expect((await read()).status).toBe(401);

    // It goes on: writes, the chain, the archive and backups.
    const later = writeOn(again, workspace, token, 'later');
    await later.more();
    await later.stop();
    await expect.poll(sealed).toMatchObject({ valid: true, unsealed: 0 });
    await again.close();
    const file = (await cluster.succeed('psql', '-Atc', 'select pg_walfile_name(pg_switch_wal())')).trim();
    await expect.poll(segments).toContain(`${file}.gz`);
    // The wrong recovery began the second timeline, the right one the third.
    expect(Number.parseInt(file.slice(0, 8), 16)).toBe(3);
  });

  test('a new backup removes those older than 14 days, and the segments before the oldest that stays', async () => {
    const [old] = backups();
    // Ends a segment: nothing may be left of those before the new backup.
    await cluster.succeed('psql', '-Atc', 'select pg_switch_wal()');
    const former = segments();
    expect(former).not.toEqual([]);
    const when = new Date(Date.now() - 15 * DAY);
    utimesSync(path.join(cluster.folders.base, old!), when, when);
    await cluster.succeed(cluster.scripts.baseBackup);
    const [kept, ...others] = backups();
    expect(others).toEqual([]);
    expect(kept! > old!).toBe(true);
    expect(segments().filter((name) => former.includes(name))).toEqual([]);
    // What is left is enough for the backup that is left.
    const label = readFileSync(path.join(cluster.folders.base, kept!, 'backup_label'), 'utf8');
    const [, first] = /\(file (\w+)\)/.exec(label) ?? [];
    expect(segments().every((name) => name.slice(8, 24) >= first!.slice(8))).toBe(true);
    await expect.poll(segments).toContain(`${first}.gz`);
  });

  test('a backup that is not as it was made is removed by the next, and older ones stay', async () => {
    const before = backups();
    const broken = cluster.scripts.baseBackup.replace('training-base-backup', 'broken-backup');
    const script = readFileSync(cluster.scripts.baseBackup, 'utf8');
    const spoilt = script.replace('ended=', `: > "$backups/part/PG_VERSION"\nended=`);
    expect(spoilt).not.toBe(script);
    writeFileSync(broken, spoilt, { mode: 0o755 });
    expect(await cluster.run(broken)).toMatchObject({ status: 1, stderr: expect.stringContaining('PG_VERSION') });
    expect(backups()).toEqual([...before, 'part'].toSorted());
    await cluster.succeed(cluster.scripts.baseBackup);
    expect(backups()).not.toContain('part');
    expect(backups()).toEqual(expect.arrayContaining(before));
  });

  test('an archived segment is never overwritten, and the same one is accepted again', async () => {
    const file = path.join(cluster.folders.socket, 'segment');
    const archive = async (text: string) => {
      writeFileSync(file, text);
      return (await cluster.run(cluster.scripts.archive, file, 'FF')).status;
    };
    // Of an archiver that was killed.
    await cluster.succeed('/bin/sh', '-c', `printf 'half of' > ${path.join(cluster.folders.wal, 'FF.part')}`);
    expect(await archive('one')).toBe(0);
    expect(await archive('one')).toBe(0);
    expect(await archive('another')).toBe(1);
    expect(await cluster.succeed('/bin/gzip', '-dc', path.join(cluster.folders.wal, 'FF.gz'))).toBe('one');
    expect(readdirSync(cluster.folders.wal).filter((name) => name.startsWith('FF'))).toEqual(['FF.gz']);
  });
});
