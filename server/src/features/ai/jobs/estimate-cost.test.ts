import type { EstimateGenerationCost } from '@training/shared/ai/ai-jobs';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { expect, test } from 'vitest';
import { newKey } from '../../../../test/key-server.ts';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { BUILT_IN_MODELS } from '../../../providers/ai/models.ts';
import { newId } from '../../../platform/ids.ts';
import { authoringOn, refused } from '../../courses/modules/authoring-fixture.ts';
import { sourceOf, startJobsServer, untilJob } from './ai-jobs-fixture.ts';

const { server, trainer, person } = await startJobsServer();

const sized = (text: string): EstimateGenerationCost['source'] => ({
  from: 'text',
  characters: Array.from(text).length,
  bytes: Buffer.byteLength(text),
});
const cards = (source: EstimateGenerationCost['source'], count = 12): EstimateGenerationCost => ({
  section: 'flashcards',
  count,
  source,
});

// rules/ai 21
test('an estimate names the model that would be used, and when its price was looked up', async () => {
  const { client } = await trainer();
  const { label, price } = BUILT_IN_MODELS.anthropic[0]!;
  const estimate = await client.ai.estimate.query(cards(sized('A short text. '.repeat(60))));
  expect(estimate).toMatchObject({
    provider: 'anthropic',
    model: 'claude-opus-5-5',
    label,
    own: false,
    calls: 2,
    priced_at: price!.lookedUp,
  });
  expect(estimate!.low_usd).toBeGreaterThan(0);
  expect(estimate!.high_usd).toBeGreaterThan(estimate!.low_usd!);
});

/** A text of `sentences` sentences, each teaching something different. */
const rulesOf = (sentences: number) => ({
  title: 'Halls',
  text: Array.from({ length: sentences }, (_, n) => `Hall ${n} is swept by team ${n * 7} before shift ${n * 3}.`).join(
    '\n\n',
  ),
});

async function chargedWithinBounds(sentences: number, count: number) {
  const { client, workspace } = await trainer();
  const source = rulesOf(sentences);
  const estimate = await client.ai.estimate.query(cards(sized(source.text), count));
  const job = await client.ai.generateCards.mutate({ source, count });
  await untilJob(client, job.id, 'succeeded');
  const admin = await person(workspace, 'super_admin');
  const { totals } = await admin.client.providerKeys.usage.query();
  expect(totals.pooled.cost_usd).toBeGreaterThanOrEqual(estimate!.low_usd!);
  expect(totals.pooled.cost_usd).toBeLessThanOrEqual(estimate!.high_usd!);
}

// rules/ai 21
test('what is charged in the end lies between the bounds', () => chargedWithinBounds(12, 6));

// rules/ai 21
test('what is charged for several parts lies between the bounds', { tags: ['deep'] }, () =>
  chargedWithinBounds(3_400, 20),
);

test('more items, longer sources and scripts with more bytes cost more', async () => {
  const { client } = await trainer();
  const high = async (input: EstimateGenerationCost) => (await client.ai.estimate.query(input))!.high_usd!;
  const page = sized('word '.repeat(1_000));
  const usual = await high(cards(page));
  expect(await high(cards(page, 40))).toBeGreaterThan(usual);
  expect(await high(cards(sized('word '.repeat(2_000))))).toBeGreaterThan(usual);
  expect(await high(cards(sized('漢'.repeat(5_000))))).toBeGreaterThan(usual);
  expect(await high({ section: 'quiz', count: 12, source: page })).toBeGreaterThan(usual);
  const longest = { from: 'text' as const, characters: AI_INPUT_LIMITS.sourceText, bytes: AI_INPUT_LIMITS.sourceText };
  expect(await high(cards(longest))).toBeGreaterThan(usual);
});

// rules/ai 21
test('calls of the second look are estimated by the price of its model', async () => {
  const { client, workspace } = await trainer();
  const { client: admin } = await person(workspace, 'super_admin');
  const own = await admin.providerKeys.add.mutate(newKey('anthropic', keyFor('good', 'estimated-look')));
  const page = cards(sized('word '.repeat(2_000)));
  const same = (await client.ai.estimate.query(page))!;
  expect(same).toMatchObject({ label: 'Claude Opus 5.5', checked_by: null });
  const task = { id: own.id, version: 1, task: 'second_look' as const, model: 'claude-haiku-5-5' };
  await admin.providerKeys.changeTaskModel.mutate(task);
  const cheaper = (await client.ai.estimate.query(page))!;
  expect(cheaper).toMatchObject({ label: 'Claude Opus 5.5', checked_by: 'Claude Haiku 5.5', calls: same.calls });
  // Half of the calls cost a fortieth.
  expect(cheaper.low_usd! / same.low_usd!).toBeGreaterThan(0.4);
  expect(cheaper.low_usd! / same.low_usd!).toBeLessThan(0.7);
});

// rules/ai 21
test('where no price is known, that is what the estimate says', async () => {
  const { client, workspace } = await trainer();
  const admin = await person(workspace, 'super_admin');
  await admin.client.providerKeys.add.mutate(newKey('azure_openai', keyFor('good', 'estimated')));
  expect(await client.ai.estimate.query(cards(sized('Words.')))).toMatchObject({
    provider: 'azure_openai',
    model: 'gpt-6-large',
    label: 'gpt-6-large',
    own: true,
    low_usd: null,
    high_usd: null,
    priced_at: null,
  });
});

test('of a document only its reader is told, and of a module that was made of nothing there is no estimate', async () => {
  const author = await trainer();
  const file = await author.client.ai.upload.mutate(new Blob([`# Forklifts\n\n${sourceOf(1).text}`]));
  const job = await author.client.ai.extractDocument.mutate({ file_id: file.id, name: 'forklifts.md' });
  await untilJob(author.client, job.id, 'succeeded');
  const document = cards({ from: 'document', job_id: job.id });
  expect(await author.client.ai.estimate.query(document)).toMatchObject({ calls: 2 });
  const other = await person(author.workspace);
  await expect(other.client.ai.estimate.query(document)).rejects.toMatchObject(refused('ai_job_not_found'));
  const nowhere = author.client.ai.estimate.query(cards({ from: 'suggestion', module_id: newId() }));
  await expect(nowhere).rejects.toMatchObject(refused('module_not_found'));
});

test('of a module’s suggestion its own department is told, and no other', async () => {
  const author = await authoringOn(server).draft();
  const { client, workspace, course } = author;
  const { call } = await server.api(['intake:create'], workspace);
  const { json } = await call('POST', '/api/v1/intake', { content: sourceOf(1).text, source_name: 'Wiki' });
  const wanted = { id: String(json.id), course_id: course.id, generate: false };
  const { module_id } = await client.suggestions.accept.mutate(wanted);
  const suggestion = cards({ from: 'suggestion', module_id });
  expect(await client.ai.estimate.query(suggestion)).toEqual(
    await client.ai.estimate.query(cards(sized(sourceOf(1).text))),
  );
  const other = await person(workspace);
  await expect(other.client.ai.estimate.query(suggestion)).rejects.toMatchObject(refused('module_not_found'));
});

test('without any key there is nothing to estimate', async () => {
  const bare = await startJobsServer({ env: { ANTHROPIC_API_KEY: '' } });
  const { client } = await bare.trainer();
  expect(await client.ai.estimate.query(cards(sized('Words.')))).toBeNull();
});
