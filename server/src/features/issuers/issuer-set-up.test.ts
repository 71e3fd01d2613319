import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import { portOf, PROFILES } from '../../auth/sign-in/identity-provider-fixture.ts';
import { startWithIssuers } from './issuers-fixture.ts';

const { server, records, company, openCompany, signInAt, provider, clientOf, comeBack, post } =
  await startWithIssuers();
const { make, db } = server;

const actionsIn = async (workspaceId: string) => {
  const { rows } = await db.pool.query<{ action: string }>(
    `select action from audit_events where workspace_id = $1 and action like 'issuer.%' order by at, id`,
    [workspaceId],
  );
  return rows.map(({ action }) => action);
};

// rules/sign-in 30
test('an issuer signs in once a super admin has come back from it with their own address', async () => {
  const { workspace, admin, boss, issuer, trial, verify } = await company();
  expect(await admin.issuers.read.query()).toMatchObject({
    redirect_uri: `${server.base}/api/auth/callback/oidc/${workspace.slug}`,
    on: null,
    untried: { issuer, client_id: 'training', saved_by: boss.fullName },
  });
  expect(await signInAt(workspace, boss.email)).toMatchObject({ status: 409, code: 'issuer_missing' });
  const page = `/${workspace.slug}/settings/sign-in?trial=`;
  expect((await trial('someone@else.example')).location).toBe(`${page}other_address`);
  expect(await admin.issuers.read.query()).toMatchObject({ on: null });
  const tried = await trial();
  expect(tried).toEqual({ location: `${page}on`, cookie: '' });
  await verify();
  expect(await admin.issuers.read.query()).toMatchObject({ on: { issuer }, untried: null });
  expect(await actionsIn(workspace.id)).toEqual([
    'issuer.saved',
    'issuer.switched_on',
    'issuer.domain_added',
    'issuer.domain_verified',
  ]);
  expect((await signInAt(workspace, boss.email, { callbackURL: '/x' })).location).toBe('/x');
});

// rules/sign-in 30
test('only super admins try an issuer, in the session that began, and no one else’s browser finishes it', async () => {
  const { workspace, trial } = await company();
  const learner = await make.user(workspace);
  const body = { trial: true, callbackURL: '/' };
  expect(await signInAt(workspace, learner.email, body)).toMatchObject({ status: 401, code: 'not_signed_in' });
  const theirs = await server.signIn(learner.email);
  expect(await signInAt(workspace, learner.email, body, theirs)).toMatchObject({ status: 403, code: 'forbidden' });
  const other = await company();
  expect(await signInAt(workspace, other.boss.email, body, other.cookie)).toMatchObject({ status: 403 });
  // The trial's address is opened with the session of another person.
  const started = await post('/api/auth/sign-in/social', { workspace: other.workspace.slug, ...body }, other.cookie);
  const state = new URL(started.url ?? '').searchParams.get('state');
  const callback = `${server.base}/api/auth/callback/oidc/${other.workspace.slug}?code=x&state=${state}`;
  expect((await comeBack(callback, `${started.cookie}; ${theirs}`)).location).toMatch(/\?trial=/);
  expect(await other.admin.issuers.read.query()).toMatchObject({ on: null });
  expect((await trial()).location).toMatch(/trial=on$/);
});

// rules/sign-in 30
test.each([
  ['http://127.0.0.1:9', /must not have port 9/],
  ['http://127.0.0.1:1024', /no provider answers there/],
  ['https://10.0.0.1', /not on the internet/],
  ['https://user:secret@example.com', /password/],
])('the issuer %s is refused, with the reason, and nothing is saved', async (issuer, words) => {
  const { admin, input } = await company();
  const before = await admin.issuers.read.query();
  const saving = admin.issuers.save.mutate({ ...input, issuer });
  await expect(saving).rejects.toThrow(words);
  expect(await admin.issuers.read.query()).toEqual(before);
});

test('an issuer that calls itself something else is refused: one of many tenants can’t pass for all', async () => {
  const { admin, input } = await company();
  const saving = admin.issuers.save.mutate({ ...input, issuer: input.issuer.replace('127.0.0.1', 'localhost') });
  await expect(saving).rejects.toThrow(/calls itself http:\/\/127/);
});

