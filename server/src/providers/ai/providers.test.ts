import { execFile } from 'node:child_process';
import { createServer } from 'node:http';
import { once } from 'node:events';
import path from 'node:path';
import { inspect, promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import { Provider, type KeyOutcome } from '@training/shared/provider-keys';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { SCENARIOS, type Scenario } from '../../../test/ai/scenarios.ts';
import { DEMO_SPEECH } from '../../../test/ai/deepgram.ts';
import { keyFor, startAiStandIn, type AiStandIn } from '../../../test/ai/stand-in.ts';
import { readConfig } from '../../config.ts';
import { ProviderFailure } from './failure.ts';
import { CallFailure, guardedFetch } from './guarded-fetch.ts';
import { createAiProviders, type AiProviders, type Credential } from './providers.ts';
import { oneSecondOfSilence } from './silence.ts';

const GENERATING = Provider.exclude(['deepgram']).options;
const PATIENT = { verify: 10_000, generate: 10_000, transcribe: 10_000 };
const HASTY = { verify: 150, generate: 150, transcribe: 150 };

let standIn: AiStandIn;
let ai: AiProviders;

const settings = (env: Record<string, string> = standIn.env) => readConfig(env).ai;

beforeAll(async () => {
  standIn = await startAiStandIn();
  ai = createAiProviders({ ...settings(), timeouts: PATIENT });
  // The first use loads the SDK, which may take longer than the hasty ones wait.
  await Promise.all(Provider.options.map((provider) => ai.verify(credential(provider))));
});
afterAll(() => standIn.stop());
beforeEach(() => {
  standIn.requests.length = 0;
});

function credential(provider: Provider, scenario: Scenario = 'good', name?: string): Credential {
  const azure = provider === 'azure_openai';
  return {
    provider,
    model: azure ? 'training.v1' : (settings().models[provider][0]?.id ?? ''),
    resource: azure ? 'acme-eu' : null,
    key: keyFor(scenario, name),
  };
}

const Cards = z.object({ cards: z.array(z.object({ front: z.string(), back: z.string(), quote: z.string() })) });
const SOURCE = '# Fridges\nKeep every fridge at 5 °C or below at all times. Write the temperature down twice each day.';
const REQUEST = {
  system: 'You write flashcards.\nTask: card_generation',
  prompt: `Count: 2\n<source>\n${SOURCE}\n</source>`,
  schema: Cards,
  maxOutputTokens: 2_000,
};

async function failureOf(call: Promise<unknown>): Promise<ProviderFailure> {
  const error: unknown = await call.then(
    () => expect.fail('the call succeeded'),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ProviderFailure)) expect.fail(`not a ProviderFailure: ${inspect(error)}`);
  return error;
}

const clip = { audio: oneSecondOfSilence(), mediaType: 'audio/wav' };
const callOf = (of: AiProviders, who: Credential): Promise<unknown> =>
  who.provider === 'deepgram' ? of.transcribe(who, clip) : of.generate(who, REQUEST);

const OUTCOMES: Record<Exclude<Scenario, 'slow'>, KeyOutcome> = {
  good: 'live',
  bad: 'invalid_key',
  'no-model': 'no_model_access',
  'no-credit': 'quota_exhausted',
  limited: 'rate_limited',
  rubbish: 'unreachable',
  half: 'unreachable',
  html: 'unreachable',
  redirect: 'unreachable',
  broken: 'unreachable',
  refuses: 'live',
};

