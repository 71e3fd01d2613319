import { createServer } from 'node:net';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { connect, freshDatabaseUrl } from '../../../test/database.ts';
import { keyFor } from '../../../test/ai/stand-in.ts';
import { startKeyServer } from '../../../test/key-server.ts';
import { startSmtpServer } from '../../../test/smtp-server.ts';
import { restored } from '../../../test/upgrade/dumps.ts';
import { commandsWith, processesWith } from '../../../test/wtp.ts';

import os from 'node:os';
import path from 'node:path';
import { MODULE_STAT_COUNT_COLUMNS } from '../../features/analytics/rollups/stored-counts.ts';
import { startStandIn } from '../../../test/replica/stand-in.ts';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';

/** Server that runs alongside the commands on the same database. */
const server = await startKeyServer();

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const KEYRING = { ENCRYPTION_KEYS: `test:${key(7)}`, ENCRYPTION_ACTIVE_KEY: 'test' };
const settings = { DATABASE_URL: server.databaseUrl, DATA_DIR: os.tmpdir(), ...KEYRING };
const { wtp, json } = commandsWith(settings);
const processes = processesWith(settings);

const Report = z.strictObject({
  ok: z.boolean(),
  findings: z.array(
    z.strictObject({
      topic: z.string(),
      state: z.enum(['ok', 'note', 'wrong']),
      says: z.string(),
      remedy: z.string().optional(),
      facts: z.record(z.string(), z.unknown()),
    }),
  ),
});

/** Runs the command with this environment, checks that its exit code matches, and returns its findings. */
async function examined(env: Record<string, string> = {}) {
  const { code, stdout, stderr } = await wtp(['doctor', '--json'], env);
  expect(stderr).toBe('');
  const { ok, findings } = Report.parse(JSON.parse(stdout));
  expect(code).toBe(ok ? 0 : 1);
  expect(ok).toBe(findings.every(({ state }) => state !== 'wrong'));
  return { ok, of: (topic: string) => findings.filter((finding) => finding.topic === topic) };
}

test('beside a server that is well: every topic on a line, and exit code 0', async () => {
  const { code, stdout, stderr } = await processes.wtp(['doctor']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const topic of [
    'program',
    'database',
    'migrations',
    'clock',
    'connections',
    'jobs',
    'keyring',
    'storage',
    'disk',
  ]) {
    expect(stdout).toMatch(new RegExp(`^ok +${topic} +\\S`, 'm'));
  }
  expect(stdout).toMatch(/^ok +database +PostgreSQL 15\.\d+, \d+ MiB$/m);
  expect(stdout).toMatch(/^note +mail +goes to the log.*\n +→ set SMTP_URL/m);
  expect(stdout).toMatch(/\nNothing is wrong\.\n$/);
  const beside = await connect(server.databaseUrl);
  await beside.query(`set application_name = 'training'`);
  const { of } = await examined();
  const [connections] = of('connections');
  expect(connections?.facts).toMatchObject({ ours: { training: expect.any(Number) }, each_server_at_most: 23 });
});

test('a schema that is behind or ahead is wrong, and stays as it is', async () => {
  const url = await freshDatabaseUrl({ empty: true });
  const behind = await examined({ DATABASE_URL: url });
  expect(behind.of('migrations')).toMatchObject([{ state: 'wrong', remedy: expect.stringContaining('wtp migrate') }]);
  expect(behind.of('jobs')).toEqual([]);
  const client = await connect(url);
  expect((await client.query(`select 1 from pg_class where relnamespace = 'public'::regnamespace`)).rows).toEqual([]);

  const ahead = await freshDatabaseUrl();
  const later = await connect(ahead);
  await later.query(`insert into migrations (name) values ('20991231-later')`);
  const { of } = await examined({ DATABASE_URL: ahead });
  expect(of('migrations')).toMatchObject([{ state: 'wrong', facts: { unknown: ['20991231-later'], pending: [] } }]);
});

test('a schema from before the baseline lacks only the baseline, and a start mends it', async () => {
  const { of } = await examined({ DATABASE_URL: await restored('20261130-drive-files-to-request.sql.br') });
  expect(of('migrations')).toMatchObject([
    { state: 'wrong', remedy: expect.stringContaining('wtp migrate'), facts: { pending: ['20261130-baseline'] } },
  ]);
});

