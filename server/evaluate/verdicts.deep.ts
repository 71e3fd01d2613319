import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, test } from 'vitest';
import { keyFor } from '../test/ai/stand-in.ts';
import { JUDGE, startEvaluations, verdictIn } from './evaluate-fixture.ts';
import { behaveAs } from './models-fixture.ts';
import { readOptions } from './options.ts';
import { Results } from './report.ts';

const { standIn, folder, few, some, enough, little, least, run } = await startEvaluations();

describe('with a judge that was proven', () => {
  test('an honest model that is right nine in ten is good enough, asked with the effort that the server gives it', async () => {
    const { exitCode, said } = await run([...JUDGE, ...enough]);
    expect(verdictIn(said), said).toMatch(/^good enough/);
    expect(exitCode).toBe(0);
    expect(said).toMatch(/Judge: openai:gpt-6\.1-sol, of another family\. It found \d+% of 80 wrong items/);
    expect(said).toMatch(
      /\| anthropic:claude-opus-5-5 \| cards \| pl \| \d+% \(\d+–\d+ of \d+\) \| \d+% .*\| \$\d\.\d\d \|/,
    );
    expect(said).toMatch(/\| anthropic:claude-opus-5-5 \| grading \| es \| κ 0\.\d\d \(.*of \d+\) \|/);
    const judged = standIn.requests.filter(({ provider }) => provider === 'openai');
    for (const { body } of judged) expect(body).not.toContain('"correct"');
    const asked = (feature: string) => standIn.requests.find((each) => each.feature === feature && !each.isCheck)?.body;
    expect(asked('card_generation')).toContain('"effort":"low"');
    expect(asked('quiz_generation')).toContain('"effort":"medium"');
    expect(asked('oral_grading')).toContain('"effort":"medium"');
  });

  test('a model that agrees with everything is not good enough, because of what it should have refused', async () => {
    behaveAs(standIn, 'agreeing', 'honest');
    const { exitCode, said } = await run([...JUDGE, ...little, '--planted', '3']);
    expect(exitCode).toBe(1);
    expect(verdictIn(said)).toMatch(/[23]\d% of the planted faults that it can see are caught by the second call/);
    expect(verdictIn(said)).toContain('0.00 weighted kappa with people');
    expect(verdictIn(said)).not.toContain('of good items are objected to');
  });
});

describe('without a judge whose word counts, it is undecided', () => {
  test('because none was named; cases are run if asked for', async () => {
    const { exitCode, said } = await run([...least, '--cases', '--json']);
    expect(exitCode).toBe(2);
    const [result] = Results.parse(JSON.parse(said)).models;
    expect(result?.outcome).toBe('undecided');
    expect(result?.reasons[0]).toContain('no judge was named, so that nobody has looked at the items: add --judge');
    expect(result?.figures.judged_cards).toEqual({ value: null, of: 0 });
    expect(result?.figures.cases?.of).toBeGreaterThan(10);
  });

  test('because it agrees with everything, also what was planted; nothing is stored', async () => {
    behaveAs(standIn, 'honest', 'agreeing');
    const file = path.join(folder, 'none.json');
    const { exitCode, said } = await run([...JUDGE, ...least, '--ci', '--last', file]);
    expect(exitCode).toBe(2);
    expect(verdictIn(said)).toContain('wrong items, and 75% must be certain: name another judge');
    expect(existsSync(file)).toBe(false);
  });

  test('because neither it nor the model accepts its key, which says nothing about the model', async () => {
    const refused = { ANTHROPIC_API_KEY: keyFor('bad'), OPENAI_API_KEY: keyFor('bad') };
    const { exitCode, said } = await run([...JUDGE, ...least], refused);
    expect(exitCode).toBe(2);
    expect(verdictIn(said)).toContain('the judge couldn’t be asked: The provider does not accept the key');
    expect(said).toContain('forklift-batteries.txt, cards: The provider does not accept the key');
  });
});

test('a model that could not be asked is undecided beside a proven judge, because nothing was measured', async () => {
  const enoughToMiss = [...JUDGE, ...least, '--sources', some, '--cards', '10'];
  const { exitCode, said } = await run(enoughToMiss, { ANTHROPIC_API_KEY: keyFor('bad') });
  expect(verdictIn(said), said).toMatch(/^undecided/);
  expect(verdictIn(said)).toMatch(/\d+ of the calls failed: run it again/);
  expect(exitCode).toBe(2);
});

