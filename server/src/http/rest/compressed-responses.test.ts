import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { type AsSent, getAsSent } from '../../../test/get-as-sent.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

const DECODE = {
  br: brotliDecompressSync,
  gzip: gunzipSync,
  identity: (body: Buffer) => body,
} as const;
const ENCODINGS = ['br', 'gzip', 'identity'] as const;

async function setUp() {
  const api = await server.api(['catalog:read', 'analytics:read', 'users:read', 'users:write']);
  const authorization = `Bearer ${api.token.token}`;
  const get = (path: string, headers: Record<string, string> = {}) =>
    getAsSent(`${server.base}/api/v1${path}`, { authorization, ...headers });
  return { ...api, authorization, get };
}

/** Returns the decoded JSON, without the time at which it was made. */
function jsonOf({ headers, body }: AsSent): unknown {
  const encoding = (headers['content-encoding'] ?? 'identity') as keyof typeof DECODE;
  return JSON.parse(DECODE[encoding](body).toString(), (key, value: unknown) =>
    key === 'generated_at' ? undefined : value,
  );
}

// rules/api 16
test.each(['/catalog', '/users', '/analytics', '/analytics?include=learners'])(
  '%s comes compressed to who accepts that, and is the same for all',
  async (path) => {
    const { workspace, get } = await setUp();
    for (let n = 0; n < 20; n++) {
      const course = await make.course(workspace);
      await make.module(workspace, course.id, { status: 'published' });
      await make.user(workspace, { fullName: `Zoë ${n}` });
    }
    const plain = await get(path);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.body.length).toBeGreaterThan(2_000);
    for (const encoding of ENCODINGS) {
      const sent = await get(path, { 'accept-encoding': encoding });
      expect(sent).toMatchObject({
        status: 200,
        headers: { 'content-type': 'application/json; charset=utf-8', vary: 'accept-encoding' },
      });
      expect(sent.headers['content-encoding'] ?? 'identity').toBe(encoding);
      if (encoding !== 'identity') expect(sent.body.length).toBeLessThan(plain.body.length / 2);
      expect(jsonOf(sent)).toEqual(jsonOf(plain));
    }
    expect((await get(path, { 'accept-encoding': 'gzip, br;q=0' })).headers['content-encoding']).toBe('gzip');
  },
);

// rules/api 10 and 16
test('each encoding of the catalog has its own ETag, which changes with the catalog', async () => {
  const { workspace, get } = await setUp();
  await make.course(workspace);
  const tags = new Map<string, string>();
  for (const encoding of ENCODINGS) {
    const asked = { 'accept-encoding': encoding };
    const etag = String((await get('/catalog', asked)).headers['etag']);
    tags.set(encoding, etag);
    const known = await get('/catalog', { ...asked, 'if-none-match': etag });
    expect(known).toMatchObject({ status: 304, headers: { etag, vary: 'accept-encoding' } });
    expect(known.body).toHaveLength(0);
  }
  expect(new Set(tags.values()).size).toBe(ENCODINGS.length);
  expect(await get('/catalog', { 'accept-encoding': 'gzip', 'if-none-match': tags.get('br')! })).toMatchObject({
    status: 200,
  });
  for (let n = 0; n < 20; n++) await make.course(workspace, { title: `New ${n}` });
  for (const encoding of ENCODINGS) {
    const changed = await get('/catalog', { 'accept-encoding': encoding, 'if-none-match': tags.get(encoding)! });
    expect(changed.status).toBe(200);
    expect(jsonOf(changed)).toHaveLength(21);
  }
});

// rules/api 16
test('short answers, refusals and answers to writes are not compressed', async () => {
  const { get, authorization } = await setUp();
  const everything = { 'accept-encoding': 'br, gzip' };
  const refused = await get('/users?limit=0', everything);
  for (const sent of [await get('/catalog', everything), refused]) {
    expect(sent.headers['content-encoding']).toBeUndefined();
  }
  expect(refused).toMatchObject({ status: 400, headers: { vary: 'accept-encoding' } });
  const users = Array.from({ length: 100 }, (_, n) => ({ email: `p${n}@example.com`, full_name: 'P' }));
  const written = await fetch(`${server.base}/api/v1/users/bulk`, {
    method: 'POST',
    headers: { authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ users }),
  });
  expect((await written.text()).length).toBeGreaterThan(5_000);
  expect(written.headers.get('content-encoding')).toBeNull();
});

// rules/api 16
test('over tRPC, only what the console reads is compressed', async () => {
  const workspace = await make.workspace();
  const user = await make.user(workspace, { role: 'super_admin' });
  for (let n = 0; n < 20; n++) await make.user(workspace, { fullName: `Zoë ${n}` });
  const signedIn = { cookie: await server.signIn(user.email), [WORKSPACE_HEADER]: workspace.slug };
  const list = async (headers: Record<string, string>, input = '{}') =>
    getAsSent(`${server.base}/api/trpc/users.list?input=${input}`, {
      ...signedIn,
      'accept-encoding': 'gzip, deflate, br, zstd',
      ...headers,
    });
  const byConsole = await list({ 'sec-fetch-site': 'same-origin' });
  expect(byConsole).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' } });
  const unaware = await list({ 'sec-fetch-site': 'same-origin', 'accept-encoding': 'identity' });
  expect(unaware.body.length).toBeGreaterThan(5_000);
  expect(byConsole.body.length).toBeLessThan(unaware.body.length / 3);
  expect(jsonOf(byConsole)).toEqual(jsonOf(unaware));
  const short = list({ 'sec-fetch-site': 'same-origin' }, '{"limit":1}');
  for (const sent of [list({ 'sec-fetch-site': 'cross-site' }), list({ 'sec-fetch-site': 'none' }), list({}), short]) {
    const { status, headers } = await sent;
    expect(status).toBe(200);
    expect(headers['content-encoding']).toBeUndefined();
  }
});
