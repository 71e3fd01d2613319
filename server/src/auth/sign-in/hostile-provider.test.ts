import { createPublicKey, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';
import { createServer } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { identify } from '../../../test/identify.ts';
import type { OperatorDatabase } from '../../database/database.ts';
import { cookieHeader, makeMember, makeWorkspace, startServer, type TestServer } from './auth-fixture.ts';
import { CLIENT, portOf } from './identity-provider-fixture.ts';

const OURS = generateKeyPairSync('rsa', { modulusLength: 2048 });
const FOREIGN = generateKeyPairSync('rsa', { modulusLength: 2048 });

/** The provider's answers; each test changes one thing of an answer that would be accepted. */
type Lies = {
  header?: object;
  claims?: object;
  signedBy?: typeof OURS;
  signature?: string;
  withoutIdToken?: boolean;
  userInfo?: object;
};

let issuer: string;
let nonce: string;
let lies: Lies = {};

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function idToken(): string {
  const now = Math.floor(Date.now() / 1000);
  const email = lies.userInfo ? {} : { email: 'ana@example.com', email_verified: true };
  const claims = {
    iss: issuer,
    sub: 'ana',
    aud: CLIENT.clientId,
    iat: now,
    exp: now + 60,
    nonce,
    ...email,
    ...lies.claims,
  };
  const signed = `${part({ alg: 'RS256', kid: 'one', ...lies.header })}.${part(claims)}`;
  const { privateKey } = lies.signedBy ?? OURS;
  return `${signed}.${lies.signature ?? createSign('sha256').update(signed).sign(privateKey, 'base64url')}`;
}

const answers: Record<string, () => object> = {
  '/.well-known/openid-configuration': () => ({
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    userinfo_endpoint: `${issuer}/me`,
    id_token_signing_alg_values_supported: ['RS256'],
    authorization_response_iss_parameter_supported: true,
  }),
  '/jwks': () => ({
    keys: [{ ...createPublicKey(OURS.privateKey).export({ format: 'jwk' }), kid: 'one', alg: 'RS256', use: 'sig' }],
  }),
  '/token': () => ({
    access_token: 'any',
    token_type: 'Bearer',
    ...(!lies.withoutIdToken && { id_token: idToken() }),
  }),
  '/me': () => lies.userInfo ?? {},
};
/** The client's last `authorization` header. */
let authorization: string | undefined;
const provider = createServer(({ url = '', headers }, response) => {
  if (url === '/token') ({ authorization } = headers);
  response.setHeader('content-type', 'application/json').end(JSON.stringify(answers[url]?.() ?? {}));
});

let db: OperatorDatabase;
let server: TestServer;

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${portOf(provider)}`;
  db = await freshDatabase();
  await makeMember(db, await makeWorkspace(db, 'north'), 'ana@example.com');
  server = await startServer(db, { oidc: { ...CLIENT, issuer } });
});
afterAll(async () => {
  await server?.app.close();
  provider.closeAllConnections();
  provider.close();
  await db?.close();
});

/** Signs in; the provider answers with these lies. Returns where the browser is led, and who is signed in. */
async function signIn(told: Lies, returned: Record<string, string> = {}, at = server) {
  lies = told;
  const started = await at.post('/api/auth/sign-in/social', {});
  const asked = new URL(started.json().url).searchParams;
  nonce = asked.get('nonce') ?? '';
  const query = new URLSearchParams({ code: 'any', state: asked.get('state') ?? '', iss: issuer, ...returned });
  const answer = await at.app.inject({
    url: `/api/auth/callback/oidc?${query.toString()}`,
    headers: { cookie: cookieHeader(started) },
  });
  const identity = await identify(server, { cookie: cookieHeader(answer) });
  return [String(answer.headers.location).replace(server.origin, ''), identity?.email];
}

const ENTERED = ['/', 'ana@example.com'];
const FAILED = ['/sign-in?error=sign_in_failed', undefined];
const hourAgo = Math.floor(Date.now() / 1000) - 3600;

test.each([
  ['which is the same encoded, is sent as it is: not every provider decodes', 'a-secret_~.9', 'a-secret_~.9'],
  ['with other characters is sent encoded', 'a+b/c=:% d', 'a%2Bb%2Fc%3D%3A%25+d'],
])('a client secret %s', async (_, clientSecret, sent) => {
  const other = await startServer(db, { oidc: { issuer, clientId: 'training', clientSecret } });
  expect(await signIn({}, {}, other)).toEqual(ENTERED);
  expect(authorization).toBe(`Basic ${Buffer.from(`training:${sent}`).toString('base64')}`);
  await other.app.close();
});

test('a provider that says what it should signs in, by the ID token or where it names no e-mail by the user info', async () => {
  expect(await signIn({})).toEqual(ENTERED);
  const userInfo = { sub: 'ana', email: 'Ana@Example.com', email_verified: 'true' };
  expect(await signIn({ userInfo })).toEqual(ENTERED);
});

test.each<[string, Lies, Record<string, string>?]>([
  ['an ID token for another attempt', { claims: { nonce: 'another' } }],
  ['an ID token for no attempt', { claims: { nonce: undefined } }],
  ['an ID token for another client', { claims: { aud: 'another' } }],
  ['an ID token for another client too', { claims: { aud: [CLIENT.clientId, 'another'], azp: 'another' } }],
  ['an ID token of another provider', { claims: { iss: 'https://other.example.com' } }],
  ['an ID token that has expired', { claims: { iat: hourAgo - 60, exp: hourAgo } }],
  ['an ID token signed by another key', { signedBy: FOREIGN }],
  ['an ID token signed by an unknown key', { signedBy: FOREIGN, header: { kid: 'two' } }],
  ['an ID token without a signature', { header: { alg: 'none' }, signature: '' }],
  ['an ID token with any signature', { signature: randomBytes(256).toString('base64url') }],
  ['no ID token', { withoutIdToken: true }],
  ['user info of another person', { userInfo: { sub: 'bob', email: 'ana@example.com', email_verified: true } }],
  ['an e-mail that is no text', { claims: { email: ['ana@example.com'] } }],
  ['the code of another attempt', {}, { state: 'another' }],
  ['the code of another provider', {}, { iss: 'https://other.example.com' }],
])('%s signs no one in', async (_, told, returned) => {
  expect(await signIn(told, returned)).toEqual(FAILED);
});

test.each([
  ['with two states', (state: string) => `code=any&iss=${issuer}&state=${state}&state=${state}`],
  ['without the name of the provider', (state: string) => `code=any&state=${state}`],
])('whoever comes back %s is refused', async (_, query) => {
  const started = await server.post('/api/auth/sign-in/social', {});
  const asked = new URL(started.json().url).searchParams;
  [lies, nonce] = [{}, asked.get('nonce') ?? ''];
  const { headers } = await server.app.inject({
    url: `/api/auth/callback/oidc?${query(asked.get('state') ?? '')}`,
    headers: { cookie: cookieHeader(started) },
  });
  expect(headers.location).toBe(`${server.origin}${FAILED[0]}`);
});
