import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openOperatorDatabase } from '../src/database/database.ts';
import { startEmbeddedPostgres } from '../src/database/embedded/embedded-postgres.ts';
import { migrate } from '../src/database/schema/migrate.ts';
import { fillDisk } from '../hostile/faults/fill-disk.ts';
import { connect, freshDatabaseUrl } from './database.ts';
import { startTestServer } from './server.ts';
import { commandsWith } from './wtp.ts';

const FULL = 'The database’s disk is full. Whoever runs this server has to make room there.';

/** A file system of `size` at a new folder; undefined where this user can't mount one. */
function mountSmall(size: string): string | undefined {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-full-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size},mode=755`, 'tmpfs', folder], { stdio: 'pipe' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['-l', folder]));
  return folder;
}

// rules/operation 9, rules/api 15
test('a full disk of the database is said as that by requests, /readyz and doctor, until there is room', async ({
  skip,
}) => {
  const folder = mountSmall('400m');
  if (folder === undefined) return skip('no file system can be mounted here, which takes root');
  const postgres = await startEmbeddedPostgres({ folder });
  onTestFinished(() => postgres.stop());
  const db = await openOperatorDatabase(postgres.url, 2);
  await migrate(db);
  await db.close();
  const server = await startTestServer({ databaseUrl: postgres.url, keepOpen: true });
  onTestFinished(() => server.close());
  const { call } = await server.api(['users:read', 'intake:create']);
  let articles = 0;
  const push = () => {
    articles += 1;
    const content = `${articles} ${'Lift with the legs. '.repeat(500)}`;
    return call('POST', '/api/v1/intake', { title: `Article ${articles}`, content, source_name: 'Wiki' });
  };
  const examined = async () => {
    // The server's own folder is on another disk, as it is where the database runs on another machine.
    const { wtp } = commandsWith({ DATABASE_URL: postgres.url, DATA_DIR: os.tmpdir() });
    const { code, stdout } = await wtp(['doctor', '--json']);
    const { findings } = JSON.parse(stdout) as { findings: { topic: string; state: string; says: string }[] };
    return { code, database: findings.filter(({ topic }) => topic === 'database') };
  };
  expect((await push()).status).toBe(201);
  expect((await call('GET', '/readyz')).status).toBe(200);
  expect(await examined()).toMatchObject({ database: [{ state: 'ok' }] });

  const filler = path.join(folder, 'filler');
  fillDisk(filler);
  await expect.poll(async () => (await push()).status).toBe(503);
  fillDisk(filler);
  const refused = await push();
  expect(refused.json).toMatchObject({ code: 'unavailable', detail: FULL });
  expect(refused.headers.get('retry-after')).toBe('60');
  await expect
    .poll(async () => (await call('GET', '/readyz')).json)
    .toMatchObject({ status: 503, code: 'unavailable', detail: FULL });
  expect((await call('GET', '/healthz')).status).toBe(200);
  expect(await examined()).toMatchObject({
    code: 1,
    database: [
      {
        state: 'wrong',
        says: expect.stringMatching(/disk is full/),
        remedy: expect.stringContaining('make room'),
      },
    ],
  });
  // What needs no room is still answered.
  expect((await call('GET', '/api/v1/users')).status).toBe(200);

  rmSync(filler);
  expect((await push()).status).toBe(201);
  expect((await call('GET', '/readyz')).status).toBe(200);
  expect(await examined()).toMatchObject({ database: [{ state: 'ok' }] });
});

// rules/api 15
test.each([
  ['a full disk', `copy (select 1) to '/dev/full'`, FULL, '60'],
  ['a quota that is used up', `raise 'could not extend file: Disk quota exceeded'`, FULL, '60'],
  ['a database that takes only reads', 'set transaction read only', 'The database only answers reads', '60'],
  ['no more memory', `raise sqlstate '53200'`, 'The database is out of memory', '5'],
])('%s is said as that where a write meets it', async (_what, meets, detail, retryAfter) => {
  const server = await startTestServer();
  const { call } = await server.api(['users:read', 'users:write']);
  const beside = await connect(server.databaseUrl);
  await beside.query(`create function meet() returns trigger language plpgsql as $f$
    begin
      ${meets};
      return new;
    end $f$`);
  await beside.query('create trigger meet before insert on users for each row execute function meet()');
  const answer = await call('POST', '/api/v1/users', { email: 'ana@example.com', full_name: 'Ana' });
  expect(answer).toMatchObject({ status: 503, json: { code: 'unavailable' } });
  expect(answer.json.detail).toContain(detail);
  expect(answer.headers.get('retry-after')).toBe(retryAfter);
});

// rules/operation 9
test('a database that takes only reads is not ready, and doctor says so', async () => {
  const databaseUrl = await freshDatabaseUrl();
  const beside = await connect(databaseUrl);
  const { rows } = await beside.query('select current_database() as name');
  await beside.query(`alter database ${rows[0].name} set default_transaction_read_only = on`);
  const server = await startTestServer({ databaseUrl });
  const readOnly = await server.rest()('GET', '/readyz');
  expect(readOnly).toMatchObject({ status: 503, json: { detail: expect.stringContaining('only answers reads') } });
  const { wtp } = commandsWith({ DATABASE_URL: databaseUrl, DATA_DIR: os.tmpdir() });
  const { stdout } = await wtp(['doctor']);
  expect(stdout).toMatch(/^WRONG +database .*takes no writes\n +→ let DATABASE_URL name the primary/m);
  await beside.query(`alter database ${rows[0].name} reset default_transaction_read_only`);
});
