import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();

test('metrics are for this machine only, or for who has the token', async () => {
  await fetch(`${server.base}/healthz`);
  const local = await fetch(`${server.base}/metrics`);
  expect(local.status).toBe(200);
  expect(await local.text()).toMatch(/http_request_duration_seconds_bucket/);
  for (const header of [
    'Forwarded',
    'Via',
    'X-Forwarded-For',
    'X-Forwarded-Proto',
    'X-Forwarded',
    'X-ForwardedFor',
    'X-Real-IP',
    'X-Client-IP',
    'X-Scheme',
    'Client-IP',
    'Proxy-Client-IP',
    'X-Originating-IP',
    'X-Remote-Addr',
    'Front-End-Https',
    'True-Client-IP',
    'CF-Connecting-IP',
    'Ali-CDN-Real-IP',
    'X-Varnish',
    'X-Nginx-Proxy',
    'Surrogate-Capability',
  ]) {
    const forwarded = await fetch(`${server.base}/metrics`, { headers: { [header]: '127.0.0.1' } });
    expect(forwarded.status, header).toBe(404);
  }
  // Requests from a page with another host name, or through a proxy that forwards only the Host header.
  const { port } = new URL(server.base);
  for (const [host, status] of [
    ['training.acme.example', 404],
    ['localhost', 200],
    [`[::1]:${port}`, 200],
  ] as const) {
    const [answer] = await once(request({ port, path: '/metrics', headers: { host } }).end(), 'response');
    expect(answer.resume().statusCode, host).toBe(status);
  }
  // A proxy that forwards no headers, such as nginx by default, uses HTTP/1.0.
  const old = connect(Number(port), '127.0.0.1').end('GET /metrics HTTP/1.0\r\nHost: localhost\r\n\r\n');
  expect(await text(old)).toContain(' 404 ');
  const guarded = await startTestServer({ config: { metricsToken: 'a-token-for-metrics' } });
  expect((await fetch(`${guarded.base}/metrics`)).status).toBe(404);
  const headers = { authorization: 'Bearer a-token-for-metrics' };
  expect((await fetch(`${guarded.base}/metrics`, { headers })).status).toBe(200);
});
