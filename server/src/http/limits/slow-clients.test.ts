import { WORKSPACE_HEADER } from '@training/shared/sessions';
import Fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { rawRequest } from '../../../test/raw-request.ts';
import { startTestServer } from '../../../test/server.ts';
import { HTTP_LIMITS } from './limits.ts';
import { closeSlowReaderConnections } from './bound-connections.ts';

const MEBIBYTE = 1024 * 1024;

/** More than the kernel buffers for a connection. */
const LONG = 40 * MEBIBYTE;

const app = Fastify();
closeSlowReaderConnections(app, {
  ...HTTP_LIMITS,
  slowReader: { ...HTTP_LIMITS.slowReader, patience: 2_000, every: 100 },
});
app.get('/', (_request, reply) => reply.send(Buffer.alloc(LONG, 'x')));
const base = await app.listen();
afterAll(() => app.close());

// rules/bounds 4
test('whoever takes no answer is cut off, and whoever takes it is not', async () => {
  let open = 0;
  app.server.on('connection', (socket) => {
    open++;
    socket.once('close', () => open--);
  });
  const [never, now] = [rawRequest(base, '/', {}, 'GET'), rawRequest(base, '/', {}, 'GET')];
  never.socket.pause();
  await expect.poll(() => now.answer().length).toBeGreaterThan(LONG);
  await expect.poll(() => open).toBe(1);
  never.socket.resume();
  await expect.poll(never.isClosed).toBe(true);
  expect(never.answer().length).toBeLessThan(LONG);
  expect(now.isClosed()).toBe(false);
});

// rules/bounds 4
test('answers that wait to be taken are bounded for a workspace: what would be more is 503', async () => {
  const answers = { counted: MEBIBYTE, most: 8 * MEBIBYTE, ofWorkspace: 3 * MEBIBYTE, ofNobody: 0 };
  const server = await startTestServer({ bounds: { answers } });
  const workspace = await server.make.workspace();
  const user = await server.make.user(workspace, { role: 'learner' });
  const headers = { cookie: await server.signIn(user.email), [WORKSPACE_HEADER]: workspace.slug };
  const askFor = async (bytes: number) => {
    await server.db.pool.query(`update workspaces set name = repeat('x', $2) where id = $1`, [workspace.id, bytes]);
    return fetch(`${server.base}/api/trpc/session.current`, { headers });
  };
  const refused = await askFor(4 * MEBIBYTE);
  expect(refused.status).toBe(503);
  expect(refused.headers.get('retry-after')).toBeTruthy();
  expect(await refused.json()).toMatchObject({ error: { data: { httpStatus: 503, app_code: 'busy' } } });
  // Responses that were read don't count any more.
  for (let n = 0; n < 3; n++) {
    const taken = await askFor(2 * MEBIBYTE);
    expect(taken.status).toBe(200);
    expect((await taken.text()).length).toBeGreaterThan(2 * MEBIBYTE);
  }
});
