import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  appendFileSync,
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, vi } from 'vitest';
import { z } from 'zod';
import { freePort } from '../free-port.ts';
import { fileOfPage, HIGH_AVAILABILITY_PAGE } from '../deploy/deploy-page.ts';

const NODES = ['one', 'two', 'three'] as const;
export type NodeName = (typeof NODES)[number];

/** Addresses of the nodes on the page. */
const ADDRESSES: Record<NodeName, string> = { one: '10.0.0.11', two: '10.0.0.12', three: '10.0.0.13' };

export const isRoot = process.getuid?.() === 0;

/** Patroni and PostgreSQL refuse to run as root. */
const AS_POSTGRES = isRoot ? ['setpriv', '--reuid=postgres', '--regid=postgres', '--init-groups'] : [];

/** Milliseconds for what a busy machine does in a few seconds. */
const PATIENCE = { timeout: 90_000, interval: 250 };

const Members = z.object({
  members: z.array(
    z.looseObject({
      name: z.string(),
      role: z.string(),
      state: z.string(),
      lag: z.union([z.number(), z.string()]).optional(),
    }),
  ),
});

export type PatroniCluster = Awaited<ReturnType<typeof startPatroniCluster>>;

/**
 * Starts three nodes of PostgreSQL 15 with Patroni, etcd and HAProxy, each configured by the page on high availability
 * with other addresses and folders: all are on this machine.
 */