test('a key that is missing, another one, or no longer the active one is told by its id', async () => {
  const workspace = await server.make.workspace();
  const admin = await server.as('super_admin', workspace);
  const own = { provider: 'anthropic' as const, model: 'claude-opus-5-5', key: keyFor('good', 'doctor') };
  await admin.providerKeys.add.mutate(own);
  const keyring = async (keys: string, active: string) => {
    const { of } = await examined({ ENCRYPTION_KEYS: keys, ENCRYPTION_ACTIVE_KEY: active });
    return of('keyring')[0];
  };
  expect(await keyring(`test:${key(7)}`, 'test')).toMatchObject({
    state: 'ok',
    facts: { ids: ['test'], active: 'test', sealed: { test: 1 } },
  });
  expect(await keyring(`test:${key(7)},new:${key(8)}`, 'new')).toMatchObject({
    state: 'note',
    says: expect.stringMatching(/1 provider key .* under “test”/),
    remedy: expect.stringContaining('keys rewrap'),
  });
  expect(await keyring(`new:${key(8)}`, 'new')).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('lacks “test”'),
  });
  expect(await keyring(`test:${key(8)}`, 'test')).toMatchObject({
    state: 'wrong',
    facts: { other_than_known: ['test'] },
  });
});

test('mail is tried with the SMTP server', async () => {
  const catcher = await startSmtpServer();
  const works = await examined({ SMTP_URL: catcher.url, MAIL_FROM: 'Training <training@example.com>' });
  expect(works.of('mail')).toMatchObject([{ state: 'ok' }]);
  expect((await examined({ SMTP_URL: catcher.url })).of('mail')).toMatchObject([{ state: 'wrong' }]);
  expect((await examined({ HOST: '0.0.0.0' })).of('mail')).toMatchObject([{ state: 'wrong' }]);
});

test('an SMTP server need not answer, and the password is not shown', { tags: ['deep'] }, async () => {
  const silent = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void silent.close());
  await once(silent, 'listening');
  const address = silent.address();
  const port = typeof address === 'object' ? address?.port : undefined;

  // Each byte begins the socket's own time anew.
  const dripping = createServer((socket) => {
    socket.on('error', () => undefined).write('220 Welcome\r\n');
    const drops = setInterval(() => socket.bytesRead > 0 && socket.write('250-'), 50);
    socket.once('close', () => clearInterval(drops));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void dripping.close());
  await once(dripping, 'listening');
  const at = dripping.address();
  // At the same time, because each takes four seconds.
  const [{ stdout, code }, dripped] = await Promise.all([
    processes.wtp(['doctor'], { SMTP_URL: `smtp://me:secret-word@127.0.0.1:${port}` }),
    processes.wtp(['doctor'], { SMTP_URL: `smtp://127.0.0.1:${typeof at === 'object' ? at?.port : undefined}` }),
  ]);
  expect(stdout).toMatch(new RegExp(`^WRONG +mail +127\\.0\\.0\\.1:${port} cannot be used`, 'm'));
  expect(stdout).not.toContain('secret-word');
  expect(code).toBe(1);
  expect(dripped.stdout).toMatch(/^WRONG +mail .*did not finish signing in within 4 seconds/m);
});

test.each([
  ['links that lead nowhere', { HOST: '0.0.0.0', SMTP_URL: 'smtp://127.0.0.1:1' }, /^PUBLIC_URL is not set/],
  ['sessions in the clear', { PUBLIC_URL: 'http://training.example.com' }, /without TLS/],
  ['a proxy that nobody believes', { PUBLIC_URL: 'https://training.example.com' }, /TRUST_PROXY is not set/],
])('settings that contradict each other are wrong: %s', async (_what, env, says) => {
  const { of } = await examined(env);
  const found = of('settings').filter(({ state }) => state === 'wrong');
  expect(found).toEqual([expect.objectContaining({ says: expect.stringMatching(says), remedy: expect.any(String) })]);
});

test('jobs that nobody takes are wrong, and those that were given up are told', async () => {
  const url = await freshDatabaseUrl();
  const client = await connect(url);
  await client.query(`select graphile_worker.add_job('remove_expired', run_at => now() - interval '1 hour')`);
  const late = await examined({ DATABASE_URL: url });
  expect(late.of('jobs')).toMatchObject([{ state: 'wrong', facts: { due: 1, given_up: 0 } }]);
  await client.query('update graphile_worker._private_jobs set attempts = max_attempts');
  const { of } = await examined({ DATABASE_URL: url });
  expect(of('jobs')).toMatchObject([{ state: 'note', facts: { due: 0, given_up: 1 } }]);
});

