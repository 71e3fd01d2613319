import { expect, test } from 'vitest';
import { startTestServer } from '../../test/server.ts';

const server = await startTestServer();

test('every answer carries the security headers, and no script may be inline', async () => {
  for (const path of ['/', '/healthz', '/api/docs']) {
    const { headers } = await fetch(server.base + path);
    expect(headers.get('content-security-policy'), path).toMatch(/default-src 'self'/);
    expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('x-frame-options')).toBe('DENY');
  }
});

test('the API’s answers carry the security headers of data, and no others, however its address is spelt', async () => {
  for (const path of ['/api/v1/users', '/api/v1/nothing', '/api/%761/users']) {
    const { headers } = await fetch(server.base + path);
    expect(headers.get('content-security-policy'), path).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect([...headers.keys()].filter((name) => /^(x-frame|referrer|cross-origin|permissions)/.test(name))).toEqual([]);
  }
});

test('the console’s JSON carries the security headers of data, and no other site may embed it', async () => {
  for (const path of ['/api/trpc/session.methods', '/api/trpc/nothing', '/api/%74rpc/session.current']) {
    const { headers } = await fetch(server.base + path);
    expect(headers.get('content-security-policy'), path).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin');
  }
});

test('a page’s scripts and styles carry only the headers that they need', async () => {
  const page = await (await fetch(`${server.base}/`)).text();
  const assets = [...page.matchAll(/\/assets\/[\w.-]+\.(?:js|css)/g)].map(([path]) => path);
  expect(assets.length).toBeGreaterThan(1);
  for (const path of assets) {
    const { headers } = await fetch(server.base + path);
    expect(headers.get('cache-control'), path).toMatch(/immutable/);
    expect(headers.get('content-security-policy')).toBe("default-src 'none'; frame-ancestors 'none'");
    expect(headers.get('x-content-type-options')).toBe('nosniff');
    const others = /^(x-frame|referrer|cross-origin|permissions)/;
    expect([...headers.keys()].filter((name) => others.test(name))).toEqual([]);
  }
});
