import { spawnSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { createHash } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';

/** Command prefix to run PostgreSQL with, and the user id that must own its folders. */
export interface PostgresAccount {
  prefix: string[];
  uid: number | undefined;
}

/**
 * Finds a way to run PostgreSQL, which refuses to run as root. As root it runs in a user namespace that maps root to
 * `nobody`: it keeps root's access, so a checkout under a 0700 home works and the files still belong to root. If a
 * container forbids namespaces, it runs as the real `nobody`, keeping only the capability to access folders closed to
 * it.
 * On Linux the kernel sends SIGINT (a fast shutdown) when the thread that started PostgreSQL ends, so that it can't
 * outlive a killed server. Call this from the main thread, because the end of a worker thread would count, too.
 * @throws Error if root has no way to run it.
 */
export function findPostgresAccount(): PostgresAccount {
  const uid = process.getuid?.();
  if (process.platform !== 'linux') return { prefix: [], uid };
  const endsWithUs = firstThatRuns([['setpriv', '--pdeathsig', 'INT']]) ?? [];
  if (uid !== 0) return { prefix: endsWithUs, uid };

  const nobody = nobodyUid();
  const namespace = firstThatRuns([['unshare', '--user', `--map-user=${nobody}`]]);
  if (namespace) return { prefix: [...namespace, ...endsWithUs], uid };

  const drop = ['setpriv', '--reuid', nobody, '--regid', nobody, '--clear-groups', '--pdeathsig', 'INT'];
  const asNobody = firstThatRuns([[...drop, '--inh-caps', '+dac_override', '--ambient-caps', '+dac_override'], drop]);
  if (asNobody) return { prefix: asNobody, uid: Number(nobody) };
  throw new Error(
    'PostgreSQL cannot run as root, and this machine allows neither `unshare --user` nor `setpriv --reuid`. ' +
      'Start as an ordinary user, or set DATABASE_URL to a PostgreSQL of your own.',
  );
}

function firstThatRuns(prefixes: string[][]): string[] | undefined {
  return prefixes.find(([command = '', ...args]) => spawnSync(command, [...args, 'true']).status === 0);
}

/** initdb looks up its user, so the id must exist on the machine. */
function nobodyUid(): string {
  return /^nobody:[^:]*:(\d+):/m.exec(readFileSync('/etc/passwd', 'utf8'))?.[1] ?? '65534';
}

/** Gives a folder and its contents to the account. Does nothing after the first start. */
export function chownFolder(folder: string, { uid }: PostgresAccount): void {
  if (uid === undefined || statSync(folder).uid === uid) return;
  const { status, stderr } = spawnSync('chown', ['-R', String(uid), folder], { encoding: 'utf8' });
  if (status !== 0) throw new Error(`${folder} belongs to another user, and cannot be taken over: ${stderr.trim()}`);
}

/**
 * Creates a folder for the Unix socket that only this user can access. It is in the temporary folder because the system
 * limits a socket's path to about 100 bytes, which a checkout's path may exceed. Its name is a hash of the data
 * folder's path.
 * @throws Error if another user has taken that name.
 */
export function createSocketFolder(dataFolder: string, account: PostgresAccount): string {
  const identity = createHash('sha256').update(`${account.uid}:${dataFolder}`).digest('hex').slice(0, 12);
  const parent = os.tmpdir().length > 60 ? '/tmp' : os.tmpdir();
  const folder = path.join(parent, `training-pg-${identity}`);
  const isNew = mkdirSync(folder, { recursive: true, mode: 0o700 }) !== undefined;
  if (isNew) chownFolder(folder, account);
  const found = lstatSync(folder);
  if (!found.isDirectory() || found.uid !== (account.uid ?? found.uid) || (found.mode & 0o077) !== 0) {
    throw new Error(`${folder} was made by another user; remove it, or set TMPDIR to another folder.`);
  }
  return folder;
}
