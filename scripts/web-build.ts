import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { REFERENCE } from '../server/src/http/built.ts';
import { REFERENCE_FILES } from '../server/src/http/openapi/reference/files.ts';
import { compressAssets } from './compress-assets.ts';

const root = path.resolve(import.meta.dirname, '..');
const web = path.join(root, 'web');
const dist = path.join(web, 'dist');
/** On the same disk as `dist`, ignored by git, and not shared with another process that builds at the same moment. */
const draft = path.join(web, `node_modules/.console-${process.pid}`);
const stamp = 'sources.sha256';
const referenceFiles = Object.entries(REFERENCE_FILES);
const notSources = new Set(['node_modules', 'dist', 'e2e', 'test-results', 'playwright-report']);

/** Builds the console into `web/dist` unless it was built from these very sources; ends the process when that fails. */
export async function buildConsole(): Promise<void> {
  const sources = digestOfSources();
  const built = path.join(dist, stamp);
  if (existsSync(built) && readFileSync(built, 'utf8') === sources) return;

  process.stdout.write('Building the console … ');
  const started = performance.now();
  const vite = path.join(web, 'node_modules/vite/bin/vite.js');
  const build = spawn(process.execPath, [vite, 'build', '--outDir', draft, '--emptyOutDir'], { cwd: web });
  let output = '';
  build.stdout.on('data', (chunk) => (output += String(chunk)));
  build.stderr.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(build, 'close');
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    process.stdout.write(`failed\n${output}`);
    process.exit(1);
  }
  const reference = path.join(draft, REFERENCE);
  mkdirSync(reference);
  for (const [name, { file }] of referenceFiles) copyFileSync(file, path.join(reference, name));
  await compressAssets(draft);
  writeFileSync(path.join(draft, stamp), sources);
  rmSync(dist, { recursive: true, force: true });
  renameSync(draft, dist);
  process.stdout.write(`${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

/** Of everything that the build reads: the console, the contract, the reference, and the versions of dependencies. */
function digestOfSources(): string {
  const digest = createHash('sha256');
  const ofReference = referenceFiles.map(([, { file }]) => file);
  const others = [path.join(root, 'pnpm-lock.yaml'), path.join(import.meta.dirname, 'compress-assets.ts')];
  for (const file of [...filesIn(web), ...filesIn(path.join(root, 'shared')), ...ofReference, ...others]) {
    digest
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return digest.digest('hex');
}

function filesIn(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true }).filter(({ name }) => !notSources.has(name));
  return entries
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(folder, entry.name);
      return entry.isDirectory() ? filesIn(file) : entry.isFile() ? [file] : [];
    });
}

if (import.meta.main) await buildConsole();
