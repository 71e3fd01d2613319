import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

const root = path.resolve(import.meta.dirname, '..');

/** Environment variables of a process. */
export type Settings = Record<string, string | undefined>;

/**
 * Returns this shell's environment without the variables that would reach real services. The demo's data go to a
 * separate folder.
 */
export function settingsWithout(names: RegExp, folder: string): Settings {
  const env = Object.fromEntries(Object.entries(process.env).filter(([name]) => !names.test(name)));
  return { DATA_DIR: path.join(root, '.data', folder), ...env };
}

/**
 * Runs the same as `npm start`, with settings that point to fake servers, until it ends.
 * @param onReady Called with the console's URL once the server listens.
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
  // Ctrl-C reaches the server directly; it drains, and then this process ends too.
  process.on('SIGINT', () => undefined);
  process.on('SIGTERM', () => server.kill('SIGTERM'));
  await once(server, 'exit');
  process.exitCode = server.exitCode ?? 1;
}

/** Returns the output of an operator's command with `--json`; empty if it fails. */
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

/** Returns a sign-in link for a demo user; undefined if the database isn't the demo's. */
export async function signInLink(settings: Settings, email: string): Promise<string | undefined> {
  const answer = await runWtp(settings, 'user', 'invite', '--workspace', 'demo', '--email', email);
  return /"sign_in_url":\s*"([^"]+)"/.exec(answer)?.[1];
}

type Person = { who: string; name: string; email: string };

/** Returns lines with sign-in links for the people who exist in the demo. */
export async function signInLines(settings: Settings, origin: string, people: readonly Person[]): Promise<string[]> {
  const lines: string[] = [];
  for (const { who, name, email } of people) {
    const link = await signInLink({ ...settings, PUBLIC_URL: origin }, email);
    if (link) lines.push(`  ${who.padEnd(13)}  ${link}`, `${' '.repeat(17)}the same as ${name}`);
  }
  return lines;
}

/** Starts what uses a port and the two after it. Ends the process if one of them is taken. */
export async function startAt<T>(port: number, start: (port: number) => Promise<T>, command: string): Promise<T> {
  try {
    return await start(port);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EADDRINUSE')) throw error;
    process.stderr.write(
      `Port ${port} or one of the two after it is taken, maybe by another npm run ${command}; choose others: DESK_PORT=${port + 100}\n`,
    );
    process.exit(1);
  }
}
