import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { API_TOKEN_PATTERN } from '@training/shared/tokens/tokens';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { freshDatabaseUrl } from '../../test/database.ts';
import { startTestServer } from '../../test/server.ts';
import { tamper } from '../../test/tamper.ts';
import { extendAuditChains } from '../features/audit/chain/extend-chain.ts';
import { commandsWith, processesWith } from '../../test/wtp.ts';
import { startEmbeddedPostgres } from '../database/embedded/embedded-postgres.ts';

const UUID = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-7/);

/** Server that runs alongside the commands on the same database. */
const server = await startTestServer();
const { make } = server;

const { wtp, json, failure } = commandsWith({ DATABASE_URL: server.databaseUrl });
const processes = processesWith({ DATABASE_URL: server.databaseUrl });

// rules/operation 8
test('from an empty database to a token that works: each command prints one JSON object', async () => {
  const url = await freshDatabaseUrl({ empty: true });
  const env = { DATABASE_URL: url, PUBLIC_URL: 'https://training.example.com/' };
  const workspace = await processes.json(['workspace', 'create', '--name', 'Acme', '--slug', 'acme'], env);
  expect(workspace).toEqual({ id: UUID, slug: 'acme' });
  expect(await json(['migrate'], env)).toEqual({ applied: 0 });
  // Deployment settings: a server with this HOST needs SMTP_URL, but commands don't (rules/operation 5).
  expect(await json(['migrate'], { ...env, HOST: '0.0.0.0' })).toEqual({ applied: 0 });

  const department = await json(['department', 'create', '--workspace', 'acme', '--name', 'Night shift'], env);
  expect(department).toEqual({ id: UUID });
  const person = [
    '--email',
    ' Ana@Example.com',
    '--full-name',
    'Ana',
    '--role',
    'trainer',
    '--department',
    'night SHIFT',
  ];
  expect(await processes.json(['user', 'invite', '--workspace', 'acme', ...person], env)).toEqual({
    user_id: UUID,
    sign_in_url: expect.stringMatching(/^https:\/\/training\.example\.com\/sign-in\/link\?token=[\w-]{32}$/),
  });

  const issue = ['token', 'create', '--workspace', 'acme', '--name', 'HR', '--scopes', 'users:read, users:write'];
  const token = await processes.json(issue, env);
  expect(token).toEqual({ id: UUID, token: expect.stringMatching(API_TOKEN_PATTERN) });

  const beside = await startTestServer({ databaseUrl: url });
  const { id, token: value } = token as { id: string; token: string };
  const users = () => beside.rest(value)('GET', '/api/v1/users');
  expect((await users()).json.users).toMatchObject([
    { email: 'ana@example.com', full_name: 'Ana', role: 'trainer', department: 'Night shift' },
  ]);
  expect(await json(['token', 'list', '--workspace', 'acme'], env)).toMatchObject({
    tokens: [{ id, name: 'HR', scopes: ['users:read', 'users:write'], created_by: 'Operator', revoked_at: null }],
  });
  const revoked = await json(['token', 'revoke', '--id', id], env);
  expect(revoked).toEqual({ id, revoked_at: expect.stringMatching(/Z$/) });
  expect((await users()).status).toBe(401);
  expect(await json(['token', 'revoke', '--id', id, '--workspace', 'acme'], env)).toEqual(revoked);

  const { rows } = await beside.db.pool.query<{ action: string }>(
    `select action from audit_events where actor_kind = 'system' and actor_name = 'Operator' order by at, id`,
  );
  expect(rows.map(({ action }) => action)).toEqual([
    'workspace.created',
    'department.created',
    'user.created',
    'user.invited',
    'token.created',
    'token.revoked',
  ]);
});

test('--json is taken before the command too; without it people read a line', async () => {
  const workspace = await make.workspace();
  const list = ['token', 'list', '--workspace', workspace.slug];
  expect(JSON.parse((await wtp(['--json', ...list])).stdout)).toEqual({ tokens: [] });
  expect(await wtp(list)).toEqual({ code: 0, stdout: 'There are no API tokens yet.\n', stderr: '' });
});

