import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../../../test/server.ts';
import { HTTP_LIMITS } from '../../http/limits/limits.ts';
import { CLIENT, portOf } from './identity-provider-fixture.ts';

/** Milliseconds; long enough for a busy machine. */
const SOON = 2_000;

/** Requests that the provider received and hasn't answered. */
const asked: { path: string; response: ServerResponse }[] = [];
const provider = createServer(({ url = '' }, response) => {
  if (url.startsWith('/.well-known') && answers) return void response.end(JSON.stringify(configuration()));
  asked.push({ path: url, response });
  if (url in endless) flood(response);
});
let answers = false;
/** Bytes that were taken of answers without an end, by their paths. */
const endless: Record<string, number> = {};

function flood(response: ServerResponse): void {
  const path = response.req.url ?? '';
  const chunk = Buffer.alloc(65_536, ' ');
  const more = () => {
    while (!response.destroyed && response.write(chunk)) endless[path]! += chunk.length;
  };
  response.writeHead(200, { 'content-type': 'application/json' }).on('drain', more);
  more();
}
let issuer: string;

const configuration = () => ({
  issuer,
  authorization_endpoint: `${issuer}/auth`,
  token_endpoint: `${issuer}/token`,
  jwks_uri: `${issuer}/jwks`,
  id_token_signing_alg_values_supported: ['RS256'],
});

beforeAll(async () => {
  await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${portOf(provider)}`;
});
afterAll(() => {
  provider.closeAllConnections();
  provider.close();
});

async function startAt(providerWithin: number) {
  answers = false;
  asked.length = 0;
  for (const path of Object.keys(endless)) delete endless[path];
  const server = await startTestServer({
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.clientId,
      OIDC_CLIENT_SECRET: CLIENT.clientSecret,
      TRUST_PROXY: 'loopback',
    },
    bounds: { ...HTTP_LIMITS, providerWithin },
  });
  const headers = (address: string) => ({
    'content-type': 'application/json',
    origin: server.base,
    'x-forwarded-for': address,
  });
  const post = (path: string, body: object, address: string) =>
    fetch(`${server.base}${path}`, { method: 'POST', headers: headers(address), body: JSON.stringify(body) });
  return {
    start: (address: string) => post('/api/auth/sign-in/social', {}, address),
    link: (address: string) => post('/api/auth/sign-in/magic-link', { email: 'somebody@example.com' }, address),
    comeBack: (path: string, cookie: string, address: string) =>
      fetch(`${server.base}${path}`, { headers: { ...headers(address), cookie }, redirect: 'manual' }),
  };
}

/** Whoever was sent to the provider and comes back with any code. */
async function comeBackTo(server: Awaited<ReturnType<typeof startAt>>): Promise<Response> {
  const started = await server.start('10.0.0.1');
  const cookie = started.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const { url } = z.object({ url: z.url() }).parse(await started.json());
  const path = `/api/auth/callback/oidc?code=any&state=${new URL(url).searchParams.get('state')}`;
  return server.comeBack(path, cookie, '10.0.0.1');
}

// rules/sign-in 6
test('whoever waits for a provider that says nothing keeps nobody from signing in by a link, in their office neither', async () => {
  const server = await startAt(HTTP_LIMITS.providerWithin);
  const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
  const waiting = addresses.map((address) => server.start(address));
  await expect.poll(() => asked).toHaveLength(1);
  for (const address of addresses) expect((await server.link(address)).status).toBe(200);
  for (const { response } of asked) response.destroy();
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(503);
});

// rules/sign-in 6
test('a provider that says nothing has its time, when it is asked for its addresses', async () => {
  const server = await startAt(SOON);
  const answer = await server.start('10.0.0.1');
  expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable' });
  // The failure isn't cached: the next attempt asks the provider again.
  answers = true;
  expect((await server.start('10.0.0.1')).status).toBe(200);
});

test('and when it is asked who has come back from it: they are led to the sign-in page', async () => {
  const server = await startAt(SOON);
  answers = true;
  const back = await comeBackTo(server);
  expect([back.status, back.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/\/sign-in\?error=sign_in_failed$/),
  ]);
  expect(asked.map(({ path: each }) => each)).toEqual(['/token']);
});

// rules/sign-in 6
test('an answer without an end is cut off: of the provider’s addresses, and of who has come back', async () => {
  const server = await startAt(HTTP_LIMITS.providerWithin);
  endless['/.well-known/openid-configuration'] = 0;
  const answer = await server.start('10.0.0.1');
  expect(await answer.json()).toMatchObject({ status: 503, code: 'unavailable' });
  answers = true;
  endless['/token'] = 0;
  const back = await comeBackTo(server);
  expect(back.headers.get('location')).toMatch(/\/sign-in\?error=sign_in_failed$/);
  expect(asked.map(({ path }) => path)).toEqual(['/.well-known/openid-configuration', '/token']);
  // Nothing goes on being read after everybody has left.
  for (const { response } of asked) await expect.poll(() => response.destroyed).toBe(true);
  // What was on its way in the buffers of both sides.
  for (const taken of Object.values(endless)) expect(taken).toBeLessThan(16 * 1024 * 1024);
});

test('what is not answered in time is not waited for by anything', async () => {
  const server = await startAt(SOON);
  await server.start('10.0.0.1');
  expect(asked).toHaveLength(1);
  for (const { response } of asked) await expect.poll(() => response.destroyed).toBe(true);
});
