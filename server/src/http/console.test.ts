import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { compressAssets } from '../../../scripts/compress-assets.ts';
import { getAsSent } from '../../test/get-as-sent.ts';
import { appErrorOf, sendProblem } from './problem.ts';
import { registerConsole, registerUnmatchedRouteHook } from './console.ts';
import { API_REFERENCE_SUBFOLDER, serveApiReferenceFiles } from './openapi/api-reference-files.ts';

const SCRIPT = 'export const words = ["one", "two", "three"];\n'.repeat(200);
const PAGE = `<!doctype html><title>Console</title>${'<p>words</p>'.repeat(100)}`;
const BUNDLE = 'globalThis.reference = "all of it";\n'.repeat(100);
const FILES = {
  'index.html': PAGE,
  'startup.js': SCRIPT,
  'assets/entry-abc.js': SCRIPT,
  'assets/entry-abc.css': 'a { color: red }\n'.repeat(100),
  'assets/picture-abc.png': 'not a text',
  [`${API_REFERENCE_SUBFOLDER}/swagger-ui-bundle.js`]: BUNDLE,
  'sources.sha256': 'ff',
};

const folder = mkdtempSync(path.join(os.tmpdir(), 'console-'));
const app = Fastify();
let origin = '';
app.setErrorHandler((error, _request, reply) => sendProblem(reply, appErrorOf(error)));

beforeAll(async () => {
  for (const [file, text] of Object.entries(FILES)) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  await compressAssets(folder);
  serveApiReferenceFiles(app, folder);
  const { page } = registerConsole(app, folder);
  registerUnmatchedRouteHook(app, page);
  origin = await app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await app.close();
  rmSync(folder, { recursive: true });
});

const get = (address: string, ...more: [Record<string, string>?, string?]) => getAsSent(origin + address, ...more);

const BROWSER = { 'accept-encoding': 'gzip, deflate, br, zstd' };
const TEXTS = [
  ['/assets/entry-abc.js', SCRIPT, /^(text|application)\/javascript; charset=utf-8$/],
  ['/startup.js', SCRIPT, /^(text|application)\/javascript; charset=utf-8$/],
  ['/', PAGE, /^text\/html; charset=utf-8$/],
  ['/demo/courses', PAGE, /^text\/html; charset=utf-8$/],
  ['/api/docs/swagger-ui-bundle.js', BUNDLE, /^(text|application)\/javascript; charset=utf-8$/],
] as const;

test.each(TEXTS)('%s goes out compressed to who takes that, and whole to who does not', async (address, text, type) => {
  const br = await get(address, BROWSER);
  expect(br).toMatchObject({ status: 200, headers: { 'content-encoding': 'br' } });
  expect(brotliDecompressSync(br.body).toString()).toBe(text);
  expect(Number(br.headers['content-length'])).toBe(br.body.length);
  expect(br.body.length).toBeLessThan(text.length / 2);

  const gzip = await get(address, { 'accept-encoding': 'gzip' });
  expect(gzip).toMatchObject({ status: 200, headers: { 'content-encoding': 'gzip' } });
  expect(gunzipSync(gzip.body).toString()).toBe(text);

  const declining: Record<string, string>[] = [
    {},
    { 'accept-encoding': 'identity' },
    { 'accept-encoding': 'br;q=0, gzip;q=0' },
  ];
  for (const headers of declining) {
    const plain = await get(address, headers);
    expect(plain.status, JSON.stringify(headers)).toBe(200);
    expect(plain.headers['content-encoding']).toBeUndefined();
    expect(plain.headers['content-type']).toMatch(type);
    expect(plain.body.toString()).toBe(text);
  }
  for (const { headers } of [br, gzip, await get(address)]) {
    expect(headers['content-type']).toMatch(type);
    expect(headers.vary).toBe('accept-encoding');
  }
});

test.each(TEXTS)('%s is told by its ETag, one for each encoding: 304 to who has it', async (address) => {
  const encodings = ['br', 'gzip', 'identity'];
  const tags = new Set<string>();
  for (const encoding of encodings) {
    const asked = { 'accept-encoding': encoding };
    const { etag } = (await get(address, asked)).headers;
    tags.add(String(etag));
    const known = await get(address, { ...asked, 'if-none-match': String(etag) });
    expect(known).toMatchObject({ status: 304, headers: { vary: 'accept-encoding' } });
    expect(known.body).toHaveLength(0);
  }
  expect(tags.size).toBe(encodings.length);
});

test.each(TEXTS)('HEAD of %s says what GET would send, and sends nothing', async (address) => {
  const [head, whole] = [await get(address, BROWSER, 'HEAD'), await get(address, BROWSER)];
  expect(head.status).toBe(200);
  expect(head.body).toHaveLength(0);
  for (const name of ['content-encoding', 'content-length', 'content-type', 'etag', 'vary', 'cache-control'])
    expect(head.headers[name], name).toBe(whole.headers[name]);
});

test('a part of a file is a part of what its ETag names', async () => {
  const address = '/assets/entry-abc.js';
  const plain = await get(address, { range: 'bytes=10-19' });
  expect(plain).toMatchObject({ status: 206, headers: { 'content-range': `bytes 10-19/${SCRIPT.length}` } });
  expect(plain.body.toString()).toBe(SCRIPT.slice(10, 20));
  const whole = await get(address, BROWSER);
  const part = await get(address, { ...BROWSER, range: 'bytes=10-19' });
  expect(part).toMatchObject({ status: 206, headers: { 'content-encoding': 'br', etag: whole.headers.etag } });
  expect(part.body).toEqual(whole.body.subarray(10, 20));
});

test('what is no text goes out as it is; files named by their content are kept, and no others', async () => {
  const picture = await get('/assets/picture-abc.png', BROWSER);
  expect(picture.headers['content-encoding']).toBeUndefined();
  expect(picture.body.toString()).toBe('not a text');
  for (const address of ['/assets/entry-abc.js', '/assets/entry-abc.css'])
    expect((await get(address, BROWSER)).headers['cache-control'], address).toContain('immutable');
  for (const address of ['/', '/startup.js', '/api/docs/swagger-ui-bundle.js'])
    expect((await get(address, BROWSER)).headers['cache-control'], address).toBe('no-cache');
});

test('what the build keeps for itself has no address', async () => {
  for (const address of [
    '/assets/entry-abc.js.br',
    '/startup.js.gz',
    '/sources.sha256',
    `/${API_REFERENCE_SUBFOLDER}/swagger-ui-bundle.js`,
  ])
    expect((await get(address)).status, address).toBe(404);
});