test('--ci does not store a result of calls that failed', async () => {
  const file = path.join(folder, 'failed.json');
  await run([...JUDGE, ...least, '--ci', '--last', file], { ANTHROPIC_API_KEY: keyFor('bad') });
  expect(existsSync(file)).toBe(false);
});

test('the second look is done by the model that was named for it, and its price counts', async () => {
  const look = ['--second-look', 'openai:gpt-6.1-terra'];
  const { said } = await run([...look, ...least], { OPENAI_API_KEY: keyFor('good', 'look') });
  expect(said).toContain('Second look by openai:gpt-6.1-terra.');
  const by = Map.groupBy(standIn.requests, ({ isCheck }) => isCheck);
  expect(new Set(by.get(true)?.map(({ provider }) => provider))).toEqual(new Set(['openai']));
  expect(new Set(by.get(false)?.map(({ provider }) => provider))).toEqual(new Set(['anthropic']));
  expect(said).toMatch(/% of the planted faults that it can see are caught by the second call/);
});

describe('a model behind an endpoint that speaks OpenAI’s protocol', () => {
  const LOCAL = ['--model', 'openai_compatible:qwen3:8b'];
  const ours = ['--endpoint', `${standIn.baseUrls.openai_compatible}/v1`];
  const key = { OPENAI_COMPATIBLE_API_KEY: keyFor('good') };

  test('reads its sources in parts that fit its context window', async () => {
    const folderOfLong = path.join(folder, 'long');
    mkdirSync(folderOfLong);
    const text = readFileSync(path.join(few, 'forklift-batteries.txt'), 'utf8');
    const more = readFileSync(path.join(some, 'mail-and-ai-tools.txt'), 'utf8');
    writeFileSync(path.join(folderOfLong, 'long.txt'), `${text}\n\n${more}`.repeat(3));
    await run([...ours, ...least, '--sources', folderOfLong, '--context-tokens', '8192'], key, LOCAL);
    const cards = standIn.requests.filter((each) => each.feature === 'card_generation' && !each.isCheck);
    const read = cards.map(({ body }) => /<source>(.*?)<\/source>/.exec(body)?.[1]?.length ?? Infinity);
    expect(read.length).toBeGreaterThan(1);
    // Half of the window is for the answer, and a part of it for the rules; escapes are counted here, too.
    expect(Math.max(...read)).toBeLessThan(3_600);
    const at = standIn.requests.filter(({ provider }) => provider === 'openai_compatible');
    expect(new Set(at.map((each) => each.key))).toEqual(new Set([keyFor('good')]));
  });

  test('isn’t begun with without its address, at a network that isn’t allowed, or with a refused key', async () => {
    await expect(run(least, key, LOCAL)).rejects.toThrow('openai_compatible:qwen3:8b: add --endpoint');
    const notAllowed = run([...ours, ...least], { ...key, AI_PRIVATE_TARGETS: '' }, LOCAL);
    await expect(notAllowed).rejects.toThrow(/^--endpoint: Leads to 127\.0\.0\.1, .*AI_PRIVATE_TARGETS/);
    const refused = run([...ours, ...least], { OPENAI_COMPATIBLE_API_KEY: keyFor('bad') }, LOCAL);
    await expect(refused).rejects.toThrow('openai_compatible:qwen3:8b: ');
    expect(() => readOptions([...LOCAL, '--context-tokens', '100'])).toThrow('--context-tokens');
  });
});

test('what it can’t begin with is said in words, with another exit code than a verdict', async () => {
  expect(() => readOptions(['--model', 'deepgram:nova-3'])).toThrow('makes no cards');
  expect(() => readOptions(['--model', 'claude'])).toThrow('write <provider>:<model>');
  expect(() => readOptions([])).toThrow('--model');
  await expect(run(least, { ANTHROPIC_API_KEY: '' })).rejects.toThrow('ANTHROPIC_API_KEY: set it to a key');
  const other = path.join(folder, 'other.json');
  writeFileSync(other, '{}');
  await expect(run([...least, '--last', other])).rejects.toThrow('is not a result that --json printed');
  const main = path.join(import.meta.dirname, 'main.ts');
  await expect(promisify(execFile)(process.execPath, [main])).rejects.toMatchObject({ code: 3 });
});
