import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { keyFor, startAiStandIn } from '../test/ai/stand-in.ts';
import { evaluate } from './evaluate.ts';
import { behaveAs } from './models-fixture.ts';
import { placeOf } from './endpoint-label.ts';
import { readOptions } from './options.ts';
import { Results } from './report.ts';

test(
  'a second look at another endpoint is not compared with the last, even if its model has the same name',
  { tags: ['deep'] },
  async () => {
    const standIn = await startAiStandIn();
    const folder = mkdtempSync(path.join(os.tmpdir(), 'endpoints-'));
    onTestFinished(async () => {
      rmSync(folder, { recursive: true });
      await standIn.stop();
    });
    behaveAs(standIn, 'honest', 'honest');
    cpSync(
      path.join(import.meta.dirname, 'sources/en/forklift-batteries.txt'),
      path.join(folder, 'sources/batteries.txt'),
    );
    const answers = path.join(folder, 'answers.jsonl');
    const [answer = ''] = readFileSync(path.join(import.meta.dirname, 'grading/answers.jsonl'), 'utf8').split('\n');
    writeFileSync(answers, answer);
    const env = {
      ...standIn.env,
      AI_PRIVATE_TARGETS: 'loopback',
      ANTHROPIC_API_KEY: keyFor('good'),
      OPENAI_COMPATIBLE_API_KEY: keyFor('good'),
    };
    const few = ['--sources', path.join(folder, 'sources'), '--cards', '2', '--questions', '1', '--planted', '1'];
    const models = ['--model', 'anthropic:claude-opus-5-5', '--second-look', 'openai_compatible:qwen3:8b'];
    const said = async (url: string, ...more: string[]) => {
      const options = readOptions([...models, '--endpoint', url, ...few, '--answers', answers, ...more]);
      return (await evaluate(options, env, () => undefined)).lines.join('\n');
    };
    const url = `${standIn.baseUrls.openai_compatible}/v1`;
    const last = path.join(folder, 'last.json');
    const stored = await said(url, '--json');
    expect(stored).not.toContain(url);
    writeFileSync(last, stored);
    expect(await said(url, '--last', last)).toContain('Beside the last result');
    // Results of before have the whole base URL.
    writeFileSync(last, stored.replace(placeOf(url), url));
    expect(await said(url, '--last', last)).toContain('Beside the last result');
    expect(await said(url.replace('127.0.0.1', 'localhost'), '--last', last)).not.toContain('Beside the last result');
  },
);

test('results have no token of an endpoint’s path, and still tell two paths of one origin apart', () => {
  const [one, other] = ['https://ai.example/token-4711/v1', 'https://ai.example/token-4712/v1'].map(placeOf);
  expect(one).toMatch(/^https:\/\/ai\.example #[0-9a-f]{12}$/);
  expect(one).not.toBe(other);
  expect(placeOf(one ?? '')).toBe(one);
  const { shape } = Results.shape.models.element;
  expect(shape.endpoint.parse('https://ai.example/token-4711/v1')).toBe(one);
});
