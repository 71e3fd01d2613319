// Checks the compressed size of everything that a browser downloads for the first view of a console page against a
// budget. Reads the output of `scripts/web-build.ts`; `npm test` runs it after the build.
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';

/**
 * Budgets in bytes. `page` includes the console's frame and everything that loads automatically before the page is
 * shown; `whole` adds the dialogs and charts that load later.
 */
const BUDGETS = { signIn: 120_000, page: 300_000, whole: 420_000 };

interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
  assets?: string[];
}

const dist = path.resolve(import.meta.dirname, '../web/dist');
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

const ENTRY = 'index.html';
const CONSOLE = 'src/console.tsx';
const SIGNED_OUT = 'src/signed-out.tsx';
/** `index.html` and the files that it references besides its entry. */
const ALWAYS = ['index.html', 'startup.js', 'icon.svg'];
/**
 * Chunks that load after the page: when the browser is idle, when scrolled into view or on demand (ui/use-later,
 * ui/lazy-chart).
 */
const isLater = (key: string) =>
  /-(?:dialogs?|chart|calendar)\.tsx$|^src\/features\/(?:palette|notifications\/bell)\//.test(key);
const isPage = (key: string) => key.endsWith('-page.tsx');

function chunkOf(key: string): Chunk {
  const chunk = manifest[key];
  if (chunk === undefined)
    throw new Error(`The build has no ${key}: name it as it is called now (scripts/asset-budget.ts).`);
  return chunk;
}

/** The dynamic `import()`s to include. */
type Fetched = 'nothing' | 'at once' | 'all';

/** Returns the chunks with their static imports and the dynamic imports that `fetched` selects, but no other pages. */
function closureOf(keys: string[], fetched: Fetched, seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    const { imports = [], dynamicImports = [] } = chunkOf(key);
    closureOf(imports, fetched, seen);
    const wanted = dynamicImports.filter((each) => !isPage(each) && (fetched === 'all' || !isLater(each)));
    if (fetched !== 'nothing') closureOf(wanted, fetched, seen);
  }
  return seen;
}

function filesOf(keys: Iterable<string>): Set<string> {
  const files = new Set(ALWAYS);
  for (const key of keys) {
    const { file, css = [] } = chunkOf(key);
    for (const each of [file, ...css]) files.add(each);
  }
  return files;
}

/** Returns the size sent to a browser. */
function sizeOf(file: string): number {
  const compressed = path.join(dist, `${file}.br`);
  return statSync(existsSync(compressed) ? compressed : path.join(dist, file)).size;
}

const kilobytes = (bytes: number) => `${(bytes / 1000).toFixed(1)} kB`;

interface Load {
  name: string;
  budget: number;
  files: Set<string>;
}

function loads(): Load[] {
  const entry = closureOf([ENTRY], 'nothing');
  const pages = Object.keys(manifest).filter((key) => isPage(key) && chunkOf(CONSOLE).dynamicImports?.includes(key));
  const signIn = filesOf(closureOf([SIGNED_OUT], 'at once', new Set(entry)));
  return [
    { name: 'Sign in', budget: BUDGETS.signIn, files: signIn },
    ...pages.flatMap((page) => {
      const filesWith = (fetched: Fetched) =>
        filesOf(closureOf([page], fetched, closureOf([CONSOLE], 'nothing', new Set(entry))));
      return [
        { name: page, budget: BUDGETS.page, files: filesWith('at once') },
        { name: `${page}, with what comes later`, budget: BUDGETS.whole, files: filesWith('all') },
      ];
    }),
  ];
}

const weighed = loads()
  .map((load) => ({ ...load, size: [...load.files].reduce((sum, file) => sum + sizeOf(file), 0) }))
  .toSorted((one, other) => other.size - one.size);
if (weighed.length < 2)
  throw new Error('The build has no pages: the check would prove nothing (scripts/asset-budget.ts).');

for (const { name, size, budget, files } of weighed) {
  console.log(`${kilobytes(size).padStart(10)} of ${kilobytes(budget)}  ${name}`);
  if (size <= budget) continue;
  process.exitCode = 1;
  for (const file of [...files].toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, 8))
    console.log(`${kilobytes(sizeOf(file)).padStart(20)}  ${file}`);
}
if (process.exitCode === 1) {
  console.log('A page fetches more than its budget before it is there: import what it draws later by `import()`.');
}
