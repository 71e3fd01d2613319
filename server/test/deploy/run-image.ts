import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { chownSync, mkdtempSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { vi } from 'vitest';
import type { Image } from './build-image.ts';

type Outcome = { status: number | null; stdout: string; stderr: string };

export type Container = {
  /** Runs a program beside the server. */
  exec(words: string[]): Outcome;
  /** The exit code of the image's health check. */
  health(): number | null;
  signal(name: 'SIGSTOP' | 'SIGCONT'): void;
  /** Sends SIGTERM, unless the server has ended; returns the exit code once it has. */
  stop(): Promise<number | null>;
  log(): string;
};

/** Variables of a container, its port on this machine, and the socket of PostgreSQL, which it has in /mnt. */
export type Given = { env: Record<string, string>; port: number; socket: string };

const SOCKET = '/mnt/.s.PGSQL.5432';

/** Milliseconds, for a machine that is busy with others. */
const PATIENCE = 60_000;

/** Runs the image as the page and the manifests do. */
const RESTRICTED = ['--read-only', '--read-only-tmpfs=false', '--cap-drop=all', '--security-opt=no-new-privileges'];
/** Podman's own limits are higher than root may set everywhere, and its health check's timer is systemd's. */
const HERE = ['--runtime=runc', '--ulimit=nofile=4096:4096', '--ulimit=nproc=4096:4096'];

const outcomeOf = (program: string, words: string[]): Outcome => {
  const { status, stdout, stderr } = spawnSync(program, words, { encoding: 'utf8', timeout: PATIENCE });
  return { status, stdout, stderr };
};

export const podmanRun = ({ store }: Image, words: string[]) =>
  outcomeOf('podman', [...store, HERE[0]!, 'run', ...HERE.slice(1), ...RESTRICTED, '--tmpfs=/tmp', ...words]);

/** Returns why podman runs no container here; undefined if it does. */
export function whyNoPodman(image: Image): string | undefined {
  const { status, stderr } = podmanRun(image, ['--rm', '--no-healthcheck', image.name, 'true']);
  return status === 0 ? undefined : `podman cannot run here: ${stderr.trim().split('\n').at(-1)}`;
}

/** Runs the image by podman, with a volume for DATA_DIR. */
export function startByPodman(image: Image, { env, port, socket }: Given): Container {
  const name = `training-${port}`;
  const podman = (words: string[]) => outcomeOf('podman', [...image.store, HERE[0]!, ...words]);
  const variables = Object.entries(env).map(([key, value]) => `--env=${key}=${value}`);
  const mounts = [`--volume=${name}:/var/lib/training`, `--volume=${socket}:${SOCKET}`];
  const words = ['--detach', `--name=${name}`, `--publish=127.0.0.1:${port}:3000`, ...mounts, ...variables, image.name];
  const { status, stderr } = podmanRun(image, words);
  if (status !== 0) throw new Error(`podman run ended with ${status}: ${stderr}`);
  return {
    exec: (program) => podman(['exec', name, ...program]),
    health: () => podman(['healthcheck', 'run', name]).status,
    signal: (which) => void podman(['kill', `--signal=${which}`, name]),
    log: () => {
      const { stdout, stderr: errors } = podman(['logs', name]);
      return stdout + errors;
    },
    stop: async () => {
      // It is killed after 20 seconds, and its exit code is then 137.
      podman(['stop', '--time=20', name]);
      const { stdout } = podman(['inspect', '--format={{.State.ExitCode}}', name]);
      podman(['rm', '--force', '--volumes', name]);
      return Number(stdout);
    },
  };
}

/** $1 is the image's root, $2 the folder for DATA_DIR, $3 PostgreSQL's socket; then the program. */
const MOUNTED = `
set -eu
root=$1 data=$2 socket=$3
shift 3
mount --make-rprivate /
mount --bind "$root" "$root"
mount -o remount,bind,ro "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
mount -t tmpfs tmpfs "$root/mnt"
touch "$root${SOCKET}"
mount --bind "$socket" "$root${SOCKET}"
mount --bind "$data" "$root/var/lib/training"
cd "$root"
exec chroot . "$@"
`;

/** Runs the image by `unshare` and `chroot`, with the user, variables, program and mounts of a container engine. */
export async function startByChroot(image: Image, { env, port, socket }: Given): Promise<Container> {
  const { User, Env, Cmd, WorkingDir } = image.config;
  const [uid, gid] = User.split(':').map(Number);
  const data = mkdtempSync(path.join(image.folder, 'data-'));
  chownSync(data, uid!, gid!);
  const root = (await image.podman(['image', 'mount', image.name])).trim();
  const privileges = ['--clear-groups', '--no-new-privs', '--bounding-set=-all', '--inh-caps=-all'];
  const variables = [
    ...Env,
    ...Object.entries({ ...env, PORT: String(port) }).map(([key, value]) => `${key}=${value}`),
  ];
  const setpriv = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, ...privileges];
  const asUser = (words: string[]) => [...setpriv, 'env', '-i', `--chdir=${WorkingDir}`, ...variables, ...words];
  const namespaces = ['--mount', '--pid', '--fork', '--kill-child'];
  const server = spawn('unshare', [...namespaces, 'sh', '-c', MOUNTED, 'sh', root, data, socket, ...asUser(Cmd)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [server.stdout, server.stderr]) stream.on('data', (part) => (printed += String(part)));
  const ended = once(server, 'close').then(([code]) => code as number | null);
  const init = () => Number(readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8').trim());
  const hasStarted = () => {
    if (readFileSync(`/proc/${init()}/status`, 'utf8').includes(`\nUid:\t${uid}\t`)) return;
    throw new Error(`the server does not start: ${printed}`);
  };
  await vi.waitFor(hasStarted, { timeout: PATIENCE }).catch((error: unknown) => {
    server.kill('SIGKILL');
    throw error;
  });
  const exec = (words: string[]) =>
    outcomeOf('nsenter', ['-t', String(init()), '-m', '-p', '-r', '-w', ...asUser(words)]);
  return {
    exec,
    health: () => exec(image.health.Test.slice(1)).status,
    signal: (name) => process.kill(init(), name),
    log: () => printed,
    stop: async () => {
      if (server.exitCode === null) process.kill(init(), 'SIGTERM');
      return ended;
    },
  };
}
