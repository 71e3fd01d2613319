import { createServer } from 'node:http';
import { createServer as createRawServer } from 'node:net';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { LONGEST_STALL, measured } from '../../../test/hostile-servers/measured.ts';
import { readConfig } from '../../core/config.ts';
import { listening } from '../../platform/egress/receiver-fixture.ts';
import type { AiCallCredential } from './calls.ts';
import { failureOf, REQUEST } from './provider-fixture.ts';
import { createAiProviders } from './providers.ts';

const ai = createAiProviders(readConfig({ AI_PRIVATE_TARGETS: 'loopback' }).ai);
const MEBIBYTE = 1024 * 1024;

/** An endpoint that answers each request with these texts, each in an event of its own, and says what they cost. */
async function answering(texts: string[], tokens = 10): Promise<AiCallCredential> {
  const event = (json: object) => `data: ${JSON.stringify(json)}\n\n`;
  const choice = (delta: object, reason: string | null) => ({ choices: [{ index: 0, delta, finish_reason: reason }] });
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    for (const text of texts) response.write(event(choice({ content: text }, null)));
    response.end(
      `${event({ ...choice({}, 'stop'), usage: { prompt_tokens: tokens, completion_tokens: tokens } })}data: [DONE]\n\n`,
    );
  });
  const { port } = await listening(server);
  const endpoint = { baseUrl: `http://127.0.0.1:${port}/v1`, contextTokens: 16_384, form: 'json_schema' as const };
  return { provider: 'openai_compatible', model: 'any', resource: null, key: '', endpoint };
}

const yes = { ...REQUEST, schema: z.object({ answer: z.string() }) };

// rules/bounds 13
test('an answer with more values than an event may have is no answer, however it is cut into events', async () => {
  const more = '{},'.repeat(10_000);
  const cut = Array.from({ length: 20 }, () => more);
  const who = await answering(['{"answer":"Yes.","more":[', ...cut, '{}]}']);
  expect((await failureOf(ai.generate(who, yes))).outcome).toBe('bad_answer');
});

// rules/bounds 13
test('an answer that goes on beyond the longest one ends there, and stalls nobody', async () => {
  const cut = Array.from({ length: 16 }, () => 'a'.repeat(1.9 * MEBIBYTE));
  const who = await answering(['{"answer":"', ...cut, '"}']);
  const { result, stall } = await measured(() => failureOf(ai.generate(who, yes)));
  expect(result).toMatchObject({ outcome: 'bad_answer', about: 'length' });
  expect(stall).toBeLessThan(LONGEST_STALL);
});

// rules/bounds 13
test('of a list of millions, a thousand are taken', async () => {
  const cut = Array.from({ length: 8 }, () => '{},'.repeat(600_000));
  const who = await answering(['{"cards":[', ...cut, '{}]}']);
  let taken = 0;
  const items = { list: 'cards', take: () => Promise.resolve(void taken++) };
  const { result, stall } = await measured(() => failureOf(ai.generate(who, { ...REQUEST, items })));
  expect(result.outcome).toBe('bad_answer');
  expect(taken).toBe(1_000);
  expect(stall).toBeLessThan(LONGEST_STALL);
});

test('tokens that no call has are counted by the texts instead', async () => {
  const who = await answering(['{"answer":"Yes."}'], 9_000_000_000);
  const { usage } = await ai.generate(who, yes);
  expect(usage).toMatchObject({ reckoned: true });
  expect(usage.inputTokens + usage.outputTokens).toBeLessThan(10_000);
});

/** An endpoint that streams one text in pieces of their own without end, as fast as they are read. */
async function flooding(text: string) {
  const piece = `${text.length.toString(16)}\r\n${text}\r\n`;
  const flood = Buffer.from(piece.repeat(Math.ceil(65_536 / piece.length)));
  let sent = 0;
  const server = createRawServer((socket) => {
    socket.on('error', () => undefined).resume();
    socket.write('HTTP/1.1 200 OK\r\ncontent-type: text/event-stream\r\ntransfer-encoding: chunked\r\n\r\n');
    const more = () => {
      do sent += flood.length;
      while (!socket.destroyed && socket.write(flood));
    };
    socket.on('drain', more);
    more();
  });
  const { port } = await listening(server);
  const endpoint = { baseUrl: `http://127.0.0.1:${port}/v1`, contextTokens: 16_384, form: 'json_schema' as const };
  const who: AiCallCredential = { provider: 'openai_compatible', model: 'any', resource: null, key: '', endpoint };
  return { who, sent: () => sent };
}

// rules/bounds 13
test.each([
  ['blank lines', '\n'],
  ['empty events', 'data: {"x":1}\n\n'],
  ['thoughts', 'data: {"choices":[{"delta":{"reasoning_content":"a"}}]}\n\n'],
])('a stream of %s in tiny pieces ends long before its bytes are too many', async (_, text) => {
  const { who, sent } = await flooding(text);
  expect((await failureOf(ai.generate(who, yes))).outcome).toBe('unreachable');
  // Besides what is read, what was already in the buffers of both sides.
  expect(sent()).toBeLessThan(30 * MEBIBYTE);
});
