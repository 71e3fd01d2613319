import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect } from 'vitest';
import { COMPILE_CACHE } from './compile-cache.ts';

const CLI = path.resolve(import.meta.dirname, '../src/cli.ts');

type Outcome = { code: number; stdout: string; stderr: string };

/** The operator's command line as its own process, with this environment and nothing else of ours. */
export function commandsWith(base: Record<string, string>) {
  async function wtp(words: string[], env: Record<string, string> = {}): Promise<Outcome> {
    const child = spawn(process.execPath, [CLI, ...words], {
      env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...COMPILE_CACHE, ...base, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
    return { code, stdout, stderr };
  }

  /** What a command prints with --json: one object on one line, and that alone. */
  async function json(words: string[], env: Record<string, string> = {}): Promise<unknown> {
    const { code, stdout, stderr } = await wtp([...words, '--json'], env);
    expect(code, stderr).toBe(0);
    expect(stdout.trimEnd()).not.toContain('\n');
    return JSON.parse(stdout);
  }

  /** How a command fails: nothing on stdout, one line on stderr, 1 as its exit code. */
  async function failure(words: string[], env: Record<string, string> = {}): Promise<string> {
    const { code, stdout, stderr } = await wtp(words, env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd()).not.toContain('\n');
    return stderr.trimEnd();
  }

  return { wtp, json, failure };
}
