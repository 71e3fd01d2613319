import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import { keyFor, startAiStandIn, type AiStandIn } from '../test/ai/stand-in.ts';
import { evaluate } from './evaluate.ts';
import { behaveBadly, behaveWell } from './models-fixture.ts';
import { readOptions } from './options.ts';

let standIn: AiStandIn;
let folder: string;

beforeAll(async () => {
  standIn = await startAiStandIn();
  folder = mkdtempSync(path.join(os.tmpdir(), 'evaluate-'));
  // The stand-in finds sentences by their spaces, which Chinese has none of.
  for (const name of ['en.md', 'de.md'])
    cpSync(path.join(import.meta.dirname, 'sources', name), path.join(folder, name));
});
beforeEach(() => {
  standIn.requests.length = 0;
  behaveWell(standIn);
});
afterEach(() => {
  for (const each of ['card_generation', 'quiz_generation', 'oral_grading', 'check'] as const) {
    standIn.respond(each, undefined);
  }
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await standIn.stop();
});

const GOOD = ['--provider', 'anthropic', '--model', 'claude-opus-5-5'];
const JUDGE = ['--judge-provider', 'openai', '--judge-model', 'gpt-6.1-sol'];

async function run(...args: string[]) {
  const env = { ...standIn.env, ANTHROPIC_API_KEY: keyFor('good'), OPENAI_API_KEY: keyFor('good', 'judge') };
  const { isGoodEnough, lines } = await evaluate(
    readOptions([...GOOD, '--sources', folder, ...args]),
    env,
    () => undefined,
  );
  return { isGoodEnough, said: lines.join('\n') };
}

const Json = z.object({
  figures: z.record(z.string(), z.object({ value: z.number().nullable(), of: z.number() })),
  changes: z.array(z.string()),
});

describe('a good model', () => {
  test('is good enough, and a judge of another family is asked without the key', async () => {
    const { said, isGoodEnough } = await run(...JUDGE);
    expect(said).toMatch(/\ngood enough$/);
    expect(isGoodEnough).toBe(true);
    expect(said).toContain('judged by openai, gpt-6.1-sol');
    const judged = standIn.requests.filter(({ provider }) => provider === 'openai');
    expect(judged.length).toBe(2);
    for (const { body } of judged) expect(body).not.toContain('"correct"');
  });

  test('is asked with the effort of each feature, as the server asks', async () => {
    await run();
    const told = (feature: string) => standIn.requests.find((each) => each.feature === feature && !each.isCheck)?.body;
    expect(told('card_generation')).toContain('"effort":"low"');
    expect(told('quiz_generation')).toContain('"effort":"medium"');
    expect(told('oral_grading')).toContain('"effort":"medium"');
  });

  test('that was made for our sources misses some cases, and which ones is said', async () => {
    const { said } = await run('--cases');
    expect(said).toMatch(/\| \d+% of the cases as expected \| \d\d \|/);
    expect(said).toContain('Cases that are not as expected:');
  });

  test('without a judge it is said that nothing was judged', async () => {
    const { said } = await run();
    expect(said).toContain('no judge was given');
    expect(said).toMatch(/of the keys are right to the judge: not measured/);
  });
});

describe('a bad model', () => {
  test('is not good enough, and each measure that it missed is named', async () => {
    behaveBadly(standIn);
    const { said, isGoodEnough } = await run(...JUDGE);
    expect(isGoodEnough).toBe(false);
    const verdict = said.slice(said.indexOf('not good enough:'));
    for (const words of [
      'in the wanted language',
      'of what was asked for came',
      'near duplicates',
      'left out by code',
      'flagged',
      'are the longest option',
      'key beside its distractors',
      'of the criteria graded as we do',
      'are right to the judge',
      'can be answered from the source',
      'have distractors that could be believed',
    ]) {
      expect(verdict).toContain(words);
    }
  });

  test('is said to be worse than a baseline in what it misses', async () => {
    const before = await run('--json');
    writeFileSync(path.join(folder, 'before.json'), before.said);
    behaveBadly(standIn);
    const now = await run('--json', '--baseline', path.join(folder, 'before.json'));
    const { figures, changes } = Json.parse(JSON.parse(now.said));
    expect(figures.language?.value).toBe(0);
    expect(changes).toContain('- worse: 0% in the wanted language, was 100%');
  });

  test('whose provider refuses the key is not good enough, and says why', async () => {
    const env = { ...standIn.env, ANTHROPIC_API_KEY: keyFor('bad') };
    const { isGoodEnough, lines } = await evaluate(readOptions([...GOOD, '--sources', folder]), env, () => undefined);
    expect(isGoodEnough).toBe(false);
    expect(lines.join('\n')).toContain('en.md, card_generation: The provider does not accept the key');
  });
});

test('what it cannot begin with is said in words', () => {
  expect(() => readOptions(['--provider', 'deepgram', '--model', 'nova-3'])).toThrow('--provider: makes no cards');
  expect(() => readOptions([...GOOD, '--judge-provider', 'openai'])).toThrow('go together');
  expect(() => readOptions([...GOOD, '--judge-provider', 'anthropic', '--judge-model', 'x'])).toThrow('name another');
  const azure = ['--provider', 'azure_openai', '--model', 'ours', '--judge-provider', 'openai', '--judge-model', 'x'];
  expect(() => readOptions(azure)).toThrow('name another');
});
