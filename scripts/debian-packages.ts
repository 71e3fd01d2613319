import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** Returns true for root on Debian, as in a container. */
export const mayInstall = (): boolean => process.getuid?.() === 0 && existsSync('/etc/debian_version');

/** Installs a package; returns the reason if it fails. */
export const installPackage = (name: string): string | undefined =>
  aptGet(['install', '-y', '--no-install-recommends', '--no-remove', name]);

/** Runs apt-get; returns the reason if it fails. */
export function aptGet(args: string[]): string | undefined {
  const options = ['DPkg::Lock::Timeout=60', 'Acquire::http::Timeout=20', 'Acquire::Retries=1'];
  const { status, error, stderr } = spawnSync('apt-get', ['-q', ...options.flatMap((one) => ['-o', one]), ...args], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    timeout: 300_000,
  });
  if (status === 0) return undefined;
  return `\`apt-get ${args.join(' ')}\` failed: ${error?.message ?? stderr.trim()}`;
}

/** Installs, if permitted, the programs that check certificates. Tests without them are skipped and report it. */
export function installPdfTools(say: (line: string) => void): void {
  const missing = Object.entries({ qpdf: 'qpdf', pdffonts: 'poppler-utils' })
    .filter(([program]) => spawnSync(program, ['--version']).error)
    .map(([, name]) => name);
  if (missing.length === 0 || !mayInstall()) return;
  say(`Installing ${missing.join(' and ')} with apt-get, for the tests of certificates`);
  const failures = [aptGet(['update']), ...missing.map(installPackage)];
  for (const failure of failures) if (failure) say(failure);
}
