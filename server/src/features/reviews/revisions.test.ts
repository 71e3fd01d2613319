import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { card, question, refused } from './reviews-fixture.ts';
import { revisionsOn } from './revisions-fixture.ts';

const server = await startTestServer();
const { make } = server;
const cast = await revisionsOn(server);
const { trainer, reviewer, outsider, learner, admin } = cast;

const none = { added: 0, changed: 0, removed: 0, moved: false };

// rules/courses-and-modules 12
test('revisions are listed from the newest, with who published them and what differs from the one before', async () => {
  const [brakes, horn, load] = [card('Brakes'), card('Horn'), card('Load')];
  const [which, what] = [question('Which?'), question('What?')];
  const id = await cast.published(
    { title: 'Forklifts', cards: [brakes, horn], questions: [which, what] },
    { cards: [{ ...horn, back: 'Sound it' }, load], title: 'Forklifts, shorter' },
    { questions: [what, which] },
  );
  await reviewer.client.reviews.unpublish.mutate({ module_id: id, reason: 'Outdated' });
  await cast.publish(id);
  const page = await trainer.client.reviews.revisions.query({ module_id: id });
  expect(page).toMatchObject({ total: 4, live: 4 });
  const { flashcards, quiz } = await make.hashes(id);
  expect(page.revisions[0]).toEqual({
    number: 4,
    title: 'Forklifts, shorter',
    published_at: expect.any(String),
    published_by: reviewer.fullName,
    cards: 2,
    questions: 2,
    flashcards_hash: flashcards,
    quiz_hash: quiz,
    changes: { flashcards: none, quiz: none, settings: 0 },
  });
  expect(page.revisions.map(({ number, title, changes }) => [number, title, changes])).toEqual([
    [4, 'Forklifts, shorter', { flashcards: none, quiz: none, settings: 0 }],
    [3, 'Forklifts, shorter', { flashcards: none, quiz: { ...none, moved: true }, settings: 0 }],
    [
      2,
      'Forklifts, shorter',
      { flashcards: { added: 1, changed: 1, removed: 1, moved: false }, quiz: none, settings: 1 },
    ],
    [1, 'Forklifts', null],
  ]);

  // A page has the changes of its last revision, too.
  const one = await trainer.client.reviews.revisions.query({ module_id: id, limit: 1, offset: 1 });
  expect(one).toEqual({ ...page, revisions: [page.revisions[1]] });
  const tooMany = trainer.client.reviews.revisions.query({ module_id: id, limit: 21 });
  await expect(tooMany).rejects.toMatchObject({ data: { httpStatus: 400 } });
});

// rules/courses-and-modules 12
test('a revision reads as it was published, whatever came later', async () => {
  const first = { cards: [card('Old')], questions: [question('Old?')] };
  const id = await cast.published({ title: 'Old', ...first }, { title: 'New', cards: [card('New')] });
  await trainer.client.reviews.revise.mutate({ module_id: id });
  await cast.write(id, { questions: [question('Newer?')] });
  const old = await reviewer.client.reviews.revision.query({ module_id: id, number: 1 });
  expect(old).toEqual({
    number: 1,
    at: expect.any(String),
    title: 'Old',
    validity_days: null,
    pass_score: 0.8,
    max_attempts: 3,
    show_solutions: 'at_end',
    questions_per_attempt: null,
    topic_scores: [],
    flashcards: first.cards,
    quiz: first.questions,
  });
  expect(await reviewer.client.reviews.revision.query({ module_id: id, number: 2 })).toMatchObject({ title: 'New' });
  const third = reviewer.client.reviews.revision.query({ module_id: id, number: 3 });
  await refused(third, 404, 'revision_not_found');
});

// rules/courses-and-modules 12
test('revisions are for those who may read the working copy', async () => {
  const id = await cast.published({});
  const auditor = await server.as('auditor', cast.workspace);
  const colleague = await server.as('trainer', cast.workspace, cast.department.id);
  const list = (client: typeof auditor) => client.reviews.revisions.query({ module_id: id });
  const read = (client: typeof auditor) => client.reviews.revision.query({ module_id: id, number: 1 });
  for (const client of [trainer.client, colleague, reviewer.client, auditor, admin.client]) {
    expect((await list(client)).total).toBe(1);
    expect((await read(client)).number).toBe(1);
  }
  const elsewhere = await server.as('content_manager', await make.workspace());
  for (const client of [outsider.client, elsewhere]) {
    await refused(list(client), 404, 'module_not_found');
    await refused(read(client), 404, 'module_not_found');
  }
  await refused(list(learner.client), 403, 'forbidden');
  await refused(read(learner.client), 403, 'forbidden');
});

test('a module without revisions has an empty list', async () => {
  const { module } = await cast.module({ status: 'draft' });
  const page = await trainer.client.reviews.revisions.query({ module_id: module.id });
  expect(page).toEqual({ revisions: [], total: 0, live: null });
});
