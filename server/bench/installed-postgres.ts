import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { chownFolder, findPostgresAccount, createSocketFolder } from '../src/database/embedded/postgres-account.ts';
import { launchPostgres, supervisePostgres } from '../src/database/embedded/postgres-process.ts';

/** The locale of a Debian on which nobody chose another. */
const LOCALE = ['--encoding=UTF8', '--locale=C.UTF-8'];

/** Starts the PostgreSQL whose programs are in a folder, on a cluster of its own, with the settings it comes with. */
export async function startInstalledPostgres(
  programs: string,
  folder: string,
  say: (line: string) => void,
): Promise<{ url: string; stop(): Promise<void> }> {
  const account = findPostgresAccount();
  const cluster = path.resolve(folder);
  if (!existsSync(path.join(cluster, 'PG_VERSION'))) {
    mkdirSync(cluster, { recursive: true, mode: 0o700 });
    chownFolder(cluster, account);
    const initdb = [path.join(programs, 'initdb'), '-D', cluster, '-U', 'app', '-A', 'trust', ...LOCALE];
    const [command = '', ...args] = [...account.prefix, ...initdb];
    const { status, stderr } = spawnSync(command, args, { encoding: 'utf8' });
    if (status !== 0) throw new Error(`${programs} could not make a cluster: ${stderr}`);
  }
  const host = createSocketFolder(cluster, account);
  const postgres = [path.join(programs, 'postgres'), '-D', cluster, '-k', host, '-c', 'listen_addresses='];
  const supervised = await supervisePostgres(() => launchPostgres([...account.prefix, ...postgres], cluster), say);
  return { url: `postgresql://app@/postgres?host=${encodeURIComponent(host)}`, stop: () => supervised.stop() };
}
