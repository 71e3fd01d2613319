import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { aptGet, installPackage, mayInstall } from './debian-packages.ts';

const root = path.resolve(import.meta.dirname, '..');
/** The headless shell, without the window that the newer headless mode only hides: tests use a third less CPU. */
const SHELL = 'chromium-headless-shell';
const shells = [SHELL, 'chrome-headless-shell'];
const windowed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export type Chromium = { executable: string } | { missing: string };

/**
 * Finds a Chromium for the browser tests: a headless shell, Debian's, which is installed now if permitted, or any
 * other.
 */
export function findOrInstallChromium(say: (line: string) => void): Chromium {
  const light = findShell();
  if (light) return { executable: light };
  const heavy = findWindowed();
  if (!mayInstall()) {
    return heavy
      ? { executable: heavy }
      : { missing: 'no Chromium on this machine; install it, or set CHROMIUM_PATH to one' };
  }
  say(`Installing ${SHELL} with apt-get, for the browser tests`);
  let failure = aptGet(['update']) ?? installPackage(SHELL);
  if (failure && !heavy) failure = installPackage('chromium');
  const found = findChromium();
  if (found && failure) say(`${failure}\nThe browser tests run in ${found}, and take longer`);
  if (found) return { executable: found };
  return { missing: `no Chromium on this machine, and ${failure ?? 'what apt-get installed cannot be found'}` };
}

/** Returns the Chromium for the tests: that of `CHROMIUM_PATH`, or an installed one. */
export function findChromium(): string | undefined {
  return findShell() ?? findWindowed();
}

function findShell(): string | undefined {
  return [process.env.CHROMIUM_PATH, ...inPath(shells)].find(isExecutable);
}

function findWindowed(): string | undefined {
  return [process.env.CHROME_PATH, ...inPath(windowed), ...applications, playwrightsOwn()].find(isExecutable);
}

function inPath(names: string[]): string[] {
  const folders = (process.env.PATH ?? '').split(path.delimiter);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name)));
}

/** Returns the Chromium in the cache of `playwright install`. */
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
