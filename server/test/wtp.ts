import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { expect, inject } from 'vitest';
import { runCommand } from '../src/cli/run-command.ts';
import { readConfig } from '../src/core/config.ts';
import { COMPILE_CACHE } from './compile-cache.ts';

const CLI = path.resolve(import.meta.dirname, '../dist/cli.js');

type Env = Record<string, string>;
type Outcome = { code: number; stdout: string; stderr: string };
type Run = (words: string[], env: Env) => Promise<Outcome>;

/** The operator's command line with this environment, and nothing else of ours; starting a process is left out. */
export const commandsWith = (base: Env) => wordsWith(base, withinThisProcess);

/** The same as processes of their own, for what only these show: what is printed where, and that they end. */
export const processesWith = (base: Env) => wordsWith(base, asProcess);

function wordsWith(base: Env, run: Run) {
  const wtp = (words: string[], env: Env = {}) => run(words, { DATA_DIR: inject('dataFolder'), ...base, ...env });

  /** Returns what a command prints with --json: one object on one line, and that alone. */
  async function json(words: string[], env: Env = {}): Promise<unknown> {
    const { code, stdout, stderr } = await wtp([...words, '--json'], env);
    expect(code, stderr).toBe(0);
    expect(stdout.trimEnd()).not.toContain('\n');
    return JSON.parse(stdout);
  }

  /** Returns the error of a command that fails: nothing on stdout, one line on stderr, exit code 1. */
  async function failure(words: string[], env: Env = {}): Promise<string> {
    const { code, stdout, stderr } = await wtp(words, env);
    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr.trimEnd()).not.toContain('\n');
    return stderr.trimEnd();
  }

  return { wtp, json, failure };
}

async function withinThisProcess(words: string[], env: Env): Promise<Outcome> {
  let [stdout, stderr] = ['', ''];
  const code = await runCommand(words, {
    config: () => readConfig(env),
    out: (text) => (stdout += text),
    err: (text) => (stderr += text),
  });
  return { code, stdout, stderr };
}

async function asProcess(words: string[], env: Env): Promise<Outcome> {
  const child = spawn(process.execPath, [CLI, ...words], {
    env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...COMPILE_CACHE, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}