describe.each(Provider.options)('%s', (provider) => {
  test('a verification tells every kind of answer apart', async () => {
    const scenarios = SCENARIOS.filter((scenario) => scenario !== 'slow' && scenario !== 'refuses');
    const outcomes = await Promise.all(
      scenarios.map(async (scenario) => [scenario, await ai.verify(credential(provider, scenario))]),
    );
    const { refuses: _, ...expected } = OUTCOMES;
    expect(Object.fromEntries(outcomes)).toEqual(expected);
  });

  test('a call fails with the same outcomes as a verification', async () => {
    for (const scenario of ['bad', 'no-model', 'no-credit', 'limited', 'rubbish', 'half', 'html', 'broken'] as const) {
      const failure = await failureOf(callOf(ai, credential(provider, scenario)));
      expect([scenario, failure.outcome]).toEqual([scenario, OUTCOMES[scenario]]);
    }
  });

  test('a rate limit says when to ask again', async () => {
    const failure = await failureOf(callOf(ai, credential(provider, 'limited')));
    expect(failure.retryAfter).toBe(7);
  });

  test('a provider that never answers is unreachable when the time is up', async () => {
    const hasty = createAiProviders({ ...settings(), timeouts: HASTY });
    expect(await hasty.verify(credential(provider, 'slow'))).toBe('unreachable');
    expect((await failureOf(callOf(hasty, credential(provider, 'slow')))).outcome).toBe('unreachable');
  });

  test('a redirect is not followed, so that the key goes nowhere else', async () => {
    expect(await ai.verify(credential(provider, 'redirect'))).toBe('unreachable');
    expect((await failureOf(callOf(ai, credential(provider, 'redirect')))).outcome).toBe('unreachable');
    expect(standIn.requests).toHaveLength(2);
    expect(standIn.elsewhere).toEqual([]);
  });

  test('a failure holds neither the key nor words of the provider nor an address', async () => {
    for (const scenario of SCENARIOS.filter((each) => each !== 'good')) {
      const of = scenario === 'slow' ? createAiProviders({ ...settings(), timeouts: HASTY }) : ai;
      const who = credential(provider, scenario, 'secret');
      const failure = await failureOf(callOf(of, who));
      const all = inspect(failure, { depth: 20, showHidden: true }) + failure.stack + JSON.stringify(failure);
      expect(all).not.toContain(who.key);
      expect(all).not.toContain('secret');
      expect(all).not.toContain('PROVIDER-TEXT');
      expect(all).not.toMatch(/https?:/);
      expect(failure.cause).toBeUndefined();
    }
  });

  test('a base URL is taken with the version segment, without it, and with a slash', async () => {
    const base = standIn.baseUrls[provider];
    const version = { google: '/v1beta', azure_openai: '/openai/v1' }[String(provider)] ?? '/v1';
    for (const address of [base, `${base}/`, `${base}${version}`, `${base}${version}/`]) {
      const env = { [`${provider.toUpperCase()}_BASE_URL`]: address };
      const of = createAiProviders({ ...settings(env), timeouts: PATIENT });
      expect(await of.verify(credential(provider))).toBe('live');
    }
    expect(new Set(standIn.requests.map((request) => request.path)).size).toBe(1);
  });

  test('a caller who gives up gets the reason back, at once', async () => {
    const controller = new AbortController();
    const reason = new Error('the job was cancelled');
    const verification = ai.verify(credential(provider, 'slow'), controller.signal);
    await expect.poll(() => standIn.requests.length).toBe(1);
    controller.abort(reason);
    await expect(verification).rejects.toBe(reason);
  });

  test('a provider that refuses the connection is unreachable', async () => {
    const env = { [`${provider.toUpperCase()}_BASE_URL`]: 'http://127.0.0.1:1' };
    const of = createAiProviders({ ...settings(env), timeouts: PATIENT });
    expect(await of.verify(credential(provider))).toBe('unreachable');
  });

  test('a key that turns bad is noticed in the next call, and when it is good again', async () => {
    const who = credential(provider, 'good', 'turning');
    standIn.setScenario(who.key, 'bad');
    expect(await ai.verify(who)).toBe('invalid_key');
    standIn.setScenario(who.key, undefined);
    expect(await ai.verify(who)).toBe('live');
  });
});

const usage = { input_tokens: 9, output_tokens: 16, total_tokens: 25 };
const cutResponse = {
  id: 'resp_1',
  object: 'response',
  created_at: 1,
  status: 'incomplete',
  incomplete_details: { reason: 'max_output_tokens' },
  error: null,
  model: 'model',
  output: [{ type: 'reasoning', id: 'rs_1', summary: [] }],
  usage,
};
/** What the providers answer where the few tokens went into thinking. */
const CUT: Record<(typeof GENERATING)[number], unknown> = {
  anthropic: {
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'model',
    content: [],
    stop_reason: 'max_tokens',
    stop_sequence: null,
    usage,
  },
  openai: cutResponse,
  azure_openai: cutResponse,
  google: {
    candidates: [{ content: { role: 'model' }, finishReason: 'MAX_TOKENS', index: 0 }],
    usageMetadata: { promptTokenCount: 9, totalTokenCount: 10, thoughtsTokenCount: 1 },
    modelVersion: 'model',
  },
};

