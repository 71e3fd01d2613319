import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestServer, type TestServer } from '../../../../test/server.ts';
import { startSmtpServer } from '../../../../test/smtp-server.ts';
import { newId } from '../../../platform/ids.ts';
import { deleteExpiredData } from '../../../app/delete-expired-data.ts';
import { WORKSPACE_MOVED_SQLSTATE } from '../../../database/database-unavailable.ts';
import { pinsOn } from '../../../auth/pins/pins-fixture.ts';
import type { TestWorkspace } from '../../../../test/make.ts';
import { emailHashSql } from './find-moved.ts';
import { WorkspaceEntity } from '../workspace.entity.ts';
import { WorkspaceMoveEntity } from './workspace-move.entity.ts';

const mails = await startSmtpServer({ until: afterAll });
let server: TestServer;
beforeAll(async () => {
  server = await startTestServer({ env: { SMTP_URL: mails.url } });
});

const ORIGIN = 'https://eu.example.org';

const client = async (slug: string, email: string) =>
  server.client({ cookie: await server.signIn(email), [WORKSPACE_HEADER]: slug });

type Direction = { direction: 'out' | 'in'; isAway?: boolean };

async function elsewhere({ direction, isAway = true }: Direction) {
  const workspace = await server.make.workspace();
  const admin = await server.make.user(workspace, { role: 'super_admin' });
  const { token } = await server.make.token(workspace, ['users:read']);
  const people = await client(workspace.slug, admin.email);
  await leave(workspace, { direction, isAway });
  return { workspace, admin, token, people };
}

/** Marks a workspace as moved, or as moving. */
async function leave(workspace: TestWorkspace, { direction, isAway = true }: Direction) {
  const { id: workspaceId, slug, name } = workspace;
  const em = server.db.em.fork();
  em.create(WorkspaceMoveEntity, {
    workspaceId,
    id: newId(),
    direction,
    step: isAway ? 'switched' : 'copying',
    isResting: true,
    isAway,
    slug,
    name,
    origin: ORIGIN,
    startedAt: new Date(),
  });
  await em.flush();
  await em.nativeUpdate(WorkspaceEntity, { id: workspaceId }, { isAway });
}

const list = (token: string) => server.rest(token)('GET', '/api/v1/users');

// rules/workspaces 8
test('a token of a workspace that left is answered 421 with the new address, also once its rows are removed', async () => {
  const { workspace, token } = await elsewhere({ direction: 'out' });
  const moved = { status: 421, code: 'workspace_moved', detail: expect.stringContaining(ORIGIN) };
  expect((await list(token)).json).toMatchObject(moved);
  await server.db.pool.query(
    `insert into workspace_move_callers (workspace_id, hash) select workspace_id, hash from api_tokens where workspace_id = $1`,
    [workspace.id],
  );
  await server.db.pool.query('delete from api_tokens where workspace_id = $1', [workspace.id]);
  expect((await list(token)).json).toMatchObject(moved);
});

test('whoever signed in with a PIN reads the new address, also once their row is removed', async () => {
  const { workspace, owner } = await pinsOn(server).world();
  const ana = await owner();
  await leave(workspace, { direction: 'out' });
  await expect(ana.client.learning.mine.query()).rejects.toMatchObject({ data: { app_code: 'workspace_moved' } });
  await server.db.pool.query('update users set is_active = false where workspace_id = $1', [workspace.id]);
  expect(await ana.client.session.current.query()).toMatchObject({
    memberships: [],
    moved: [{ slug: workspace.slug, origin: ORIGIN }],
  });
});

test('a person of a workspace that left reads its new address, and nobody else learns of it', async () => {
  const { workspace, admin, people } = await elsewhere({ direction: 'out' });
  await expect(people.departments.list.query()).rejects.toMatchObject({ data: { app_code: 'workspace_moved' } });
  const moved = [{ slug: workspace.slug, name: workspace.name, origin: ORIGIN }];
  expect(await people.session.current.query()).toMatchObject({ memberships: [], moved });
  await server.db.pool.query(
    `insert into workspace_move_callers (workspace_id, hash) select id, ${emailHashSql('id', '$2::text')} from workspaces where id = $1`,
    [workspace.id, admin.email],
  );
  await server.db.pool.query('update users set is_active = false where workspace_id = $1', [workspace.id]);
  expect(await people.session.current.query()).toMatchObject({ memberships: [], moved });

  const other = await server.make.workspace();
  const stranger = await server.make.user(other);
  const asked = await client(workspace.slug, stranger.email);
  await expect(asked.departments.list.query()).rejects.toMatchObject({ data: { app_code: 'not_a_member' } });
});

