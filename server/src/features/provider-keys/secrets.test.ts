import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { createTRPCClient, httpLink } from '@trpc/client';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { startAiStandIn } from '../../../test/ai/stand-in.ts';
import { chatAddressFor } from '../../../test/chat/stand-in.ts';
import { startGoogleStandIn } from '../../../test/drives/google-stand-in.ts';
import { freshDatabaseUrl } from '../../../test/database.ts';
import { newKey } from '../../../test/key-server.ts';
import { makerFor, type TestWorkspace } from '../../../test/make.ts';
import { startProcess } from '../../../test/process.ts';
import { openOperatorDatabase, type Database } from '../../database/database.ts';
import { portOf } from '../../auth/sign-in/identity-provider-fixture.ts';
import { createSignInUrl } from '../../auth/sign-in/sign-in-link.ts';
import { openKeyring } from '../../platform/encryption/keyring.ts';
import type { AppRouter } from '../../app/router.ts';
import { SEALED_COLUMNS } from '../../app/sealed-columns.ts';
import { decryptStoredSecret } from '../secrets/stored-secret.ts';

const keys: string[] = [];
/**
 * Creates a key with a tail that nothing else written by the server contains, so that even its last four characters can
 * be searched for.
 */
function secretKey(scenario: string): string {
  const key = `${scenario}-${randomUUID()}~${keys.length}!%`;
  keys.push(key);
  return key;
}

/** Stored secrets found in any table. */
const stored = new Set<string>();

/** Search texts: each key, its last four characters and all stored secrets, also in hex. */
const traces = () =>
  [...stored, ...keys.flatMap((key) => [key, key.slice(-4)])].flatMap((text) => [
    text,
    Buffer.from(text).toString('hex'),
  ]);
const found = (text: string) => traces().filter((trace) => text.includes(trace));

/** Starts the server as a separate process with full logging. */
async function startLoggedServer() {
  const standIn = await startAiStandIn();
  const google = await startGoogleStandIn();
  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'training-secrets-'));
  const databaseUrl = await freshDatabaseUrl();
  const db = await openOperatorDatabase(databaseUrl, 4);
  onTestFinished(async () => {
    await db.close();
    await standIn.stop();
    await google.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });
  const workspace = await makerFor(db).workspace();
  const server = startProcess({
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDir,
    LOG_LEVEL: 'trace',
    NODE_ENV: 'test',
    ...standIn.env,
    ...google.env,
    OUTGOING_HTTP: 'true',
    OUTGOING_PRIVATE_TARGETS: 'loopback',
    DEEPGRAM_API_KEY: secretKey('good-pooled'),
  });
  const base = await server.base;
  const keyring = () => openKeyring({ encryption: undefined, dataDir });
  return { standIn, google, db, workspace, server, base, keyring };
}

/** Creates clients for new users, and records every response that they get. */
async function clientFor(db: Database, workspace: TestWorkspace, base: string, answers: string[]) {
  const make = makerFor(db);
  const heard: typeof fetch = async (...request) => {
    const response = await fetch(...request);
    answers.push(`${JSON.stringify([...response.headers])}${await response.clone().text()}`);
    return response;
  };
  return async (role: 'super_admin' | 'trainer' | 'auditor') => {
    const departmentId = role === 'trainer' ? (await make.department(workspace)).id : undefined;
    const { email } = await make.user(workspace, { role, ...(departmentId && { departmentId }) });
    const link = new URL(await createSignInUrl(db, email, { publicUrl: base, minutes: 5 }));
    const headers = { 'content-type': 'application/json', origin: base };
    const body = JSON.stringify({ token: link.searchParams.get('token') });
    const signedIn = await fetch(`${base}/api/auth-link`, { method: 'POST', headers, body });
    const cookie = signedIn.headers.getSetCookie().map((each) => each.split(';', 1)[0]);
    const session = { origin: base, cookie: cookie.join('; '), [WORKSPACE_HEADER]: workspace.slug };
    return createTRPCClient<AppRouter>({
      links: [httpLink({ url: `${base}/api/trpc`, headers: session, fetch: heard })],
    });
  };
}

