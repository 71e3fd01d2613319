import { expect, test } from 'vitest';
import { requestIn, samlProvider, wrapped } from './saml-fixture.ts';
import { startWithIssuers } from './issuers-fixture.ts';

const { server, post, comeBack, clientOf, provider: openId } = await startWithIssuers();
const { make, base } = server;
let made = 0;

/** Posts an answer as the browser does when the provider's page submits it: without cookies. */
async function postAnswer(slug: string, xml: string) {
  const answer = await fetch(`${base}/api/auth/callback/saml/${slug}`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://idp.example' },
    body: new URLSearchParams({ SAMLResponse: Buffer.from(xml).toString('base64'), RelayState: '' }),
  });
  return answer.headers.get('location')?.slice(base.length);
}

/** A company with a SAML provider and a verified domain, and a super admin who has saved it. */
async function company() {
  const domain = `saml-${++made}.example`;
  const workspace = await make.workspace();
  const boss = await make.user(workspace, { role: 'super_admin', email: `boss@${domain}` });
  const cookie = await server.signIn(boss.email);
  const admin = clientOf(cookie, workspace);
  const idp = samlProvider(`https://idp.example/${made}`);
  await admin.issuers.saveSaml.mutate({ metadata: idp.metadata });
  await admin.issuers.addDomain.mutate({ domain });
  await server.db.pool.query(
    `update sign_in_domains set verified_at = now(), verified_by = 'operator' where workspace_id = $1`,
    [workspace.id],
  );
  const { slug } = workspace;
  const callback = `/api/auth/callback/saml/${slug}`;

  async function begin(body: object = {}, own = '') {
    const started = await post('/api/auth/sign-in/social', { workspace: slug, ...body }, own);
    return { asked: requestIn(started.url ?? ''), url: started.url ?? '', cookie: [own, started.cookie].join('; ') };
  }
  const goOn = (held: string) => comeBack(`${base}${callback}`, held);
  const trial = async (email = boss.email) => {
    const { asked, cookie: held } = await begin({ trial: true, callbackURL: '/settings' }, cookie);
    await postAnswer(slug, idp.answer(asked, email));
    return goOn(held);
  };
  /** Signs in with an answer that a test makes. */
  const signInWith = async (make: (asked: ReturnType<typeof requestIn>) => string) => {
    const { asked, cookie: held } = await begin();
    const posted = await postAnswer(slug, make(asked));
    return { posted, ...(await goOn(held)) };
  };
  const person = (name: string) => make.user(workspace, { email: `${name}@${domain}` });
  return { workspace, slug, domain, admin, idp, boss, cookie, callback, begin, goOn, trial, signInWith, person };
}

const REFUSED = '/sign-in?error=sign_in_failed';

async function openCompany() {
  const opened = await company();
  expect((await opened.trial()).location).toBe('/settings?trial=on');
  return opened;
}

const emailOf = async (cookie: string) => (await server.client({ cookie }).session.current.query()).email;

// rules/sign-in 37
test('a SAML provider is saved by its metadata, tried, and then signs in people of its workspace', async () => {
  const { admin, slug, idp, person, trial, signInWith, workspace } = await company();
  expect(await admin.issuers.read.query()).toMatchObject({
    untried: { issuer: idp.metadata.match(/entityID="([^"]+)/)?.[1], client_id: null },
    saml_entity_id: `${base}/api/auth/saml/${slug}`,
    saml_acs_url: `${base}/api/auth/callback/saml/${slug}`,
  });
  const ana = await person('ana');
  expect((await trial('someone@else.example')).location).toBe('/settings?trial=other_address');
  expect((await trial()).location).toBe('/settings?trial=on');
  const { posted, location, cookie } = await signInWith((asked) => idp.answer(asked, 'Ana@' + ana.email.split('@')[1]));
  expect([posted, location]).toEqual([`/api/auth/callback/saml/${slug}`, '/']);
  const { email, memberships } = await server.client({ cookie }).session.current.query();
  expect([email, memberships.map((each) => each.workspace.slug)]).toEqual([ana.email, [workspace.slug]]);
});

// rules/sign-in 37
test('our metadata names what a provider needs to know', async () => {
  const { slug, begin } = await openCompany();
  const answer = await fetch(`${base}/api/auth/saml/${slug}`);
  expect(answer.headers.get('content-type')).toContain('samlmetadata+xml');
  const xml = await answer.text();
  expect(xml).toContain(`entityID="${base}/api/auth/saml/${slug}"`);
  expect(xml).toContain(`Location="${base}/api/auth/callback/saml/${slug}"`);
  expect(xml).toContain('WantAssertionsSigned="true"');
  const { url, asked } = await begin();
  expect(url).toContain('https://idp.example/sign-in?tenant=1&SAMLRequest=');
  expect(asked).toMatchObject({ acsUrl: `${base}/api/auth/callback/saml/${slug}` });
});

