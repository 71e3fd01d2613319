// Installs what the lockfile names, unless that is already there. It runs before anything is installed, on whatever
// Node npm came with (20 or later), so it is plain JavaScript; the rest runs on the Node 24 that this brings along.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { PNPM } from './pnpm.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const stamp = path.join(root, 'node_modules/.installed');
const packages = ['.', 'shared', 'server', 'web'];

const state = createHash('sha256');
state.update(`${process.platform}-${process.arch} ${PNPM}`);
for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml', ...packages.map((name) => `${name}/package.json`)]) {
  state.update(readFileSync(path.join(root, file)));
}
const wanted = state.digest('hex');

if (!isInstalled()) {
  install();
  checkNode();
  writeFileSync(stamp, wanted);
}

function isInstalled() {
  return (
    packages.every((name) => existsSync(path.join(root, name, 'node_modules'))) &&
    existsSync(stamp) &&
    readFileSync(stamp, 'utf8') === wanted
  );
}

// To stderr, because the output of a command such as `npm run --silent wtp -- … --json` is read by programs.
function install() {
  process.stderr.write('Installing dependencies … ');
  rmSync(stamp, { force: true });
  const started = Date.now();
  const { status, error, stdout, stderr } = spawnSync('npx', ['-y', PNPM, 'install', '--frozen-lockfile'], {
    cwd: root,
    encoding: 'utf8',
    // pnpm asks before it replaces another platform's node_modules, unless it believes that nobody is there.
    env: { ...process.env, CI: 'true' },
    maxBuffer: 64 * 1024 * 1024,
  });
  if (status !== 0) {
    process.stderr.write(`failed\n${stdout ?? ''}${stderr ?? ''}${error ? `${error.message}\n` : ''}`);
    process.exit(status || 1);
  }
  process.stderr.write(`${((Date.now() - started) / 1000).toFixed(1)} s\n`);
}

function checkNode() {
  // npm puts this folder first on PATH; where no package of Node fits the machine, its own Node has to do.
  const installed = path.join(root, 'node_modules/.bin/node');
  const node = existsSync(installed) ? installed : process.execPath;
  const { stdout } = spawnSync(node, ['--version'], { encoding: 'utf8' });
  const [major = 0, minor = 0] = (stdout ?? '').slice(1).split('.').map(Number);
  if (major >= 24 || (major === 22 && minor >= 18)) return;
  process.stderr.write(
    `Node 24 or later is needed on ${process.platform}-${process.arch}; this is ${process.version}.\n`,
  );
  process.exit(1);
}
