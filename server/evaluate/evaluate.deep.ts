import { once } from 'node:events';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { text as textOf } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { keyFor } from '../test/ai/stand-in.ts';
import { JUDGE, startEvaluations, verdictIn } from './evaluate-fixture.ts';
import { behaveAs } from './models-fixture.ts';
import { Results } from './report.ts';

const { standIn, folder, few, some, enough, little, least, run } = await startEvaluations();

test('a model that is wrong everywhere is not good enough anywhere', async () => {
  behaveAs(standIn, 'wrong', 'honest');
  const { exitCode, said } = await run([...JUDGE, ...little, '--sources', some, '--cards', '10', '--planted', '2']);
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

test('several models stand in one table, which says that one is judged by itself; too few items are undecided', async () => {
  const judge = ['--judge', 'anthropic:claude-opus-5-5'];
  const { exitCode, said } = await run(['--model', 'openai:gpt-6.1-sol', ...judge, ...least]);
  expect(exitCode).toBe(2);
  expect(said).toContain('\nanthropic:claude-opus-5-5: undecided\nopenai:gpt-6.1-sol: undecided');
  expect(said).toContain('Judge: anthropic:claude-opus-5-5, the model itself.');
  expect(said).toContain('Judge: anthropic:claude-opus-5-5, of another family.');
  expect(said).toContain('| anthropic:claude-opus-5-5 (judged by itself) | cards | en |');
  expect(said).toContain('| openai:gpt-6.1-sol | cards | en |');
  expect(verdictIn(said)).toMatch(/are too few, \d+ are needed; raise --cards and --questions/);
});

test('--ci stores a result, ends with 1 once the model is worse, and then leaves the stored one', async () => {
  const file = path.join(folder, 'new', 'last.json');
  const ci = [...JUDGE, ...least, '--ci', '--last', file];
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
  const { said } = await run([...least, '--json']);
  writeFileSync(file, said);
  const last = [...least, '--last', file];
  expect((await run(last)).said).not.toContain('not comparable: it had other');
  expect((await run([...last, '--planted', '2'])).said).toContain('not comparable: it had other');
  const changed = path.join(folder, 'changed');
  mkdirSync(changed);
  const name = 'forklift-batteries.txt';
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

  test('is good enough without a key, JSON schema or a price, if it is right nine in ten', async () => {
    const cellar = await startCellar();
    const { exitCode, said } = await run(['--endpoint', cellar.url, ...JUDGE, ...enough], {}, LOCAL);
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
    const ours = ['--endpoint', `${standIn.baseUrls.openai_compatible}/v1`];
    const more = [...ours, ...JUDGE, ...little, '--sources', some, '--cards', '10', '--planted', '2'];
    const { exitCode, said } = await run(more, { OPENAI_COMPATIBLE_API_KEY: keyFor('good') }, LOCAL);
    expect(exitCode).toBe(1);
    expect(verdictIn(said)).toContain('of the cards are right');
    const by = Map.groupBy(standIn.requests, ({ provider }) => provider);
    expect(new Set(by.get('openai_compatible')?.map((each) => each.key))).toEqual(new Set([keyFor('good')]));
    expect(new Set(by.get('openai')?.map((each) => each.key))).toEqual(new Set([keyFor('good', 'judge')]));
  });
});
