import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startCollector } from './collector.ts';
import { freshDatabaseUrl } from './database.ts';
import { startProcess } from './process.ts';

/** Names that only the code of OpenTelemetry's recorder and exporter has. Its interface comes with the AI providers. */
const PARTS = ['BatchSpanProcessorBase', 'OTLPTraceExporter', 'TraceIdRatioBasedSampler'];

/** Starts the built server. Returns which of these parts the files that it has loaded contain. */
async function partsLoadedBy(env: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-loaded-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const list = path.join(folder, 'loaded');
  const listing = `import { registerHooks } from 'node:module'; import { appendFileSync } from 'node:fs';
    registerHooks({ load(url, context, next) { appendFileSync(${JSON.stringify(list)}, url + '\\n'); return next(url, context); } });`;
  const server = startProcess({
    DATABASE_URL: await freshDatabaseUrl(),
    NODE_OPTIONS: `--import data:text/javascript,${encodeURIComponent(listing)}`,
    ...env,
  });
  const base = await server.base;
  expect((await fetch(`${base}/readyz`)).status).toBe(200);
  expect((await fetch(`${base}/api/v1/users`)).status).toBe(401);
  const files = readFileSync(list, 'utf8')
    .split('\n')
    .filter((url) => url.startsWith('file:'));
  const code = files.map((url) => readFileSync(fileURLToPath(url), 'utf8')).join('\n');
  expect(code.includes('training-streams')).toBe(true);
  server.child.kill('SIGTERM');
  expect(await server.ended).toBe(0);
  return PARTS.filter((name) => code.includes(name));
}

test('without a collector nothing that records or sends spans is loaded, with one all of it', async () => {
  expect(await partsLoadedBy({})).toEqual([]);
  const collector = await startCollector();
  expect(await partsLoadedBy({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).toEqual(PARTS);
  // Sent as the server stopped.
  expect(collector.spans().map(({ name }) => name)).toContain('GET /api/v1/users');
});