// rules/workspaces 8, rules/sign-in 2
test('who asks for a sign-in link where their only workspace left is mailed its new address, and nobody else anything', async () => {
  const { workspace, admin } = await elsewhere({ direction: 'out' });
  const ask = (email: string, language?: string) =>
    server.rest()('POST', '/api/auth/sign-in/magic-link', { email, language }, { origin: server.base });
  const url = `${ORIGIN}/${workspace.slug}`;
  const known = await ask(admin.email);
  const unknown = await ask('stranger@example.com');
  expect([unknown.status, unknown.text]).toEqual([known.status, known.text]);
  await expect.poll(() => mails.to(admin.email)).toHaveLength(1);
  expect(mails.to(admin.email)[0]).toMatchObject({ subject: `New address: ${workspace.name}` });
  expect(mails.to(admin.email)[0]?.text).toContain(url);

  await server.db.pool.query(
    `insert into workspace_move_callers (workspace_id, hash) select id, ${emailHashSql('id', '$2::text')} from workspaces where id = $1`,
    [workspace.id, admin.email],
  );
  await server.db.pool.query('update users set is_active = false where workspace_id = $1', [workspace.id]);
  await ask(admin.email, 'de');
  await expect.poll(() => mails.to(admin.email)).toHaveLength(2);
  expect(mails.to(admin.email)[1]).toMatchObject({ subject: `Neue Adresse: ${workspace.name}` });
  expect(mails.to('stranger@example.com')).toEqual([]);

  // A link to another workspace says nothing of it: whoever signs in sees it.
  const other = await server.make.workspace();
  await server.make.user(other, { email: admin.email });
  await ask(admin.email);
  await expect.poll(() => mails.to(admin.email)).toHaveLength(3);
  expect(mails.to(admin.email)[2]?.text).toMatch(/token=/);
});

// rules/sign-in 2
test('no mail says where a workspace is going before it left, or is arriving', async () => {
  const { admin } = await elsewhere({ direction: 'in' });
  await server.rest()('POST', '/api/auth/sign-in/magic-link', { email: admin.email }, { origin: server.base });
  const { admin: leaving } = await elsewhere({ direction: 'out', isAway: false });
  await server.rest()('POST', '/api/auth/sign-in/magic-link', { email: leaving.email }, { origin: server.base });
  await expect.poll(() => mails.to(leaving.email)).toHaveLength(1);
  expect(mails.to(leaving.email)[0]?.text).toMatch(/token=/);
  expect(mails.to(admin.email)).toEqual([]);
});

test('a token of a workspace that is arriving is asked to try again in a moment', async () => {
  const { token, people } = await elsewhere({ direction: 'in' });
  const answer = await list(token);
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
  await expect(people.departments.list.query()).rejects.toMatchObject({ data: { app_code: 'unavailable' } });
});

test('a workspace that is leaving is served until the switch', async () => {
  const { token } = await elsewhere({ direction: 'out', isAway: false });
  expect((await list(token)).status).toBe(200);
});

// rules/workspaces 8
test('a write that the database refuses because the workspace left is answered 421, too', async () => {
  const { workspace, people } = await elsewhere({ direction: 'out', isAway: false });
  await server.db.pool.query(`
    create function test_refuse() returns trigger language plpgsql as $$ begin
      raise exception using errcode = '${WORKSPACE_MOVED_SQLSTATE}', message = 'It moved to ${ORIGIN}.';
    end $$;
    create trigger test_refuse before insert on departments for each row
      when (new.workspace_id = '${workspace.id}') execute function test_refuse()`);
  await expect(people.departments.create.mutate({ name: 'New' })).rejects.toMatchObject({
    data: { app_code: 'workspace_moved', detail: `It moved to ${ORIGIN}.` },
  });
});

// rules/workspaces 7
test('a sweep leaves alone what belongs to a workspace that is elsewhere', async () => {
  const { workspace } = await elsewhere({ direction: 'in' });
  const here = await server.make.workspace();
  const insert = 'insert into idempotency_keys select * from json_populate_record(null::idempotency_keys, $1)';
  for (const { id } of [workspace, here]) {
    const key = { workspace_id: id, token_id: newId(), operation: 'o', key: 'k', fingerprint: '\\x00' };
    const old = { ...key, status: 200, content_type: '', body: '', created_at: '2020-01-01' };
    await server.db.pool.query(insert, [JSON.stringify(old)]);
  }
  await deleteExpiredData(server.db);
  const { rows } = await server.db.pool.query('select workspace_id from idempotency_keys');
  expect(rows).toEqual([{ workspace_id: workspace.id }]);
});
