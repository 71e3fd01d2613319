import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { vi } from 'vitest';
import { COMPILE_CACHE } from '../compile-cache.ts';
import { freePort } from '../free-port.ts';
import { adapted, commandOf, settingOf, fileOfPage } from './deploy-page.ts';

/** As test servers seal, which fill the database. */
const SEALED_WITH = {
  ENCRYPTION_KEYS: `test:${Buffer.alloc(32, 7).toString('base64')}`,
  ENCRYPTION_ACTIVE_KEY: 'test',
};

const CHECKOUT = path.resolve(import.meta.dirname, '../../..');

/** Holds the socket as systemd does, and starts and stops instances that listen on it, as it reads. */
const HOLDER = `
while read -r command name; do
  case $command in
    start) sh -c 'LISTEN_PID=$$ exec $1' sh "$EXEC_START" >> "$LOGS/$name.log" 2>&1 & eval "pid_$name=$!" ;;
    stop) eval "kill -TERM \\$pid_$name; wait \\$pid_$name"; echo "$name ended with $?" ;;
  esac
done`;

/** Milliseconds, for a machine that is busy with others. */
const PATIENCE = 60_000;

/** Waits until it is so; hooks have no `expect.poll`. */
async function until(what: () => string, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const look = async () => {
    if (!(await isSo())) throw new Error(`waited in vain: ${what()}`);
  };
  await vi.waitFor(look, { timeout: PATIENCE, interval: 50 });
}

export type Installation = Awaited<ReturnType<typeof install>>;

/** The units and nginx of docs/operate/deploy.md, but for ports and folders; everything ends with the test file. */
export async function install(databaseUrl: string, settings: Record<string, string> = {}) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'training-deploy-'));
  const [http, https, socket] = [await freePort(), await freePort(), await freePort()];
  const origin = `https://localhost:${https}`;
  const key = path.join(folder, 'key.pem');
  const certificate = path.join(folder, 'certificate.pem');
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '2', '-subj', '/CN=localhost'];
  execFileSync('openssl', [...request, '-keyout', key, '-out', certificate], { stdio: 'ignore' });

  const site = adapted('/etc/nginx/sites-available/training', {
    // Not every machine has IPv6; machine.deep.ts asks over it.
    'listen [::]:80;': '',
    'listen [::]:443 ssl http2;': '',
    'listen 80;': `listen 127.0.0.1:${http};`,
    'listen 443 ': `listen 127.0.0.1:${https} `,
    'https://training.example.com$request_uri': `${origin}$request_uri`,
    'training.example.com;': 'localhost;',
    '/etc/letsencrypt/live/training.example.com/fullchain.pem': certificate,
    '/etc/letsencrypt/live/training.example.com/privkey.pem': key,
    'http://127.0.0.1:3000': `http://127.0.0.1:${socket}`,
  });
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => {
    mkdirSync(path.join(folder, kind));
    return `${kind}_temp_path ${path.join(folder, kind)};`;
  });
  const nginxConfig = path.join(folder, 'nginx.conf');
  const access = path.join(folder, 'access.log');
  // What Debian's own file has around the sites, without its folders.
  const around = `user root;\nworker_processes 2;\npid ${folder}/nginx.pid;\nerror_log stderr warn;\ndaemon off;\n`;
  const events = 'events { worker_connections 768; }\n';
  writeFileSync(nginxConfig, `${around}${events}http {\naccess_log ${access};\n${temporary.join('\n')}\n${site}}\n`);
  const nginx = spawn('nginx', ['-p', folder, '-c', nginxConfig], { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  nginx.stderr.on('data', (chunk) => (said += String(chunk)));

  const unit = fileOfPage('/etc/systemd/system/training@.service');
  const address = settingOf(fileOfPage('/etc/systemd/system/training.socket'), 'ListenStream');
  const execStart = commandOf(unit);
  const environment = {
    ...COMPILE_CACHE,
    EXEC_START: execStart,
    LOGS: folder,
    DATABASE_URL: databaseUrl,
    DATA_DIR: folder,
    PUBLIC_URL: origin,
    TRUST_PROXY: 'loopback',
    LOG_LEVEL: 'info',
    RATE_LIMIT_READS_PER_MINUTE: '0',
    RATE_LIMIT_WRITES_PER_MINUTE: '0',
    ...SEALED_WITH,
    ...settings,
  };
  // Of its own environment it passes on little.
  const variables = Object.entries(environment).flatMap(([name, value]) => ['-E', `${name}=${value}`]);
  const listening = address.replace('3000', String(socket));
  const holder = spawn('systemd-socket-activate', ['-l', listening, ...variables, 'sh', '-c', HOLDER], {
    cwd: CHECKOUT,
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let ended = '';
  holder.stdout.on('data', (chunk) => (ended += String(chunk)));
  const logOf = (name: string) => {
    const file = path.join(folder, `${name}.log`);
    return existsSync(file) ? readFileSync(file, 'utf8') : '';
  };
  const starts = (name: string) => logOf(name).split('"msg":"Listening"').length - 1;

  const running = new Set<string>();

  async function start(name: string): Promise<void> {
    const before = starts(name);
    running.add(name);
    holder.stdin.write(`start ${name}\n`);
    await until(
      () => `${name} starts: ${logOf(name)}`,
      () => starts(name) === before + 1,
    );
  }

  async function stop(name: string): Promise<void> {
    ended = '';
    holder.stdin.write(`stop ${name}\n`);
    await until(
      () => `${name} ends with 0: ${logOf(name)}`,
      () => ended === `${name} ended with 0\n`,
    );
    running.delete(name);
  }

  async function close(): Promise<void> {
    for (const name of running) await stop(name);
    holder.stdin.end();
    holder.kill('SIGTERM');
    if (nginx.exitCode === null && nginx.kill('SIGTERM')) await once(nginx, 'close');
    rmSync(folder, { recursive: true, force: true });
  }

  try {
    // systemd-socket-activate starts the program with the first connection.
    await until(
      () => 'the socket is listened on',
      async () => {
        const knocking = connect(socket, '127.0.0.1');
        const connected = await once(knocking, 'connect').then(
          () => true,
          () => false,
        );
        knocking.destroy();
        return connected;
      },
    );
    await until(
      () => `nginx answers: ${said}`,
      async () => {
        const answer = await fetch(`http://127.0.0.1:${http}/`, { redirect: 'manual' }).catch(() => undefined);
        return answer?.status === 301;
      },
    );
  } catch (error) {
    await close();
    throw error;
  }
  return { origin, folder, start, stop, close, logOf, port: socket, nginxErrors: () => said };
}