// rules/sign-in 38
test('an assertion for another audience, recipient, request or time, or of another issuer, is refused', async () => {
  const { idp, person, signInWith } = await openCompany();
  const ana = await person('ana');
  const at = (seconds: number) => new Date(Date.now() + seconds * 1_000);
  const changes = {
    audience: { audience: 'https://other.example' },
    recipient: { recipient: 'https://other.example/acs' },
    request: { inResponseTo: '_another' },
    'no request': { inResponseTo: '' },
    issuer: { issuer: 'https://other.example' },
    expired: { notOnOrAfter: at(-61) },
    early: { notBefore: at(90) },
  };
  for (const [name, change] of Object.entries(changes)) {
    const { posted, cookie } = await signInWith((asked) => idp.answer(asked, ana.email, change));
    expect([name, posted, cookie]).toEqual([name, REFUSED, '']);
  }
  // A clock may differ by a minute.
  const { location } = await signInWith((asked) => idp.answer(asked, ana.email, { notBefore: at(30) }));
  expect(location).toBe('/');
});

// rules/sign-in 38
test('no wrapping of a signature signs in the person who was forged', async () => {
  const { idp, person, signInWith, begin } = await openCompany();
  const [mallory, victim] = [await person('mallory'), await person('victim')];
  const names = Object.keys(wrapped((await begin()).asked, idp, mallory.email, victim.email));
  expect(names).toHaveLength(12);
  const outcomes: Record<string, string | null> = {};
  for (const name of names) {
    const { location, cookie } = await signInWith((asked) => {
      const forged = new Map(Object.entries(wrapped(asked, idp, mallory.email, victim.email))).get(name) ?? '';
      expect(forged, name).toContain(victim.email);
      return forged;
    });
    outcomes[name] = location === '/' ? await emailOf(cookie) : null;
  }
  // What is beside the signed assertion in a place of its own counts for nothing: the signed one does.
  const beside = 'XSW7: a forged assertion in extensions before it';
  expect(outcomes).toEqual(Object.fromEntries(names.map((name) => [name, name === beside ? mallory.email : null])));
});

// rules/sign-in 38
test('an answer signed by another key, with SHA-1, or not at all, is refused', async () => {
  const { idp, person, signInWith } = await openCompany();
  const ana = await person('ana');
  const other = samlProvider(idp.said({ id: '', acsUrl: '', audience: '' }, '').issuer);
  const sha1 = 'http://www.w3.org/2000/09/xmldsig#rsa-sha1';
  const answers = {
    'another key': (asked: ReturnType<typeof requestIn>) => other.answer(asked, ana.email),
    'SHA-1': (asked: ReturnType<typeof requestIn>) =>
      idp.response(asked, idp.sign(idp.assertion(idp.said(asked, ana.email)), '_assertion', sha1)),
    'SHA-1, its name with a reference': (asked: ReturnType<typeof requestIn>) =>
      idp.response(
        asked,
        idp.sign(idp.assertion(idp.said(asked, ana.email)), '_assertion', sha1).replaceAll('sha1"', 'sha&#x0031;"'),
      ),
    unsigned: (asked: ReturnType<typeof requestIn>) => idp.response(asked, idp.assertion(idp.said(asked, ana.email))),
    'only the response': (asked: ReturnType<typeof requestIn>) =>
      idp.sign(idp.response(asked, idp.assertion(idp.said(asked, ana.email))), '_response'),
  };
  for (const [name, answer] of Object.entries(answers)) {
    expect([name, (await signInWith(answer)).posted]).toEqual([name, REFUSED]);
  }
});

// rules/sign-in 38
test('a comment, an entity, a bomb, and what is no XML are refused before they are read', async () => {
  const { slug, idp, person, signInWith, domain } = await openCompany();
  await person('victim');
  const comment = await signInWith((asked) => {
    const signed = idp.answer(asked, `victim@${domain}.evil.example`);
    return signed.replace(`victim@${domain}.evil`, `victim@${domain}<!-- -->.evil`);
  });
  expect(comment.posted).toBe(REFUSED);
  const entity = await signInWith(
    (asked) => `<!DOCTYPE x [<!ENTITY a "aaaa">]>${idp.answer(asked, `victim@${domain}`)}`,
  );
  expect(entity.posted).toBe(REFUSED);
  const deep = await signInWith((asked) => idp.response(asked, `${'<a>'.repeat(4_000)}${'</a>'.repeat(4_000)}`));
  expect(deep.posted).toBe(REFUSED);
  for (const nothing of ['', 'x', '<a/>', '\0'.repeat(100)]) expect(await postAnswer(slug, nothing)).toBe(REFUSED);
  const long = await fetch(`${base}/api/auth/callback/saml/${slug}`, { method: 'POST', body: 'x'.repeat(70_000) });
  expect(long.status).toBe(413);
});

