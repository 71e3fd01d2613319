import Fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { freePort } from '../../test/free-port.ts';
import { startTestServer } from '../../test/server.ts';
import { readConfig } from '../core/config.ts';
import { listen } from './listen.ts';

async function startInstance(options: { databaseUrl?: string; keepOpen?: boolean } = {}) {
  const port = await freePort();
  const server = await startTestServer({ ...options, env: { INSTANCE_PORT: String(port) } });
  return { server, own: `http://127.0.0.1:${port}` };
}

// rules/operation 12
test('instances that share everything else are each asked for metrics and health on a port of their own', async () => {
  const one = await startInstance();
  const two = await startInstance({ databaseUrl: one.server.databaseUrl, keepOpen: true });
  await fetch(`${one.server.base}/api/v1/users`);
  const refusals = async (address: string) =>
    /^http_refused_total\{code="token_missing"\} (\d+)$/m.exec(await (await fetch(`${address}/metrics`)).text())?.[1];
  expect([await refusals(one.own), await refusals(two.own)]).toEqual(['1', undefined]);
  expect(await refusals(one.server.base)).toBe('1');
  expect((await fetch(`${two.own}/healthz`)).status).toBe(200);
  expect(await (await fetch(`${two.own}/readyz`)).json()).toMatchObject({ status: 'ready' });
  const drained = two.server.drain();
  expect([(await fetch(`${two.own}/readyz`)).status, (await fetch(`${one.own}/readyz`)).status]).toEqual([503, 200]);
  await drained;
  await two.server.close();
  await expect(fetch(`${two.own}/healthz`)).rejects.toThrow('fetch failed');
});

// rules/operation 12
test('that port has nothing else, for whom it would be a way around the proxy', async () => {
  const { own, server } = await startInstance();
  const { base } = server;
  const { token } = await server.api(['users:read']);
  const headers = { authorization: `Bearer ${token.token}` };
  expect((await fetch(`${base}/api/v1/users`, { headers })).status).toBe(200);
  for (const path of ['/api/v1/users', '/api/trpc/users.list', '/', '/api/docs', '/api/auth-link', '/metrics/']) {
    const answer = await fetch(`${own}${path}`, { headers });
    expect([path, answer.status]).toEqual([path, 404]);
    expect(await answer.json()).toMatchObject({ code: 'route_not_found' });
  }
});

test('metrics have the same rule there: this machine directly, or the token', async () => {
  const { own } = await startInstance();
  expect((await fetch(`${own}/metrics`, { headers: { 'x-forwarded-for': '192.0.2.1' } })).status).toBe(404);
  const port = await freePort();
  const token = 'a-token-for-metrics';
  await startTestServer({ env: { INSTANCE_PORT: String(port), METRICS_TOKEN: token } });
  const at = `http://127.0.0.1:${port}/metrics`;
  expect((await fetch(at)).status).toBe(404);
  expect((await fetch(at, { headers: { authorization: `Bearer ${token}` } })).status).toBe(200);
});

test('a port that is taken, or that is none, is refused by its name', async () => {
  const config = { ...readConfig({ PORT: '0' }), instancePort: await freePort() };
  const [one, two] = [Fastify(), Fastify()];
  onTestFinished(async () => void (await Promise.all([one.close(), two.close()])));
  await listen(one, config);
  await expect(listen(two, config)).rejects.toThrow(
    `Port ${config.instancePort} on 127.0.0.1 is taken: stop what uses it, or set INSTANCE_PORT to another one.`,
  );
  expect(() => readConfig({ INSTANCE_PORT: '0' })).toThrow(/^INSTANCE_PORT: /);
});
