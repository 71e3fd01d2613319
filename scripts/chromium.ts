import { accessSync, constants } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { aptGet, installPackage, mayInstall } from './debian-packages.ts';

const root = path.resolve(import.meta.dirname, '..');
/** Chromium without the window that its newer headless mode only hides: tests take a third less of the processor. */
const SHELL = 'chromium-headless-shell';
const shells = [SHELL, 'chrome-headless-shell'];
const windowed = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];

export type Chromium = { executable: string } | { missing: string };

/** A Chromium for the browser tests: a headless shell, Debian's, installed now where we may, or whichever is there. */
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

/** The one that tests run in: what `CHROMIUM_PATH` says, or what is there. */
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
