import { expect, test } from 'vitest';
import { startJobsServer } from '../ai/jobs/ai-jobs-fixture.ts';
import { castOf, refused, card } from '../reviews/reviews-fixture.ts';
import { choice } from '../learning/learning-fixture.ts';
import { approveAll, bringUpToDate, translate } from './translations-fixture.ts';

const { server } = await startJobsServer();
const cast = await castOf(server);
const { translations } = cast.trainer.client;

async function variant(cards = [card('One'), card('Two')]) {
  const { module } = await cast.module({ status: 'published', cards, questions: [choice()] });
  const named = { module_id: module.id, language: 'de' };
  await translations.add.mutate(named);
  const read = () => translations.get.query(named);
  const proposed = () => expect.poll(async () => (await read()).proposal?.state).toBe('succeeded');
  return { module_id: module.id, named, read, proposed };
}

// rules/translations 11
test('AI proposes what has no translation, marked until a person edits it, and a reviewer approves it', async () => {
  const { named, read, proposed } = await variant();
  await translate(cast.trainer.client, named, (await read()).items.slice(0, 1), 'own');
  await translations.propose.mutate(named);
  await proposed();
  const { items, proposal } = await read();
  expect(proposal).toEqual({ state: 'succeeded', detail: null, dropped: 0 });
  expect(items.map(({ working }) => working?.generated)).toEqual([false, true, true, true]);
  expect(items[0]!.working!.texts).toMatchObject({ title: expect.stringMatching(/^own: /) });
  expect(items[1]!.working!.texts).toEqual({ front: 'de: One', back: 'de: Back' });
  await translate(cast.trainer.client, named, items.slice(1, 2), 'edited');
  expect((await read()).items[1]!.working).toMatchObject({ generated: false, mine: true });
  await refused(translations.propose.mutate(named), 400, 'incomplete');
  expect(await translations.submit.mutate(named)).toMatchObject({ in_review: 4, live_since: null });
  expect(await approveAll(cast.reviewer.client, named)).toMatchObject({ live_since: expect.any(String) });
});

test('whoever had AI translate can’t approve it, and a second proposal waits for the first', async () => {
  const { named, proposed } = await variant();
  const race = await Promise.allSettled([translations.propose.mutate(named), translations.propose.mutate(named)]);
  expect(race.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await proposed();
  const { items } = await translations.get.query(named);
  expect(items.every(({ working }) => working?.mine)).toBe(true);
});

test('a proposal for a language that was removed meanwhile goes nowhere, and one for a new version is left out', async () => {
  const { named, read, proposed } = await variant();
  await translations.propose.mutate(named);
  await proposed();
  await translations.remove.mutate(named);
  await translations.add.mutate(named);
  expect((await read()).items.map(({ state }) => state)).toEqual(['missing', 'missing', 'missing', 'missing']);
  expect((await read()).proposal).toBeNull();
  await bringUpToDate(cast, named);
});
