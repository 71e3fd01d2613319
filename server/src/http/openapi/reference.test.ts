import { readFileSync } from 'node:fs';
import { ERRORS } from '@training/shared/errors';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { OPENAPI_FILE } from './document-file.ts';

const server = await startTestServer();
const get = (path: string, headers: Record<string, string> = {}) => server.rest()('GET', path, undefined, headers);

test('the document is served as it is committed, without a token', async () => {
  const { status, text, headers } = await get('/api/v1/openapi.json');
  expect(status).toBe(200);
  expect(text).toBe(readFileSync(OPENAPI_FILE, 'utf8'));
  expect((await get('/api/v1/openapi.json', { 'if-none-match': headers.get('etag') ?? '' })).status).toBe(304);
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
    expect(asset.headers.get('content-type')).toMatch(/^text\/(javascript|css)/);
    expect((await get(address, { 'if-none-match': asset.headers.get('etag') ?? '' })).status).toBe(304);
  }
});

test('every error code has its place, which the type of a problem leads to', async () => {
  const { text } = await get('/api/docs');
  for (const code of Object.keys(ERRORS)) expect(text).toContain(`id="${code}"`);
  const problem = await get('/api/v1/users');
  expect(problem.json.type).toBe('/api/docs#token_missing');
});

test('every operation has a call to paste, with the address of this server', async () => {
  const { text } = await get('/api/docs');
  for (const path of ['catalog', 'analytics', 'users', 'intake']) {
    expect(text).toContain(`curl &quot;${server.base}/api/v1/${path}`);
  }
});

test('another method is refused with what is allowed', async () => {
  const refused = await server.rest()('POST', '/api/docs', {});
  expect(refused.status).toBe(405);
  expect(refused.headers.get('allow')).toBe('GET, HEAD');
});
