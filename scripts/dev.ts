// `npm run dev`: runs the server, which restarts when its files change, and the console with hot reloading in front of
// it.
import { spawn, type ChildProcess } from 'node:child_process';
import path from 'node:path';
import { buildPlayer } from './player-build.ts';

const root = path.resolve(import.meta.dirname, '..');
const port = process.env.PORT ?? '3000';

const run = (cwd: string, args: string[], env: Record<string, string> = {}): ChildProcess =>
  spawn(process.execPath, args, { cwd: path.join(root, cwd), stdio: 'inherit', env: { ...process.env, ...env } });

// SCORM packages are made of it.
await buildPlayer();
// The console is opened at Vite's address, so sign-in links and origin checks must use that.
const started = [
  run('.', ['--watch', 'server/src/app/main.ts'], {
    PORT: port,
    NODE_ENV: 'development',
    OUTPUT: 'text',
    PUBLIC_URL: 'http://localhost:5173',
  }),
  run('web', ['node_modules/vite/bin/vite.js', '--port', '5173', '--strictPort'], {
    API_URL: `http://127.0.0.1:${port}`,
  }),
];

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => started.forEach((child) => child.kill('SIGTERM')));
}
for (const child of started) {
  child.on('exit', () => started.forEach((other) => other.kill('SIGTERM')));
}
