import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { rawRequest } from '../../../test/raw-request.ts';
import { startTestServer } from '../../../test/server.ts';
import type { TestWorkspace } from '../../../test/make.ts';
import { HTTP_LIMITS } from '../limits/limits.ts';

const MEBIBYTE = 1024 * 1024;
const WITHIN = 1_500;
const server = await startTestServer({
  bounds: {
    held: { most: 3 * MEBIBYTE, ofWorkspace: 2 * MEBIBYTE, ofNobody: MEBIBYTE },
    bodyWithin: 60_000,
    answers: { counted: 1, most: MEBIBYTE, ofWorkspace: MEBIBYTE, ofNobody: MEBIBYTE },
  },
});
const hasty = await startTestServer({
  bounds: { bodyWithin: WITHIN, fileBytesPerSecond: HTTP_LIMITS.fileBytesPerSecond * 1000 },
});

/**
 * Returns the headers of a trainer: a role that may upload files, but isn't allowed to do most of the actions these
 * tests start.
 */
async function trainer(of = server, workspace?: TestWorkspace) {
  const room = workspace ?? (await of.make.workspace());
  const { id: departmentId } = await of.make.department(room);
  const user = await of.make.user(room, { role: 'trainer', departmentId });
  return { cookie: await of.signIn(user.email), origin: of.base, [WORKSPACE_HEADER]: room.slug };
}

const JSON_TYPE = { 'content-type': 'application/json' };

// rules/bounds 4
test.for([
  ['courses.create', 'multipart/form-data; boundary=x', 415],
  ['courses.create', 'application/octet-stream', 415],
  ['courses.create', 'text/plain', 415],
  ['ai.upload', 'multipart/form-data; boundary=x', 415],
  ['ai.upload', 'application/octet-stream', 413],
  ['courses.create', 'application/json', 413],
  ['ai.upload,courses.create?batch=1', 'application/octet-stream', 415],
] as const)('600 MiB for %s as %s are refused unread: %i', async ([path, media, status]) => {
  const headers = { ...(await trainer()), 'content-type': media, 'content-length': 600 * MEBIBYTE };
  const sending = rawRequest(server.base, `/api/trpc/${path}`, headers);
  await expect.poll(sending.status).toBe(status);
});

test('a compressed body is 415 over tRPC too', async () => {
  const headers = { ...(await trainer()), ...JSON_TYPE, 'content-encoding': 'gzip', 'content-length': 100 };
  const sending = rawRequest(server.base, '/api/trpc/courses.create', headers);
  await expect.poll(sending.status).toBe(415);
  expect(sending.answer()).toContain('not as gzip');
});

test('a JSON body of unknown length is refused as soon as it is too long', async () => {
  const roomy = await startTestServer();
  const sending = rawRequest(roomy.base, '/api/trpc/courses.create', {
    ...(await trainer(roomy)),
    ...JSON_TYPE,
    'transfer-encoding': 'chunked',
  });
  const mebibyte = `100000\r\n${' '.repeat(MEBIBYTE)}\r\n`;
  for (let n = 0; n < 7; n++) sending.socket.write(mebibyte);
  await expect.poll(sending.status).toBe(413);
  expect(sending.answer()).toContain('a million characters fit');
});

// rules/api 7, rules/bounds 4
test('a body that does not come in whole in time is 408, over tRPC and REST, as JSON and as a file', async () => {
  const people = await trainer(hasty);
  const { token } = await hasty.api(['users:write']);
  const send = async (path: string, headers: Record<string, string>) => {
    const sending = rawRequest(hasty.base, path, { ...headers, 'content-length': 1000 });
    // Data arrives slowly but steadily; the limit applies to the whole body.
    const trickle = setInterval(() => sending.socket.write('{'), 100);
    await expect.poll(sending.status, { message: path }).toBe(408);
    clearInterval(trickle);
    expect(sending.answer()).toContain('request_timeout');
    await expect.poll(sending.isClosed).toBe(true);
  };
  await Promise.all([
    send('/api/trpc/courses.create', { ...people, ...JSON_TYPE }),
    send('/api/trpc/ai.upload', { ...people, 'content-type': 'application/octet-stream' }),
    send('/api/v1/users', { authorization: `Bearer ${token.token}`, ...JSON_TYPE }),
  ]);
});

// rules/api 7, rules/bounds 4
test('bodies in flight are bounded for a workspace and for the instance: 503 with Retry-After, until one ends', async () => {
  const workspace = await server.make.workspace();
  const [noisy, quiet] = [await trainer(server, workspace), await trainer()];
  /**
   * Starts requests with bodies of 1 MiB each, one more than allowed. Returns those that weren't refused and stay open.
   */
  const begin = async (headers: Record<string, string>, count: number) => {
    const all = Array.from({ length: count }, () =>
      rawRequest(server.base, '/api/trpc/courses.create', { ...headers, ...JSON_TYPE, 'content-length': MEBIBYTE }),
    );
    await expect
      .poll(() => all.map(({ status }) => status()).toSorted((one, other) => one - other))
      .toEqual([...Array<number>(count - 1).fill(0), 503]);
    const refused = all.find(({ status }) => status() === 503);
    expect(refused?.answer()).toMatch(/retry-after: \d+\r\n/i);
    expect(refused?.answer()).toContain('"app_code":"busy"');
    return all.filter(({ status }) => status() === 0);
  };
  const [first] = await begin(noisy, 3);
  // An API token shares the budget of its workspace.
  const { call } = await server.api(['users:write'], workspace);
  const refused = await call('POST', '/api/v1/users', ' '.repeat(MEBIBYTE));
  expect(refused).toMatchObject({ status: 503, json: { code: 'busy' } });
  // Other workspaces have their own share, up to the limit of the instance.
  const [third] = await begin(quiet, 2);
  // Both a finished and an aborted request free their bytes.
  third?.socket.write(' '.repeat(MEBIBYTE));
  await expect.poll(third!.status).toBe(400);
  expect(await statusOf(quiet, ' '.repeat(MEBIBYTE))).toBe(400);
  expect(await statusOf(noisy, ' '.repeat(MEBIBYTE))).toBe(503);
  first?.socket.destroy();
  await expect.poll(() => statusOf(noisy, ' '.repeat(MEBIBYTE))).toBe(400);
});

/** Sends the body in one piece. */
async function statusOf(headers: Record<string, string>, body: string): Promise<number> {
  const answer = await fetch(`${server.base}/api/trpc/courses.create`, {
    method: 'POST',
    headers: { ...headers, ...JSON_TYPE },
    body,
  });
  return answer.status;
}