/** A rate limit that OpenAI reports inside a 200. */
const failedInside = { ...cutResponse, status: 'failed', error: { code: 'rate_limit_exceeded', message: '…' } };

test.each(GENERATING)('%s: an answer that was cut before its first word shows that the key works', async (provider) => {
  const who = credential(provider, 'good', 'cut');
  standIn.setScenario(who.key, { status: 200, body: CUT[provider] });
  onTestFinished(() => standIn.setScenario(who.key, undefined));
  expect(await ai.verify(who)).toBe('live');
  expect((await failureOf(ai.generate(who, REQUEST))).outcome).toBe('bad_answer');
});

test.each(['openai', 'azure_openai'] as const)('%s: a failure inside a 200 is one', async (provider) => {
  const who = credential(provider, 'good', 'failed-inside');
  standIn.setScenario(who.key, { status: 200, body: failedInside });
  expect(await ai.verify(who)).toBe('rate_limited');
  standIn.setScenario(who.key, { status: 200, body: { ...failedInside, error: { code: 'server_error' } } });
  expect(await ai.verify(who)).toBe('unreachable');
});

describe.each(GENERATING)('%s, generating', (provider) => {
  test('gives a structured answer and what it used, with the key that it was called with', async () => {
    const { value, usage } = await ai.generate(credential(provider), REQUEST);
    expect(value.cards.map(({ quote }) => quote)).toEqual([
      'Keep every fridge at 5 °C or below at all times.',
      'Write the temperature down twice each day.',
    ]);
    expect(usage.inputTokens).toBeGreaterThan(0);
    expect(usage.outputTokens).toBeGreaterThan(0);
    expect(usage.seconds).toBe(0);
    expect(standIn.requests).toMatchObject([{ provider, key: keyFor('good'), feature: 'card_generation' }]);
  });

  test('says that a refusal is one', async () => {
    expect((await failureOf(ai.generate(credential(provider, 'refuses'), REQUEST))).outcome).toBe('refused');
  });

  test.each([
    ['is not JSON', 'Here are your cards!'],
    ['is cut off', '{"cards":[{"front":"Wh'],
    ['is of another form', { cards: [{ front: 1 }] }],
    ['is empty', ''],
  ])('says that an answer %s, and what it cost', async (_, answer) => {
    standIn.respond('card_generation', () => answer);
    onTestFinished(() => standIn.respond('card_generation', undefined));
    const failure = await failureOf(ai.generate(credential(provider), REQUEST));
    expect(failure.outcome).toBe('bad_answer');
    expect(failure.usage?.inputTokens).toBeGreaterThan(0);
  });

  test('a call in flight is not repeated by itself', async () => {
    await failureOf(ai.generate(credential(provider, 'broken'), REQUEST));
    expect(standIn.requests).toHaveLength(1);
  });
});

describe('Deepgram', () => {
  test('writes down what is said, in the language that it hears', async () => {
    const answer = await ai.transcribe(credential('deepgram'), {
      audio: Buffer.alloc(48_000, 1),
      mediaType: 'audio/webm',
    });
    expect(answer).toEqual({
      value: { text: DEMO_SPEECH.text, language: 'en', seconds: 3 },
      usage: { inputTokens: 0, outputTokens: 0, seconds: 3 },
    });
    expect(standIn.requests[0]?.path).toContain('detect_language=true');
  });

  test('is told the language where it is known', async () => {
    const audio = Buffer.alloc(16_000, 2);
    standIn.say(audio, { text: 'Primeiro lavo as mãos.', language: 'pt' });
    const { value } = await ai.transcribe(credential('deepgram'), { audio, mediaType: 'audio/ogg', language: 'pt-BR' });
    expect(value).toEqual({ text: 'Primeiro lavo as mãos.', language: 'pt-BR', seconds: 1 });
    expect(standIn.requests[0]?.path).toContain('language=pt-BR');
  });

  test('hears nothing in silence, which is no error', async () => {
    const { value } = await ai.transcribe(credential('deepgram'), clip);
    expect(value).toMatchObject({ text: '', seconds: 1 });
  });

  test('does not give access to a model that it does not have', async () => {
    expect(await ai.verify({ ...credential('deepgram'), model: 'nova-99-imagined' })).toBe('no_model_access');
  });
});

