import { expect, test } from 'vitest';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { findMembersOfSignIns } from '../../auth/sessions/memberships.ts';
import { createConsoleSessions } from '../../auth/sessions/console-sessions.ts';
import { createSignInUrl } from '../../auth/sign-in/sign-in-link.ts';
import { createSessionCookieCodec } from '../../auth/sessions/session-cookie.ts';
import { commandsWith } from '../../../test/wtp.ts';
import { passkeysOn } from '../../auth/passkeys/passkeys-fixture.ts';
import { startWithIssuers } from './issuers-fixture.ts';

const { server, mails, company, openCompany, signInAt, clientOf, comeBack, post, provider } = await startWithIssuers();
const { make, db } = server;

/** Reads the sessions of the test server's cookies. */
const sessions = createConsoleSessions(server.pools.requests, async () =>
  createSessionCookieCodec({ secret: 'x'.repeat(40), secure: false }),
);

/** Slugs of the workspaces that a session opens, and those of which it reads rows. */
async function opens(cookie: string, slugs: string[]) {
  const { memberships } = await server.client({ cookie }).session.current.query();
  const read = await Promise.all(
    slugs.map(async (slug) => {
      const answer = await fetch(`${server.base}/api/trpc/learning.mine`, {
        headers: { cookie, [WORKSPACE_HEADER]: slug },
      });
      return answer.status === 200 ? [slug] : [];
    }),
  );
  // Event streams check all their sessions at once.
  const identity = await (await sessions.sessionOf({ cookie }))?.find();
  const streamed: string[] = [];
  for (const slug of identity ? slugs : []) {
    const { rows } = await db.pool.query<{ id: string }>('select id from workspaces where slug = $1', [slug]);
    if ((await findMembersOfSignIns(db.pool, rows[0]!.id, [identity!])).size > 0) streamed.push(slug);
  }
  expect(streamed).toEqual(read.flat());
  return { listed: memberships.map(({ workspace }) => workspace.slug), read: read.flat() };
}

// rules/sign-in 33
test('a workspace’s issuer opens that workspace only, whatever the address belongs to besides', async () => {
  const [ours, theirs] = [await openCompany(), await openCompany()];
  const email = `ceo@${ours.domain}`;
  for (const { workspace } of [ours, theirs]) await make.user(workspace, { email, role: 'super_admin' });
  const slugs = [ours.workspace.slug, theirs.workspace.slug];
  expect(await opens(await server.signIn(email), slugs)).toEqual({ listed: slugs, read: slugs });
  const { cookie } = await signInAt(ours.workspace, email);
  expect(await opens(cookie, slugs)).toEqual({ listed: [slugs[0]], read: [slugs[0]] });
  // It may administer there, but adds no passkey, which would open the other workspace.
  expect(await clientOf(cookie, ours.workspace).issuers.read.query()).toMatchObject({ on: {} });
  await expect(server.client({ cookie }).passkeys.startAdding.mutate({})).rejects.toMatchObject({
    data: { httpStatus: 403 },
  });
  await expect(clientOf(cookie, theirs.workspace).issuers.read.query()).rejects.toMatchObject({
    data: { httpStatus: 403 },
  });
});

// rules/sign-in 33
test('an issuer signs in no address of a domain that its workspace hasn’t verified, such as another company’s', async () => {
  const [ours, theirs] = [await openCompany(), await openCompany()];
  const victim = await make.user(theirs.workspace, { email: `victim@${theirs.domain}`, role: 'super_admin' });
  await make.user(ours.workspace, { email: victim.email });
  for (const email of [victim.email, `victim@sub.${ours.domain}`, `victim@x${ours.domain}`, `a@b@${theirs.domain}`]) {
    const back = await signInAt(ours.workspace, email);
    expect(back, email).toEqual({ location: '/sign-in?error=single_sign_on_closed', cookie: '' });
  }
  // Added but not verified is not enough.
  await ours.admin.issuers.addDomain.mutate({ domain: theirs.domain });
  expect((await signInAt(ours.workspace, victim.email)).location).toBe('/sign-in?error=single_sign_on_closed');
});

