import { readFileSync } from 'node:fs';
import { ERRORS_BY_CODE } from '@training/shared/errors';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { OPENAPI_FILE_PATH } from './openapi-document.ts';

const server = await startTestServer();
const get = (path: string, headers: Record<string, string> = {}) => server.rest()('GET', path, undefined, headers);

// rules/api 2
test('the document is served as it is committed, without a token', async () => {
  const { status, text, headers } = await get('/api/v1/openapi.json');
  expect(status).toBe(200);
  expect(text).toBe(readFileSync(OPENAPI_FILE_PATH, 'utf8'));
  expect((await get('/api/v1/openapi.json', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
});

// rules/api 2
test('the document and the page go out compressed to whoever takes that, each with an ETag of its own', async () => {
  for (const address of ['/api/v1/openapi.json', '/api/docs']) {
    const plain = await get(address, { 'accept-encoding': 'identity, br;q=0' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    const etags = new Set([plain.headers.get('etag')]);
    for (const encoding of ['br', 'gzip']) {
      const packed = await get(address, { 'accept-encoding': encoding });
      expect(packed.headers.get('content-encoding'), address).toBe(encoding);
      expect(packed.headers.get('vary')).toContain('accept-encoding');
      expect(packed.text).toBe(plain.text);
      expect(Number(packed.headers.get('content-length'))).toBeLessThan(plain.text.length / 2);
      const etag = packed.headers.get('etag') ?? '';
      etags.add(etag);
      expect((await get(address, { 'accept-encoding': encoding, 'if-none-match': etag })).status).toBe(304);
    }
    expect(etags.size).toBe(3);
  }
});

test('the page runs no inline script and loads only what this server has', async () => {
  const { status, text, headers } = await get('/api/docs');
  expect(status).toBe(200);
  expect(headers.get('content-type')).toBe('text/html; charset=utf-8');
  expect(headers.get('content-security-policy')).toContain("default-src 'self'");
  expect(text).not.toMatch(/<script(?![^>]*\ssrc=)|\son[a-z]+=|javascript:/i);
  const loaded = [...text.matchAll(/(?:<script src|<link rel="stylesheet" href)="([^"]+)"/g)].map(
    ([, address]) => address!,
  );
  expect(loaded.length).toBeGreaterThan(3);
  for (const address of loaded) {
    expect(address).toMatch(/^\/api\/docs\//);
    const asset = await get(address);
    expect(asset.status, address).toBe(200);
    expect(asset.headers.get('content-type')).toMatch(/^(text|application)\/(javascript|css);/);
    // Sends what a browser with a cached copy sends. Node's fetch would ask to bypass the cache.
    const known = { 'if-none-match': asset.headers.get('etag') ?? '', 'cache-control': 'max-age=0' };
    expect((await get(address, known)).status, address).toBe(304);
  }
});

test('every error code has its place, which the type of a problem leads to', async () => {
  const { text } = await get('/api/docs');
  for (const code of Object.keys(ERRORS_BY_CODE)) expect(text).toContain(`id="${code}"`);
  const problem = await get('/api/v1/users');
  expect(problem.json.type).toBe('/api/docs#token_missing');
});

test('every operation has a call to paste, with the address of this server', async () => {
  const { text } = await get('/api/docs');
  for (const path of ['catalog', 'analytics', 'users', 'intake']) {
    expect(text).toContain(`curl &quot;${server.base}/api/v1/${path}`);
  }
});

test('the page says the limits of this server', async () => {
  const limited = await startTestServer({ config: { rateLimits: { reads: 600, writes: 0, people: 30_000 } } });
  const { text } = await limited.rest()('GET', '/api/docs');
  expect(text).toContain('600 reads and any number of writes a minute, and send 30,000 people in bulk requests');
});

test('another method is refused with what is allowed', async () => {
  const refused = await server.rest()('POST', '/api/docs', {});
  expect(refused.status).toBe(405);
  expect(refused.headers.get('allow')).toBe('GET, HEAD');
});
