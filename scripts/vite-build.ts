import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const NO_SOURCES = new Set(['node_modules', 'dist', 'e2e', 'test-results', 'playwright-report']);
const NO_SOURCE = /\.test\.tsx?$/;

/** The length of a digest, enough to avoid collisions. */
const DIGEST_LENGTH = 16;

/** Returns a digest of all files that a build reads, including folders recursively. It names the build. */
export function digestOf(places: string[]): string {
  const digest = createHash('sha256');
  for (const file of [...places, path.join(root, 'pnpm-lock.yaml')].flatMap(filesIn)) {
    digest
      .update(`${path.relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0');
  }
  return digest.digest('hex').slice(0, DIGEST_LENGTH);
}

/**
 * Builds `folder` with its configuration into `draft`; `finish` then moves it into place. On failure, removes the
 * draft, prints Vite's output and ends the process.
 */
export async function viteBuild(
  name: string,
  {
    folder,
    config = 'vite.config.ts',
    draft,
    finish,
  }: { folder: string; config?: string; draft: string; finish: () => void | Promise<void> },
): Promise<void> {
  const started = performance.now();
  const vite = path.join(folder, 'node_modules/vite/bin/vite.js');
  const args = [vite, 'build', '--config', config, '--outDir', draft, '--emptyOutDir'];
  // Tests build, too, and React has another build for them.
  const env = { ...process.env, NODE_ENV: 'production' };
  const build = spawn(process.execPath, args, { cwd: folder, env });
  let output = '';
  build.stdout.on('data', (chunk) => (output += String(chunk)));
  build.stderr.on('data', (chunk) => (output += String(chunk)));
  const [code] = await once(build, 'close');
  if (code !== 0) {
    rmSync(draft, { recursive: true, force: true });
    process.stdout.write(`Building ${name} … failed\n${output}`);
    process.exit(1);
  }
  await finish();
  process.stdout.write(`Building ${name} … ${((performance.now() - started) / 1000).toFixed(1)} s\n`);
}

function filesIn(place: string): string[] {
  const entries = readEntries(place);
  if (!entries) return [place];
  return entries
    .filter(({ name }) => !NO_SOURCES.has(name) && !NO_SOURCE.test(name))
    .toSorted((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = path.join(place, entry.name);
      return entry.isDirectory() ? filesIn(file) : entry.isFile() ? [file] : [];
    });
}

/** Returns the entries of a folder; undefined for a file. */
function readEntries(place: string) {
  try {
    return readdirSync(place, { withFileTypes: true });
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOTDIR') return undefined;
    throw error;
  }
}