describe('Azure OpenAI', () => {
  test.each([
    'acme.evil.example',
    'acme/../evil',
    'evil.example/',
    'acme:8443',
    'acme@evil.example',
    'acme#',
    'acme?x=',
    'Acme',
    '-acme',
    'a'.repeat(64),
    'acme\n',
    '',
    null,
  ])('refuses the resource %j before anything is sent', async (resource) => {
    expect(await ai.verify({ ...credential('azure_openai'), resource })).toBe('no_model_access');
    expect(standIn.requests).toEqual([]);
  });

  test.each(['a/b', 'a?b', '../a', '', 'a'.repeat(65)])(
    'refuses the deployment %j before anything is sent',
    async (model) => {
      expect(await ai.verify({ ...credential('azure_openai'), model })).toBe('no_model_access');
      expect(standIn.requests).toEqual([]);
    },
  );
});

test.each([
  ['is small is taken', 1_000, 'live'],
  ['swells beyond all bounds is not read to its end', 64 * 1024 * 1024, 'unreachable'],
])('a compressed answer that %s', async (_, bytes, outcome) => {
  // A good answer but for its size, so that nothing else can make it fail.
  const bomb = gzipSync(
    JSON.stringify({
      id: 'msg_1',
      type: 'message',
      role: 'assistant',
      model: 'model',
      content: [{ type: 'text', text: 'Yes.' }],
      stop_reason: 'end_turn',
      stop_sequence: null,
      usage: { input_tokens: 1, output_tokens: 1 },
      padding: ' '.repeat(bytes),
    }),
  );
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' });
    response.end(bomb);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const port = z.object({ port: z.number() }).parse(server.address()).port;
  const of = createAiProviders({ ...settings({ ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` }), timeouts: PATIENT });
  expect(await of.verify(credential('anthropic'))).toBe(outcome);
});

test('a model’s name cannot lead to another address', async () => {
  for (const model of ['../../v1/other', 'models/../other', 'model?x=1', 'model#x', '/model', 'a b', '']) {
    expect(await ai.verify({ ...credential('google'), model })).toBe('no_model_access');
  }
  expect(standIn.requests).toEqual([]);
});

test('what a provider is called with goes to its base URL and nowhere else', async () => {
  const base = `${standIn.baseUrls.openai}/v1`;
  const guarded = guardedFetch('openai', base);
  for (const address of [
    'https://api.openai.com/v1/responses',
    `${base}.example/responses`,
    `${base}@x/`,
    '/responses',
  ]) {
    await expect(guarded(address)).rejects.toBeInstanceOf(CallFailure);
  }
  expect(standIn.requests).toEqual([]);
});

test('a host that does not exist is unreachable', async () => {
  const of = createAiProviders({ ...settings({ OPENAI_BASE_URL: 'http://nowhere.invalid' }), timeouts: PATIENT });
  expect(await of.verify(credential('openai'))).toBe('unreachable');
});

test('a server that calls no provider loads nothing of the SDK', async () => {
  const program = `
    import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => { loaded.push(url); return next(url, context); } });
    const { createAiProviders } = await import(${JSON.stringify(path.join(import.meta.dirname, 'providers.ts'))});
    createAiProviders({ baseUrls: {}, timeouts: {} });
    console.log(JSON.stringify(loaded));`;
  const { stdout } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', program]);
  const loaded = z.array(z.string()).parse(JSON.parse(stdout));
  expect(loaded.some((url) => url.endsWith('/ai/providers.ts'))).toBe(true);
  expect(loaded.filter((url) => /@ai-sdk|node_modules\/ai\//.test(url))).toEqual([]);
});
