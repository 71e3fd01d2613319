import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import os from 'node:os';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keyFor, startAiStandIn, type AiStandIn } from '../test/ai/stand-in.ts';
import { evaluate } from './evaluate.ts';
import { behaveAs } from './models-fixture.ts';
import { readOptions } from './options.ts';
import { Results } from './report.ts';

let standIn: AiStandIn;
let folder: string;
let few: string;
let some: string;
let fewAnswers: string;

beforeAll(async () => {
  standIn = await startAiStandIn();
  folder = mkdtempSync(path.join(os.tmpdir(), 'evaluate-'));
  // Those with most good items, so that the model has enough to make.
  const names = ['de/erste-hilfe', 'de/gabelstapler', 'es/carretilla', 'es/datos-personales', 'es/primeros-auxilios'];
  const more = ['fr/donnees-personnelles', 'fr/echelles', 'fr/premiers-secours', 'pl/kuchnia', 'pl/pierwsza-pomoc'];
  const english = ['en/forklift-batteries', 'en/mail-and-ai-tools', 'de/betriebskueche', 'pl/prasa'];
  few = path.join(folder, 'few');
  const lines = readFileSync(path.join(import.meta.dirname, 'grading/answers.jsonl'), 'utf8').split('\n');
  fewAnswers = path.join(folder, 'answers.jsonl');
  writeFileSync(fewAnswers, lines.filter((_, n) => n % 3 === 0).join('\n'));
  for (const name of [...names, ...more, ...english]) copySource(name, path.join(folder, 'sources'));
  copySource('en/forklift-batteries', few);
  some = path.join(folder, 'some');
  for (const name of english) copySource(name, some);
});
beforeEach(() => {
  standIn.requests.length = 0;
  behaveAs(standIn, 'honest', 'honest');
});
afterAll(async () => {
  rmSync(folder, { recursive: true });
  await standIn.stop();
});

function copySource(name: string, to: string): void {
  mkdirSync(to, { recursive: true });
  cpSync(path.join(import.meta.dirname, 'sources', `${name}.md`), path.join(to, `${path.basename(name)}.md`));
}

const MODEL = ['--model', 'anthropic:claude-opus-5-5'];
const JUDGE = ['--judge', 'openai:gpt-6.1-sol'];

/** Just enough samples to decide about an honest model and to show a bad one. */
const enough = () => ['--sources', path.join(folder, 'sources'), '--cards', '6', '--questions', '3', '--planted', '4'];
const little = () => ['--sources', few, '--cards', '5', '--questions', '3', '--planted', '1'];
const least = () => [...little(), '--answers', fewAnswers];

async function run(args: string[], keys: Record<string, string> = {}, model = MODEL) {
  const good = { ANTHROPIC_API_KEY: keyFor('good'), OPENAI_API_KEY: keyFor('good', 'judge') };
  const { exitCode, lines } = await evaluate(
    readOptions([...model, '--parallel', '8', ...args]),
    { ...standIn.env, ...good, ...keys },
    () => undefined,
  );
  return { exitCode, said: lines.join('\n') };
}

const verdictIn = (said: string) => said.slice(said.search(/^(?:good enough|not good enough|undecided)/m));

describe('with a judge that was proven', () => {
  test('an honest model that is right nine in ten is good enough, asked with the effort that the server gives it', async () => {
    const { exitCode, said } = await run([...JUDGE, ...enough()]);
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
    const { exitCode, said } = await run([...JUDGE, ...little(), '--planted', '3']);
    expect(exitCode).toBe(1);
    expect(verdictIn(said)).toMatch(/[23]\d% of the planted faults that it can see are caught by the second call/);
    expect(verdictIn(said)).toContain('0.00 weighted kappa with people');
    expect(verdictIn(said)).not.toContain('of good items are objected to');
  });

  test('a model that is wrong everywhere is not good enough anywhere', async () => {
    behaveAs(standIn, 'wrong', 'honest');
    const { exitCode, said } = await run([...JUDGE, ...little(), '--sources', some, '--cards', '10', '--planted', '2']);
    expect(exitCode).toBe(1);
    for (const words of [
      'of good items are objected to',
      'of the requested items',
      'left out by code',
      'weighted kappa with people',
      'of the cards are right',
    ]) {
      expect(verdictIn(said)).toContain(words);
    }
  });
});

describe('without a judge whose word counts, it is undecided', () => {
  test('because none was named; cases are run if asked for', async () => {
    const { exitCode, said } = await run([...least(), '--cases', '--json']);
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
    const { exitCode, said } = await run([...JUDGE, ...least(), '--ci', '--last', file]);
    expect(exitCode).toBe(2);
    expect(verdictIn(said)).toContain('wrong items, and 75% must be certain: name another judge');
    expect(existsSync(file)).toBe(false);
  });

  test('because neither it nor the model accepts its key, which says nothing about the model', async () => {
    const refused = { ANTHROPIC_API_KEY: keyFor('bad'), OPENAI_API_KEY: keyFor('bad') };
    const { exitCode, said } = await run([...JUDGE, ...least()], refused);
    expect(exitCode).toBe(2);
    expect(verdictIn(said)).toContain('the judge couldn’t be asked: The provider does not accept the key');
    expect(said).toContain('forklift-batteries.md, cards: The provider does not accept the key');
  });
});