// rules/sign-in 33
test('an issuer learns nothing of other workspaces: an address that is a member only there is unknown', async () => {
  const [ours, theirs] = [await openCompany(), await openCompany()];
  await make.user(theirs.workspace, { email: `elsewhere@${ours.domain}` });
  for (const email of [`elsewhere@${ours.domain}`, `nowhere@${ours.domain}`]) {
    expect(await signInAt(ours.workspace, email)).toEqual({ location: '/sign-in?error=not_a_member', cookie: '' });
  }
});

// rules/sign-in 33
test('two workspaces with the same domain and provider: each one’s sessions open only itself', async () => {
  const domain = 'twice.example';
  const [one, other] = [await openCompany({ domain }), await openCompany({ domain })];
  const email = `both@${domain}`;
  for (const { workspace } of [one, other]) await make.user(workspace, { email });
  const slugs = [one.workspace.slug, other.workspace.slug];
  for (const [at, { workspace }] of [one, other].entries()) {
    const { cookie } = await signInAt(workspace, email);
    expect(await opens(cookie, slugs)).toEqual({ listed: [slugs[at]], read: [slugs[at]] });
  }
});

// rules/sign-in 33
test('what one issuer answers is not taken at the address of another workspace', async () => {
  const [ours, theirs] = [await openCompany(), await openCompany()];
  const email = `ana@${ours.domain}`;
  for (const { workspace } of [ours, theirs]) await make.user(workspace, { email });
  const started = await post('/api/auth/sign-in/social', { workspace: theirs.workspace.slug });
  const state = new URL(started.url ?? '').searchParams.get('state');
  for (const path of [ours.workspace.slug, '']) {
    const again = await post('/api/auth/sign-in/social', { workspace: theirs.workspace.slug });
    const answer = `${server.base}/api/auth/callback/oidc${path && `/${path}`}?code=x&state=${state}`;
    expect(await comeBack(answer, again.cookie)).toEqual({ location: '/sign-in?error=sign_in_failed', cookie: '' });
  }
});

// rules/sign-in 36
test('removing the issuer, replacing it, or removing the domain ends its sessions at the next request', async () => {
  const ended = {
    removed: async ({ admin }: Awaited<ReturnType<typeof openCompany>>) => admin.issuers.remove.mutate({ is_on: true }),
    replaced: async ({ admin, input, trial, workspace }: Awaited<ReturnType<typeof openCompany>>) => {
      await admin.issuers.save.mutate({ ...input, issuer: await provider(workspace) });
      expect((await trial()).location).toMatch(/trial=on$/);
    },
    domain: async ({ admin, domain }: Awaited<ReturnType<typeof openCompany>>) =>
      admin.issuers.removeDomain.mutate({ domain }),
  };
  for (const [how, end] of Object.entries(ended)) {
    const opened = await openCompany();
    const { workspace, domain } = opened;
    const ana = await make.user(workspace, { email: `ana@${domain}` });
    const { cookie } = await signInAt(workspace, ana.email);
    expect((await opens(cookie, [workspace.slug])).read, how).toEqual([workspace.slug]);
    await end(opened);
    const answer = await fetch(`${server.base}/api/trpc/learning.mine`, {
      headers: { cookie, [WORKSPACE_HEADER]: workspace.slug },
    });
    expect(answer.status, how).toBe(how === 'domain' ? 403 : 401);
    const { rows } = await server.directory.pool.query(
      'select from directory.auth_sessions where issuer_key is not null and only_workspace = $1',
      [workspace.id],
    );
    expect(rows, how).toHaveLength(how === 'domain' ? 1 : 0);
  }
});

// rules/sign-in 36
test('a new secret keeps the sessions, once it is tried', async () => {
  const { workspace, domain, admin, input, trial } = await openCompany();
  const ana = await make.user(workspace, { email: `ana@${domain}` });
  const { cookie } = await signInAt(workspace, ana.email);
  await admin.issuers.save.mutate(input);
  expect((await trial()).location).toMatch(/trial=on$/);
  expect((await opens(cookie, [workspace.slug])).read).toEqual([workspace.slug]);
  expect(await admin.issuers.read.query()).toMatchObject({ on: {}, untried: null });
});

