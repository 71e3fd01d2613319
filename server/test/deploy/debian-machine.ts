import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { lacking } from './deploy-page.ts';

const CHECKOUT = path.resolve(import.meta.dirname, '../../..');

/**
 * Boots systemd on a copy of this machine's files that is thrown away: what is written goes to memory, and neither
 * processes nor addresses are those of this machine. $1 is an empty folder, $2 the checkout.
 */
const BOOT = `
set -eu
root=$1/root
mount --make-rprivate /
mount -t tmpfs -o size=4g tmpfs "$1"
mkdir "$1/upper" "$1/work" "$root"
mount -t overlay -o "lowerdir=/,upperdir=$1/upper,workdir=$1/work" overlay "$root"
mkdir -p "$root/opt/training"
mount --bind "$2" "$root/opt/training"
mount -t proc proc "$root/proc"
mount -t sysfs -o ro sysfs "$root/sys"
if mount -t tmpfs tmpfs "$root/sys/fs/cgroup" && mkdir "$root/sys/fs/cgroup/systemd" "$root/sys/fs/cgroup/unified" &&
  mount -t cgroup -o none,name=systemd cgroup "$root/sys/fs/cgroup/systemd"
then mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup/unified"
else umount "$root/sys/fs/cgroup"; mount -t cgroup2 cgroup2 "$root/sys/fs/cgroup"
fi
mount -t tmpfs -o mode=755 tmpfs "$root/dev"
for device in null zero full random urandom tty; do
  touch "$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
mkdir "$root/dev/shm" "$root/dev/pts"
mount -t tmpfs -o mode=1777 tmpfs "$root/dev/shm"
mount -t devpts -o newinstance,ptmxmode=666 devpts "$root/dev/pts"
ln -s pts/ptmx "$root/dev/ptmx"
ln -s /proc/self/fd "$root/dev/fd"
for n in 0 1 2; do ln -s "/proc/self/fd/$n" "$root/dev/$(echo stdin stdout stderr | cut -d ' ' -f $((n + 1)))"; done
mount -t tmpfs -o mode=755 tmpfs "$root/run"
mount -t tmpfs -o mode=1777 tmpfs "$root/tmp"
ip link set lo up
cd "$root"
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin chroot . /lib/systemd/systemd --unit=multi-user.target
`;

const NAMESPACES = ['--mount', '--pid', '--uts', '--ipc', '--cgroup', '--net', '--fork', '--kill-child'];

/** Milliseconds, for a machine that is busy with others. */
const BOOTED_WITHIN = 120_000;

/** Returns why no machine can be booted here that has these programs, too; undefined if it can. */
export function noMachine(programs: Record<string, string> = {}): string | undefined {
  const missing = lacking({
    '/lib/systemd/systemd': 'systemd',
    unshare: 'util-linux',
    adduser: 'adduser',
    pg_createcluster: 'postgresql',
    ip: 'iproute2',
    ...programs,
  });
  return missing ?? (process.getuid?.() === 0 ? undefined : 'needs root, as the page has it');
}

export type DebianMachine = Awaited<ReturnType<typeof bootDebian>>;

/** @throws Error where this machine can't be copied so, with what it said. */
export async function bootDebian() {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-machine-'));
  const outside = spawn('unshare', [...NAMESPACES, 'sh', '-c', BOOT, 'boot', folder, CHECKOUT], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [outside.stdout, outside.stderr]) stream.on('data', (part) => (said += String(part)));

  /** The id of its systemd, as this machine counts processes. */
  const init = () => {
    const [child] = readFileSync(`/proc/${outside.pid}/task/${outside.pid}/children`, 'utf8').split(' ');
    if (!child) throw new Error(`there is no machine: ${said}`);
    return child;
  };

  /** Runs a command there as root, without a terminal: who asks for a password reads `input`. */
  function run(command: string, input = '') {
    const inside = ['-t', init(), '-m', '-p', '-u', '-i', '-C', '-n', '-r', '-w'];
    const shell = [
      'env',
      '-i',
      'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      'HOME=/root',
      'sh',
    ];
    const words = ['--wait', 'nsenter', ...inside, ...shell, '-c', command];
    const { status, stdout, stderr } = spawnSync('setsid', words, { encoding: 'utf8', input });
    return { status, stdout, stderr };
  }

  /** The same for what has to succeed; answers what it printed. */
  function succeed(command: string, input?: string): string {
    const { status, stdout, stderr } = run(command, input);
    if (status !== 0) {
      const log = run('journalctl --no-pager --lines 40').stdout;
      throw new Error(`${command} ended with ${status}: ${stdout}${stderr}\n${log}`);
    }
    return stdout;
  }

  function close(): void {
    outside.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  }

  /** Writes a file there, as an editor does: one that is there keeps who may read it. */
  const write = (file: string, text: string) => {
    succeed(`mkdir -p ${path.dirname(file)}`);
    writeFileSync(`/proc/${init()}/root${file}`, text);
  };

  try {
    await vi.waitFor(
      () => {
        const state = run('systemctl is-system-running').stdout.trim();
        // What else this machine has need not start in its copy.
        if (!['running', 'degraded'].includes(state)) throw new Error(`the machine is ${state}: ${said}`);
      },
      { timeout: BOOTED_WITHIN, interval: 250 },
    );
  } catch (error) {
    close();
    throw error;
  }
  return { run, succeed, write, close, init };
}

/** Connects two machines by a cable, each with its address. */
export function connectMachines(one: DebianMachine, other: DebianMachine, addresses: [string, string]): void {
  const cable = ['link', 'add', 'eth0', 'type', 'veth', 'peer', 'name', 'eth0', 'netns', other.init()];
  execFileSync('nsenter', ['-t', one.init(), '-n', 'ip', ...cable]);
  for (const [n, machine] of [one, other].entries()) {
    machine.succeed(`ip address add ${addresses[n]}/24 dev eth0 && ip link set eth0 up`);
  }
}
