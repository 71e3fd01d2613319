import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Provider } from '@training/shared/provider-keys';
import { expect, onTestFinished, test } from 'vitest';
import { ConfigError, readConfig } from '../../config.ts';
import { baseUrlOf } from './endpoints.ts';
import { estimateCost, type PricedModel } from './models.ts';
import { withVersion } from './settings.ts';

const KEY = 'sk-pooled-0123456789';
const ai = (env: Record<string, string>) => readConfig(env).ai;

async function modelsFile(content: string): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'models-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const file = path.join(folder, 'models.json');
  await writeFile(file, content);
  return file;
}

test('without a pooled key no capability has one', () => {
  expect(ai({}).pooled).toEqual({ generation: undefined, transcription: undefined });
  expect(ai({}).baseUrls).toEqual({});
});

test('the first provider with a pooled key is the pooled one, with its large model', () => {
  const azure = {
    AZURE_OPENAI_API_KEY: KEY,
    AZURE_OPENAI_RESOURCE: 'acme',
    AZURE_OPENAI_DEPLOYMENT: 'training',
  };
  const of = (env: Record<string, string>) => ai(env).pooled.generation;
  expect(of(azure)).toEqual({ provider: 'azure_openai', model: 'training', resource: 'acme', key: KEY });
  expect(of({ ...azure, GOOGLE_API_KEY: KEY })).toMatchObject({ provider: 'google', resource: null });
  expect(of({ GOOGLE_API_KEY: KEY, OPENAI_API_KEY: KEY })).toMatchObject({ provider: 'openai' });
  const { models, pooled } = ai({ OPENAI_API_KEY: KEY, ANTHROPIC_API_KEY: KEY, DEEPGRAM_API_KEY: KEY });
  const large = models.anthropic.find(({ tier }) => tier === 'large')?.id;
  expect(pooled.generation).toEqual({ provider: 'anthropic', model: large, resource: null, key: KEY });
  expect(pooled.transcription).toMatchObject({ provider: 'deepgram', key: KEY });
});

test('a pooled Azure key needs its resource and its deployment', () => {
  expect(() => ai({ AZURE_OPENAI_API_KEY: KEY })).toThrow(
    /AZURE_OPENAI_RESOURCE and AZURE_OPENAI_DEPLOYMENT go together/,
  );
});

test('a wrong setting is named, and its value is not repeated', () => {
  const wrong = [
    ['OPENAI_API_KEY', 'sk secret with spaces'],
    ['ANTHROPIC_BASE_URL', 'ftp://secret.example'],
    ['GOOGLE_BASE_URL', 'https://user:secret@example.com'],
    ['DEEPGRAM_BASE_URL', 'https://example.com/?key=secret'],
    ['AZURE_OPENAI_RESOURCE', 'secret.example.com/'],
  ] as const;
  for (const [name, value] of wrong) {
    expect(() => ai({ [name]: value })).toThrow(ConfigError);
    expect(() => ai({ [name]: value })).toThrow(new RegExp(`^${name}: (?!.*secret)`));
  }
});

test('a base URL has one version segment, whether it was given or not', () => {
  expect(withVersion('openai', 'https://proxy.example')).toBe('https://proxy.example/v1');
  expect(withVersion('openai', 'https://proxy.example/openai/v1/')).toBe('https://proxy.example/openai/v1');
  expect(withVersion('google', 'https://proxy.example')).toBe('https://proxy.example/v1beta');
  expect(withVersion('google', 'https://proxy.example/v1')).toBe('https://proxy.example/v1');
  expect(withVersion('azure_openai', 'https://proxy.example')).toBe('https://proxy.example/openai/v1');
  expect(withVersion('azure_openai', 'https://proxy.example/openai')).toBe('https://proxy.example/openai/v1');
  expect(withVersion('deepgram', 'https://proxy.example/deepgram')).toBe('https://proxy.example/deepgram/v1');
});

