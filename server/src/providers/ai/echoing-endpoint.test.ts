import { createServer, type ServerResponse } from 'node:http';
import { afterAll, expect, test } from 'vitest';
import { readConfig } from '../../core/config.ts';
import { AI_METRICS } from './unknown-parts.ts';
import { REQUEST } from './provider-fixture.ts';
import { createAiProviders } from './providers.ts';

const KEY = 'sk-local-4711';
let answer: (response: ServerResponse, body: string) => void = () => undefined;
const server = createServer((request, response) => {
  let body = '';
  request.on('data', (chunk: Buffer) => (body += chunk.toString()));
  request.on('end', () => answer(response, body));
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
afterAll(() => void server.close());
const address = server.address();
const port = typeof address === 'object' && address ? address.port : 0;

const logged: unknown[] = [];
const log = { warn: (...said: unknown[]) => void logged.push(said) };
const ai = createAiProviders(readConfig({ AI_PRIVATE_TARGETS: 'loopback' }).ai, log);
const who = {
  provider: 'openai_compatible' as const,
  model: 'qwen3:8b',
  resource: null,
  key: KEY,
  endpoint: { baseUrl: `http://127.0.0.1:${port}/v1`, contextTokens: 16_384, form: 'json_schema' as const },
};

const streamed = (response: ServerResponse, ...events: object[]) => {
  response.writeHead(200, { 'content-type': 'text/event-stream' });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end('data: [DONE]\n\n');
};

// rules/provider-keys 10
test('an endpoint that names parts of its answer after the key brings it into no log and no metric', async () => {
  const choice = { index: 0, delta: { content: '{"cards":[]}', [KEY]: 'x' }, finish_reason: 'stop' };
  answer = (response) => streamed(response, { object: KEY }, { object: 'chat.completion.chunk', choices: [choice] });
  await ai.generate(who, REQUEST);
  expect(logged).not.toEqual([]);
  expect(JSON.stringify(logged)).not.toContain(KEY);
  for (const metric of AI_METRICS) expect(JSON.stringify(await metric.get())).not.toContain(KEY);
});

// rules/provider-keys 13
test('a check that fails halfway keeps the tokens of the forms that were answered', async () => {
  let asked = 0;
  const usage = { prompt_tokens: 40, completion_tokens: 9 };
  answer = (response) => {
    if (++asked > 1) return void response.writeHead(429).end();
    const choices = [{ index: 0, delta: { content: 'no JSON' }, finish_reason: 'stop' }];
    streamed(response, { choices }, { choices: [], usage });
  };
  expect(await ai.verify(who)).toMatchObject({
    outcome: 'rate_limited',
    usage: { inputTokens: 40, outputTokens: 9 },
  });
});
