import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestOf, viteBuild } from './vite-build.ts';

const root = path.resolve(import.meta.dirname, '..');
const server = path.join(root, 'server');
const dist = path.join(server, 'dist');
/** The draft folder: on the same disk as `dist`, and separate for each build process. */
const draft = path.join(server, `node_modules/.server-${process.pid}`);
/**
 * Entry files that are started directly or by tests. The last one names the current build, so that all use the same.
 */
const entries = ['cli.js', 'document-reader.js', 'certificate-worker.js', 'main.js'];

/** The number of builds kept. A running service needs the files of its build until it is restarted. */
const KEPT = 5;

/**
 * Builds the server into `server/dist/<digest of its sources>` unless it exists, and points `server/dist/main.js` and
 * `cli.js` to it. Ends the process on failure. Earlier builds are kept for a while, because a running server loads some
 * files late.
 */
export async function buildServer(): Promise<void> {
  const build = digestOf([
    ...['src', 'seeds', 'vite.config.ts'].map((name) => path.join(server, name)),
    path.join(root, 'shared'),
  ]);
  if (!existsSync(path.join(dist, build))) {
    mkdirSync(dist, { recursive: true });
    await viteBuild('the server', { folder: server, draft, finish: () => moveTo(path.join(dist, build)) });
  }
  const former = builtBefore();
  if (former === build) return;
  for (const entry of entries) replace(path.join(dist, entry), `import './${build}/${entry}';\n`);
  for (const name of buildsByAge().slice(KEPT)) {
    if (name !== build && name !== former) rmSync(path.join(dist, name), { recursive: true, force: true });
  }
}

/** Returns the builds of the server, newest first. */
function buildsByAge(): string[] {
  return readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== 'player')
    .map(({ name }) => ({ name, at: statSync(path.join(dist, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at)
    .map(({ name }) => name);
}

/** Moves the draft into place, unless another process built the same faster. */
function moveTo(place: string): void {
  if (existsSync(place)) rmSync(draft, { recursive: true });
  else renameSync(draft, place);
}

/** Returns the build that the entries point to. */
function builtBefore(): string | undefined {
  const file = path.join(dist, 'main.js');
  return existsSync(file) ? /\.\/([^/]+)\//.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
}

/** Replaces a file atomically: a process that starts meanwhile reads the old or the new one. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}-${process.pid}`, text);
  renameSync(`${file}-${process.pid}`, file);
}

if (import.meta.main) await buildServer();