test('a link whose address is only assumed says what to set', async () => {
  const { slug } = await make.workspace();
  const invite = ['user', 'invite', '--workspace', slug, '--email', 'where@example.com', '--full-name', 'W'];
  const assumed = (await wtp(invite)).stdout;
  expect(assumed).toContain('http://127.0.0.1:3000/sign-in/link?token=');
  expect(assumed).toMatch(/set PUBLIC_URL to its address\.\n$/);
  const told = (await wtp(invite, { PUBLIC_URL: 'https://training.example.com' })).stdout;
  expect(told).toMatch(/https:\/\/training\.example\.com\/sign-in\/link\?token=[\w-]+\n$/);
});

// rules/sign-in 18
test('the operator enrols a shared device', async () => {
  const workspace = await make.workspace({ peopleWithoutEmail: true, pinSignIn: true, sharedDevices: true });
  await make.department(workspace, 'Dock');
  const enrol = ['device', 'enrol', '--workspace', workspace.slug, '--name', 'Gate 3'];
  const { id, url } = (await json([...enrol, '--department', 'Dock'])) as { id: string; url: string };
  expect(url).toMatch(/\/sign-in\/device#[\w-]+$/);
  const { rows } = await server.db.pool.query('select name, shows from shared_devices where id = $1', [id]);
  expect(rows).toEqual([{ name: 'Gate 3', shows: 'number' }]);
  expect((await wtp([...enrol, '--shows', 'faces'])).stderr).toContain('name, initial, picture, number');
  const none = await make.workspace();
  const refused = await wtp(['device', 'enrol', '--workspace', none.slug, '--name', 'Gate 4']);
  expect(refused.stderr).toContain('has no shared devices');
});

// rules/users 11
test('the link signs in once', async () => {
  const workspace = await make.workspace();
  const person = ['--email', 'link@example.com', '--full-name', 'Lin', '--role', 'super_admin'];
  const invited = await json(['user', 'invite', '--workspace', workspace.slug, ...person]);
  const token = new URL((invited as { sign_in_url: string }).sign_in_url).searchParams.get('token');
  const open = () =>
    fetch(`${server.base}/api/auth-link`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: server.base },
      body: JSON.stringify({ token }),
    });
  expect((await open()).ok).toBe(true);
  expect((await open()).ok).toBe(false);
});

// rules/users 11
test('of a person who is there already an invitation changes only what it is given', async () => {
  const workspace = await make.workspace();
  const user = await make.user(workspace, { fullName: 'Bo', role: 'auditor' });
  const invite = ['user', 'invite', '--workspace', workspace.slug, '--email', user.email];
  const state = async () => {
    const { rows } = await server.db.pool.query('select full_name, role from users where id = $1', [user.id]);
    return rows[0];
  };
  expect(await json(invite)).toMatchObject({ user_id: user.id });
  expect(await state()).toEqual({ full_name: 'Bo', role: 'auditor' });
  expect(await json([...invite, '--role', 'content_manager'])).toMatchObject({ user_id: user.id });
  expect(await state()).toEqual({ full_name: 'Bo', role: 'content_manager' });
});

test('an inactive person is not invited, and stays as they are', async () => {
  const workspace = await make.workspace();
  const user = await make.user(workspace, { isActive: false, fullName: 'Cy' });
  const invite = ['user', 'invite', '--workspace', workspace.slug, '--email', user.email, '--full-name', 'Changed'];
  expect(await failure(invite)).toMatch(/inactive .* Reactivate/);
  const { rows } = await server.db.pool.query('select full_name, is_active from users where id = $1', [user.id]);
  expect(rows).toEqual([{ full_name: 'Cy', is_active: false }]);
});

