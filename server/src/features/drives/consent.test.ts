import { expect, test } from 'vitest';
import { MARIA, PAUL, startDrives } from './drives-fixture.ts';

const server = await startDrives();
const { google, make, person, consent, open, rows, base } = server;

const failed = (slug: string, why: string) => `/${slug}/settings/drives?failed=${why}`;

test('a super admin consents at Google, and comes back to a drive that is connected', async () => {
  const workspace = await make.workspace();
  const { client, cookie } = await person(workspace);
  const page = await consent(client, cookie);
  expect(page).toMatch(new RegExp(`^/${workspace.slug}/settings/drives\\?connected=`));
  const { drives, offers } = await client.drives.list.query();
  expect(drives).toMatchObject([
    { kind: 'google', auth: 'oauth', account: MARIA, state: 'degraded', reason: 'no_push', push: 'none' },
  ]);
  expect(page.endsWith(`?connected=${drives[0]?.id}`)).toBe(true);
  expect(offers).toMatchObject({ google_consent: true, redirect_uri: `${base}/api/drives/google/callback` });
  expect(await server.actions(workspace)).toEqual(['drive.connected']);
});

test('what was granted is sealed: it stands in no column, no answer and no event', async () => {
  const workspace = await make.workspace();
  const { client, cookie } = await person(workspace);
  await consent(client, cookie);
  const [stored] = await rows<{ text: string; sealed: Buffer }>(
    `select row_to_json(d)::text as text, sealed from drive_connections d where workspace_id = $1`,
    [workspace.id],
  );
  const events = await rows(`select * from audit_events where workspace_id = $1`, [workspace.id]);
  const all = JSON.stringify([
    stored?.text,
    stored?.sealed.toString('latin1'),
    events,
    await client.drives.list.query(),
  ]);
  expect(all).not.toContain('refreshToken');
  expect(all).not.toContain('1//');
});

test('a consent is good once', async () => {
  const workspace = await make.workspace();
  const { client, cookie } = await person(workspace);
  const { url } = await client.drives.authorize.mutate({});
  const back = await open(url);
  expect(await open(back, cookie)).toContain('?connected=');
  expect(await open(back, cookie)).toBe(`${base}${failed(workspace.slug, 'drive_authorization_invalid')}`);
});

// rules/drives 1
test('a consent counts in the browser and the workspace that asked for it only', async () => {
  const workspace = await make.workspace();
  const [one, other] = [await person(workspace), await person(workspace)];
  const elsewhere = await person(await make.workspace());
  const { url } = await one.client.drives.authorize.mutate({});
  const back = await open(url);
  const refused = `${base}${failed(workspace.slug, 'drive_authorization_invalid')}`;
  expect(await open(back, other.cookie)).toBe(refused);
  expect(await open(back, elsewhere.cookie)).toBe(`${base}${failed(workspace.slug, 'forbidden')}`);
  expect(await open(back)).toBe(`${base}${failed(workspace.slug, 'not_signed_in')}`);
  // Failed attempts by others don't use it up.
  expect(await open(back, one.cookie)).toContain('?connected=');
});

test('a consent is good for ten minutes', async () => {
  const workspace = await make.workspace();
  const { client, cookie } = await person(workspace);
  const { url } = await client.drives.authorize.mutate({});
  await rows(
    `update drive_authorizations set created_at = created_at - interval '10 minutes' where workspace_id = $1`,
    [workspace.id],
  );
  expect(await open(await open(url), cookie)).toContain('?failed=drive_authorization_invalid');
});

test('what the address brings back is never repeated, and an answer of nobody leads home', async () => {
  const { cookie } = await person(await make.workspace());
  const callback = `${base}/api/drives/google/callback`;
  expect(await open(callback, cookie)).toBe(base);
  expect(await open(`${callback}?state=//evil.example.x&code=1`, cookie)).toBe(base);
  const evil = await open(`${callback}?state=demo.x&error=https://evil.example`, cookie);
  expect(evil).toBe(`${base}/demo/settings/drives?failed=failed`);
});

test('who denies is told so, and who unticks reading is told what to leave ticked', async () => {
  const workspace = await make.workspace();
  const { client, cookie } = await person(workspace);
  google.switches.consent = 'deny';
  expect(await consent(client, cookie)).toBe(failed(workspace.slug, 'denied'));
  google.switches.consent = 'without_scope';
  expect(await consent(client, cookie)).toBe(failed(workspace.slug, 'drive_access_refused'));
  expect((await client.drives.list.query()).drives).toEqual([]);
});

test('the same account cannot be connected twice, and another is a drive of its own', async () => {
  const workspace = await make.workspace();
  const { client, cookie } = await person(workspace);
  expect(await consent(client, cookie)).toContain('?connected=');
  expect(await consent(client, cookie)).toBe(failed(workspace.slug, 'drive_exists'));
});

// rules/drives 1
test('whoever connects again must be who it was', async () => {
  const workspace = await make.workspace();
  const { client, cookie } = await person(workspace);
  await consent(client, cookie);
  const [before] = (await client.drives.list.query()).drives;
  if (!before) throw new Error('there is no drive');
  await rows(`update drive_connections set account = $2 where workspace_id = $1`, [workspace.id, PAUL]);
  const other = await client.drives.authorize.mutate({ connection_id: before.id });
  expect(new URL(other.url).searchParams.get('login_hint')).toBe(PAUL);
  const asMaria = other.url.replace(encodeURIComponent(PAUL), encodeURIComponent(MARIA));
  expect(await open(await open(asMaria), cookie)).toBe(`${base}${failed(workspace.slug, 'drive_account_differs')}`);
  await rows(`update drive_connections set account = $2 where workspace_id = $1`, [workspace.id, MARIA]);
  expect(await consent(client, cookie, before.id)).toBe(`/${workspace.slug}/settings/drives?connected=${before.id}`);
  expect(await server.actions(workspace)).toEqual(['drive.connected', 'drive.reconnected']);
});

test('a provider that does not answer is said, and nothing is connected', async () => {
  const workspace = await make.workspace();
  const { client, cookie } = await person(workspace);
  const { url } = await client.drives.authorize.mutate({});
  const back = await open(url);
  google.switches.broken = true;
  expect(await open(back, cookie)).toBe(`${base}${failed(workspace.slug, 'drive_unavailable')}`);
});
