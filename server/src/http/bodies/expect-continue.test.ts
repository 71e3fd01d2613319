import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { rawRequest } from '../../../test/raw-request.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const BODY = JSON.stringify({ email: 'ada@acme.example', full_name: 'Ada' });
const expecting = (length: number) => ({
  'content-type': 'application/json',
  'content-length': length,
  expect: '100-continue',
});

test('whoever asks first whether their body is wanted is not told to send it where it is not', async () => {
  const { token } = await server.api(['catalog:read']);
  for (const [path, headers, status] of [
    ['/api/v1/users', {}, 401],
    ['/api/v1/users', { authorization: `Bearer ${token.token}` }, 403],
    ['/api/trpc/users.upsert', { origin: server.base }, 401],
    ['/api/v1/nothing', {}, 404],
  ] as const) {
    const asked = rawRequest(server.base, path, { ...expecting(BODY.length), ...headers });
    await expect.poll(asked.status).toBe(status);
    expect(asked.answer()).not.toContain('100 Continue');
  }
});

test('one that is too long is refused before it is sent', async () => {
  const { token } = await server.api(['users:write']);
  const headers = { ...expecting(2 * 1024 * 1024), authorization: `Bearer ${token.token}` };
  const asked = rawRequest(server.base, '/api/v1/users', headers);
  await expect.poll(asked.status).toBe(413);
});

test('it is told as soon as the body is to be read, and answered when it is there', async () => {
  const { token } = await server.api(['users:write']);
  const asked = rawRequest(server.base, '/api/v1/users', {
    ...expecting(BODY.length),
    authorization: `Bearer ${token.token}`,
  });
  await expect.poll(asked.answer).toBe('HTTP/1.1 100 Continue\r\n\r\n');
  asked.socket.write(BODY);
  await expect.poll(asked.answer).toContain('HTTP/1.1 201 Created');
});

test('so it is for a file, and for signing in', async () => {
  const workspace = await server.make.workspace();
  const department = await server.make.department(workspace);
  const trainer = await server.make.user(workspace, { role: 'trainer', departmentId: department.id });
  const headers = {
    origin: server.base,
    cookie: await server.signIn(trainer.email),
    [WORKSPACE_HEADER]: workspace.slug,
  };
  const type = 'application/octet-stream';
  const file = rawRequest(server.base, '/api/trpc/ai.upload', { ...expecting(5), ...headers, 'content-type': type });
  await expect.poll(file.answer).toContain('100 Continue');
  file.socket.write('Words');
  await expect.poll(file.answer).toContain('HTTP/1.1 200 OK');

  const link = JSON.stringify({ token: 'unknown' });
  const asked = rawRequest(server.base, '/api/auth-link', { ...expecting(link.length), origin: server.base });
  await expect.poll(asked.answer).toContain('100 Continue');
  asked.socket.write(link);
  await expect.poll(asked.answer).toContain('HTTP/1.1 400');
});
