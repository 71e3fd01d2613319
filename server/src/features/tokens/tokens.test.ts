import { crc32 } from 'node:zlib';
import { MAX_ACTIVE_TOKENS, SCOPE_PRESETS, API_TOKEN_PATTERN } from '@training/shared/tokens/tokens';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { callProcedure } from '../../../test/call-procedure.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

// rules/tokens 1 and 2
test('a token value is published as a pattern and ends in the CRC-32 of its secret, in base62', async () => {
  const { token } = await make.token(await make.workspace(), ['users:read']);
  expect(token).toMatch(API_TOKEN_PATTERN);
  const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
  const checksum = Array.from(token.slice(34), (digit) => digits.indexOf(digit)).reduce(
    (value, digit) => value * 62 + digit,
    0,
  );
  expect(checksum).toBe(crc32(token.slice(4, 34)));
});

// rules/tokens 3 and 4
test('the value is shown once: neither the list, the audit log nor any table holds it', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const created = await admin.tokens.create.mutate({ name: 'HR', scopes: ['users:read', 'users:write'] });
  const { tokens } = await admin.tokens.list.query();
  expect(tokens).toMatchObject([{ id: created.id, name: 'HR', prefix: created.token.slice(0, 10), last_used: null }]);
  const { events } = await admin.audit.list.query({ action: 'token.created' });
  expect(JSON.stringify([tokens, events])).not.toContain(created.token.slice(10));
  const { rows } = await server.db.pool.query<{ name: string }>(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_schema in ('public', 'directory') and table_type = 'BASE TABLE'`,
  );
  for (const { name } of rows) {
    const found = await server.db.pool.query(`select 1 from ${name} t where t::text like $1`, [
      `%${created.token.slice(10)}%`,
    ]);
    expect(found.rowCount, name).toBe(0);
  }
});

// rules/roles 2, rules/tokens 12
test('only super admins issue and revoke; auditors see the list; others see nothing of it', async () => {
  const workspace = await make.workspace();
  const { id } = await make.token(workspace, ['users:read']);
  const auditor = await server.as('auditor', workspace);
  await server.db.pool.query(
    `insert into api_token_uses (workspace_id, token_id, used_at, operation, ip) values ($1, $2, now(), 'listUsers', '192.0.2.7')`,
    [workspace.id, id],
  );
  const admin = await server.as('super_admin', workspace);
  const [whole] = (await admin.tokens.list.query()).tokens;
  expect(whole).toMatchObject({ prefix: expect.any(String), created_by: expect.any(String) });
  // An auditor sees the tokens and their use (rules/roles 2), but no part of the value, no names and no origin.
  expect((await auditor.tokens.list.query()).tokens).toEqual([
    {
      ...whole,
      prefix: null,
      created_by: null,
      revoked_by: null,
      last_used: { at: whole?.last_used?.at, operation: null, ip: null, status: null },
    },
  ]);
  await expect(auditor.tokens.create.mutate({ name: 'x', scopes: ['users:read'] })).rejects.toMatchObject({
    data: { httpStatus: 403 },
  });
  await expect(auditor.tokens.revoke.mutate({ id })).rejects.toMatchObject({ data: { httpStatus: 403 } });
  for (const role of ['learner', 'trainer', 'content_manager'] as const) {
    const person = await server.as(role, workspace);
    await expect(person.tokens.list.query()).rejects.toMatchObject({ data: { httpStatus: 403 } });
  }
});

// rules/tokens 4
test('the answer that shows a new token is stored nowhere on its way', async () => {
  const workspace = await make.workspace();
  const { email } = await make.user(workspace, { role: 'super_admin' });
  const headers = { cookie: await server.signIn(email), origin: server.base, [WORKSPACE_HEADER]: workspace.slug };
  const procedure = { name: 'tokens.create', type: 'mutation' };
  const shown = await callProcedure(server.base, headers, procedure, { name: 'HR', scopes: ['users:read'] });
  expect(shown.text).toContain('wtp_');
  expect(shown.headers.get('cache-control')).toBe('no-store');
});

// rules/tokens 5
test('a token needs a name and at least one scope, each named once', async () => {
  const admin = await server.as('super_admin', await make.workspace());
  for (const input of [
    { name: '', scopes: ['users:read' as const] },
    { name: 'x', scopes: [] },
    { name: 'x', scopes: ['users:read' as const, 'users:read' as const] },
  ]) {
    await expect(admin.tokens.create.mutate(input)).rejects.toMatchObject({ data: { httpStatus: 400 } });
  }
});

// rules/tokens 7
test('a revoked token fails on the next request', async () => {
  const { workspace, token, call } = await server.api(['users:read']);
  const admin = await server.as('super_admin', workspace);
  expect((await call('GET', '/api/v1/users')).status).toBe(200);
  const revoked = await admin.tokens.revoke.mutate({ id: token.id });
  const refused = await call('GET', '/api/v1/users');
  expect(refused).toMatchObject({ status: 401, json: { code: 'token_invalid' } });
  expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
  expect(await admin.tokens.revoke.mutate({ id: token.id })).toEqual(revoked);
});

// rules/tokens 8
test('revoking waits for a write under way, and once it has returned no write of that token can commit', async () => {
  const { workspace, token, call } = await server.api(['users:write', 'users:read']);
  const admin = await server.as('super_admin', workspace);
  const user = await make.user(workspace);
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select 1 from users where id = $1 for update', [user.id]);
  // The write locks the token's row and waits for the user's; the revocation waits for the write.
  const write = call('POST', '/api/v1/users', { email: user.email, full_name: 'Changed' });
  await untilWaiting(1);
  let revoked = false;
  const revocation = admin.tokens.revoke.mutate({ id: token.id }).then(() => (revoked = true));
  await untilWaiting(2);
  expect(revoked).toBe(false);
  await beside.query('commit');
  expect((await write).status).toBe(200);
  await revocation;
  expect((await call('POST', '/api/v1/users', { email: user.email, full_name: 'Later' })).status).toBe(401);
});

test('of two who revoke at once one does it, and both are told when that was', async () => {
  const workspace = await make.workspace();
  const { id } = await make.token(workspace, ['users:read']);
  const admins = await Promise.all([server.as('super_admin', workspace), server.as('super_admin', workspace)]);
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select 1 from api_tokens where id = $1 for share', [id]);
  const revocations = admins.map((admin) => admin.tokens.revoke.mutate({ id }));
  await untilWaiting(2);
  await beside.query('commit');
  const [first, second] = await Promise.all(revocations);
  expect(second).toEqual(first);
  expect((await admins[0].audit.list.query({ action: 'token.revoked' })).events).toHaveLength(1);
});

/** Waits until `count` connections wait for a lock. */
async function untilWaiting(count: number): Promise<void> {
  for (;;) {
    const { rows } = await server.db.pool.query<{ n: number }>(
      `select count(*)::integer as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows[0]!.n >= count) return;
  }
}