// rules/provider-keys 10, rules/audit 4
test('after a whole session no table, answer, mail or log line holds a key or a part of one', async () => {
  const { standIn, google, db, workspace, server, base, keyring: readKeyring } = await startLoggedServer();
  const answers: string[] = [];
  const as = await clientFor(db, workspace, base, answers);
  const [admin, trainer, auditor] = [await as('super_admin'), await as('trainer'), await as('auditor')];

  for (const scenario of ['bad', 'no-model', 'no-credit', 'rubbish', 'html', 'half', 'redirect', 'broken']) {
    await expect(admin.providerKeys.add.mutate(newKey('openai', secretKey(scenario)))).rejects.toThrow();
  }
  await expect(admin.providerKeys.add.mutate(newKey('openai', `${secretKey('good')} with a space`))).rejects.toThrow();
  const first = secretKey('good');
  const own = await admin.providerKeys.add.mutate(newKey('anthropic', first));
  await admin.providerKeys.add.mutate(newKey('deepgram', secretKey('good')));
  await expect(admin.providerKeys.add.mutate(newKey('google', secretKey('good')))).rejects.toThrow();
  await admin.providerKeys.test.mutate({ id: own.id });
  await expect(admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: secretKey('bad') })).rejects.toThrow();

  // The response contains the secret once, so it isn't recorded; all others are.
  const unheard = await (await clientFor(db, workspace, base, []))('super_admin');
  await unheard.webhooks.add.mutate({ url: 'http://127.0.0.1:9999/events', types: ['user.created'] });
  const token = `good_${randomUUID().replaceAll('-', '')}`;
  stored.add(token);
  await admin.chat.connect.mutate({ kind: 'slack', address: chatAddressFor('slack', token), name: '#training' });

  const issuer = createServer((request, response) => {
    const at = `http://${request.headers.host}`;
    const ends = { authorization_endpoint: `${at}/a`, token_endpoint: `${at}/t`, jwks_uri: `${at}/j` };
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ issuer: at, ...ends }));
  }).listen(0, '127.0.0.1');
  await once(issuer, 'listening');
  const client = { client_id: 'training', client_secret: `good_${randomUUID().replaceAll('-', '')}` };
  await admin.issuers.save.mutate({ issuer: `http://127.0.0.1:${portOf(issuer)}`, ...client });
  issuer.close();
  await admin.issuers.read.query();

  await admin.workspace.update.mutate({ name: workspace.name, time_zone: 'UTC', pin_sign_in: true });
  const { id: personId } = await makerFor(db).user(workspace, { externalId: '4711' });
  const { codes } = await unheard.pins.createCodes.mutate({ user_ids: [personId] });
  const chosen = await fetch(`${base}/api/auth/sign-in/pin-code`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: base },
    body: JSON.stringify({ workspace: workspace.slug, code: codes[0]?.code, pin: '482915' }),
  });
  expect(chosen.status).toBe(200);
  answers.push(await chosen.text());

  const account = google.oauth.serviceAccount('reader@stand-in.iam.gserviceaccount.com');
  const [, ...lines] = z.object({ private_key: z.string() }).parse(JSON.parse(account)).private_key.split('\n');
  for (const line of lines) if (/^[\w+/=]{20,}$/.test(line)) stored.add(line);
  await admin.drives.connectServiceAccount.mutate({ key: account });

  standIn.setScenario(first, 'bad');
  const text = 'Wash your hands for twenty seconds before you touch food. Keep the fridge at four degrees or colder.';
  const job = await trainer.ai.generateCards.mutate({ source: { title: 'Hygiene', text }, count: 2 });
  const stateOf = async () => (await trainer.ai.get.query({ id: job.id })).state;
  await expect.poll(stateOf).toBe('parked');
  await expect.poll(() => server.output()).toContain('The provider key for AI generation');
  await admin.providerKeys.rotate.mutate({ id: own.id, version: 1, key: secretKey('good') });
  await expect.poll(stateOf).toBe('succeeded');

  for (const person of [admin, auditor]) {
    await person.providerKeys.list.query();
    await person.providerKeys.usage.query();
    await person.webhooks.list.query();
    await person.chat.read.query();
    await person.drives.list.query();
    await person.audit.list.query({});
  }
  const issued = await makerFor(db).token(workspace, ['users:read']);
  for (const address of ['/api/token', '/api/v1/users', '/api/v1/openapi.json', '/readyz']) {
    answers.push(await (await fetch(base + address, { headers: { authorization: `Bearer ${issued.token}` } })).text());
  }
  const keyring = readKeyring();
  for (const column of SEALED_COLUMNS) {
    const rows = await column.statements.all.all(db.pool);
    // If this fails for a new column, extend the session above so that it stores a secret there.
    expect(rows.length, `${column.table}.${column.column}`).toBeGreaterThan(0);
    for (const row of rows) {
      const opened = decryptStoredSecret(keyring, column.secretOf(row));
      if ('failure' in opened) throw new Error(opened.failure);
      stored.add(opened.text);
    }
  }
  await admin.providerKeys.remove.mutate({ id: own.id });

  const { rows: tables } = await db.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  );
  expect(tables.length).toBeGreaterThan(20);
  for (const { name } of tables) {
    const { rows } = await db.pool.query<{ text: string }>(`select t::text as text from ${name} t`);
    expect(found(rows.map(({ text: row }) => row).join('\n')), name).toEqual([]);
  }
  server.child.kill('SIGTERM');
  await server.ended;
  expect(answers.length).toBeGreaterThan(30);
  expect(found(answers.join('\n'))).toEqual([]);
  expect(server.output()).toContain('/api/trpc/providerKeys.rotate');
  expect(found(server.output())).toEqual([]);
  // All keys reached the provider, so the search would have found them.
  expect(standIn.requests.map(({ key }) => key)).toEqual(expect.arrayContaining([first]));
  expect(standIn.elsewhere).toEqual([]);
});