/** Starts a server that says what a test wants; returns its address. */
async function talking(answer: (at: string, response: ServerResponse) => void): Promise<string> {
  const listening = createServer((request, response) => answer(`http://${request.headers.host}`, response));
  listening.listen(0, '127.0.0.1');
  await once(listening, 'listening');
  onTestFinished(() => {
    listening.closeAllConnections();
    listening.close();
  });
  return `http://127.0.0.1:${portOf(listening)}`;
}

const description = (issuer: string, ends: object = {}) => ({
  issuer,
  authorization_endpoint: `${issuer}/a`,
  token_endpoint: `${issuer}/t`,
  jwks_uri: `${issuer}/j`,
  ...ends,
});
const say = (response: ServerResponse, value: object) =>
  response.setHeader('content-type', 'application/json').end(JSON.stringify(value));

// rules/sign-in 30, rules/bounds 13
test('an issuer can’t lead requests into a private network: not by a redirect, nor by what it says of itself', async () => {
  const { workspace, admin, input, cookie } = await company();
  const redirecting = await talking(
    (_at, response) => void response.writeHead(302, { location: 'http://10.0.0.1/' }).end(),
  );
  await expect(admin.issuers.save.mutate({ ...input, issuer: redirecting })).rejects.toThrow(/can’t be used/);
  const inward = await talking((at, response) =>
    say(response, description(at, { token_endpoint: 'http://10.0.0.1/t' })),
  );
  await admin.issuers.save.mutate({ ...input, issuer: inward });
  const body = { workspace: workspace.slug, trial: true, callbackURL: '/x' };
  const started = await post('/api/auth/sign-in/social', body, cookie);
  const state = new URL(started.url ?? '').searchParams.get('state');
  const callback = `${server.base}/api/auth/callback/oidc/${workspace.slug}?code=x&state=${state}`;
  const { location } = await comeBack(callback, `${cookie}; ${started.cookie}`);
  expect(location).toBe('/x?trial=sign_in_failed');
});

// rules/sign-in 34
test('an issuer that talks too long is refused, as one that has no usable endpoints', async () => {
  const { admin, input } = await company();
  const save = (issuer: string) => admin.issuers.save.mutate({ ...input, issuer });
  const long = await talking((at, response) => say(response, description(at, { more: 'x'.repeat(300_000) })));
  await expect(save(long)).rejects.toThrow(/can’t be used/);
  const script = await talking((at, response) =>
    say(response, description(at, { authorization_endpoint: 'javascript:1' })),
  );
  await expect(save(script)).rejects.toThrow(/no usable authorization_endpoint/);
});

// rules/sign-in 30
test('a wrong secret is found by the trial, which shows the provider’s code, and the issuer before goes on', async () => {
  const { workspace, admin, boss, input, trial } = await openCompany();
  await admin.issuers.save.mutate({ ...input, client_secret: 'wrong' });
  expect((await trial()).location).toMatch(/trial=invalid_client$/);
  expect(await admin.issuers.read.query()).toMatchObject({ on: { issuer: input.issuer }, untried: {} });
  expect((await signInAt(workspace, boss.email)).location).toBe('/');
});

// rules/sign-in 31
test('the client secret is stored encrypted, and no answer has it', async () => {
  const { workspace, admin, input } = await company();
  const client_secret = 'only-here-1234567890';
  const answers = JSON.stringify([
    await admin.issuers.save.mutate({ ...input, client_secret }),
    await admin.issuers.read.query(),
    await admin.audit.list.query({}),
  ]);
  expect(answers).not.toContain(client_secret);
  const { rows } = await db.pool.query<{ all: string }>(
    `select t::text || encode(sealed, 'escape') as all from sign_in_issuers t where workspace_id = $1`,
    [workspace.id],
  );
  expect(rows).toHaveLength(1);
  expect(rows[0]?.all).not.toContain(client_secret);
});

// rules/sign-in 31
test('a secret sealed for one issuer can’t be sent to another by changing its row', async () => {
  const { workspace, boss } = await openCompany();
  const elsewhere = await provider(workspace);
  await db.pool.query('update sign_in_issuers set issuer = $2 where workspace_id = $1', [workspace.id, elsewhere]);
  expect(await signInAt(workspace, boss.email)).toMatchObject({ status: 500 });
});