test('without an endpoint of the operator only the providers’ own hosts are called', () => {
  const of = { model: 'model', resource: null, key: KEY };
  const hosts = (['anthropic', 'openai', 'google', 'deepgram'] as const).map(
    (provider) => new URL(baseUrlOf({ provider, ...of }, {})).host,
  );
  expect(hosts).toEqual([
    'api.anthropic.com',
    'api.openai.com',
    'generativelanguage.googleapis.com',
    'api.deepgram.com',
  ]);
  const azure = { provider: 'azure_openai', model: 'training', resource: 'acme-eu', key: KEY } as const;
  expect(baseUrlOf(azure, {})).toBe('https://acme-eu.openai.azure.com/openai/v1');
  expect(baseUrlOf(azure, { azure_openai: 'https://proxy.example/openai/v1' })).toBe('https://proxy.example/openai/v1');
});

test('AI_MODELS_FILE replaces the models of the providers that it names', async () => {
  const listed = [{ id: 'claude-next', label: 'Claude Next', tier: 'large', price: { input: 2, output: 8 } }];
  const file = await modelsFile(JSON.stringify({ anthropic: listed }));
  const { models, pooled } = ai({ AI_MODELS_FILE: file, ANTHROPIC_API_KEY: KEY });
  expect(models.anthropic).toEqual(listed);
  expect(models.openai).toEqual(ai({}).models.openai);
  expect(pooled.generation?.model).toBe('claude-next');
});

test.each([
  ['{', /cannot be read as JSON/],
  ['{"anthropic":[]}', /anthropic: Must name at least one model/],
  ['{"anthropic":[{"id":"a","label":"A","tier":"speech"}]}', /anthropic\.0\.tier/],
  ['{"deepgram":[{"id":"a","label":"A","tier":"speech","price":{"input":1,"output":1}}]}', /deepgram\.0\.price/],
  ['{"azure_openai":[]}', /azure_openai/],
  ['{"openai":[{"id":"a","label":"A","tier":"large"},{"id":"a","label":"B","tier":"small"}]}', /name a model twice/],
  ['{"openai":[{"id":"a b","label":"A","tier":"large"}]}', /openai\.0\.id: Must be the model’s id/],
  ['{"openai":[{"id":"../a","label":"A","tier":"large"}]}', /openai\.0\.id: Must be the model’s id/],
  ['{"openai":[{"id":"a","label":" ","tier":"large"}]}', /openai\.0\.label: Must not be empty/],
])('AI_MODELS_FILE with %s is refused with a reason', async (content, reason) => {
  const file = await modelsFile(content);
  expect(() => ai({ AI_MODELS_FILE: file })).toThrow(ConfigError);
  expect(() => ai({ AI_MODELS_FILE: file })).toThrow(reason);
});

test('a file that is not there is named', () => {
  expect(() => ai({ AI_MODELS_FILE: '/nowhere/models.json' })).toThrow(
    'AI_MODELS_FILE: there is no file /nowhere/models.json',
  );
});

test('a cost is tokens or seconds by the price of the model, and unknown where there is none', () => {
  const models: Record<Provider, PricedModel[]> = {
    ...ai({}).models,
    openai: [
      { id: 'priced', label: 'Priced', tier: 'large', price: { input: 2, output: 10 } },
      { id: 'unpriced', label: 'Unpriced', tier: 'small' },
    ],
    deepgram: [{ id: 'speech', label: 'Speech', tier: 'speech', price: { minute: 0.006 } }],
  };
  const usage = { inputTokens: 500_000, outputTokens: 100_000, seconds: 90 };
  const cost = (provider: Provider, model: string) => estimateCost(models, provider, model, usage);
  expect(cost('openai', 'priced')).toBeCloseTo(2, 9);
  expect(cost('deepgram', 'speech')).toBeCloseTo(0.009, 9);
  expect(cost('openai', 'unpriced')).toBeUndefined();
  expect(cost('openai', 'unheard-of')).toBeUndefined();
  expect(cost('azure_openai', 'training')).toBeUndefined();
});
