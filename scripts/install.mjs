// Installs the packages of the lockfile, unless already installed. It runs before anything is installed, on the Node
// that npm came with (20 or later), so it is plain JavaScript. Everything else runs on the Node 24 that this installs.
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

// Logs to stderr, because programs read the output of commands such as `npm run --silent wtp -- … --json`.
function install() {
  process.stderr.write('Installing dependencies … ');
  rmSync(stamp, { force: true });
  const started = Date.now();
  const { status, error, stdout, stderr } = spawnSync('npx', ['-y', PNPM, 'install', '--frozen-lockfile'], {
    cwd: root,
    encoding: 'utf8',
    // Makes pnpm non-interactive: otherwise it asks before replacing another platform's node_modules.
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
  // npm puts this folder first on PATH. If no Node package fits the machine, npm's own Node is used.
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
