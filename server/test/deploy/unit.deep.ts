import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { commandOf, fileOfPage, lacking, settingOf } from './deploy-page.ts';

const CHECKOUT = path.resolve(import.meta.dirname, '../../..');
const UNIT = '/etc/systemd/system/training@.service';
const SOCKET = '/etc/systemd/system/training.socket';

const folder = mkdtempSync(path.join(os.tmpdir(), 'training-unit-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const noSystemd = lacking({ 'systemd-analyze': 'systemd' });
describe.skipIf(noSystemd)(`systemd${noSystemd ? ` (${noSystemd})` : ''}`, () => {
  test('has nothing to say about the units', () => {
    // What it looks for on this machine: the program and the user are not here.
    const program = path.join(CHECKOUT, 'node_modules/.bin/node');
    const here = (text: string) => text.replaceAll('/opt/training/node_modules/.bin/node', program);
    const files = [UNIT, SOCKET].map((file) => {
      const target = path.join(folder, path.basename(file).replace('@.', '@1.'));
      writeFileSync(target, here(fileOfPage(file)));
      return target;
    });
    const { status, stderr } = spawnSync('systemd-analyze', ['verify', '--man=no', ...files], { encoding: 'utf8' });
    const ours = stderr.split('\n').filter((line) => line.includes('training'));
    expect({ status, ours }).toEqual({ status: 0, ours: [] });
  });

  test('finds the service well shielded', () => {
    const target = path.join(folder, 'training@1.service');
    writeFileSync(target, fileOfPage(UNIT));
    const security = ['security', '--offline=true', '--threshold=30', target];
    const { status, stdout } = spawnSync('systemd-analyze', security, { encoding: 'utf8' });
    expect(status, stdout).toBe(0);
  });
});

const isRoot = process.getuid?.() === 0;
const missing = lacking({ setpriv: 'util-linux', perl: 'perl', 'systemd-notify': 'systemd' });
const reason = missing ?? (isRoot ? undefined : 'needs root to become another user');
describe.skipIf(reason)(`the service${reason ? ` (${reason})` : ''}`, () => {
  test('starts as an ordinary user without any privilege, says that it is ready, writes nothing to the checkout', async () => {
    const unit = fileOfPage(UNIT);
    expect(settingOf(unit, 'User')).not.toBe('root');
    const [uid, gid] = ['-u', '-g'].map((which) => Number(execFileSync('id', [which, 'nobody'], { encoding: 'utf8' })));
    const data = path.join(folder, 'data');
    mkdirSync(data);
    for (const name of [folder, data]) chownSync(name, uid!, gid!);
    chmodSync(folder, 0o755);
    chmodSync(data, Number.parseInt(settingOf(unit, 'StateDirectoryMode'), 8));

    const notify = path.join(folder, 'notify');
    const receive =
      'use Socket; socket(S, PF_UNIX, SOCK_DGRAM, 0); bind(S, sockaddr_un($ARGV[0])); chmod 0777, $ARGV[0]; $| = 1;' +
      'while (recv(S, $message, 4096, 0), defined $message) { print "$message\\n" if $message =~ /=/ }';
    const receiver = spawn('perl', ['-e', receive, notify], { stdio: ['ignore', 'pipe', 'inherit'] });
    let told = '';
    receiver.stdout.on('data', (chunk) => (told += String(chunk)));
    await expect.poll(() => existsSync(notify)).toBe(true);

    const before = path.join(folder, 'before');
    writeFileSync(before, '');
    const [program = '', ...words] = commandOf(unit).split(' ');
    const privileges = ['--no-new-privs', '--bounding-set=-all', '--inh-caps=-all', '--clear-groups'];
    const server = spawn('setpriv', [`--reuid=${uid}`, `--regid=${gid}`, ...privileges, program, ...words], {
      cwd: CHECKOUT,
      env: {
        PATH: process.env['PATH'],
        PORT: '0',
        DATA_DIR: data,
        NODE_ENV: 'production',
        NODE_COMPILE_CACHE: path.join(folder, 'cache'),
        NOTIFY_SOCKET: notify,
        LOG_LEVEL: 'info',
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let printed = '';
    for (const stream of [server.stdout, server.stderr]) stream.on('data', (chunk) => (printed += String(chunk)));
    const ended = once(server, 'close');
    try {
      await expect.poll(() => told, { message: printed }).toContain('READY=1');
      const origin = /"origin":"([^"]+)"/;
      await expect.poll(() => printed).toMatch(origin);
      const address = origin.exec(printed)?.[1];
      expect((await fetch(`${address}/readyz`)).status).toBe(200);
      const status = readFileSync(`/proc/${server.pid}/status`, 'utf8');
      expect(status).toMatch(new RegExp(`^Uid:\\t${uid}\\t`, 'm'));
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      expect(statSync(data).uid).toBe(uid);
    } finally {
      server.kill('SIGTERM');
      await ended;
      receiver.kill();
    }
    expect(server.exitCode, printed).toBe(0);
    // What it makes belongs to its user, and what it changes would have to let everybody write.
    const written = ['(', '-uid', String(uid), '-o', '-perm', '-o=w', '-newer', before, ')'];
    expect(execFileSync('find', [CHECKOUT, '-not', '-type', 'l', ...written], { encoding: 'utf8' })).toBe('');
  });
});
