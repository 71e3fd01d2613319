import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from '../../core/config.ts';
import { costOfCall, priceOfModel } from './prices.ts';

const KEY = 'sk-pooled-0123456789';
const ai = (env: Record<string, string>) => readConfig(env).ai;

async function modelsFile(content: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'models-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'models.json');
  await writeFile(file, content);
  return file;
}

// rules/provider-keys 12
test('AI_MODELS_FILE replaces the models of the providers that it names', async () => {
  const listed = { id: 'claude-next', label: 'Claude Next', tier: 'large' };
  const file = await modelsFile(JSON.stringify({ anthropic: [{ ...listed, price: { input: 2, output: 8 } }] }));
  const { models, pooled } = ai({ AI_MODELS_FILE: file, ANTHROPIC_API_KEY: KEY });
  expect(models.anthropic).toEqual([{ ...listed, price: { steps: [{ input: 2_000, output: 8_000 }] } }]);
  expect(models.openai).toEqual(ai({}).models.openai);
  expect(pooled.generation?.model).toBe('claude-next');
});

// rules/provider-keys 12
test('the example of the documentation is read, prices by day and by length and those of a deployment too', async () => {
  const { models } = ai({ AI_MODELS_FILE: path.join(import.meta.dirname, '../../../../docs/operate/models.json') });
  const cost = (on: string, inputTokens: number) => {
    const price = priceOfModel(models, { provider: 'google', model: 'gemini-4-argon', resource: null });
    return price && costOfCall(price, new Date(on), { inputTokens, outputTokens: 1_000, seconds: 0 });
  };
  expect(cost('2026-11-30T23:59:59.999Z', 200_001)).toBe(200_001 * 2_000 + 1_000 * 10_000);
  expect(cost('2026-12-01T00:00:00Z', 200_000)).toBe(200_000 * 4_000 + 1_000 * 20_000);
  expect(cost('2026-12-01T00:00:00Z', 200_001)).toBe(200_001 * 6_000 + 1_000 * 30_000);
  const deployment = { provider: 'azure_openai', model: 'training' } as const;
  expect(priceOfModel(models, { ...deployment, resource: 'acme-eu' })?.steps).toEqual([
    { input: 2_200, output: 11_000 },
  ]);
  expect(priceOfModel(models, { ...deployment, resource: 'elsewhere' })).toBeUndefined();
  expect(models.deepgram[0]?.price?.steps).toEqual([{ minute: 7_700_000 }]);
});

const priced = (price: string) => `{"openai":[{"id":"a","label":"A","tier":"large","price":${price}}]}`;

test.each(['__proto__', 'constructor', 'toString', 'prototype'])(
  'a provider or field named %s is refused',
  async (name) => {
    const model = (more: string) => `[{"id":"a","label":"A","tier":"large"${more}}]`;
    const price = '{"input":0,"output":0}';
    for (const content of [
      `{"${name}":{"openai":${model('')}}}`,
      `{"openai":${model(`,"${name}":{"price":${price}}`)}}`,
      `{"openai":${model(`,"price":{"input":1,"output":1,"${name}":${price}}`)}}`,
    ]) {
      const file = await modelsFile(content);
      expect(() => ai({ AI_MODELS_FILE: file }), content).toThrow(`There is no field ${name}`);
    }
  },
);

test.each([
  ['{', /models\.json cannot be read as JSON/],
  ['[]', /models\.json: the whole: /],
  ['{"anthropic":[]}', /models\.json: anthropic: Must name at least one model/],
  ['{"anthropic":[{"id":"a","label":"A","tier":"speech"}]}', /anthropic\.0\.tier/],
  ['{"deepgram":[{"id":"a","label":"A","tier":"speech","price":{"input":1,"output":1}}]}', /deepgram\.0\.price\.0/],
  ['{"azure_openai":[{"id":"training","label":"A","tier":"large"}]}', /azure_openai\.0\.id: Must be resource\/deploy/],
  ['{"openai":[{"id":"a","label":"A","tier":"large"},{"id":"a","label":"B","tier":"small"}]}', /name a model twice/],
  ['{"openai":[{"id":"a b","label":"A","tier":"large"}]}', /openai\.0\.id: Must be the model’s id/],
  ['{"openai":[{"id":"../a","label":"A","tier":"large"}]}', /openai\.0\.id: Must be the model’s id/],
  ['{"openai":[{"id":"a","label":" ","tier":"large"}]}', /openai\.0\.label: Must not be empty/],
  [priced('[]'), /openai\.0\.price: Must be \{"input": US\$, "output": US\$\} for a million tokens/],
  [priced('{"input":-1,"output":1}'), /openai\.0\.price\.0\.input: Must be US\$ for a million tokens/],
  [priced('{"input":"2","output":1}'), /openai\.0\.price\.0\.input: Must be US\$ for a million tokens/],
  [priced('{"input":0.0005,"output":1}'), /input: .*at most three decimals/],
  [priced('{"from":"1 December","input":1,"output":1}'), /price\.0\.from: Must be the day, in UTC/],
  [priced('{"prompt_over":"many","input":1,"output":1}'), /price\.0\.prompt_over: Must be a number of tokens/],
])(
  'AI_MODELS_FILE with %s is refused, and the file, the place and what is expected are named',
  async (content, why) => {
    const file = await modelsFile(content);
    expect(() => ai({ AI_MODELS_FILE: file })).toThrow(ConfigError);
    expect(() => ai({ AI_MODELS_FILE: file })).toThrow(`AI_MODELS_FILE: ${file}`);
    expect(() => ai({ AI_MODELS_FILE: file })).toThrow(why);
  },
);

test('a file that is not there is named', () => {
  expect(() => ai({ AI_MODELS_FILE: '/nowhere/models.json' })).toThrow(
    'AI_MODELS_FILE: there is no file /nowhere/models.json',
  );
});

// rules/ai 25, rules/ai 26
test('AI_MODELS_FILE can price the cache and name a flex tier', async () => {
  const listed = { id: 'gpt-next', label: 'GPT Next', tier: 'large', flex: true };
  const price = { input: 2, output: 8, cached: 0.2, cache_write: 2.5 };
  const { models } = ai({ AI_MODELS_FILE: await modelsFile(JSON.stringify({ openai: [{ ...listed, price }] })) });
  expect(models.openai[0]?.price).toMatchObject({
    steps: [{ input: 2_000, output: 8_000, cached: 200, cacheWrite: 2_500 }],
    flex: true,
  });
  for (const wrong of [
    { ...listed, price: { ...price, cached: -1 } },
    { ...listed, flex: 'yes', price },
  ]) {
    const file = await modelsFile(JSON.stringify({ openai: [wrong] }));
    expect(() => ai({ AI_MODELS_FILE: file })).toThrow(ConfigError);
  }
});
