import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { keyFor, startAiStandIn, type AiStandIn } from '../test/ai/stand-in.ts';
import { evaluate } from './evaluate.ts';
import { behaveAs } from './models-fixture.ts';
import { readOptions, relationOf } from './options.ts';

let standIn: AiStandIn;
let folder: string;
let answers: string;

beforeAll(async () => {
  standIn = await startAiStandIn();
  folder = mkdtempSync(path.join(os.tmpdir(), 'own-judge-'));
  for (const name of ['en/forklift-batteries', 'en/mail-and-ai-tools', 'de/betriebskueche', 'pl/prasa'])
    cpSync(
      path.join(import.meta.dirname, 'sources', `${name}.txt`),
      path.join(folder, 'sources', `${path.basename(name)}.txt`),
    );
  answers = path.join(folder, 'answers.jsonl');
  const lines = readFileSync(path.join(import.meta.dirname, 'grading/answers.jsonl'), 'utf8').split('\n');
  writeFileSync(answers, lines.filter((_, n) => n % 3 === 0).join('\n'));
});
beforeEach(() => {
  standIn.requests.length = 0;
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await standIn.stop();
});

async function run(...args: string[]) {
  const few = ['--sources', path.join(folder, 'sources'), '--cards', '10', '--questions', '3', '--planted', '2'];
  const { exitCode, lines } = await evaluate(
    readOptions([...few, '--answers', answers, '--parallel', '8', ...args]),
    {
      ...standIn.env,
      AI_PRIVATE_TARGETS: 'loopback',
      OPENAI_API_KEY: keyFor('good'),
      OPENAI_COMPATIBLE_API_KEY: keyFor('good'),
    },
    () => undefined,
  );
  return { exitCode, said: lines.join('\n') };
}

const SELF = ['--model', 'openai:gpt-6.1-sol', '--judge', 'openai:gpt-6.1-sol'];
/** Wrong everywhere, so that the figures decide wherever they may. */
const wrong = () => behaveAs(standIn, 'wrong', 'honest');

test('a model that judges itself is undecided, whatever it finds, and its items are not judged', async () => {
  wrong();
  const file = path.join(folder, 'own.json');
  const { exitCode, said } = await run(...SELF, '--ci', '--last', file);
  expect(exitCode).toBe(2);
  expect(said).toContain('- the judge is the model itself, so that nobody else has looked at the items: name another');
  expect(said).toMatch(/\nopenai:gpt-6\.1-sol: undecided$/);
  expect(said).toContain('of the cards are right: not measured');
  expect(existsSync(file)).toBe(false);
});

test('so is one that the same model judges at another endpoint', async () => {
  wrong();
  const local = ['--model', 'openai_compatible:openai/gpt-6.1-sol', '--endpoint'];
  const { exitCode, said } = await run(
    ...local,
    `${standIn.baseUrls.openai_compatible}/v1`,
    '--judge',
    'openai:gpt-6.1-sol',
  );
  expect(exitCode).toBe(2);
  expect(said).toContain('- the judge is the same model elsewhere, so that nobody else has looked at the items');
});

test('somebody who accepts it gets a verdict that begins with a warning', async () => {
  wrong();
  const { exitCode, said } = await run(...SELF, '--judge-is-model');
  expect(exitCode).toBe(1);
  expect(said).toContain('not good enough:\n- warning: the judge is the model itself');
  expect(said).toMatch(/\nopenai:gpt-6\.1-sol: not good enough, judged by itself$/);
});

test('a model is told by its name, whoever provides it, and other sizes are other models', () => {
  const [model] = readOptions(['--model', 'openai:gpt-6.1-sol']).model;
  const isOf = (name: string) => {
    const { judge } = readOptions(['--model', 'openai:gpt-6.1-sol', '--judge', name]);
    return judge && model && relationOf(judge, model);
  };
  expect(isOf('openai:gpt-6.1-sol')).toBe('the model itself');
  expect(isOf('azure_openai:GPT-6.1-sol')).toBe('the same model elsewhere');
  expect(isOf('openai_compatible:openai/gpt-6.1-sol:free')).toBe('the same model elsewhere');
  expect(isOf('openai:gpt-6.1-sol-2026-11-02')).toBe('the same model elsewhere');
  expect(isOf('openai_compatible:openai.gpt-6.1-sol-20261102-v1:0')).toBe('the same model elsewhere');
  expect(isOf('azure_openai:gpt-6.1-sol@20261102')).toBe('the same model elsewhere');
  expect(isOf('openai_compatible:gpt-6.1-sol-latest')).toBe('the same model elsewhere');
  expect(isOf('openai_compatible:gpt-6.1-sol-mini')).toBe('perhaps of the same family');
  expect(isOf('openai:gpt-6.1-terra')).toBe('of the same family');
  expect(isOf('anthropic:claude-opus-5-5')).toBe('of another family');
});
