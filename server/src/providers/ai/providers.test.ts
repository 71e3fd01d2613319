import { execFile } from 'node:child_process';
import path from 'node:path';
import { inspect, promisify } from 'node:util';
import { AiProvider, type KeyTestOutcome } from '@training/shared/provider-keys/provider-keys';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { SCENARIOS, type Scenario } from '../../../test/ai/scenarios.ts';
import { failureOf, startProviders } from './provider-fixture.ts';

const { standIn, ai, verify, create, hasty, credential, callOf } = await startProviders();

const OUTCOMES: Record<Exclude<Scenario, 'slow'>, KeyTestOutcome> = {
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
  expires: 'live',
};

describe.each(AiProvider.options)('%s', (provider) => {
  // rules/provider-keys 3
  test('a verification tells every kind of answer apart', async () => {
    const scenarios = SCENARIOS.filter((scenario) => scenario !== 'slow');
    const outcomes = await Promise.all(
      scenarios.map(async (scenario) => [scenario, await verify(credential(provider, scenario))]),
    );
    // A speech provider doesn't refuse content; for it this scenario is a request it can't read.
    const refuses = provider === 'deepgram' ? 'unreachable' : OUTCOMES.refuses;
    expect(Object.fromEntries(outcomes)).toEqual({ ...OUTCOMES, refuses });
  });

  test('a call fails with the same outcomes as a verification', async () => {
    for (const scenario of ['bad', 'no-model', 'no-credit', 'limited', 'rubbish', 'half', 'html', 'broken'] as const) {
      const failure = await failureOf(callOf(credential(provider, scenario)));
      expect([scenario, failure.outcome]).toEqual([scenario, OUTCOMES[scenario]]);
    }
  });

  test('a rate limit says when to ask again', async () => {
    const failure = await failureOf(callOf(credential(provider, 'limited')));
    expect(failure.retryAfter).toBe(7);
  });

  test('a provider that never answers is unreachable when the time is up', async () => {
    expect(await verify(credential(provider, 'slow'), hasty)).toBe('unreachable');
    expect((await failureOf(callOf(credential(provider, 'slow'), hasty))).outcome).toBe('unreachable');
  });

  test('a redirect is not followed, so that the key goes nowhere else', async () => {
    expect(await verify(credential(provider, 'redirect'))).toBe('unreachable');
    expect((await failureOf(callOf(credential(provider, 'redirect')))).outcome).toBe('unreachable');
    expect(standIn.requests).toHaveLength(2);
    expect(standIn.elsewhere).toEqual([]);
  });

  // rules/provider-keys 10
  test('a failure holds neither the key nor words of the provider nor an address', async () => {
    for (const scenario of SCENARIOS.filter((each) => each !== 'good' && each !== 'expires')) {
      const of = scenario === 'slow' ? hasty : ai;
      const who = credential(provider, scenario, 'secret');
      const failure = await failureOf(callOf(who, of));
      const all = inspect(failure, { depth: 20, showHidden: true }) + failure.stack + JSON.stringify(failure);
      expect(all).not.toContain(who.key);
      expect(all).not.toContain('secret');
      expect(all).not.toContain('PROVIDER-TEXT');
      expect(all).not.toMatch(/https?:/);
      expect(failure.cause).toBeUndefined();
    }
  });

  // rules/operation 7
  test.skipIf(provider === 'openai_compatible')(
    'a base URL is taken with the version segment, without it, and with a slash',
    async () => {
      const base = standIn.baseUrls[provider];
      const version = { google: '/v1beta', azure_openai: '/openai/v1' }[String(provider)] ?? '/v1';
      for (const address of [base, `${base}/`, `${base}${version}`, `${base}${version}/`]) {
        const env = { [`${provider.toUpperCase()}_BASE_URL`]: address };
        const of = create(env);
        expect(await verify(credential(provider), of)).toBe('live');
      }
      expect(new Set(standIn.requests.map((request) => request.path)).size).toBe(1);
    },
  );

  test('a caller who gives up gets the reason back, at once', async () => {
    const controller = new AbortController();
    const reason = new Error('the job was cancelled');
    const verification = ai.verify(credential(provider, 'slow'), controller.signal);
    await expect.poll(() => standIn.requests.length).toBe(1);
    controller.abort(reason);
    await expect(verification).rejects.toBe(reason);
  });

  test('a provider that refuses the connection is unreachable', async () => {
    const of = create({ [`${provider.toUpperCase()}_BASE_URL`]: 'http://127.0.0.1:1', AI_PRIVATE_TARGETS: 'loopback' });
    const { endpoint, ...who } = credential(provider);
    const away = endpoint && { ...endpoint, baseUrl: 'http://127.0.0.1:1' };
    expect(await verify({ ...who, endpoint: away }, of)).toBe('unreachable');
  });

  test('a key that turns bad is noticed in the next call, and when it is good again', async () => {
    const who = credential(provider, 'good', 'turning');
    standIn.setScenario(who.key, 'bad');
    expect(await verify(who)).toBe('invalid_key');
    standIn.setScenario(who.key, undefined);
    expect(await verify(who)).toBe('live');
  });
});

test('a key that expires is accepted until it is used', async () => {
  const who = credential('anthropic', 'expires');
  expect(await verify(who)).toBe('live');
  expect((await failureOf(callOf(who))).outcome).toBe('invalid_key');
  expect(await verify(who)).toBe('invalid_key');
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
