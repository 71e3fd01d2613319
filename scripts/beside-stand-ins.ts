import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** What a process is started with. */
export type Settings = Record<string, string | undefined>;

/** Those of this shell, without the ones that would reach somebody real. The data of the demo lie apart. */
export function settingsWithout(names: RegExp, folder: string): Settings {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.test(name)));
  return { DATA_DIR: path.join(root, '.data', folder), ...env };
}

/**
 * Runs what `npm start` runs, with settings that lead to stand-ins, until it ends.
 * @param onReady Called once it listens, with the address of the console.
 */
export async function runBesideStandIns(settings: Settings, onReady: (origin: string) => Promise<void>): Promise<void> {
  const server = spawn(
    process.execPath,
    ['--max-semi-space-size=4', '--max-old-space-size=512', path.join(root, 'scripts/start.ts')],
    { stdio: ['inherit', 'pipe', 'inherit'], env: settings },
  );
  let printed = '';
  let ready = false;
  server.stdout.on('data', (data: Buffer) => {
    process.stdout.write(data);
    if (ready) return;
    printed += data.toString();
    const origin = /Console +(http\S+)[^]*Sign in /.exec(printed)?.[1];
    if (!origin) return;
    ready = true;
    onReady(origin).catch((error: unknown) => process.stderr.write(`${String(error)}\n`));
  });
  // Ctrl-C reaches the server by itself; it drains, and then this ends too.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => server.kill('SIGTERM'));
  await once(server, 'exit');
  process.exitCode = server.exitCode ?? 1;
}

/** What an operator's command prints with `--json`; nothing where it fails. */
export async function runWtp(settings: Settings, ...words: string[]): Promise<string> {
  const child = spawn(process.execPath, [path.join(root, 'server/dist/cli.js'), ...words, '--json'], {
    stdio: ['ignore', 'pipe', 'ignore'],
    env: settings,
  });
  let answer = '';
  child.stdout.on('data', (data: Buffer) => (answer += data.toString()));
  await once(child, 'close');
  return answer;
}

/** A link that signs somebody of the demo in; none where the database is another one than the demo's. */
export async function signInLink(settings: Settings, email: string): Promise<string | undefined> {
  const answer = await runWtp(settings, 'user', 'invite', '--workspace', 'demo', '--email', email);
  return /"sign_in_url":\s*"([^"]+)"/.exec(answer)?.[1];
}