test('a workspace lets API tokens make super admins, and no longer', async () => {
  const workspace = await make.workspace();
  const set = (word: string) => [
    'workspace',
    'set',
    '--workspace',
    workspace.slug,
    '--api-may-assign-super-admin',
    word,
  ];
  const stored = async () => {
    const { rows } = await server.db.pool.query(
      'select api_may_assign_super_admin as may from workspaces where id = $1',
      [workspace.id],
    );
    return rows[0].may;
  };
  expect(await json(set('true'))).toMatchObject({
    id: workspace.id,
    slug: workspace.slug,
    api_may_assign_super_admin: true,
  });
  expect(await stored()).toBe(true);
  await json(set('false'));
  expect(await stored()).toBe(false);
  expect(await failure(set('yes'))).toBe('--api-may-assign-super-admin: Must be true or false');
});

// rules/workspaces 3 and 4
test('a workspace’s time zone and the domains of single sign-on are set one by one or together', async () => {
  const workspace = await make.workspace();
  const set = (...options: string[]) => ['workspace', 'set', '--workspace', workspace.slug, ...options];
  const unset = {
    id: workspace.id,
    slug: workspace.slug,
    api_may_assign_super_admin: false,
    require_passkey_for_super_admins: false,
    require_single_sign_on: false,
    time_zone: 'UTC',
    language: 'en',
    people_without_email: false,
    pin_sign_in: false,
    shared_devices: false,
    managers_may_excuse: false,
    due_soon_days: 7,
    scim_brake_percent: 5,
    session_days: 30,
    recordings_kept_days: 30,
    transcripts_kept_days: null,
    addresses_kept_days: null,
    manager_told_days: 0,
    next_manager_told_days: 14,
  };
  expect(await json(set('--sso-domains', ' B.example, a.example,b.example'))).toEqual({
    ...unset,
    sso_domains: ['a.example', 'b.example'],
    grading_trust: { by: 'trainers', figure: null },
  });
  const both = set('--time-zone', 'Europe/Berlin', '--api-may-assign-super-admin', 'true');
  expect(await json(both)).toMatchObject({ time_zone: 'Europe/Berlin', sso_domains: ['a.example', 'b.example'] });
  await json(both);
  expect(await json(set('--sso-domains', ''))).toMatchObject({ api_may_assign_super_admin: true, sso_domains: [] });
  const { rows } = await server.db.pool.query(
    `select changes from audit_events where workspace_id = $1 and action = 'workspace.updated' order by at, id`,
    [workspace.id],
  );
  expect(rows.map(({ changes }) => changes)).toEqual([
    { sso_domains: ['', 'a.example, b.example'] },
    { time_zone: ['UTC', 'Europe/Berlin'], api_may_assign_super_admin: [false, true] },
    { sso_domains: ['a.example, b.example', ''] },
  ]);
  expect(await failure(set())).toMatch(
    /^Give at least one of --api-may-assign-super-admin, .*--time-zone, --language, --sso-/,
  );
  for (const zone of ['Europe/Atlantis', '+02:00', 'europe/berlin', '']) {
    expect(await failure(set('--time-zone', zone)), zone).toMatch(/^--time-zone: Must be the IANA name/);
  }
  expect(await failure(set('--time-zone', 'CAT'))).toMatch(/^--time-zone: .+ such as Europe\/Berlin/);
  expect(await failure(set('--language', 'tlh'))).toMatch(/^--language: Must be one of .*\ben\b/);
  expect(await failure(set('--sso-domains', 'a.example,@b.example'))).toMatch(/^--sso-domains: Must be what stands/);
  const days = set('--transcripts-kept-days', '90', '--manager-told-days', 'never', '--pin-sign-in', 'true');
  expect(await json(days)).toMatchObject({ transcripts_kept_days: 90, manager_told_days: null, pin_sign_in: true });
  expect(await json(set('--transcripts-kept-days', 'never'))).toMatchObject({ transcripts_kept_days: null });
  for (const wrong of ['29', '', 'soon']) {
    expect(await failure(set('--transcripts-kept-days', wrong)), wrong).toMatch(/^--transcripts-kept-days: /);
  }
});

