import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');
const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export type Chromium = { executable: string } | { missing: string };

/** A Chromium for the browser tests: one that is there, or Debian's, installed now where we may. */
export function findOrInstallChromium(say: (line: string) => void): Chromium {
  const found = findChromium();
  if (found) return { executable: found };
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    return { missing: 'no Chromium on this machine; install it, or set CHROMIUM_PATH to one' };
  }
  say('No Chromium on this machine: installing it with apt-get');
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  for (const args of [['update'], ['install', '-y', '--no-install-recommends', 'chromium']]) {
    const { status, error, stderr } = spawnSync('apt-get', ['-q', '-o', 'DPkg::Lock::Timeout=60', ...args], {
      env,
      encoding: 'utf8',
      timeout: 300_000,
    });
    if (status !== 0) {
      return {
        missing: `no Chromium on this machine, and \`apt-get ${args.join(' ')}\` failed: ${error?.message ?? stderr.trim()}`,
      };
    }
  }
  const installed = findChromium();
  return installed ? { executable: installed } : { missing: 'apt-get installed Chromium, but it cannot be found' };
}

function findChromium(): string | undefined {
  const { CHROMIUM_PATH, CHROME_PATH, PATH = '' } = process.env;
  const inPath = names.flatMap((name) => PATH.split(path.delimiter).map((folder) => path.join(folder, name)));
  return [CHROMIUM_PATH, CHROME_PATH, ...inPath, ...applications, playwrightsOwn()].find(isExecutable);
}

/** What `playwright install` would have put in its cache. */
function playwrightsOwn(): string | undefined {
  try {
    const require = createRequire(path.join(root, 'web/package.json'));
    const { chromium }: { chromium: { executablePath(): string } } = require('@playwright/test');
    return chromium.executablePath();
  } catch {
    return undefined;
  }
}

function isExecutable(file: string | undefined): boolean {
  if (!file) return false;
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
