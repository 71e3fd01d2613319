import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { afterAll, afterEach, expect, test } from 'vitest';
import type { Scenario } from '../../../../test/ai/scenarios.ts';
import { streamOf } from '../../../../test/ai/streams.ts';
import { newKey, startKeyServer, type KeyServer } from '../../../../test/key-server.ts';
import type { TestWorkspace } from '../../../../test/make.ts';
import { recording } from '../jobs/ai-jobs-fixture.ts';
import { callProviderWithCurrentKey } from './call-provider.ts';
import { prepareTranscriptionCall } from './call.ts';

const POOLED = 'good-pooled-0123456789abcdef';
const SPEECH = 'good-speech-0123456789abcdef';
const folder = mkdtempSync(path.join(os.tmpdir(), 'budget-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const UNPRICED = path.join(folder, 'models.json');
writeFileSync(UNPRICED, '{"anthropic":[{"id":"claude-next","label":"Claude Next","tier":"large"}]}');

const keys = { ANTHROPIC_API_KEY: POOLED, DEEPGRAM_API_KEY: SPEECH };
const server = await startKeyServer({ env: { ...keys, AI_POOLED_MONTHLY_USD: '1.50' } });
const away = await startKeyServer({ env: { ...keys, ANTHROPIC_BASE_URL: `http://127.0.0.1:${await closedPort()}` } });
const unpriced = { ...keys, AI_MODELS_FILE: UNPRICED };
const limited = await startKeyServer({ env: { ...unpriced, AI_POOLED_MONTHLY_USD: '10' } });
const free = await startKeyServer({ env: unpriced });
const { make, rows, standIn } = server;
afterEach(async () => {
  standIn.setScenario(POOLED, undefined);
  // Simulates that the provider's waiting time is over.
  await rows('delete from directory.credential_pauses');
});

/** Returns a port without a listener. */
async function closedPort(): Promise<number> {
  const listening = createServer().listen(0, '127.0.0.1');
  await once(listening, 'listening');
  const address = listening.address();
  if (address === null || typeof address === 'string') throw new Error('There is no port');
  listening.close();
  await once(listening, 'close');
  return address.port;
}

async function budgetOf(workspace: TestWorkspace, of: KeyServer = server) {
  const admin = await of.as('super_admin', workspace);
  return (await admin.providerKeys.usage.query()).budget;
}

/** Total recorded cost of the workspace's pooled calls. */
async function recorded(workspace: TestWorkspace) {
  const [row] = await rows<{ cost: number }>(
    'select coalesce(sum(cost_usd), 0)::float8 as cost from ai_calls where workspace_id = $1 and not own',
    [workspace.id],
  );
  return row!.cost;
}

const spend = (workspace: TestWorkspace, usd: number) =>
  rows(
    `insert into ai_budget_months (workspace_id, month, charged)
     values ($1, date_trunc('month', now() at time zone 'utc'), $2)`,
    [workspace.id, usd * 1_000_000_000],
  );

// rules/bounds 11
test('a call reserves the most that it may cost before it is sent, and is charged with what it did cost', async () => {
  const workspace = await make.workspace();
  const release = standIn.hold();
  const asked = standIn.requests.length;
  const calling = server.generate(workspace);
  await expect.poll(() => standIn.requests.length).toBe(asked + 1);
  const during = await budgetOf(workspace);
  expect(during).toMatchObject({ spent_usd: 0, limit_usd: 1.5, level: 'open' });
  release();
  await calling;
  const after = await budgetOf(workspace);
  expect(after).toMatchObject({ reserved_usd: 0, spent_usd: await recorded(workspace) });
  expect(after.spent_usd).toBeGreaterThan(0);
  expect(during.reserved_usd).toBeGreaterThan(after.spent_usd);
});

test.each(['limited', 'bad', 'no-credit', 'no-model', 'broken'] as const satisfies Scenario[])(
  'a call that the provider answers with an error costs nothing: “%s”',
  async (scenario) => {
    const workspace = await make.workspace();
    standIn.setScenario(POOLED, scenario);
    await expect(server.generate(workspace)).rejects.toThrow();
    expect(await budgetOf(workspace)).toMatchObject({ spent_usd: 0, reserved_usd: 0 });
  },
);

test('a provider that cannot be connected to costs nothing', async () => {
  const workspace = await away.make.workspace();
  await expect(away.generate(workspace)).rejects.toMatchObject({ outcome: 'unreachable' });
  expect(await budgetOf(workspace, away)).toMatchObject({ spent_usd: 0, reserved_usd: 0, limit_usd: null });
});

test.each(['half', 'html', 'rubbish'] as const satisfies Scenario[])(
  'an answer that is lost is charged with what was sent, which is less than was reserved: “%s”',
  async (scenario) => {
    const workspace = await make.workspace();
    standIn.setScenario(POOLED, scenario);
    await expect(server.generate(workspace)).rejects.toMatchObject({ outcome: 'unreachable' });
    await expectReckoned(workspace);
  },
);

/** Expects that the reserved amount was charged: part of the request was sent, but no answer arrived. */
async function expectReckoned(workspace: TestWorkspace, calls = 1) {
  const { spent_usd: spent, reserved_usd: reserved } = await budgetOf(workspace);
  expect([spent > 0, reserved]).toEqual([true, 0]);
  expect(spent).toBeCloseTo(await recorded(workspace), 6);
  const reckoned = 'select input_tokens, output_tokens, reckoned from ai_calls where workspace_id = $1';
  const row = { input_tokens: expect.any(Number), output_tokens: 0, reckoned: true };
  expect(await rows(reckoned, [workspace.id])).toEqual(Array.from({ length: calls }, () => row));
  return spent;
}

test('so is a gateway’s time-out, and a call that is given up while it is under way', async () => {
  const workspace = await make.workspace();
  standIn.setScenario(POOLED, { status: 504, body: {} });
  await expect(server.generate(workspace)).rejects.toMatchObject({ outcome: 'unreachable' });
  const once = await expectReckoned(workspace);
  standIn.setScenario(POOLED, 'slow');
  const asked = standIn.requests.length;
  const giving = new AbortController();
  const calling = server.generate(workspace, giving.signal);
  await expect.poll(() => standIn.requests.length).toBe(asked + 1);
  giving.abort();
  await expect(calling).rejects.toThrow(/abort/);
  expect(await expectReckoned(workspace, 2)).toBeCloseTo(2 * once, 6);
});

test('a call that is given up before it is made reserves nothing', async () => {
  const workspace = await make.workspace();
  await expect(server.generate(workspace, AbortSignal.abort())).rejects.toThrow(/abort/);
  expect(await rows('select 1 from ai_budget_months where workspace_id = $1', [workspace.id])).toEqual([]);
});

test('an answer that cannot be used is charged with what it used', async () => {
  const workspace = await make.workspace();
  standIn.respond('card_generation', () => 'no JSON');
  await expect(server.generate(workspace)).rejects.toMatchObject({ outcome: 'bad_answer' });
  standIn.respond('card_generation', () => ({ words: 'Yes.' }));
  const { spent_usd: spent } = await budgetOf(workspace);
  expect(spent).toBeGreaterThan(0);
  expect(spent).toBe(await recorded(workspace));
});

// rules/ai 17
test('an answer that does not say what it used is charged with what was sent and came', async () => {
  const google = await startKeyServer({ env: { GOOGLE_API_KEY: POOLED } });
  const workspace = await google.make.workspace();
  google.standIn.setScenario(
    POOLED,
    streamOf({ candidates: [{ content: { parts: [{ text: '{"words":"Yes."}' }] }, finishReason: 'STOP' }] }),
  );
  expect(await google.generate(workspace)).toBe('Yes.');
  const [call] = await google.rows('select output_tokens, reckoned from ai_calls');
  expect(call).toEqual({ output_tokens: Math.ceil('{"words":"Yes."}'.length / 3), reckoned: true });
  expect((await budgetOf(workspace, google)).spent_usd).toBeGreaterThan(0);
});

// rules/bounds 11
test('at 100 % a call is refused before anything is sent; one with an own key is not', async () => {
  const workspace = await make.workspace();
  await spend(workspace, 1.5);
  const asked = standIn.requests.length;
  await expect(server.generate(workspace)).rejects.toMatchObject({
    code: 'ai_budget_exhausted',
    status: 409,
    message: expect.stringMatching(/An administrator adds a provider key .* wait until .* ask the operator/),
  });
  expect(standIn.requests).toHaveLength(asked);
  expect(await recorded(workspace)).toBe(0);
  const admin = await server.as('super_admin', workspace);
  await admin.providerKeys.add.mutate(newKey('openai', server.keyFor('good')));
  expect(await server.generate(workspace)).toBe('Yes.');
  expect(await budgetOf(workspace)).toMatchObject({ spent_usd: 1.5, level: 'exhausted' });
});

// rules/bounds 11
test('a pooled model without a price is refused while there is a limit, and the operator is told', async () => {
  await expect(limited.generate(await limited.make.workspace())).rejects.toMatchObject({
    code: 'ai_model_unpriced',
    message: expect.stringMatching(/the operator adds its price to AI_MODELS_FILE, or an administrator adds/),
  });
  expect(limited.standIn.requests).toEqual([]);
  expect(limited.logged).toEqual([
    {
      fields: { provider: 'anthropic', model: 'claude-next' },
      message: 'The pooled model has no price, and AI_POOLED_MONTHLY_USD is set',
    },
  ]);
  expect(await free.generate(await free.make.workspace())).toBe('Yes.');
});

/** A recording of `bytes` bytes, whose header claims `aSecond` bytes per second. */
function recordingOf({ bytes, aSecond }: { bytes: number; aSecond: number }): Uint8Array<ArrayBuffer> {
  const audio = Buffer.alloc(bytes, 128);
  audio.set(recording().subarray(0, 44));
  audio.writeUInt32LE(aSecond, 28);
  return new Uint8Array(audio);
}

/** Returns the amount that a recording reserves while it is transcribed, and the amount spent afterwards. */
async function transcribed(audio: Uint8Array<ArrayBuffer>) {
  const workspace = await make.workspace();
  const { db, services } = server;
  const call = prepareTranscriptionCall(services.providers, { audio, mediaType: 'audio/wav' });
  const release = standIn.hold();
  const asked = standIn.requests.length;
  const use = { capability: 'transcription', purpose: 'speech_to_text' } as const;
  const calling = callProviderWithCurrentKey({ db, workspace, ai: services }, use, call);
  await expect.poll(() => standIn.requests.length).toBe(asked + 1);
  const { reserved_usd: reserved } = await budgetOf(workspace);
  release();
  await calling;
  const after = await budgetOf(workspace);
  expect(after.reserved_usd).toBe(0);
  return { reserved, spent: after.spent_usd };
}

test('a recording is reserved by its size, and charged by its length', async () => {
  const { reserved, spent } = await transcribed(recordingOf({ bytes: 75_000, aSecond: 8_000 }));
  // At most 100 seconds at 6 kbit/s.
  expect(reserved).toBeCloseTo((0.0092 * 100) / 60, 6);
  expect(spent).toBeCloseTo((0.0092 * 74_956) / 8_000 / 60, 6);
});

test('one of the longest that are taken costs no more than it reserved, however thin it is', async () => {
  const { reserved, spent } = await transcribed(recordingOf({ bytes: 44 + 90 * 16, aSecond: 16 }));
  expect(spent).toBeCloseTo((0.0092 * 90) / 60, 6);
  expect(reserved).toBeGreaterThanOrEqual(spent);
});
