import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer as createHttpServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { connect, freshDatabaseUrl } from '../../../test/database.ts';
import { keyFor } from '../../../test/ai/stand-in.ts';
import { startKeyServer } from '../../../test/key-server.ts';
import { startStandIn } from '../../../test/replica/stand-in.ts';
import { commandsWith } from '../../../test/wtp.ts';
import { STAT_COUNTS } from '../../features/analytics/rollups/stored-counts.ts';

import os from 'node:os';
import path from 'node:path';

/** Server that runs alongside the commands on the same database. */
const server = await startKeyServer();

const key = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const KEYRING = { ENCRYPTION_KEYS: `test:${key(7)}`, ENCRYPTION_ACTIVE_KEY: 'test' };
const settings = { DATABASE_URL: server.databaseUrl, DATA_DIR: os.tmpdir(), ...KEYRING };
const { wtp, json } = commandsWith(settings);

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

test('a database that is away is said, beside what can be told without it', async () => {
  const { ok, of } = await examined({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' });
  expect(ok).toBe(false);
  expect(of('database')).toMatchObject([{ state: 'wrong', says: expect.stringContaining('ECONNREFUSED') }]);
  expect(of('disk')).toMatchObject([{ state: 'ok' }]);
});

// rules/operation 3
test('a data folder that nothing is stored in need not be writable; one that the keyring is in must be', async () => {
  const missing = '/proc/none';
  const STORAGE_URL = 'http://key:secret@127.0.0.1:9/media';
  expect((await examined({ DATA_DIR: missing, STORAGE_URL })).of('disk')).toMatchObject([{ state: 'ok' }]);
  const inFolder = await examined({ DATA_DIR: missing, ENCRYPTION_KEYS: '', ENCRYPTION_ACTIVE_KEY: '' });
  expect(inFolder.of('disk')).toMatchObject([{ state: 'wrong' }]);
});

// rules/operation 8, rules/operation 15
test('each replica is told, with why it is not used; without any, nothing is said of them', async () => {
  const { of, ok } = await examined();
  expect([ok, of('replicas')]).toEqual([true, []]);
  const standIn = await startStandIn(server.databaseUrl);
  const away = 'postgresql://me:secret-word@127.0.0.1:1/training';
  const beside = await examined({ DATABASE_READ_URL: `${standIn.url},${away}` });
  expect(beside.of('replicas')).toEqual([
    { topic: 'replicas', state: 'ok', says: `${standIn.name} is used`, facts: expect.objectContaining({ used: true }) },
    expect.objectContaining({
      state: 'note',
      says: expect.stringMatching(/^127\.0\.0\.1:1\/training is not used: .*ECONNREFUSED/),
    }),
  ]);
  expect(JSON.stringify(beside.of('replicas'))).not.toContain('secret-word');
  expect(beside.of('connections')).toMatchObject([{ facts: { each_server_at_most: 24 } }]);
});

test('a key may be called like what every object has', async () => {
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
test('an address at which browsers refuse passkeys is told', async () => {
  const { of } = await examined({ PUBLIC_URL: 'https://192.0.2.7', TRUST_PROXY: 'loopback' });
  const says = 'PUBLIC_URL is https://192.0.2.7, where browsers refuse passkeys';
  expect(of('settings')).toEqual(expect.arrayContaining([expect.objectContaining({ state: 'note', says })]));
});

test('behind a proxy that is believed, with a pooled key for each capability, no setting is wrong', async () => {
  const { of } = await examined({
    PUBLIC_URL: 'https://training.example.com',
    TRUST_PROXY: 'loopback',
    ANTHROPIC_API_KEY: 'pooled-key-1',
    DEEPGRAM_API_KEY: 'pooled-key-2',
  });
  expect(of('settings')).toMatchObject([{ state: 'ok' }]);
});

test('changes of analytics that nobody counts are wrong', async () => {
  const url = await freshDatabaseUrl();
  const client = await connect(url);
  await client.query(
    `insert into module_stat_changes (workspace_id, is_active, department_id, module_id, ${STAT_COUNTS.join(', ')}, completions, certificates, at)
     select gen_random_uuid(), true, gen_random_uuid(), gen_random_uuid(), ${STAT_COUNTS.map(() => 1).join(', ')}, true, true,
       now() - interval '1 hour'`,
  );
  const late = await examined({ DATABASE_URL: url });
  expect(late.of('analytics')).toMatchObject([{ state: 'wrong', facts: { waiting: 1 } }]);
  await client.query('delete from module_stat_changes');
  const { of } = await examined({ DATABASE_URL: url });
  expect(of('analytics')).toMatchObject([{ state: 'ok', facts: { waiting: 0 } }]);
});

// rules/analytics 13
test('a workspace whose counts were recorded ahead of the database’s clock is wrong, and named with the remedy', async () => {
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
});

// rules/operation 8
test('a workspace whose time zone the database lacks is wrong, and named with the remedy', async () => {
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
});

test('an OpenID provider that does not answer, or answers for another issuer, is wrong', async () => {
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
      .end(JSON.stringify({ issuer: name, authorization_endpoint: `${name}/a`, token_endpoint: `${name}/t`, ...more }));
  const keys = { jwks_uri: `${issuer}/k` };
  expect(await signIn(configuration(`${issuer}/`, keys))).toMatchObject({ state: 'ok' });
  const wrong = (says: unknown) => ({ state: 'wrong', says, remedy: expect.stringContaining('OIDC_ISSUER') });
  expect(await signIn(configuration('https://id.example.com', keys))).toMatchObject(
    wrong(expect.stringContaining('calls itself https://id.example.com')),
  );
  for (const more of [{}, { jwks_uri: 'file:///etc/passwd' }, { jwks_uri: '/k' }]) {
    expect(await signIn(configuration(issuer, more))).toMatchObject(wrong(expect.stringContaining('usable jwks_uri')));
  }
  expect(await signIn(configuration(issuer, { ...keys, authorization_endpoint: 'javascript:alert(1)' }))).toMatchObject(
    wrong(expect.stringContaining('usable authorization_endpoint')),
  );
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
});

test('a variable that is named nearly as a setting is wrong, with the name that was meant', async () => {
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
});

test('without DATABASE_URL it looks at the embedded database of DATA_DIR', async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'doctor-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const { of } = await examined({ DATABASE_URL: '', DATA_DIR: folder });
  expect(of('database')).toMatchObject([{ state: 'ok', facts: { supported: true } }]);
});

// rules/operation 17
test('a bucket that cannot be used is wrong, and its secret is not told', async () => {
  const { ok, of } = await examined({ STORAGE_URL: 'http://key:hidden-secret@127.0.0.1:9/media' });
  expect(ok).toBe(false);
  expect(of('storage')).toMatchObject([{ state: 'wrong', remedy: expect.stringContaining('STORAGE_URL') }]);
  expect(JSON.stringify(of('storage'))).not.toContain('hidden-secret');
});