test('a model that could not be asked is undecided beside a proven judge, because nothing was measured', async () => {
  const enoughToMiss = [...JUDGE, ...least(), '--sources', some, '--cards', '10'];
  const { exitCode, said } = await run(enoughToMiss, { ANTHROPIC_API_KEY: keyFor('bad') });
  expect(verdictIn(said), said).toMatch(/^undecided/);
  expect(verdictIn(said)).toMatch(/\d+ of the calls failed: run it again/);
  expect(exitCode).toBe(2);
});

test('--ci does not store a result of calls that failed', async () => {
  const file = path.join(folder, 'failed.json');
  await run([...JUDGE, ...least(), '--ci', '--last', file], { ANTHROPIC_API_KEY: keyFor('bad') });
  expect(existsSync(file)).toBe(false);
});

test('several models stand in one table, which says that one is judged by itself; too few items are undecided', async () => {
  const judge = ['--judge', 'anthropic:claude-opus-5-5'];
  const { exitCode, said } = await run(['--model', 'openai:gpt-6.1-sol', ...judge, ...least()]);
  expect(exitCode).toBe(2);
  expect(said).toContain('\nanthropic:claude-opus-5-5: undecided\nopenai:gpt-6.1-sol: undecided');
  expect(said).toContain('Judge: anthropic:claude-opus-5-5, the model itself.');
  expect(said).toContain('Judge: anthropic:claude-opus-5-5, of another family.');
  expect(said).toContain('| anthropic:claude-opus-5-5 (judged by itself) | cards | en |');
  expect(said).toContain('| openai:gpt-6.1-sol | cards | en |');
  expect(verdictIn(said)).toMatch(/are too few, \d+ are needed; raise --cards and --questions/);
});

test('the second look is done by the model that was named for it, and its price counts', async () => {
  const look = ['--second-look', 'openai:gpt-6.1-terra'];
  const { said } = await run([...look, ...least()], { OPENAI_API_KEY: keyFor('good', 'look') });
  expect(said).toContain('Second look by openai:gpt-6.1-terra.');
  const by = Map.groupBy(standIn.requests, ({ isCheck }) => isCheck);
  expect(new Set(by.get(true)?.map(({ provider }) => provider))).toEqual(new Set(['openai']));
  expect(new Set(by.get(false)?.map(({ provider }) => provider))).toEqual(new Set(['anthropic']));
  expect(said).toMatch(/% of the planted faults that it can see are caught by the second call/);
});

test('--ci stores a result, ends with 1 once the model is worse, and then leaves the stored one', async () => {
  const file = path.join(folder, 'new', 'last.json');
  const ci = [...JUDGE, ...least(), '--ci', '--last', file];
  expect((await run(ci)).exitCode).toBe(2);
  const kappaIn = () => Results.parse(JSON.parse(readFileSync(file, 'utf8'))).models[0]?.figures.kappa?.value;
  expect(kappaIn()).toBeGreaterThan(0.8);

  behaveAs(standIn, 'agreeing', 'honest');
  const { exitCode, said } = await run(ci);
  expect(exitCode).toBe(1);
  expect(said).toContain('worse than the last result, which stays stored');
  expect(said).toContain('worse: 0.00 weighted kappa with people');
  expect(kappaIn()).toBeGreaterThan(0.8);
});

test('a result of other texts by the same name, or of other numbers of items, isn’t compared', async () => {
  const file = path.join(folder, 'before.json');
  const { said } = await run([...least(), '--json']);
  writeFileSync(file, said);
  const last = [...least(), '--last', file];
  expect((await run(last)).said).not.toContain('not comparable: it had other');
  expect((await run([...last, '--planted', '2'])).said).toContain('not comparable: it had other');
  const changed = path.join(folder, 'changed');
  mkdirSync(changed);
  const name = 'forklift-batteries.md';
  const text = readFileSync(path.join(few, name), 'utf8');
  writeFileSync(path.join(changed, name), text.split('\n').slice(0, -3).join('\n'));
  expect((await run([...last, '--sources', changed])).said).toContain('not comparable: it had other');
});

/** A server as small companies run one: it needs no key, refuses JSON schema, and cares for nothing else. */
async function startCellar() {
  const keys: (string | undefined)[] = [];
  const refused: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await textOf(request);
    keys.push(request.headers.authorization);
    if (body.includes('"type":"json_schema"')) {
      refused.push(body);
      response.writeHead(400, { 'content-type': 'application/json' });
      return response.end('{"error":{"message":"response_format is not supported"}}');
    }
    const headers = { authorization: `Bearer ${keyFor('good')}`, 'content-type': 'application/json' };
    const url = `${standIn.baseUrls.openai_compatible}${request.url}`;
    const answer = await fetch(url, { method: 'POST', headers, body });
    response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
    return response.end(await answer.text());
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('it has no port');
  return { url: `http://127.0.0.1:${address.port}/v1`, keys, refused, stop: () => server.close() };
}