test('from which confidence on a model’s grade counts is a word or a figure', async () => {
  const workspace = await make.workspace();
  const set = (to: string) => ['workspace', 'set', '--workspace', workspace.slug, '--grading-trust', to];
  for (const [to, grading_trust] of [
    ['0.85', { by: 'figure', figure: 0.85 }],
    ['nobody', { by: 'nobody', figure: null }],
    ['trainers', { by: 'trainers', figure: null }],
  ] as const) {
    expect(await json(set(to))).toMatchObject({ grading_trust });
  }
  for (const to of ['0.5', '1.2', '0.855', 'often', '']) {
    expect(await failure(set(to)), to).toMatch(/^--grading-trust/);
  }
});

test('a token is revoked by its id alone, beside those of other workspaces', async () => {
  const tokens = [];
  for (let i = 0; i < 2; i++) tokens.push(await make.token(await make.workspace(), ['users:read']));
  // Newest first: a lookup that ignored the id wouldn't find this one.
  for (const { id } of tokens.reverse()) expect(await json(['token', 'revoke', '--id', id])).toMatchObject({ id });
});

test('a token of another workspace is not revoked', async () => {
  const workspace = await make.workspace();
  const other = await make.workspace();
  const { id } = await make.token(other, ['users:read']);
  expect(await failure(['token', 'revoke', '--id', id, '--workspace', workspace.slug])).toMatch(/no API token/);
});

