import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { adapted, RECOVER_PAGE, writeScript } from './deploy-page.ts';

const VERSIONS = '/usr/lib/postgresql';

/** The folder with the programs of Debian's newest PostgreSQL, if it has one. */
export const binaries = existsSync(VERSIONS)
  ? readdirSync(VERSIONS)
      .toSorted((a, b) => Number(a) - Number(b))
      .map((version) => path.join(VERSIONS, version, 'bin'))
      .findLast((folder) => existsSync(path.join(folder, 'initdb')))
  : undefined;

const AS_POSTGRES = ['-u', 'postgres', '--'];

/**
 * A cluster of Debian's PostgreSQL that archives and is backed up as docs/operate/recover.md has it, in a folder of its
 * own. As on Debian, its settings are outside its data.
 */
export async function debianCluster(bin: string) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-recover-'));
  const at = (...names: string[]) => path.join(folder, ...names);
  const folders = { data: at('main'), settings: at('etc'), base: at('base'), wal: at('wal'), socket: at('socket') };
  for (const each of ['etc', 'etc/conf.d', 'base', 'wal', 'socket', 'bin', 'keyring']) mkdirSync(at(each));
  const environment = { PATH: process.env['PATH'], PGHOST: folders.socket, PGDATABASE: 'postgres', LC_ALL: 'C.UTF-8' };

  /** Runs a program as the user of PostgreSQL, while this process goes on. */
  const run = async (program: string, ...args: string[]) => {
    const command = program.includes('/') ? program : path.join(bin, program);
    const child = spawn('runuser', [...AS_POSTGRES, command, ...args], {
      cwd: '/',
      env: environment,
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, [status]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close'),
    ]);
    return { status, stdout, stderr };
  };
  const succeed = async (program: string, ...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await run(program, ...args);
    if (status !== 0) throw new Error(`${program} ${args.join(' ')} ended with ${status}: ${stdout}${stderr}`);
    return stdout;
  };

  const here = {
    '/usr/lib/postgresql/15/bin': bin,
    '/var/lib/postgresql/15/main': folders.data,
    '/var/backups/training-base': folders.base,
    '/var/backups/training-wal': folders.wal,
    '/usr/local/bin/training-archive': at('bin/training-archive'),
  };
  /** A file of the page with the folders of this cluster in place of the real ones. */
  const ofPage = (file: string, ...replaced: (keyof typeof here)[]) =>
    adapted(file, Object.fromEntries(replaced.map((each) => [each, here[each]])), RECOVER_PAGE);

  const scripts = {
    archive: writeScript(
      at('bin/training-archive'),
      ofPage('/usr/local/bin/training-archive', '/var/backups/training-wal'),
    ),
    baseBackup: writeScript(
      at('bin/training-base-backup'),
      ofPage(
        '/usr/local/bin/training-base-backup',
        '/usr/lib/postgresql/15/bin',
        '/var/backups/training-base',
        '/var/backups/training-wal',
      ),
    ),
    recover: writeScript(
      at('bin/training-recover'),
      ofPage(
        '/usr/local/bin/training-recover',
        '/usr/lib/postgresql/15/bin',
        '/var/lib/postgresql/15/main',
        '/var/backups/training-base',
        '/var/backups/training-wal',
      ),
    ),
  };
  writeFileSync(
    at('etc/conf.d/training-archive.conf'),
    ofPage('/etc/postgresql/15/main/conf.d/training-archive.conf', '/usr/local/bin/training-archive'),
  );
  writeFileSync(at('etc/pg_hba.conf'), 'local all all trust\nlocal replication all trust\n');
  writeFileSync(at('etc/pg_ident.conf'), '');
  writeFileSync(
    at('etc/postgresql.conf'),
    `data_directory = '${folders.data}'
hba_file = '${at('etc/pg_hba.conf')}'
ident_file = '${at('etc/pg_ident.conf')}'
unix_socket_directories = '${folders.socket}'
listen_addresses = ''
include_dir = 'conf.d'
`,
  );
  execFileSync('chown', ['-R', 'postgres:postgres', folder]);
  await succeed('initdb', '--pgdata', folders.data, '--auth', 'trust', '--encoding', 'UTF8', '--locale', 'C.UTF-8');

  const control = (...args: string[]) => succeed('pg_ctl', '-D', folders.settings, '--wait', '-t', '120', ...args);
  const cluster = {
    folders,
    scripts,
    run,
    succeed,
    keyring: at('keyring'),
    url: `postgresql://training@/training?host=${folders.socket}`,
    log: at('log'),
    start: () => control('start', '--silent', '-l', at('log')),
    stop: (mode: 'fast' | 'immediate') => control('stop', '-m', mode),
    /** Puts back the database that `recover` set aside, as the page has it. */
    async putBack() {
      rmSync(folders.data, { recursive: true });
      const [former, ...others] = readdirSync(folder).filter((name) => name.startsWith('main.before-'));
      if (former === undefined || others.length > 0) throw new Error('there has to be one former database');
      await succeed('/bin/mv', at(former), folders.data);
    },
    async remove() {
      await run('pg_ctl', '-D', folders.settings, 'stop', '-m', 'immediate');
      rmSync(folder, { recursive: true, force: true });
    },
  };
  return cluster;
}