// rules/sign-in 38
test('an answer is taken once, and only the browser that began goes on with it', async () => {
  const { slug, idp, person, begin, goOn } = await openCompany();
  const ana = await person('ana');
  const { asked, cookie } = await begin();
  const answer = idp.answer(asked, ana.email);
  const other = await begin();
  const both = await Promise.all([postAnswer(slug, answer), postAnswer(slug, answer)]);
  expect(new Set(both)).toEqual(new Set([`/api/auth/callback/saml/${slug}`, REFUSED]));
  expect((await goOn('')).location).toBe(REFUSED);
  expect((await goOn(other.cookie)).location).toBe(REFUSED);
  expect((await goOn(cookie)).location).toBe('/');
  expect((await goOn(cookie)).location).toBe(REFUSED);
  expect(await postAnswer(slug, answer)).toBe(REFUSED);
  // An answer that nobody asked for.
  expect(await postAnswer(slug, idp.answer({ ...asked, id: '_'.padEnd(44, 'x') }, ana.email))).toBe(REFUSED);
});

// rules/sign-in 33
test('a SAML provider signs in to its own workspace only, and only its domains', async () => {
  const [ours, theirs] = [await openCompany(), await openCompany()];
  const victim = await theirs.person('victim');
  await make.user(ours.workspace, { email: victim.email });
  const foreign = await ours.signInWith((asked) => ours.idp.answer(asked, victim.email));
  expect(foreign.location).toBe('/sign-in?error=single_sign_on_closed');
  // Its answer at the other workspace's address, to a request that began there.
  const { asked, cookie } = await theirs.begin();
  expect(await postAnswer(theirs.slug, ours.idp.answer(asked, victim.email))).toBe(REFUSED);
  expect(await postAnswer(ours.slug, ours.idp.answer(asked, victim.email))).toBe(REFUSED);
  expect((await comeBack(`${base}${ours.callback}`, cookie)).location).toBe(REFUSED);
  expect((await theirs.goOn(cookie)).location).toBe(REFUSED);
});

// rules/sign-in 33
test('a SAML sign-in isn’t finished by the way of OpenID, nor the other way round', async () => {
  const { slug, begin, goOn, workspace, admin, cookie: own } = await openCompany();
  const { cookie } = await begin();
  const bySaml = `${base}/api/auth/callback/oidc/${slug}?code=x&state=y`;
  expect((await comeBack(bySaml, cookie)).location).toBe(REFUSED);
  const issuer = await openId(workspace);
  await admin.issuers.save.mutate({ issuer, client_id: 'training', client_secret: 'a-secret-between-the-two' });
  const tried = await post('/api/auth/sign-in/social', { workspace: slug, trial: true }, own);
  expect((await goOn([own, tried.cookie].join('; '))).location).toBe(REFUSED);
});

// rules/sign-in 37
test.each([
  ['no XML', 'is no XML', /no XML|no identity provider/],
  ['another XML', '<a/>', /describes no identity provider/],
  ['an entity', '<!DOCTYPE a [<!ENTITY b "c">]><EntityDescriptor entityID="x"/>', /declaration/],
  ['a private address', 'http://10.0.0.1/metadata', /not on the internet|10\.0\.0\.1/],
])('metadata that is %s is refused, with the reason', async (_, metadata, words) => {
  const { admin } = await company();
  const before = await admin.issuers.read.query();
  await expect(admin.issuers.saveSaml.mutate({ metadata })).rejects.toThrow(words);
  expect(await admin.issuers.read.query()).toEqual(before);
});

test('metadata without a sign-in page, with one on http, or without a certificate, is refused', async () => {
  const { admin, idp } = await company();
  const save = (metadata: string) => admin.issuers.saveSaml.mutate({ metadata });
  await expect(save(idp.metadata.replace('HTTP-Redirect', 'HTTP-POST'))).rejects.toThrow(/no sign-in page/);
  await expect(save(idp.metadata.replace('https://idp.example/sign-in', 'http://10.0.0.1/sign-in'))).rejects.toThrow(
    /must begin with https/,
  );
  await expect(save(idp.metadata.replace('use="signing"', 'use="encryption"'))).rejects.toThrow(
    /no signing certificate/,
  );
  await expect(save(idp.metadata.replace('MII', 'XXX'))).rejects.toThrow(/can’t be read/);
});
