import { createServer, type ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../../../test/server.ts';
import { BOUNDS } from '../../http/bounds/figures.ts';
import { CLIENT, portOf } from './provider-fixture.ts';

/** Milliseconds; long enough for a busy machine. */
const SOON = 2_000;

/** Requests that the provider received and hasn't answered. */
const asked: { path: string; response: ServerResponse }[] = [];
const provider = createServer(({ url = '' }, response) => {
  if (url.startsWith('/.well-known') && answers) return void response.end(JSON.stringify(configuration()));
  asked.push({ path: url, response });
});
let answers = false;
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
  const server = await startTestServer({
    env: {
      OIDC_ISSUER: issuer,
      OIDC_CLIENT_ID: CLIENT.clientId,
      OIDC_CLIENT_SECRET: CLIENT.clientSecret,
      TRUST_PROXY: 'loopback',
    },
    bounds: { ...BOUNDS, providerWithin },
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

test('whoever waits for a provider that says nothing keeps nobody from signing in by a link, in their office neither', async () => {
  const server = await startAt(BOUNDS.providerWithin);
  const addresses = ['10.0.0.1', '10.0.0.2', '10.0.0.3'];
  const waiting = addresses.map((address) => server.start(address));
  await expect.poll(() => asked).toHaveLength(1);
  for (const address of addresses) expect((await server.link(address)).status).toBe(200);
  for (const { response } of asked) response.destroy();
  for (const answer of await Promise.all(waiting)) expect(answer.status).toBe(503);
});

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
  const started = await server.start('10.0.0.1');
  const cookie = started.headers
    .getSetCookie()
    .map((each) => each.split(';', 1)[0])
    .join('; ');
  const { url } = z.object({ url: z.url() }).parse(await started.json());
  const path = `/api/auth/callback/oidc?code=any&state=${new URL(url).searchParams.get('state')}`;
  const back = await server.comeBack(path, cookie, '10.0.0.1');
  expect([back.status, back.headers.get('location')]).toEqual([
    302,
    expect.stringMatching(/\/sign-in\?error=sign_in_failed$/),
  ]);
  expect(asked.map(({ path: each }) => each)).toEqual(['/token']);
});