// rules/tokens 10
test('active tokens that nothing used for 90 days are noted by name, revoked and used ones are not', async () => {
  const url = await freshDatabaseUrl();
  const client = await connect(url);
  await client.query(
    `insert into workspaces (id, name, slug, created_at) values (gen_random_uuid(), 'Acme', 'acme', now())`,
  );
  const insert = `
    insert into api_tokens (id, workspace_id, name, prefix, hash, scopes, created_at, created_by_name, revoked_at, revoked_by_name)
    select gen_random_uuid(), id, $1, 'wtp_abcd', sha256($1::text::bytea), '{users:read}', now() - make_interval(days => $2), 'Ada',
      case when $3 then now() end, case when $3 then 'Ada' end
    from workspaces where slug = 'acme' returning id`;
  await client.query(insert, ['New', 89, false]);
  await client.query(insert, ['Revoked', 200, true]);
  const used = await client.query<{ id: string }>(insert, ['In use', 200, false]);
  await client.query(
    `insert into api_token_uses (workspace_id, token_id, used_at, operation, ip)
     select id, $1, now() - interval '1 day', 'GET /api/v1/users', '127.0.0.1' from workspaces where slug = 'acme'`,
    [used.rows[0]?.id],
  );
  const before = await examined({ DATABASE_URL: url });
  expect(before.of('API tokens')).toMatchObject([{ state: 'ok', facts: { unused: 0 } }]);
  await client.query(insert, ['HR sync', 91, false]);
  const { of } = await examined({ DATABASE_URL: url });
  expect(of('API tokens')).toMatchObject([
    { state: 'note', says: '1 was not used for 90 days: “HR sync” (acme)', facts: { tokens: [{ name: 'HR sync' }] } },
  ]);
});

test('a keyring that others may read is wrong, and stays as it is', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'doctor-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = path.join(folder, 'keyring.json');
  writeFileSync(file, JSON.stringify({ active: 'test', keys: { test: key(7) } }), { mode: 0o644 });
  chmodSync(file, 0o644);
  const keyringOf = async () => {
    const { of } = await examined({ DATA_DIR: folder, ENCRYPTION_KEYS: '', ENCRYPTION_ACTIVE_KEY: '' });
    return of('keyring')[0];
  };
  expect(await keyringOf()).toMatchObject({
    state: 'wrong',
    says: expect.stringContaining('mode 0644'),
    remedy: expect.stringContaining(`chmod 600 ${file}`),
  });
  expect(statSync(file).mode & 0o777).toBe(0o644);
  chmodSync(file, 0o600);
  expect(await keyringOf()).toMatchObject({ state: 'ok' });
});

