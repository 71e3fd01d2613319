import type { Flashcard } from '@training/shared/courses/courses';
import { expect, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { newKey } from '../../../../test/key-server.ts';
import { startJobsServer, untilJob } from '../../ai/jobs/ai-jobs-fixture.ts';
import { approveBoth, card, castOf, edit, question } from '../../reviews/reviews-fixture.ts';

const { server, providers } = await startJobsServer();
const { pool } = server.db;

const source = {
  title: 'Driving forklifts',
  text: `Check the brakes of the forklift before the first drive of every shift.

A load is never lifted higher than fifteen centimetres while the forklift is moving.

Keep three metres of distance from people who walk in the aisle.

Report every collision to the shift lead before you go on working.`,
};

type Cast = Awaited<ReturnType<typeof castOf>>;

/** A draft with one question and `count` generated cards. */
async function generated(cast: Cast, count: number) {
  const { module } = await cast.module({ status: 'draft', cards: [], questions: [question()] });
  const { client } = cast.trainer;
  const job = await client.modules.generate.mutate({ module_id: module.id, section: 'flashcards', source, count });
  await untilJob(client, job.id, 'succeeded');
  return { id: module.id, jobId: job.id, cards: await cardsOf(cast, module.id) };
}

const cardsOf = async ({ trainer }: Cast, id: string): Promise<Flashcard[]> =>
  (await trainer.client.modules.get.query({ id })).flashcards.cards;

async function publish({ trainer, reviewer }: Cast, id: string): Promise<void> {
  await trainer.client.reviews.submit.mutate({ module_id: id });
  await approveBoth(reviewer.client, id, await server.make.hashes(id));
}

async function outcomes({ admin }: Cast) {
  const found = (await admin.client.providerKeys.usage.query()).outcomes;
  return found.map(({ feature, model, kept, edited, deleted }) => ({ feature, model, kept, edited, deleted }));
}

const OPUS = { feature: 'card_generation', model: 'claude-opus-5-5' };

// rules/ai 19
test('what trainers kept, edited and deleted is counted once, when the module is published', async () => {
  const cast = await castOf(server);
  const { id, cards } = await generated(cast, 4);
  const [one, two, three] = cards;
  const [own] = (await cast.trainer.client.modules.get.query({ id })).quiz.questions;
  expect([cards.length, own !== undefined]).toEqual([4, true]);
  const written = { id: crypto.randomUUID(), front: 'By hand', back: 'All of it' };
  // Moving a card or changing its source doesn't count as an edit.
  await edit(cast.trainer.client, id, 'flashcards', [
    two!,
    { ...one!, back: `${one!.back} Every time.` },
    written,
    { ...three!, source: { ...three!.source!, quote: '' } },
  ]);
  expect(await outcomes(cast)).toEqual([]);
  await publish(cast, id);
  expect(await outcomes(cast)).toEqual([{ ...OPUS, kept: 2, edited: 1, deleted: 1 }]);

  // Changes after publication don't count for the model; new items do.
  const { trainer } = cast;
  await trainer.client.reviews.revise.mutate({ module_id: id });
  await edit(trainer.client, id, 'flashcards', [{ ...two!, front: 'Something else?' }, written]);
  const job = await trainer.client.modules.generate.mutate({ module_id: id, section: 'flashcards', source, count: 1 });
  await untilJob(trainer.client, job.id, 'succeeded');
  expect(await cardsOf(cast, id)).toHaveLength(3);
  await publish(cast, id);
  expect(await outcomes(cast)).toEqual([{ ...OPUS, kept: 3, edited: 1, deleted: 1 }]);
});

test('questions are counted too, by what they ask and not by where they stand', async () => {
  const cast = await castOf(server);
  const { id } = await cast.module({ status: 'draft', cards: [card()], questions: [] }).then(({ module }) => module);
  const { client } = cast.trainer;
  const job = await client.modules.generate.mutate({ module_id: id, section: 'quiz', source, count: 4 });
  await untilJob(client, job.id, 'succeeded');
  const [first, ...others] = (await client.modules.get.query({ id })).quiz.questions;
  expect(others).toHaveLength(3);
  await edit(client, id, 'quiz', [...others.toReversed(), { ...first!, prompt: `${first!.prompt} Say why.` }]);
  await publish(cast, id);
  const QUIZ = { ...OPUS, feature: 'quiz_generation' };
  expect(await outcomes(cast)).toEqual([{ ...QUIZ, kept: 3, edited: 1, deleted: 0 }]);
});

// rules/ai 19
test('what was never published, or only proposed, is not counted', { tags: ['deep'] }, async () => {
  const cast = await castOf(server);
  await generated(cast, 2);
  const { module } = await cast.module({ status: 'draft' });
  const { client } = cast.trainer;
  const release = providers.hold();
  const job = await client.modules.generate.mutate({ module_id: module.id, section: 'flashcards', source, count: 3 });
  await client.reviews.submit.mutate({ module_id: module.id });
  release();
  await untilJob(client, job.id, 'succeeded');
  await approveBoth(cast.reviewer.client, module.id, await server.make.hashes(module.id));
  expect(await outcomes(cast)).toEqual([]);

  // Counted after the next version takes it.
  await client.reviews.revise.mutate({ module_id: module.id });
  const [proposal] = (await client.modules.get.query({ id: module.id })).proposals;
  await client.modules.takeProposal.mutate({ id: proposal!.id });
  await publish(cast, module.id);
  expect(await outcomes(cast)).toEqual([{ ...OPUS, kept: 3, edited: 0, deleted: 0 }]);
});

// rules/ai 19
test('each generated item keeps its model and the version of its prompt, and another workspace sees nothing of it', async () => {
  const cast = await castOf(server);
  const { id, cards } = await generated(cast, 2);
  const { rows: found } = await pool.query(
    'select item_id, provider, model, prompt, outcome from generated_items where module_id = $1 order by item_id',
    [id],
  );
  const prompt = expect.stringMatching(/^[0-9a-f]{12}$/);
  const made = { provider: 'anthropic', model: 'claude-opus-5-5', prompt, outcome: null };
  expect(found).toEqual(
    cards.map((card) => ({ item_id: card.id, ...made })).toSorted((a, b) => (a.item_id < b.item_id ? -1 : 1)),
  );
  await publish(cast, id);
  expect(await outcomes(cast)).toEqual([{ ...OPUS, kept: 2, edited: 0, deleted: 0 }]);
  expect(await outcomes(await castOf(server))).toEqual([]);
});

// rules/ai 24
test('the second look is done by its own model, with the own key alone, and what it let pass is counted for it', async () => {
  const cast = await castOf(server);
  const keys = cast.admin.client.providerKeys;
  const key = keyFor('good', 'own-look');
  const own = await keys.add.mutate(newKey('anthropic', key));
  await keys.changeTaskModel.mutate({ id: own.id, version: 1, task: 'second_look', model: 'claude-sonnet-5-5' });
  const asked = providers.requests.length;
  // A spare card is left out, so one flagged card remains; it isn't missed.
  providers.respond('check', ({ fronts }) => ({
    items: fronts.map(({ n }) => {
      const passage = n < 2 ? 'lacks' : 'carries';
      return { n, answer: '', options: [], passage, reason: '' };
    }),
  }));
  const { id, cards } = await generated(cast, 3);
  providers.respond('check', undefined);
  const flags = await cast.trainer.client.modules.flags.query({ id });
  const isFlagged = (itemId: string) => flags.some((each) => each.item_id === itemId && each.flags.length > 0);
  const [flagged, ...others] = cards.toSorted((a, b) => Number(isFlagged(b.id)) - Number(isFlagged(a.id)));
  expect([isFlagged(flagged!.id), ...others.map((each) => isFlagged(each.id))]).toEqual([true, false, false]);
  const calls = providers.requests.slice(asked);
  expect(calls.map((call) => [call.key, call.isCheck, /"model":"([^"]+)"/.exec(call.body)?.[1]])).toEqual([
    [key, false, 'claude-opus-5-5'],
    [key, true, 'claude-sonnet-5-5'],
  ]);
  await edit(cast.trainer.client, id, 'flashcards', [{ ...flagged!, back: 'Something else.' }, others[0]!]);
  await publish(cast, id);
  const usage = await keys.usage.query();
  const checked = { provider: 'anthropic', model: 'claude-sonnet-5-5' };
  expect(usage.outcomes).toMatchObject([{ ...OPUS, checked_by: checked, kept: 1, edited: 1, deleted: 1, missed: 1 }]);
  const ofCards = usage.by_feature.filter(({ purpose }) => purpose === 'card_generation');
  expect(ofCards.map(({ model, calls: count, own: isOwn }) => [model, count, isOwn])).toEqual([
    ['claude-opus-5-5', 1, true],
    ['claude-sonnet-5-5', 1, true],
  ]);
});