test('a deactivated person’s session by an issuer ends as every other', async () => {
  const { workspace, domain } = await openCompany();
  const ana = await make.user(workspace, { email: `ana@${domain}` });
  const { cookie } = await signInAt(workspace, ana.email);
  await db.pool.query('update users set is_active = false where workspace_id = $1 and id = $2', [workspace.id, ana.id]);
  expect((await opens(cookie, [workspace.slug])).read).toEqual([]);
  expect((await signInAt(workspace, ana.email)).location).toBe('/sign-in?error=not_a_member');
});

/** A company that requires single sign-on. */
async function strictCompany() {
  const opened = await openCompany();
  await opened.require(true);
  const person = (name: string, role: 'learner' | 'super_admin' = 'learner') =>
    make.user(opened.workspace, { email: `${name}@${opened.domain}`, role });
  const redeem = async (email: string) => {
    const link = new URL(await createSignInUrl(server.pools.requests, email, { publicUrl: server.base, minutes: 5 }));
    return post('/api/auth-link', { token: link.searchParams.get('token') });
  };
  return { ...opened, person, redeem };
}

// rules/sign-in 35
test('single sign-on is required only once an issuer is on and a domain verified, by someone who came by it', async () => {
  const { workspace, boss, admin, trial, verify } = await company();
  const require = (by = admin) => by.issuers.require.mutate({ require_single_sign_on: true });
  await expect(require()).rejects.toThrow(/Switch on an issuer and verify a domain/);
  await trial();
  await expect(require()).rejects.toThrow(/verify a domain/);
  await verify();
  await expect(require()).rejects.toThrow(/Sign in with it, then try again/);
  const bySignOn = clientOf((await signInAt(workspace, boss.email)).cookie, workspace);
  expect(await require(bySignOn)).toMatchObject({ require_single_sign_on: true });
  const { events } = await bySignOn.audit.list.query({});
  expect(events[0]).toMatchObject({ action: 'workspace.updated', changes: { require_single_sign_on: [false, true] } });
});

// rules/sign-in 35
test('where it is required, links of the domain’s people are refused, with words that say what to do', async () => {
  const { workspace, boss, person, redeem } = await strictCompany();
  const ana = await person('ana');
  const early = await redeem((await make.user(workspace, { email: 'ana@contractor.example' })).email);
  expect(early).toMatchObject({ status: 200, workspaces: [workspace.slug] });
  const refused = await redeem(ana.email);
  expect(refused).toMatchObject({ status: 403, code: 'single_sign_on_required', cookie: '' });
  expect(refused.detail).toMatch(/type your e-mail address and continue to your company/);
  const admin = clientOf((await signInAt(workspace, boss.email)).cookie, workspace);
  const { url } = await admin.users.handOverLink.mutate({ id: ana.id });
  const copied = await post('/api/auth-link', { token: new URL(url).searchParams.get('token') });
  expect(copied).toMatchObject({ status: 403 });
  const { cookie } = await signInAt(workspace, ana.email);
  expect((await opens(cookie, [workspace.slug])).read).toEqual([workspace.slug]);
});

// rules/sign-in 35
test('sessions of links open the workspace no more once it is required, and again when it isn’t', async () => {
  const { workspace, domain, require } = await openCompany();
  const ana = await make.user(workspace, { email: `ana@${domain}` });
  const elsewhere = await make.workspace();
  await make.user(elsewhere, { email: ana.email });
  const cookie = await server.signIn(ana.email);
  const slugs = [workspace.slug, elsewhere.slug];
  expect((await opens(cookie, slugs)).read).toEqual(slugs);
  await require(true);
  expect(await opens(cookie, slugs)).toEqual({ listed: [elsewhere.slug], read: [elsewhere.slug] });
  await expect(clientOf(cookie, workspace).learning.mine.query()).rejects.toThrow(/requires single sign-on/);
  await require(false);
  expect((await opens(cookie, slugs)).read).toEqual(slugs);
});

