import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { digestOf, viteBuild } from './vite-build.ts';

const root = path.resolve(import.meta.dirname, '..');
const server = path.join(root, 'server');
const dist = path.join(server, 'dist');
/** On the same disk as `dist`, and not shared with another process that builds at the same moment. */
const draft = path.join(server, `node_modules/.server-${process.pid}`);
/** What is started as it is, or by tests. The last says which build is there, so that all lead to it. */
const entries = ['cli.js', 'document-reader.js', 'certificate-worker.js', 'main.js'];

/** Whoever builds several times before the service is started anew leaves it the files that it runs from. */
const KEPT = 5;

/**
 * Builds the server into `server/dist/<digest of its sources>` unless that is there, and has `server/dist/main.js` and
 * `cli.js` lead to it; ends the process when that fails. The builds before stay for a while, since a server that still
 * runs loads some of its files late.
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

/** The youngest first. */
function buildsByAge(): string[] {
  return readdirSync(dist, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => ({ name, at: statSync(path.join(dist, name)).mtimeMs }))
    .toSorted((a, b) => b.at - a.at)
    .map(({ name }) => name);
}

/** Unless another process, which built the same, was faster. */
function moveTo(place: string): void {
  if (existsSync(place)) rmSync(draft, { recursive: true });
  else renameSync(draft, place);
}

/** The build that the entries lead to. */
function builtBefore(): string | undefined {
  const file = path.join(dist, 'main.js');
  return existsSync(file) ? /\.\/([^/]+)\//.exec(readFileSync(file, 'utf8'))?.[1] : undefined;
}

/** At once: whoever starts meanwhile reads the former or the new. */
function replace(file: string, text: string): void {
  writeFileSync(`${file}-${process.pid}`, text);
  renameSync(`${file}-${process.pid}`, file);
}

if (import.meta.main) await buildServer();