// rules/ai 20
test('what calls for a module cost is counted for it, also where it is added there later', async () => {
  const cast = await castOf(server);
  const { id } = await generated(cast, 2);
  const { module: other } = await cast.module({ status: 'draft' });
  const { client } = cast.trainer;
  const job = await client.ai.generateCards.mutate({ source, count: 2 });
  await untilJob(client, job.id, 'succeeded');
  const usage = () => cast.admin.client.providerKeys.usage.query();
  const before = await usage();
  expect(before.by_module.map(({ module_id }) => module_id)).toEqual([id]);
  for (const module_id of [other.id, id]) {
    await client.modules.addGenerated.mutate({ to: 'module', job_id: job.id, module_id });
  }
  const { by_module: modules, totals, priced_at: pricedAt } = await usage();
  expect(modules.map(({ module_id }) => module_id).toSorted()).toEqual([id, other.id].toSorted());
  for (const each of modules) expect(each).toMatchObject({ calls: 2, unpriced_calls: 0, own_usd: 0 });
  const sum = modules.reduce((all, { pooled_usd }) => all + pooled_usd, 0);
  expect(sum).toBeGreaterThan(0);
  expect(sum).toBeCloseTo(totals.pooled.cost_usd, 5);
  expect(pricedAt).toMatch(/^20\d\d-\d\d-\d\d$/);
});
