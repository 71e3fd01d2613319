// Long because it builds two more releases, and starts and stops servers of all of them under load.
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, expect, test } from 'vitest';
import { z } from 'zod';
import { openOperatorDatabase } from '../../src/database/database.ts';
import { migrate } from '../../src/database/schema/migrate.ts';
import { connect, freshDatabaseUrl } from '../database.ts';
import { makerFor } from '../make.ts';
import { startProcess, type ServerProcess } from '../process.ts';
import { commandsWith } from '../wtp.ts';
import { buildRelease } from './build-release.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'training-releases-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Adds what the next release needs, and removes nothing. */
const EXPAND = `alter table users add column badge text default 'next'; create table badges (id uuid primary key)`;
/** Removes what only releases before 0.2.0 use. */
const CONTRACT = 'alter table workspaces drop column api_may_assign_super_admin';

const later = buildRelease(path.join(folder, 'later'), { version: '0.2.0', migration: EXPAND });

const People = z.object({ users: z.array(z.object({ email: z.string(), full_name: z.string() })) });

// rules/operation 14
test('a release works beside the next one, and alone on its schema after the way back, without a failed request', async () => {
  const DATABASE_URL = await freshDatabaseUrl();
  const db = await openOperatorDatabase(DATABASE_URL, 2);
  await migrate(db);
  const make = makerFor(db);
  const workspace = await make.workspace();
  const { token } = await make.token(workspace, ['users:read', 'users:write']);
  await db.close();
  const env = {
    DATABASE_URL,
    DATABASE_POOL_SIZE: '4',
    RATE_LIMIT_READS_PER_MINUTE: '0',
    RATE_LIMIT_WRITES_PER_MINUTE: '0',
  };
  const beside = await connect(DATABASE_URL);
  const functionText = async () =>
    (await beside.query<{ text: string }>(`select pg_get_functiondef('count_users'::regproc) as text`)).rows[0]?.text;

  /** Servers that a load balancer sends requests to. */
  const serving: { base: string; process: ServerProcess; release: string }[] = [];
  async function start(release: string, main?: string): Promise<void> {
    const process = startProcess(env, undefined, main);
    serving.push({ base: await process.base, process, release });
  }
  async function stop(release: string): Promise<void> {
    for (const each of serving.filter((one) => one.release === release)) {
      serving.splice(serving.indexOf(each), 1);
      each.process.child.kill('SIGTERM');
      expect(await each.process.ended).toBe(0);
    }
  }

  let isUnderLoad = true;
  let sent = 0;
  const counts = { 'written by this, read by next': 0, 'written by next, read by this': 0, all: 0 };
  /** Writes a person by one server, then reads and changes them by the other. */
  async function load(worker: number): Promise<void> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    for (let n = 0; isUnderLoad; n++) {
      const [one, other] = [serving[n % serving.length]!, serving[(n + 1) % serving.length]!];
      sent++;
      const email = `person-${worker}-${n}@acme.example`;
      const send = (base: string, full_name: string) =>
        fetch(`${base}/api/v1/users`, { method: 'POST', headers, body: JSON.stringify({ email, full_name }) });
      expect((await send(one.base, 'Before')).status).toBe(201);
      // The newest come last.
      const read = async (base: string) => {
        const answer = await fetch(`${base}/api/v1/users?offset=${Math.max(0, sent - 50)}`, { headers });
        expect(answer.status).toBe(200);
        return People.parse(await answer.json()).users.find((user) => user.email === email)?.full_name;
      };
      expect(await read(other.base)).toBe('Before');
      expect((await send(other.base, 'After')).status).toBe(200);
      expect(await read(one.base)).toBe('After');
      counts.all++;
      if (one.release === 'this' && other.release === 'next') counts['written by this, read by next']++;
      if (one.release === 'next' && other.release === 'this') counts['written by next, read by this']++;
      await sleep(5);
    }
  }
  const failed = Promise.withResolvers<never>();
  failed.promise.catch(() => undefined);
  const more = async (count: () => number) => {
    const before = count();
    const grown = expect.poll(count, { timeout: 60_000 }).toBeGreaterThan(before + 20);
    await Promise.race([grown, failed.promise]);
  };

  await start('this');
  const before = await functionText();
  const working = Promise.all([1, 2, 3].map(load));
  working.catch(failed.reject);
  await more(() => counts.all);

  // The way forward: the next release migrates, while this one goes on.
  await start('next', later);
  await more(() => counts['written by this, read by next']);
  await more(() => counts['written by next, read by this']);
  const after = await functionText();
  expect(after).not.toBe(before);
  expect(after).toContain('0.2.0');

  // This release starts again on the schema of the next, and leaves its functions alone.
  await stop('this');
  await more(() => counts.all);
  await start('this');
  await more(() => counts['written by next, read by this']);
  expect(await functionText()).toBe(after);
  const { wtp } = commandsWith(env);
  const report = await wtp(['doctor']);
  expect(report.stdout).toMatch(
    /^note +migrations +the schema is of release 0\.2\.0, on which this one, 0\.1\.0, works/m,
  );
  expect(report.code).toBe(0);

  // The way back: only this release is left.
  await stop('next');
  await more(() => counts.all);
  isUnderLoad = false;
  await working;
  const { rows } = await beside.query(
    `select count(*)::integer as people, count(badge)::integer as badges from users where full_name = 'After'`,
  );
  expect(rows).toEqual([{ people: counts.all, badges: counts.all }]);
  await stop('this');
  console.log(JSON.stringify(counts));
}, 600_000);

// rules/operation 14
test('a release that is too old for the schema says so, and does not start', async () => {
  const contracted = buildRelease(path.join(folder, 'contracted'), {
    version: '0.3.0',
    migration: CONTRACT,
    oldest: '0.2.0',
  });
  const DATABASE_URL = await freshDatabaseUrl();
  const db = await openOperatorDatabase(DATABASE_URL, 1);
  await makerFor(db).workspace();
  await db.close();
  const newest = startProcess({ DATABASE_URL }, undefined, contracted);
  await newest.base;
  newest.child.kill('SIGTERM');
  await newest.ended;
  const old = startProcess({ DATABASE_URL });
  expect(await old.ended).toBe(1);
  expect(old.output()).toContain(
    'DATABASE_URL: release 0.3.0 has upgraded this database, and this is 0.1.0; run 0.2.0 or later, or restore a backup from before',
  );
  expect(old.output()).not.toMatch(/\n\s+at /);
}, 300_000);
