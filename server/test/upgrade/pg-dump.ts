import { execFileSync, spawnSync } from 'node:child_process';

const MEBIBYTE = 1024 * 1024;

/** Returns why nothing can be dumped here; undefined if it can. */
export function noDump(): string | undefined {
  const { error } = spawnSync('pg_dump', ['--version']);
  return error && 'pg_dump is not installed: apt-get install postgresql-client';
}

/** The whole database as statements that any client can run in one go. */
export function dumpAsStatements(databaseUrl: string): string {
  const options = ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=100'];
  const dump = execFileSync('pg_dump', [...options, databaseUrl], { encoding: 'utf8', maxBuffer: 64 * MEBIBYTE });
  // psql alone understands lines that begin with a backslash; these say that no others follow.
  return dump.replace(/^\\(un)?restrict .*\n/gm, '');
}
