// Checks the compressed size of everything that a browser downloads for the first view of a console page, with the
// page's dialogs and charts that load later, against a budget. Reads the output of `scripts/web-build.ts`; `npm test`
// runs it after the build.
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { brotliCompressSync } from 'node:zlib';

/** Budgets in bytes, of brotli files, and in files. Calls of the server are requests, too. */
const BUDGETS = { signIn: 120_000, learners: 240_000, page: 350_000, player: 180_000, files: 40 };
interface Chunk {
  file: string;
  imports?: string[];
  dynamicImports?: string[];
  css?: string[];
}

const dist = path.resolve(import.meta.dirname, '../web/dist');
const manifest: Record<string, Chunk> = JSON.parse(readFileSync(path.join(dist, '.vite/manifest.json'), 'utf8'));

const ALL_STYLES = path.resolve(import.meta.dirname, '../web/node_modules/@mantine/core/styles.css');
const ENTRY = 'index.html';
const SIGNED_OUT = 'src/signed-out.tsx';
/** The group with `console.tsx` (`web/vite.config.ts`). */
const CONSOLE = Object.keys(manifest).find((key) => /^_console-[^.]*\.js$/.test(key)) ?? 'src/console.tsx';
/** `index.html` and the files that it references besides its entry. */
const ALWAYS = ['index.html', 'startup.js', 'icon.svg'];
/** Loads with a page of its own, or with the first question of a kind that few quizzes have. */
const isElsewhere = (key: string) => isPage(key) || key.endsWith('/other-kinds.tsx');
const isPage = (key: string) => key.endsWith('-page.tsx');
const isForLearners = (key: string) => key.startsWith('src/features/learning/');

function chunkOf(key: string): Chunk {
  const chunk = manifest[key];
  if (chunk === undefined)
    throw new Error(`The build has no ${key}: name it as it is called now (scripts/asset-budget.ts).`);
  return chunk;
}

/** Returns chunks with all that they import: at once, and later too if `isWhole`, but no other pages. */
function closureOf(keys: string[], isWhole: boolean, seen = new Set<string>()): Set<string> {
  for (const key of keys) {
    if (seen.has(key)) continue;
    seen.add(key);
    const { imports = [], dynamicImports = [] } = chunkOf(key);
    closureOf(isWhole ? [...imports, ...dynamicImports.filter((each) => !isElsewhere(each))] : imports, isWhole, seen);
  }
  return seen;
}

const filesOf = (keys: Set<string>) =>
  new Set([...ALWAYS, ...[...keys].flatMap((key) => [chunkOf(key).file, ...(chunkOf(key).css ?? [])])]);

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

const loads: Load[] = [
  {
    name: 'Sign in',
    budget: BUDGETS.signIn,
    files: filesOf(closureOf([ENTRY, SIGNED_OUT], false)),
  },
  ...Object.keys(manifest)
    .filter(isPage)
    .map((page) => ({
      name: page,
      budget: isForLearners(page) ? BUDGETS.learners : BUDGETS.page,
      files: filesOf(closureOf([page], true, closureOf([ENTRY, CONSOLE], false))),
    })),
];
if (loads.length < 2)
  throw new Error('The build has no pages: the check would prove nothing (scripts/asset-budget.ts).');

const weighed = loads
  .map((load) => ({ ...load, size: [...load.files].reduce((sum, file) => sum + sizeOf(file), 0) }))
  .toSorted((one, other) => other.size - one.size);
for (const { name, size, budget, files } of weighed) {
  console.log(
    `${kilobytes(size).padStart(10)} of ${kilobytes(budget)}, ${files.size} files of ${BUDGETS.files}  ${name}`,
  );
  if (size <= budget && files.size <= BUDGETS.files) continue;
  process.exitCode = 1;
  for (const file of [...files].toSorted((one, other) => sizeOf(other) - sizeOf(one)).slice(0, 8))
    console.log(`${kilobytes(sizeOf(file)).padStart(20)}  ${file}`);
}
if (process.exitCode === 1)
  console.log('A page is over its budget: find what is large, and whether the page needs it.');

const player = ['player.js', 'player.css'].reduce((sum, file) => {
  return sum + brotliCompressSync(readFileSync(path.join(dist, '../../server/dist/player', file))).length;
}, 0);
console.log(`${kilobytes(player).padStart(10)} of ${kilobytes(BUDGETS.player)}  Player of SCORM packages`);
if (player > BUDGETS.player) process.exitCode = 1;

/** Returns Mantine's classes in files of the build, which are its components in code, and their rules in styles. */
const mantineClasses = (ending: string) =>
  new Set(
    readdirSync(path.join(dist, 'assets'))
      .filter((file) => file.endsWith(ending))
      .flatMap((file) => readFileSync(path.join(dist, 'assets', file), 'utf8').match(/\bm_[\da-f]+\b/g) ?? []),
  );
const styled = mantineClasses('.css');
const all = new Set(readFileSync(ALL_STYLES, 'utf8').match(/\bm_[\da-f]+\b/g));
const missing = [...mantineClasses('.js')].filter((name) => all.has(name) && !styled.has(name));
if (missing.length > 0) {
  process.exitCode = 1;
  console.log(`web/src/shell/mantine.css lacks the styles with the classes ${missing.join(', ')}.`);
}
