import { expect, test } from 'vitest';
import { ConfigError, readConfig } from '../../core/config.ts';
import { baseUrlOf } from './endpoints.ts';
import { withVersionSegment } from './ai-settings.ts';

const KEY = 'sk-pooled-0123456789';
const ai = (env: Record<string, string>) => readConfig(env).ai;

test('without a pooled key no capability has one', () => {
  expect(ai({}).pooled).toEqual({ generation: undefined, transcription: undefined });
  expect(ai({}).baseUrls).toEqual({});
});

// rules/operation 7
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

// rules/operation 2
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

// rules/operation 7
test('a base URL has one version segment, whether it was given or not', () => {
  expect(withVersionSegment('openai', 'https://proxy.example')).toBe('https://proxy.example/v1');
  expect(withVersionSegment('openai', 'https://proxy.example/openai/v1/')).toBe('https://proxy.example/openai/v1');
  expect(withVersionSegment('google', 'https://proxy.example')).toBe('https://proxy.example/v1beta');
  expect(withVersionSegment('google', 'https://proxy.example/v1')).toBe('https://proxy.example/v1');
  expect(withVersionSegment('azure_openai', 'https://proxy.example')).toBe('https://proxy.example/openai/v1');
  expect(withVersionSegment('azure_openai', 'https://proxy.example/openai')).toBe('https://proxy.example/openai/v1');
  expect(withVersionSegment('deepgram', 'https://proxy.example/deepgram')).toBe('https://proxy.example/deepgram/v1');
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

test('what workspaces may spend on pooled keys is kept in nano-dollars, and nothing of it is no limit', () => {
  expect(ai({}).pooledMonthly).toBeNull();
  expect(ai({ AI_POOLED_MONTHLY_USD: '25' }).pooledMonthly).toBe(25_000_000_000);
  expect(ai({ AI_POOLED_MONTHLY_USD: '0.29' }).pooledMonthly).toBe(290_000_000);
  for (const wrong of ['0', '0.00', '-1', '1.234', '1e3', '$5', '12,50']) {
    expect(() => ai({ AI_POOLED_MONTHLY_USD: wrong }), wrong).toThrow(/^AI_POOLED_MONTHLY_USD: Must be /);
  }
});