describe('a model behind an endpoint that speaks OpenAI’s protocol', () => {
  const LOCAL = ['--model', 'openai_compatible:qwen3:8b'];
  const at = (url: string) => ['--endpoint', url];
  const ours = () => at(`${standIn.baseUrls.openai_compatible}/v1`);
  const key = { OPENAI_COMPATIBLE_API_KEY: keyFor('good') };

  test('is good enough without a key, JSON schema or a price, if it is right nine in ten', async () => {
    const cellar = await startCellar();
    const { exitCode, said } = await run([...at(cellar.url), ...JUDGE, ...enough()], {}, LOCAL);
    cellar.stop();
    expect(verdictIn(said), said).toMatch(/^good enough/);
    expect(exitCode).toBe(0);
    expect(said).toContain('Judge: openai:gpt-6.1-sol, perhaps of the same family.');
    expect(said).toMatch(/\| openai_compatible:qwen3:8b \| cards \| pl \| \d+% \(.*\| – \| \d/);
    expect(new Set(cellar.keys)).toEqual(new Set([undefined]));
    // The form that it accepts is learnt once.
    expect(cellar.refused).toHaveLength(1);
  });

  test('is not good enough if it is wrong everywhere; its key is sent to the endpoint only', async () => {
    behaveAs(standIn, 'wrong', 'honest');
    const more = [...ours(), ...JUDGE, ...little(), '--sources', some, '--cards', '10', '--planted', '2'];
    const { exitCode, said } = await run(more, key, LOCAL);
    expect(exitCode).toBe(1);
    expect(verdictIn(said)).toContain('of the cards are right');
    const by = Map.groupBy(standIn.requests, ({ provider }) => provider);
    expect(new Set(by.get('openai_compatible')?.map((each) => each.key))).toEqual(new Set([keyFor('good')]));
    expect(new Set(by.get('openai')?.map((each) => each.key))).toEqual(new Set([keyFor('good', 'judge')]));
  });

  test('reads its sources in parts that fit its context window', async () => {
    const folderOfLong = path.join(folder, 'long');
    mkdirSync(folderOfLong);
    const text = readFileSync(path.join(few, 'forklift-batteries.md'), 'utf8');
    const more = readFileSync(path.join(some, 'mail-and-ai-tools.md'), 'utf8');
    writeFileSync(path.join(folderOfLong, 'long.md'), `${text}\n\n${more}`.repeat(3));
    await run([...ours(), ...least(), '--sources', folderOfLong, '--context-tokens', '8192'], key, LOCAL);
    const cards = standIn.requests.filter((each) => each.feature === 'card_generation' && !each.isCheck);
    const read = cards.map(({ body }) => /<source>(.*?)<\/source>/.exec(body)?.[1]?.length ?? Infinity);
    expect(read.length).toBeGreaterThan(1);
    // Half of the window is for the answer, and a part of it for the rules; escapes are counted here, too.
    expect(Math.max(...read)).toBeLessThan(3_600);
  });

  test('isn’t begun with without its address, at a network that isn’t allowed, or with a refused key', async () => {
    await expect(run(least(), key, LOCAL)).rejects.toThrow('openai_compatible:qwen3:8b: add --endpoint');
    const notAllowed = run([...ours(), ...least()], { ...key, AI_PRIVATE_TARGETS: '' }, LOCAL);
    await expect(notAllowed).rejects.toThrow(/^--endpoint: Leads to 127\.0\.0\.1, .*AI_PRIVATE_TARGETS/);
    const refused = run([...ours(), ...least()], { OPENAI_COMPATIBLE_API_KEY: keyFor('bad') }, LOCAL);
    await expect(refused).rejects.toThrow('openai_compatible:qwen3:8b: ');
    expect(() => readOptions([...LOCAL, '--context-tokens', '100'])).toThrow('--context-tokens');
  });
});

test('what it can’t begin with is said in words, with another exit code than a verdict', async () => {
  expect(() => readOptions(['--model', 'deepgram:nova-3'])).toThrow('makes no cards');
  expect(() => readOptions(['--model', 'claude'])).toThrow('write <provider>:<model>');
  expect(() => readOptions([])).toThrow('--model');
  await expect(run(least(), { ANTHROPIC_API_KEY: '' })).rejects.toThrow('ANTHROPIC_API_KEY: set it to a key');
  const other = path.join(folder, 'other.json');
  writeFileSync(other, '{}');
  await expect(run([...least(), '--last', other])).rejects.toThrow('is not a result that --json printed');
  const main = path.join(import.meta.dirname, 'main.ts');
  await expect(promisify(execFile)(process.execPath, [main])).rejects.toMatchObject({ code: 3 });
});