test('a database that is away is said, beside what can be told without it', { tags: ['deep'] }, async () => {
  const { ok, of } = await examined({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
  expect(ok).toBe(false);
  expect(of('database')).toMatchObject([{ state: 'wrong', says: expect.stringContaining('ECONNREFUSED') }]);
  expect(of('disk')).toMatchObject([{ state: 'ok' }]);
});

// rules/operation 3
test(
  'a data folder that nothing is stored in need not be writable; one that the keyring is in must be',
  { tags: ['deep'] },
  async () => {
    const missing = '/proc/none';
    const STORAGE_URL = 'http://key:secret@127.0.0.1:9/media';
    expect((await examined({ DATA_DIR: missing, STORAGE_URL })).of('disk')).toMatchObject([{ state: 'ok' }]);
    const inFolder = await examined({ DATA_DIR: missing, ENCRYPTION_KEYS: '', ENCRYPTION_ACTIVE_KEY: '' });
    expect(inFolder.of('disk')).toMatchObject([{ state: 'wrong' }]);
  },
);

// rules/operation 8, rules/operation 15
test(
  'each replica is told, with why it is not used; without any, nothing is said of them',
  { tags: ['deep'] },
  async () => {
    const { of, ok } = await examined();
    expect([ok, of('replicas')]).toEqual([true, []]);
    const standIn = await startStandIn(server.databaseUrl);
    const away = 'postgresql://me:secret-word@127.0.0.1:1/training';
    const beside = await examined({ DATABASE_READ_URL: `${standIn.url},${away}` });
    expect(beside.of('replicas')).toEqual([
      {
        topic: 'replicas',
        state: 'ok',
        says: `${standIn.name} is used`,
        facts: expect.objectContaining({ used: true }),
      },
      expect.objectContaining({
        state: 'note',
        says: expect.stringMatching(/^127\.0\.0\.1:1\/training is not used: .*ECONNREFUSED/),
      }),
    ]);
    expect(JSON.stringify(beside.of('replicas'))).not.toContain('secret-word');
    expect(beside.of('connections')).toMatchObject([{ facts: { each_server_at_most: 24 } }]);
  },
);

test('a key may be called like what every object has', { tags: ['deep'] }, async () => {
  const admin = await server.as('super_admin', await server.make.workspace());
  const own = { provider: 'anthropic' as const, model: 'claude-opus-5-5', key: keyFor('good', 'doctor') };
  await admin.providerKeys.add.mutate(own);
  const both = { ENCRYPTION_KEYS: `test:${key(7)},constructor:${key(8)}` };
  const active = (id: string) => ({ ...both, ENCRYPTION_ACTIVE_KEY: id });
  const moved = await json(['keys', 'rewrap'], active('constructor'));
  expect(moved).toMatchObject({ keys: { constructor: expect.any(Number) } });
  const { of } = await examined(active('constructor'));
  expect(of('keyring')[0]).toMatchObject({ state: 'ok', facts: { sealed: { constructor: expect.any(Number) } } });
  await json(['keys', 'rewrap'], active('test'));
});

// rules/sign-in 9
test('an address at which browsers refuse passkeys is told', { tags: ['deep'] }, async () => {
  const { of } = await examined({ PUBLIC_URL: 'https://192.0.2.7', TRUST_PROXY: 'loopback' });
  const says = 'PUBLIC_URL is https://192.0.2.7, where browsers refuse passkeys';
  expect(of('settings')).toEqual(expect.arrayContaining([expect.objectContaining({ state: 'note', says })]));
});

test(
  'behind a proxy that is believed, with a pooled key for each capability, no setting is wrong',
  { tags: ['deep'] },
  async () => {
    const { of } = await examined({
      PUBLIC_URL: 'https://training.example.com',
      TRUST_PROXY: 'loopback',
      ANTHROPIC_API_KEY: 'pooled-key-1',
      DEEPGRAM_API_KEY: 'pooled-key-2',
    });
    expect(of('settings')).toMatchObject([{ state: 'ok' }]);
  },
);

test('changes of analytics that nobody counts are wrong', { tags: ['deep'] }, async () => {
  const url = await freshDatabaseUrl();
  const client = await connect(url);
  await client.query(
    `insert into module_stat_changes (workspace_id, is_active, department_id, module_id, ${MODULE_STAT_COUNT_COLUMNS.join(', ')}, completions, certificates, at)
     select gen_random_uuid(), true, gen_random_uuid(), gen_random_uuid(), ${MODULE_STAT_COUNT_COLUMNS.map(() => 1).join(', ')}, true, true,
       now() - interval '1 hour'`,
  );
  const late = await examined({ DATABASE_URL: url });
  expect(late.of('analytics')).toMatchObject([{ state: 'wrong', facts: { waiting: 1 } }]);
  await client.query('delete from module_stat_changes');
  const { of } = await examined({ DATABASE_URL: url });
  expect(of('analytics')).toMatchObject([{ state: 'ok', facts: { waiting: 0 } }]);
});

// rules/analytics 13
test(
  'a workspace whose counts were recorded ahead of the database’s clock is wrong, and named with the remedy',
  { tags: ['deep'] },
  async () => {
    const url = await freshDatabaseUrl();
    const client = await connect(url);
    await client.query(
      `with made as (insert into workspaces (id, name, slug, created_at, time_zone)
       values (gen_random_uuid(), 'acme', 'acme', now(), 'UTC') returning id)
     insert into module_stat_clocks select id, now() + interval '2 days' from made`,
    );
    const { of } = await examined({ DATABASE_URL: url });
    expect(of('analytics')).toMatchObject([
      {
        state: 'wrong',
        remedy: expect.stringContaining('wtp analytics rebuild --workspace'),
        facts: { ahead: ['acme'] },
      },
    ]);
  },
);

// rules/operation 8
test(
  'a workspace whose time zone the database lacks is wrong, and named with the remedy',
  { tags: ['deep'] },
  async () => {
    const url = await freshDatabaseUrl();
    const client = await connect(url);
    const insert = `insert into workspaces (id, name, slug, created_at, time_zone) values (gen_random_uuid(), $1, $1, now(), $2)`;
    await client.query(insert, ['here', 'europe/berlin']);
    const well = await examined({ DATABASE_URL: url });
    expect(well.of('time zones')).toMatchObject([{ state: 'ok', facts: { unknown: [] } }]);
    await client.query(insert, ['acme', 'Mars/Olympus']);
    const { of } = await examined({ DATABASE_URL: url });
    expect(of('time zones')).toEqual([
      {
        topic: 'time zones',
        state: 'wrong',
        says: 'the database has no time zone Mars/Olympus (acme)',
        remedy: expect.stringContaining('--time-zone'),
        facts: { unknown: [{ slug: 'acme', time_zone: 'Mars/Olympus' }] },
      },
    ]);
  },
);

test(
  'an OpenID provider that does not answer, or answers for another issuer, is wrong',
  { tags: ['deep'] },
  async () => {
    let answer: (response: ServerResponse) => void = () => {};
    const provider = createHttpServer((_request, response) => answer(response)).listen(0, '127.0.0.1');
    onTestFinished(() => {
      provider.close().closeAllConnections();
    });
    await once(provider, 'listening');
    const address = provider.address();
    const issuer = `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`;
    const signIn = async (answering: typeof answer) => {
      answer = answering;
      const { of } = await examined({
        OIDC_ISSUER: issuer,
        OIDC_CLIENT_ID: 'training',
        OIDC_CLIENT_SECRET: 'secret-word',
      });
      expect(JSON.stringify(of('sign-in'))).not.toContain('secret-word');
      return of('sign-in')[0];
    };
    const json = { 'content-type': 'application/json' };
    const configuration = (name: string, more: object) => (response: ServerResponse) =>
      response
        .writeHead(200, json)
        .end(
          JSON.stringify({ issuer: name, authorization_endpoint: `${name}/a`, token_endpoint: `${name}/t`, ...more }),
        );
    const keys = { jwks_uri: `${issuer}/k` };
    expect(await signIn(configuration(`${issuer}/`, keys))).toMatchObject({ state: 'ok' });
    const wrong = (says: unknown) => ({ state: 'wrong', says, remedy: expect.stringContaining('OIDC_ISSUER') });
    expect(await signIn(configuration('https://id.example.com', keys))).toMatchObject(
      wrong(expect.stringContaining('calls itself https://id.example.com')),
    );
    for (const more of [{}, { jwks_uri: 'file:///etc/passwd' }, { jwks_uri: '/k' }]) {
      expect(await signIn(configuration(issuer, more))).toMatchObject(
        wrong(expect.stringContaining('usable jwks_uri')),
      );
    }
    expect(
      await signIn(configuration(issuer, { ...keys, authorization_endpoint: 'javascript:alert(1)' })),
    ).toMatchObject(wrong(expect.stringContaining('usable authorization_endpoint')));
    expect(await signIn((response) => response.writeHead(503).end())).toMatchObject(
      wrong(expect.stringContaining('it answers 503')),
    );
    expect(await signIn((response) => response.end('<html>'))).toMatchObject(
      wrong(expect.stringContaining('does not answer with its configuration')),
    );
    expect(await signIn((response) => response.writeHead(200, json).end('<html>'))).toMatchObject(
      wrong(expect.stringContaining('does not answer with its configuration')),
    );
    expect(await signIn((response) => response.writeHead(200, json).end(Buffer.alloc(1024 * 1024, ' ')))).toMatchObject(
      wrong(expect.stringContaining('longer than any')),
    );
    expect(await signIn(() => {})).toMatchObject(wrong(expect.stringContaining('within 4 s')));
    expect((await examined()).of('sign-in')).toMatchObject([{ state: 'ok', facts: { single_sign_on: null } }]);
  },
);

test(
  'a variable that is named nearly as a setting is wrong, with the name that was meant',
  { tags: ['deep'] },
  async () => {
    const { of } = await examined({
      SMTP_URI: 'smtp://127.0.0.1',
      PUBLICURL: 'x',
      DATABSE_POOL_SIZE: '3',
      HOSTNAME: 'web1',
    });
    const found = of('settings').filter(({ state }) => state === 'wrong');
    expect(found.map(({ facts }) => [facts['name'], facts['meant']])).toEqual([
      ['SMTP_URI', 'SMTP_URL'],
      ['PUBLICURL', 'PUBLIC_URL'],
      ['DATABSE_POOL_SIZE', 'DATABASE_POOL_SIZE'],
    ]);
    expect(found[0]).toMatchObject({ remedy: 'name it SMTP_URL, or remove it' });
  },
);

test('without DATABASE_URL it looks at the embedded database of DATA_DIR', { tags: ['deep'] }, async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'doctor-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { of } = await examined({ DATABASE_URL: '', DATA_DIR: folder });
  expect(of('database')).toMatchObject([{ state: 'ok', facts: { supported: true } }]);
});

// rules/operation 17
test('a bucket that cannot be used is wrong, and its secret is not told', { tags: ['deep'] }, async () => {
  const { ok, of } = await examined({ STORAGE_URL: 'http://key:hidden-secret@127.0.0.1:9/media' });
  expect(ok).toBe(false);
  expect(of('storage')).toMatchObject([{ state: 'wrong', remedy: expect.stringContaining('STORAGE_URL') }]);
  expect(JSON.stringify(of('storage'))).not.toContain('hidden-secret');
});