// rules/sign-in 32
test('a domain is verified by the TXT record shown, and no other', async () => {
  const { workspace, domain, admin, boss, trial } = await company();
  await trial();
  const { domains } = await admin.issuers.addDomain.mutate({ domain: ` ${domain.toUpperCase()} ` });
  expect(domains).toMatchObject([{ domain, record_name: `_training-challenge.${domain}`, verified_at: null }]);
  const verify = () => admin.issuers.verifyDomain.mutate({ domain });
  await expect(verify()).rejects.toMatchObject({ data: { code: 'CONFLICT' } });
  const { record_name: name, record_text: text } = domains[0]!;
  records.set(name, [`${text}0`, 'v=spf1 -all']);
  await expect(verify()).rejects.toThrow(/another text/);
  expect((await signInAt(workspace, boss.email)).location).toBe('/sign-in?error=single_sign_on_closed');
  records.set(name, ['v=spf1 -all', text]);
  expect((await verify()).domains).toMatchObject([{ verified_by: 'dns', verified_at: expect.any(String) }]);
  expect((await signInAt(workspace, boss.email)).location).toBe('/');
  await expect(admin.issuers.verifyDomain.mutate({ domain: 'never-added.example' })).rejects.toThrow(/removed/);
});

test('at most 50 domains', async () => {
  const { admin } = await company();
  for (let n = 0; n < 50; n++) await admin.issuers.addDomain.mutate({ domain: `d${n}.example` });
  await admin.issuers.addDomain.mutate({ domain: 'd0.example' });
  await expect(admin.issuers.addDomain.mutate({ domain: 'one-more.example' })).rejects.toThrow(/at most 50/);
});

// rules/sign-in 33
test('an address without a verdict is taken from a workspace’s issuer, one called unverified never', async () => {
  const { workspace, domain } = await openCompany();
  await make.user(workspace, { email: `ana@${domain}` });
  PROFILES['unsaid-ana'] = { email: `Ana@${domain}` };
  PROFILES['unverified-ana'] = { email: `ana@${domain}`, email_verified: false };
  expect((await signInAt(workspace, 'unsaid-ana')).location).toBe('/');
  expect((await signInAt(workspace, 'unverified-ana')).location).toBe('/sign-in?error=email_not_verified');
});

// rules/sign-in 34
test('the sign-in page learns which workspaces’ issuers sign in a domain', async () => {
  const domain = 'shared-domain.example';
  const ask = async (email: string) => (await post('/api/auth/sign-in/issuers', { email })).issuers;
  expect(await ask(`a@${domain}`)).toEqual([]);
  const [one, other] = [await openCompany({ domain }), await openCompany({ domain })];
  await other.require(true);
  expect(await ask(`Anyone@${domain.toUpperCase()}`)).toEqual([
    { workspace: one.workspace.slug, name: one.workspace.name, required: false },
    { workspace: other.workspace.slug, name: other.workspace.name, required: true },
  ]);
  for (const email of [`a@sub.${domain}`, 'a@example', `a@x${domain}`]) expect((await ask(email)) ?? []).toEqual([]);
  await one.admin.issuers.remove.mutate({ is_on: true });
  expect(await ask(`a@${domain}`)).toMatchObject([{ workspace: other.workspace.slug }]);
});

test('an auditor sees how sign-in is set up, and changes nothing; others see nothing', async () => {
  const { workspace, domain, input } = await company();
  const auditor = await server.as('auditor', workspace);
  expect(await auditor.issuers.read.query()).toMatchObject({ untried: { issuer: input.issuer } });
  await expect(auditor.issuers.save.mutate(input)).rejects.toMatchObject({ data: { httpStatus: 403 } });
  await expect(auditor.issuers.addDomain.mutate({ domain })).rejects.toMatchObject({ data: { httpStatus: 403 } });
  const learner = clientOf(await server.signIn((await make.user(workspace)).email), workspace);
  await expect(learner.issuers.read.query()).rejects.toMatchObject({ data: { httpStatus: 403 } });
});
