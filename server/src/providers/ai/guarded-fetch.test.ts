import { once } from 'node:events';
import { createServer } from 'node:http';
import { gzipSync } from 'node:zlib';
import { describe, expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { ATTACKS } from '../../../test/hostile-servers/attacks.ts';
import { startHostileServer } from '../../../test/hostile-servers/hostile-server.ts';
import { LONGEST_STALL, measured, MOST_MEMORY } from '../../../test/hostile-servers/measured.ts';
import { AiProviderError } from './failure.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { failureOf, startProviders } from './provider-fixture.ts';

const { standIn, verify, create, credential, callOf } = await startProviders();

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
    expect(await verify({ ...credential('azure_openai'), resource })).toBe('no_model_access');
    expect(standIn.requests).toEqual([]);
  });

  test.each(['a/b', 'a?b', '../a', '', 'a'.repeat(65)])(
    'refuses the deployment %j before anything is sent',
    async (model) => {
      expect(await verify({ ...credential('azure_openai'), model })).toBe('no_model_access');
      expect(standIn.requests).toEqual([]);
    },
  );
});

/** Events of a response to the verification of a key, as Anthropic sends them. */
function goodAnswer(): string[] {
  const usage = { input_tokens: 1, output_tokens: 1 };
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'model', content: [], stop_reason: null };
  return [
    { type: 'message_start', message: { ...message, usage } },
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: '{"answer":"yes"}' } },
    { type: 'content_block_stop', index: 0 },
    { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage },
    { type: 'message_stop' },
  ].map((event) => `data: ${JSON.stringify(event)}\n\n`);
}

test.each([
  ['is small is taken', 1_000, 'live'],
  ['swells beyond all bounds is not read to its end', 64 * 1024 * 1024, 'unreachable'],
])('a compressed answer that %s', async (_, bytes, outcome) => {
  // A valid response except for its size, so that nothing else can make it fail.
  const [start = '', ...rest] = goodAnswer();
  const bomb = gzipSync(`${start}: ${' '.repeat(bytes)}\n\n${rest.join('')}`);
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream', 'content-encoding': 'gzip' });
    response.end(bomb);
  }).listen(0, '127.0.0.1');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  await once(server, 'listening');
  const port = z.object({ port: z.number() }).parse(server.address()).port;
  const of = create({ ANTHROPIC_BASE_URL: `http://127.0.0.1:${port}` });
  expect(await verify(credential('anthropic'), of)).toBe(outcome);
});

test('a model’s name cannot lead to another address', async () => {
  for (const model of ['../../v1/other', 'models/../other', 'model?x=1', 'model#x', '/model', 'a b', '']) {
    expect(await verify({ ...credential('google'), model })).toBe('no_model_access');
  }
  expect(standIn.requests).toEqual([]);
});

test('what a provider is called with goes to its base URL and nowhere else', async () => {
  const base = `${standIn.baseUrls.openai}/v1`;
  const guarded = createGuardedFetch('openai', base);
  for (const address of [
    'https://api.openai.com/v1/responses',
    `${base}.example/responses`,
    `${base}@x/`,
    '/responses',
  ]) {
    await expect(guarded(address)).rejects.toBeInstanceOf(AiProviderError);
  }
  expect(standIn.requests).toEqual([]);
});

test('a host that does not exist is unreachable', async () => {
  const of = create({ OPENAI_BASE_URL: 'http://nowhere.invalid' });
  expect(await verify(credential('openai'), of)).toBe('unreachable');
});

// More of them, and of everybody whom the server asks, in test/hostile-servers.deep.ts.
// rules/bounds 13
test.each([
  ['fails with millions of details', 'bad_request', 'anthropic'],
  ['fails with millions of violations', 'bad_request', 'deepgram'],
  ['is a list of millions', 'unreachable', 'google'],
  ['is millions of lines of one event', 'unreachable', 'openai'],
  ['is millions of channels', 'unreachable', 'deepgram'],
] as const)('an answer that %s is %s, and keeps nobody waiting', async (attack, outcome, provider) => {
  const isSpeech = provider === 'deepgram';
  const type = isSpeech ? 'application/json' : 'text/event-stream';
  const server = await startHostileServer({ type, as: (json) => (isSpeech ? json : `data: ${json}\n\n`) });
  onTestFinished(() => server.stop());
  server.attackWith(ATTACKS[attack]!);
  const of = create({ [`${provider.toUpperCase()}_BASE_URL`]: server.origin });
  const { result, stall, memory } = await measured(() => failureOf(callOf(credential(provider), of)));
  expect(result.outcome).toBe(outcome);
  expect(stall).toBeLessThan(LONGEST_STALL);
  expect(memory).toBeLessThan(MOST_MEMORY);
});

test('an error of a megabyte is told by its status', async () => {
  const server = await startHostileServer({ type: 'text/event-stream', as: (json) => json });
  onTestFinished(() => server.stop());
  server.attackWith(ATTACKS['fails with what was sent (401)']!);
  const failure = await failureOf(callOf(credential('openai'), create({ OPENAI_BASE_URL: server.origin })));
  expect(failure.outcome).toBe('invalid_key');
});