// rules/sign-in 35
test('super admins enter by a link where it is required, but need a passkey or a recovery code', async () => {
  const { workspace, boss, admin, redeem } = await strictCompany();
  await expect(admin.issuers.read.query()).rejects.toMatchObject({ data: { httpStatus: 403 } });
  const { cookie, status } = await redeem(boss.email);
  expect(status).toBe(200);
  const { memberships } = await server.client({ cookie }).session.current.query();
  expect(memberships).toMatchObject([{ workspace: { slug: workspace.slug }, passkey_required: true }]);
  await server.directory.pool.query(
    `update directory.auth_sessions set confirmed_by = 'recovery_code', confirmed_at = now()
     where user_id = (select id from directory.identities where email = $1)`,
    [boss.email],
  );
  expect(await clientOf(cookie, workspace).issuers.read.query()).toMatchObject({ require_single_sign_on: true });
  const bySignOn = await signInAt(workspace, boss.email);
  const open = await server.client({ cookie: bySignOn.cookie }).session.current.query();
  expect(open.memberships).toMatchObject([{ passkey_required: false }]);
});

// rules/sign-in 35
test('who asks for a link that would open nothing is mailed what to do; a super admin gets the link', async () => {
  const { person, boss } = await strictCompany();
  const ana = await person('ana');
  const ask = (email: string) => post('/api/auth/sign-in/magic-link', { email });
  const textTo = (email: string) => mails.find(({ to }) => to === email)?.text ?? '';
  for (const email of [ana.email, boss.email]) expect(await ask(email)).toMatchObject({ status: true });
  await expect.poll(() => textTo(ana.email)).toContain('Links by e-mail don’t sign you in.');
  expect(textTo(ana.email)).toContain(`${server.base}/sign-in`);
  expect(textTo(ana.email)).not.toContain('token=');
  await expect.poll(() => textTo(boss.email)).toContain('/sign-in/link?token=');
});

// rules/sign-in 35
test('a passkey doesn’t replace single sign-on where it is required, but for super admins', async () => {
  const { workspace, require } = await openCompany({ domain: 'example.com' });
  const passkeys = passkeysOn(server);
  const [ana, chief] = [await passkeys.owner(workspace), await passkeys.owner(workspace, 'super_admin')];
  await require(true);
  const signIn = async ({ device }: typeof ana) => passkeys.signIn(device.use(await passkeys.challenge()));
  expect(await signIn(ana)).toMatchObject({ status: 403, code: 'single_sign_on_required' });
  expect(await signIn(chief)).toMatchObject({ status: 200, workspaces: [workspace.slug] });
});

// rules/sign-in 32 and 35
test('the operator verifies a domain on their word, and ends the requirement', async () => {
  const { workspace, admin, trial, domain, boss } = await company();
  await trial();
  const { json, failure } = commandsWith(server.databaseEnv);
  const verify = ['workspace', 'domain', 'verify', '--workspace', workspace.slug, '--domain'];
  expect(await json([...verify, domain.toUpperCase()])).toEqual({ domain });
  await json([...verify, domain]);
  expect((await admin.issuers.read.query()).domains).toMatchObject([{ domain, verified_by: 'operator' }]);
  expect(await failure([...verify, 'not a domain'])).toMatch(/--domain: Must be what stands behind the @/);
  const bySignOn = clientOf((await signInAt(workspace, boss.email)).cookie, workspace);
  await bySignOn.issuers.require.mutate({ require_single_sign_on: true });
  const set = ['workspace', 'set', '--workspace', workspace.slug, '--require-single-sign-on'];
  expect(await failure([...set, 'true'])).toMatch(/Must be false/);
  expect(await json([...set, 'false'])).toMatchObject({ require_single_sign_on: false });
  expect((await admin.issuers.read.query()).require_single_sign_on).toBe(false);
});

// rules/sign-in 36
test('removing the issuer ends the requirement with it', async () => {
  const { workspace, admin, person, redeem, boss } = await strictCompany();
  const ana = await person('ana');
  const { cookie } = await signInAt(workspace, boss.email);
  await expect(admin.issuers.remove.mutate({ is_on: true })).rejects.toMatchObject({ data: { httpStatus: 403 } });
  const { require_single_sign_on: left } = await clientOf(cookie, workspace).issuers.remove.mutate({ is_on: true });
  expect(left).toBe(false);
  expect(await redeem(ana.email)).toMatchObject({ status: 200 });
});