// rules/tokens 8
test('a write that waits while its token is revoked writes nothing and gets 401', async () => {
  const { workspace, token, call } = await server.api(['users:write']);
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('update api_tokens set revoked_at = now() where id = $1', [token.id]);
  const write = call('POST', '/api/v1/users', { email: 'late@example.com', full_name: 'Late' });
  for (;;) {
    const { rows } = await server.db.pool.query(
      `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
    );
    if (rows.length > 0) break;
  }
  await beside.query('commit');
  const refused = await write;
  expect(refused).toMatchObject({ status: 401, json: { code: 'token_invalid' } });
  expect(refused.headers.get('www-authenticate')).toMatch(/^Bearer .*error="invalid_token"/);
  const { rows } = await server.db.pool.query('select 1 from users where workspace_id = $1', [workspace.id]);
  expect(rows).toHaveLength(0);
});

// rules/tokens 11
test('a workspace has at most 50 active tokens, also when the last place is asked for twice at once', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  for (let i = 1; i < MAX_ACTIVE_TOKENS; i++) await make.token(workspace, ['users:read']);
  const race = await Promise.allSettled(
    ['a', 'b'].map((name) => admin.tokens.create.mutate({ name, scopes: ['users:read'] })),
  );
  expect(race.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const { tokens } = await admin.tokens.list.query();
  await admin.tokens.revoke.mutate({ id: tokens[0]!.id });
  await admin.tokens.create.mutate({ name: 'c', scopes: ['users:read'] });
});

// rules/tokens 9
test('last use names the operation and the address, and is written at most once a minute', async () => {
  const { workspace, call } = await server.api(['users:read', 'catalog:read']);
  await call('GET', '/api/v1/users');
  await call('GET', '/api/v1/catalog');
  const admin = await server.as('super_admin', workspace);
  await expect
    .poll(async () => (await admin.tokens.list.query()).tokens[0]!.last_used)
    .toMatchObject({ operation: 'GET /api/v1/users', ip: '127.0.0.1', status: 200 });
});

// rules/tokens 9
test('last use says what a call was refused with, until the first one that is not', async () => {
  const { workspace, call } = await server.api(['users:read']);
  const admin = await server.as('super_admin', workspace);
  const lastUsed = () => expect.poll(async () => (await admin.tokens.list.query()).tokens[0]!.last_used);
  await call('GET', '/api/v1/catalog');
  await lastUsed().toMatchObject({ operation: 'GET /api/v1/catalog', status: 403 });
  await call('GET', '/api/v1/users');
  await lastUsed().toMatchObject({ operation: 'GET /api/v1/users', status: 200 });
});

// rules/tokens 10
test('a token unused for 90 days is flagged and goes on working', async () => {
  const { workspace, token, call } = await server.api(['users:read']);
  const admin = await server.as('super_admin', workspace);
  for (const [age, unused] of [
    ['90 days -1 minute', false],
    ['90 days 1 minute', true],
  ] as const) {
    await server.db.pool.query('update api_tokens set created_at = now() - $2::interval where id = $1', [
      token.id,
      age,
    ]);
    expect((await admin.tokens.list.query()).tokens[0], age).toMatchObject({ unused, revoked_at: null });
  }
  expect((await call('GET', '/api/v1/users')).status).toBe(200);
});

// rules/tokens 6
test('the presets are what an HR system, a BI tool and a content tool need', () => {
  expect(Object.fromEntries(SCOPE_PRESETS.map(({ name, scopes }) => [name, scopes]))).toEqual({
    hr: ['users:read', 'users:write'],
    bi: ['catalog:read', 'analytics:read', 'users:read'],
    content: ['intake:create'],
  });
});

// rules/api 12
test('GET /api/token says who a token is', async () => {
  const { workspace, token, call } = await server.api(['users:read', 'intake:create']);
  const answer = await call('GET', '/api/token');
  expect(answer).toMatchObject({
    status: 200,
    json: { id: token.id, name: token.name, scopes: ['users:read', 'intake:create'], workspace },
  });
  expect(answer.json.created_at).toMatch(/Z$/);
  expect((await server.rest()('GET', '/api/token')).status).toBe(401);
});

test('a token of another workspace is not found', async () => {
  const elsewhere = await make.token(await make.workspace(), ['users:read']);
  const admin = await server.as('super_admin', await make.workspace());
  await expect(admin.tokens.revoke.mutate({ id: elsewhere.id })).rejects.toMatchObject({
    data: { httpStatus: 404, app_code: 'token_not_found' },
  });
});
