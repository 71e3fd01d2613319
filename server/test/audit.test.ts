import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

/** A registry that answers questions for advisories with `answer`, and any other with an empty object. */
async function startRegistry(status: number, answer: object) {
  const asked: Record<string, string[]>[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const body = Buffer.concat(parts);
    const isQuestion = request.url?.endsWith('/security/advisories/bulk') === true;
    if (isQuestion)
      asked.push(JSON.parse((request.headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body).toString()));
    response.writeHead(isQuestion ? status : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(isQuestion ? answer : {}));
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it listens on a port');
  return { url: `http://127.0.0.1:${address.port}/`, asked };
}

async function audit(registry: string) {
  const child = spawn(process.execPath, ['scripts/audit.ts'], {
    cwd: root,
    env: { ...process.env, pnpm_config_registry: registry },
  });
  let output = '';
  child.stdout.on('data', (part) => (output += String(part)));
  child.stderr.on('data', (part) => (output += String(part)));
  const [code] = await once(child, 'close');
  return { code, output };
}

test('an advisory for a package of the lockfile is named with its remedy, and fails the command', async () => {
  const registry = await startRegistry(200, {
    fflate: [
      {
        id: 1,
        url: 'https://example.com/GHSA-1',
        title: 'Endless loop',
        severity: 'high',
        vulnerable_versions: '<99.0.0',
      },
    ],
  });
  const { code, output } = await audit(registry.url);
  expect(output).toMatch(/^high: fflate \d.*: Endless loop \(https:\/\/example\.com\/GHSA-1\); mended in >=99\.0\.0$/m);
  expect(code).toBe(1);
  // It asks for everything that is installed, not only for what the packages name themselves.
  expect(Object.keys(registry.asked[0] ?? {})).toEqual(
    expect.arrayContaining(['fastify', 'react', 'pdfkit', 'png-js']),
  );
});

test('an advisory of the lowest severity counts, also without a mended version', { tags: ['deep'] }, async () => {
  const registry = await startRegistry(200, {
    fflate: [
      { id: 1, url: 'https://example.com/GHSA-1', title: 'Odd name', severity: 'info', vulnerable_versions: '*' },
    ],
  });
  const { code, output } = await audit(registry.url);
  expect(output).toMatch(/^info: fflate \d.*: Odd name \(.*\); no mended version is known$/m);
  expect(code).toBe(1);
});

test('without advisories the command succeeds and says how many packages it asked for', async () => {
  const registry = await startRegistry(200, {});
  const { code, output } = await audit(registry.url);
  expect(output).toMatch(/^0 advisories for \d{3,} packages\.$/m);
  expect(code).toBe(0);
});

test(
  'a registry that answers no such question is said to be the reason, not taken for good news',
  { tags: ['deep'] },
  async () => {
    const registry = await startRegistry(405, {});
    const { code, output } = await audit(registry.url);
    expect(output).toContain('No advisories could be read');
    expect(code).toBe(2);
  },
);
