import type { AiProvider } from '@training/shared/provider-keys/provider-keys';
import { expect, onTestFinished, test } from 'vitest';
import { answerIn, type Protocol } from '../../../../test/ai/later-answers.ts';
import { POOLED, recording, untilJob } from '../jobs/ai-jobs-fixture.ts';
import { cardsOf, EIGHT, rule, startLongAnswers } from './long-answers-fixture.ts';

const { server, providers, trainer, withKeyOf, askedWith, goneOn } = await startLongAnswers();
const { pool } = server.db;

const CARDS = {
  cards: Array.from({ length: 10 }, (_, n) => ({
    front: `Gate ${n}?`,
    back: 'Its rule.',
    quote: rule(n + 10),
    level: 'recall',
  })),
};

const PROTOCOLS: [Protocol, Exclude<AiProvider, 'openai_compatible'>, boolean][] = [
  ['anthropic', 'anthropic', false],
  ['openai', 'openai', false],
  ['google', 'google', false],
  ['azure_openai', 'azure_openai', false],
  ['azure_openai, by chat', 'azure_openai', true],
];

// rules/ai 16, rules/ai 23
test.each(PROTOCOLS)(
  '%s: unknown events, missing usage and a lost end cost one call, and no job is repeated for them',
  async (protocol, provider, ofChat) => {
    for (const how of [{ isLater: true, isCounted: true }, {}, { endsEarly: true }]) {
      const who = await withKeyOf(provider, ofChat);
      providers.setScenario(who.key, answerIn(protocol, JSON.stringify(CARDS), how));
      const { id } = await who.client.ai.generateCards.mutate(EIGHT);
      const done = await untilJob(who.client, id, 'succeeded', 'failed');
      expect(cardsOf(done)).toHaveLength(8);
      expect(askedWith(who.key)).toEqual([{ count: 10, existing: 0 }]);
    }
  },
);

// rules/ai 5
test('an answer that breaks off with nothing to use costs one call, and the job fails', async () => {
  const who = await withKeyOf('anthropic');
  const cut = { how: 'cut', items: 0 } as const;
  providers.interrupt(who.key, cut, cut, cut);
  const { id } = await who.client.ai.generateCards.mutate(EIGHT);
  const failed = await untilJob(who.client, id, 'failed', 'succeeded');
  expect(failed.error).toEqual({ code: 'ai_provider_failed', detail: expect.stringMatching(/broke off with nothing/) });
  expect(askedWith(who.key)).toHaveLength(1);
});

// rules/ai 16
test('an answer that breaks off with some cards is followed by a request for the rest, one without by none', async () => {
  const who = await withKeyOf('anthropic');
  providers.interrupt(who.key, { how: 'cut', items: 3 }, { how: 'cut', items: 2 }, { how: 'cut', items: 0 });
  const { id } = await who.client.ai.generateCards.mutate(EIGHT);
  for (const requests of [1, 2]) {
    await expect.poll(() => askedWith(who.key).length).toBe(requests);
    await goneOn(who, id);
  }
  const done = await untilJob(who.client, id, 'succeeded', 'failed');
  expect(cardsOf(done)).toHaveLength(5);
  expect(askedWith(who.key).map(({ count }) => count)).toEqual([10, 7, 5]);
});

test('a recording whose transcript breaks off is sent once, because each costs', async () => {
  const who = await trainer();
  providers.setScenario(POOLED.transcription, 'half');
  onTestFinished(() => providers.setScenario(POOLED.transcription, undefined));
  const asked = () => providers.requests.filter(({ provider }) => provider === 'deepgram').length;
  const before = asked();
  const { id: file } = await who.client.ai.upload.mutate(new Blob([recording()]));
  const { id } = await who.client.ai.transcribe.mutate({ file_id: file });
  await untilJob(who.client, id, 'failed', 'succeeded');
  expect(asked() - before).toBe(1);
});

// rules/ai 5
test('a request that is too long for a gateway is not repeated, and the job says what to do', async () => {
  const who = await withKeyOf('azure_openai');
  providers.setScenario(who.key, { status: 413, headers: { 'content-type': 'text/html' }, body: '<html>413</html>' });
  const { id } = await who.client.ai.generateCards.mutate(EIGHT);
  const failed = await untilJob(who.client, id, 'failed', 'succeeded');
  expect(failed.error).toEqual({ code: 'ai_provider_failed', detail: expect.stringMatching(/too long .* Shorten it/) });
  expect(askedWith(who.key)).toHaveLength(1);
});

// rules/ai 17
test('usage that was said before a break is charged as said, on the pooled key too', async () => {
  const who = await trainer();
  const { body, ...answer } = answerIn('anthropic', JSON.stringify(CARDS), { isCounted: true });
  const [begun = ''] = String(body).split('event: content_block_stop');
  providers.setScenario(POOLED.generation, {
    ...answer,
    body: `${begun.slice(0, begun.lastIndexOf('event: '))}event: message_delta\ndata: {"type":"message_delta","delta":{"stop_reason":null},"usage":{"output_tokens":60}}\n\n`,
  });
  onTestFinished(() => providers.setScenario(POOLED.generation, undefined));
  const { id } = await who.client.ai.generateCards.mutate(EIGHT);
  await expect.poll(async () => (await who.client.ai.get.query({ id })).retry_at).not.toBeNull();
  const { rows } = await pool.query(
    `select c.outcome, c.input_tokens, c.output_tokens, c.reckoned, round(c.cost_usd * 1e9)::integer as cost,
       m.charged::integer as charged
     from ai_calls c join ai_budget_months m using (workspace_id) where workspace_id = $1`,
    [who.workspace.id],
  );
  const [{ cost } = { cost: 0 }] = rows;
  expect(rows).toEqual([
    { outcome: 'unreachable', input_tokens: 90, output_tokens: 60, reckoned: false, cost, charged: cost },
  ]);
  expect(cost).toBeGreaterThan(0);
});