export async function startPatroniCluster() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-patroni-'));
  chmodSync(folder, 0o755);
  const running = new Map<string, ChildProcess>();

  /** Starts a program in a process group of its own, so that all of it can be killed. */
  function run(name: string, [command = '', ...args]: string[]): void {
    const log = path.join(folder, `${name}.log`);
    const child = spawn(command, args, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => appendFileSync(log, String(part)));
    running.set(name, child);
  }

  /** Ends a program at once, with all processes that work in these folders: PostgreSQL isn't a child of Patroni. */
  async function kill(name: string, ...folders: string[]): Promise<void> {
    const child = running.get(name);
    if (child?.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const ended = once(child, 'close');
    tryKill(child.pid);
    for (const pid of workingIn(folders)) tryKill(pid);
    await ended;
  }

  const dataOf = (name: NodeName) => path.join(folder, name, 'data');
  const ports = new Map(
    await Promise.all(
      NODES.map(
        async (name) =>
          [
            name,
            { postgres: await freePort(), rest: await freePort(), etcd: await freePort(), peer: await freePort() },
          ] as const,
      ),
    ),
  );
  const of = (name: NodeName) => ports.get(name)!;
  const front = await freePort();

  /** A block of the page, for one node, with addresses and folders of this machine. */
  function configured(file: string, name: NodeName): string {
    const text = fileOfPage(file, HIGH_AVAILABILITY_PAGE)
      .replaceAll('NODE_NAME', name)
      .replaceAll('NODE_ADDRESS', ADDRESSES[name])
      .replaceAll('/var/lib/postgresql/15/training', dataOf(name))
      .replaceAll('/var/lib/etcd/training', path.join(folder, name, 'etcd'))
      .replaceAll('/run/postgresql', folder)
      .replaceAll('127.0.0.1:5000', `127.0.0.1:${front}`)
      .replaceAll('10.0.0.0/24', '127.0.0.0/8')
      .replaceAll('local all postgres peer', 'local all postgres trust');
    return NODES.reduce((before, each) => {
      const { postgres, rest, etcd, peer } = of(each);
      const here = {
        ':5432 check port 8008': `:${postgres} check port ${rest}`,
        ':5432': `:${postgres}`,
        ':8008': `:${rest}`,
        ':2379': `:${etcd}`,
        ':2380': `:${peer}`,
      };
      return Object.entries(here).reduce(
        (all, [from, to]) => all.replaceAll(`${ADDRESSES[each]}${from}`, `127.0.0.1${to}`),
        before,
      );
    }, text);
  }

  function startEtcd(name: NodeName): void {
    const settings = configured('/etc/default/etcd', name).replaceAll("'", '').trim().split('\n');
    run(`etcd-${name}`, ['env', ...settings, '/usr/bin/etcd']);
  }

  function startPatroni(name: NodeName): void {
    run(name, [
      'env',
      `HOME=${path.join(folder, name)}`,
      ...AS_POSTGRES,
      '/usr/bin/patroni',
      path.join(folder, name, 'patroni.yml'),
    ]);
  }

  async function members() {
    for (const name of NODES) {
      const answer = await fetch(`http://127.0.0.1:${of(name).rest}/cluster`).catch(() => undefined);
      if (answer?.ok) return Members.parse(await answer.json()).members;
    }
    return [];
  }

  const cluster = {
    folder,
    /** Address of whichever node is the primary, by HAProxy. */
    url: `postgresql://training:secret@127.0.0.1:${front}/training`,
    /** Address of one node, whatever its role. */
    urlOf: (name: NodeName) => `postgresql://training:secret@127.0.0.1:${of(name).postgres}/training`,
    addressOf: (name: NodeName) => `127.0.0.1:${of(name).postgres}`,

    /** Switches a machine off: PostgreSQL, Patroni and etcd. */
    kill: (name: NodeName) => Promise.all([kill(name, dataOf(name)), kill(`etcd-${name}`)]),

    start(name: NodeName): void {
      startEtcd(name);
      startPatroni(name);
    },

    async primary(): Promise<NodeName> {
      const leaders = (await members()).filter(({ role, state }) => role === 'leader' && state === 'running');
      expect(leaders).toHaveLength(1);
      return NODES.find((name) => name === leaders[0]!.name)!;
    },

    /** Waits until all nodes run, one of them as a synchronous standby. */
    async whole(): Promise<void> {
      await vi.waitFor(async () => {
        const now = await members();
        expect(
          now.map(({ state }) => state).filter((state) => state === 'running' || state === 'streaming'),
        ).toHaveLength(3);
        expect(now.map(({ role }) => role)).toContain('sync_standby');
      }, PATIENCE);
    },

    async stop(): Promise<void> {
      for (const name of running.keys()) await kill(name, ...NODES.map(dataOf));
      rmSync(folder, { recursive: true, force: true });
    },

    /** Account that HAProxy runs as, once it has its port. */
    accountOfProxy: () =>
      spawnSync('ps', ['-o', 'user=', '-p', String(running.get('haproxy')?.pid)], { encoding: 'utf8' }).stdout.trim(),

    log: (name: string) => readFileSync(path.join(folder, `${name}.log`), 'utf8'),
  };

  for (const name of NODES) {
    mkdirSync(path.join(folder, name), { mode: 0o700 });
    mkdirSync(path.join(folder, name, 'etcd'), { mode: 0o700 });
    writeFileSync(path.join(folder, name, 'patroni.yml'), configured('/etc/patroni/config.yml', name));
  }
  if (AS_POSTGRES.length > 0) spawnSync('chown', ['-R', 'postgres:postgres', folder]);
  const proxied = configured('/etc/haproxy/haproxy.cfg', 'one');
  // Only root can become someone else.
  const ofThisAccount = isRoot ? proxied : proxied.replaceAll(/^ +(user|group|chroot) .*\n/gm, '');
  writeFileSync(path.join(folder, 'haproxy.cfg'), ofThisAccount);
  run('haproxy', ['/usr/sbin/haproxy', '-db', '-f', path.join(folder, 'haproxy.cfg')]);
  for (const name of NODES) cluster.start(name);
  try {
    await cluster.whole();
    const made = /^```sql\n(.*?)^```$/ms.exec(readFileSync(HIGH_AVAILABILITY_PAGE, 'utf8'))?.[1];
    const superuser = `postgresql://postgres:secret@127.0.0.1:${front}/postgres`;
    const psql = spawnSync('psql', [superuser, '-v', 'ON_ERROR_STOP=1'], { input: made, encoding: 'utf8' });
    expect(psql.stderr).toBe('');
  } catch (error) {
    const logs = [...running.keys()].map((name) => `${name}:\n${readLog(path.join(folder, `${name}.log`))}`);
    await cluster.stop();
    throw new Error(`the cluster did not start\n${logs.join('\n')}`, { cause: error });
  }
  return cluster;
}

function readLog(file: string): string {
  return spawnSync('tail', ['-n', '15', file], { encoding: 'utf8' }).stdout;
}

function workingIn(folders: string[]): number[] {
  const pids = readdirSync('/proc').filter((name) => /^\d+$/v.test(name));
  return pids.filter((pid) => folders.includes(folderOf(pid) ?? '')).map(Number);
}

function folderOf(pid: string): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined;
  }
}

function tryKill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended meanwhile.
  }
}