const ROLES = /--role: .*content_manager/;
test.each([
  ['a slug with capitals', ['workspace', 'create', '--name', 'N', '--slug', 'Acme'], /--slug: .*lower-case/],
  ['a slug with two hyphens', ['workspace', 'create', '--name', 'N', '--slug', 'a--b'], /--slug: /],
  ['a slug of one letter', ['workspace', 'create', '--name', 'N', '--slug', 'a'], /--slug: .*at least 2/],
  ['an empty name', ['workspace', 'create', '--name', ' ', '--slug', 'ok'], /--name: Must not be empty/],
  ['an unknown role', ['user', 'invite', '--workspace', 'w', '--email', 'a@b.com', '--role', 'boss'], ROLES],
  ['a bad e-mail', ['user', 'invite', '--workspace', 'w', '--email', 'a@'], /--email: Must be an e-mail address/],
  [
    'a bad scope',
    ['token', 'create', '--workspace', 'w', '--name', 'N', '--scopes', 'all'],
    /--scopes: .*catalog:read/,
  ],
  ['a bad id', ['token', 'revoke', '--id', 'x'], /--id: /],
  ['a count that is none', ['seed', 'scale', '--users', '1e3'], /--users: Must be a whole number/],
  ['a missing option', ['workspace', 'create', '--name', 'N'], /--slug <slug>' not specified; see --help/],
  ['an unknown command', ['frobnicate'], /unknown command 'frobnicate'/],
])('%s is refused before the database is asked', async (_what, words, message) => {
  expect(await failure(words, { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })).toMatch(message);
});

// rules/operation 8
test('what is not there or taken is said on one line; with --json as an object on stderr', async () => {
  const workspace = await make.workspace();
  await make.department(workspace, 'Harbour');
  const invite = ['user', 'invite', '--workspace', workspace.slug, '--email', 'new@example.com'];
  const [unknown, taken, nameless, departmentless, noDepartment] = await Promise.all([
    failure(['department', 'create', '--workspace', 'nowhere', '--name', 'N', '--json']),
    failure(['workspace', 'create', '--name', 'N', '--slug', workspace.slug]),
    failure(invite),
    failure([...invite, '--full-name', 'New', '--role', 'trainer']),
    failure([...invite, '--full-name', 'New', '--department', 'Port']),
  ]);
  expect(JSON.parse(unknown)).toEqual({
    error: { code: 'workspace_not_found', detail: expect.stringContaining(workspace.slug) },
  });
  expect(taken).toMatch(/already exists\. Choose another slug/);
  expect(nameless).toMatch(/^--full-name: Enter a name/);
  expect(departmentless).toMatch(/^--department: A trainer needs a department/);
  expect(noDepartment).toMatch(/no department “Port”; there are: Harbour/);
});

test('a database that is away, or settings that are wrong, are one clear line', async () => {
  expect(await processes.failure(['migrate'], { DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })).toMatch(
    /^DATABASE_URL: the database cannot be reached \(.*ECONNREFUSED/,
  );
  expect(await processes.failure(['migrate', '--json'], { PORT: 'x' })).toBe(
    '{"error":{"code":"settings","detail":"PORT: Must be a whole number"}}',
  );
});

test('the demo is made once; scale says what it made', async () => {
  const env = { DATABASE_URL: await freshDatabaseUrl() };
  expect(await json(['seed', 'demo'], env)).toMatchObject({ slug: 'demo', admin_email: 'admin@harbour-field.example' });
  expect(await failure(['seed', 'demo'], env)).toMatch(/“demo” already/);
  const size = ['--courses', '2', '--modules', '3', '--users', '20', '--progress', '30'];
  expect(await json(['seed', 'scale', ...size], env)).toMatchObject({
    slug: 'scale',
    courses: 2,
    modules: 6,
    users: 20,
  });
  expect(await failure(['seed', 'scale', ...size], env)).toMatch(/holds courses or people already/);
  // The demo's rows are written like real ones; those of the other workspace are counted after they exist.
  for (const workspace of ['demo', 'scale']) {
    const verified = { equal: true, wrong_rows: 0, wrong_cells: 0 };
    expect(await json(['analytics', 'verify', '--workspace', workspace], env)).toMatchObject(verified);
  }
  expect(await json(['analytics', 'rebuild', '--workspace', 'scale'], env)).toMatchObject({ rows: 30 });
  expect(await failure(['analytics', 'verify', '--workspace', 'nobody'], env)).toMatch(/nobody/);
});

// rules/operation 3
test('without DATABASE_URL it acts on DATA_DIR, beside a server or alone', { tags: ['deep'] }, async () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'wtp-test-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const env = { DATABASE_URL: '', DATA_DIR: folder };
  expect(await processes.json(['workspace', 'create', '--name', 'Acme', '--slug', 'acme'], env)).toMatchObject({
    slug: 'acme',
  });
  const running = await startEmbeddedPostgres({ folder });
  try {
    expect(await processes.json(['token', 'list', '--workspace', 'acme'], env)).toEqual({ tokens: [] });
  } finally {
    await running.stop();
  }
});

test('--help explains a command and its options', async () => {
  const { code, stdout, stderr } = await processes.wtp(['user', 'invite', '--help']);
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  for (const word of ['--workspace', '--email', '--full-name', '--role', '--department', '--json', 'sign_in_url']) {
    expect(stdout).toContain(word);
  }
});

test('audit verify says what it checked, and fails where an entry is not what it was', async () => {
  const workspace = await server.make.createdWorkspace();
  const admin = await server.as('super_admin', workspace);
  await admin.departments.create.mutate({ name: 'Warehouse' });
  await extendAuditChains(server.db, 0, new AbortController().signal);
  const verify = ['audit', 'verify', '--workspace', workspace.slug];
  const verdict = z.looseObject({ head: z.string() }).parse(await json(verify));
  expect(verdict).toMatchObject({ valid: true, unsealed: 0, problems: [] });
  expect(await json([...verify, '--head', verdict.head])).toMatchObject({ valid: true });
  const other = await wtp([...verify, '--head', 'a'.repeat(64)]);
  expect(other).toMatchObject({ code: 1, stdout: expect.stringContaining('cut off or begun anew') });
  expect(await failure([...verify, '--head', 'a'])).toContain('64 hexadecimal digits');
  await tamper(server.db.pool, `update audit_events set actor_name = 'Nobody' where workspace_id = $1`, [workspace.id]);
  const { code, stdout } = await wtp(verify);
  expect(code).toBe(1);
  expect(stdout).toContain('NOT VALID:\nAt entry 1');
  expect(await failure(['audit', 'verify'])).toBe('Give either --workspace or --pack.');
});
