import { GeneratedCards } from '@training/shared/ai/generated-items';
import { expect, test } from 'vitest';
import { sourceOf, untilJob } from '../ai/jobs/ai-jobs-fixture.ts';
import { modelGrade, startGradingServer } from './grading-fixture.ts';

// No provider has a key: everything runs on an endpoint that needs none.
const { providers, cast, before } = await startGradingServer({ env: { ANTHROPIC_API_KEY: '', DEEPGRAM_API_KEY: '' } });
providers.setScenario('', 'good');

async function withEndpoint() {
  const people = await cast();
  const admin = await people.person('super_admin');
  await admin.client.providerKeys.add.mutate({
    provider: 'openai_compatible',
    name: 'Ollama in the cellar',
    base_url: `${providers.baseUrls.openai_compatible}/v1`,
    model: 'llama3.3:70b',
    context_tokens: 16_384,
    key: '',
  });
  return people;
}

// rules/provider-keys 14
test('a workspace with an endpoint alone gets cards, and its long sources are read in parts that fit', async () => {
  const { trainer } = await withEndpoint();
  const from = providers.requests.length;
  const source = sourceOf(2);
  const { id } = await trainer.client.ai.generateCards.mutate({ source, count: 4 });
  const job = await untilJob(trainer.client, id, 'succeeded');
  const result = GeneratedCards.parse(job.result);
  expect(result.cards).toHaveLength(4);
  // Half of 16,384 tokens, less 2,500 for instructions, at two characters each.
  const parts = Math.ceil(source.text.length / 11_384);
  expect(result.coverage).toMatchObject({ parts, parts_read: parts });
  const asked = providers.requests.slice(from);
  expect(new Set(asked.map(({ provider }) => provider))).toEqual(new Set(['openai_compatible']));
  expect(Math.max(...asked.map(({ body }) => body.length))).toBeLessThan(30_000);
  const estimate = await trainer.client.ai.estimate.query({
    section: 'flashcards',
    count: 4,
    source: { from: 'text', characters: source.text.length, bytes: source.text.length },
  });
  expect(estimate).toMatchObject({ provider: 'openai_compatible', calls: 2 * parts, low_usd: null, high_usd: null });
});

// rules/provider-keys 14
test('a workspace with an endpoint alone gets spoken questions graded', async () => {
  const me = await before(await withEndpoint());
  const BELT = 'I stop the belt with the red button';
  providers.respond('oral_grading', () => modelGrade(0.9, BELT, 'I hang my own lock on the switch'));
  const from = providers.requests.length;
  const { answer } = await me.type();
  const graded = await me.until(answer.answer_id, 'graded', 'trainer');
  providers.respond('oral_grading', undefined);
  expect(graded).toMatchObject({ state: 'graded', score: 1 });
  const asked = new Set(providers.requests.slice(from).map(({ provider, key }) => `${provider} ${key}`));
  expect(asked).toEqual(new Set(['openai_compatible ']));
});
