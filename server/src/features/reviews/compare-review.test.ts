import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { refused } from '../courses/modules/authoring-fixture.ts';
import { approveBoth, card, castOf, edit, question } from './reviews-fixture.ts';

const server = await startTestServer();
const { make } = server;
const { pool } = server.db;

test('nothing was approved or seen in the first round, whose history begins', async () => {
  const { reviewer, inReview } = await castOf(server);
  const { module } = await inReview();
  const compared = await reviewer.client.reviews.compare.query({ module_id: module.id });
  expect(compared).toEqual({
    approved: null,
    seen: null,
    rounds: [
      { id: expect.any(String), round: 1, submitted_by: 'Trainer', submitted_at: expect.any(String), decisions: [] },
    ],
  });
});

test('the next round is compared with what was approved and with what this reviewer saw', async () => {
  const { reviewer, second, trainer, inReview } = await castOf(server);
  const { module, hashes } = await inReview();
  const compare = (client = reviewer.client) => client.reviews.compare.query({ module_id: module.id });
  const decision = { module_id: module.id };
  const before = await reviewer.client.modules.get.query({ id: module.id });
  await compare();
  await reviewer.client.reviews.approve.mutate({
    ...decision,
    section: 'flashcards',
    round: hashes.round,
    content_hash: hashes.flashcards,
  });
  const query = {
    ...decision,
    section: 'quiz' as const,
    round: hashes.round,
    content_hash: hashes.quiz,
    comment: 'Why A?',
  };
  await reviewer.client.reviews.query.mutate(query);
  await edit(trainer.client, module.id, 'quiz', [question('Which one?')]);
  // During the changes, the comparison is with the round seen last.
  expect((await compare()).seen).toMatchObject({ round: 1, quiz: before.quiz.questions });
  await trainer.client.reviews.resubmit.mutate(decision);

  const compared = await compare();
  expect(compared.approved).toMatchObject({ round: 1, flashcards: before.flashcards.cards, quiz: [] });
  expect(compared.seen).toMatchObject({ round: 1, flashcards: before.flashcards.cards, quiz: before.quiz.questions });
  expect(compared.rounds.map(({ round, submitted_by }) => [round, submitted_by])).toEqual([
    [2, trainer.fullName],
    [1, 'Trainer'],
  ]);
  expect(compared.rounds[1]!.decisions).toMatchObject([
    { section: 'flashcards', verdict: 'approved', by: reviewer.fullName, reason: null },
    { section: 'quiz', verdict: 'queried', by: reviewer.fullName, reason: 'Why A?' },
  ]);
  // Viewing the round under review again doesn't make it an earlier one.
  expect((await compare()).seen).toMatchObject({ round: 1 });
  expect((await compare(second.client)).seen).toBeNull();
});

test('a revised module is compared with what is live, section by section', async () => {
  const cast = await castOf(server);
  const { reviewer, trainer } = cast;
  const seeded = await cast.module({ status: 'published' });
  const live = await reviewer.client.modules.get.query({ id: seeded.module.id });
  const compare = async (id: string) => (await reviewer.client.reviews.compare.query({ module_id: id })).approved;
  const items = { flashcards: live.flashcards.cards, quiz: live.quiz.questions };
  expect(await compare(seeded.module.id)).toMatchObject({ round: null, ...items });

  const { module, hashes } = await cast.inReview();
  await approveBoth(reviewer.client, module.id, hashes);
  const first = await reviewer.client.modules.get.query({ id: module.id });
  await trainer.client.reviews.revise.mutate({ module_id: module.id });
  await edit(trainer.client, module.id, 'flashcards', [card('New')]);
  await trainer.client.reviews.submit.mutate({ module_id: module.id });
  const second = await make.hashes(module.id);
  const decision = {
    module_id: module.id,
    section: 'flashcards' as const,
    round: second.round,
    content_hash: second.flashcards,
  };
  await reviewer.client.reviews.approve.mutate(decision);
  expect(await compare(module.id)).toMatchObject({
    round: 2,
    flashcards: [{ front: 'New' }],
    quiz: first.quiz.questions,
  });
});

test('title, validity and pass score are those of the later approval, and of the round that was seen', async () => {
  const { reviewer, second, trainer, inReview } = await castOf(server);
  const { module, hashes } = await inReview();
  const module_id = module.id;
  const compare = (client = reviewer.client) => client.reviews.compare.query({ module_id });
  const settings = (title: string, validity_days: number | null, pass_score: number) => ({
    title,
    validity_days,
    pass_score,
  });
  const first = await reviewer.client.modules.get.query({ id: module_id });
  const atFirst = settings(first.title, first.validity_days, first.pass_score);
  await compare();
  const decide = reviewer.client.reviews;
  const quiz = { module_id, section: 'quiz' as const, round: 1, content_hash: hashes.quiz };
  await decide.approve.mutate({ ...quiz, section: 'flashcards', content_hash: hashes.flashcards });
  await decide.query.mutate({ ...quiz, comment: 'Shorter?' });
  const next = settings('Spills, in short', 365, 0.9);
  await trainer.client.modules.update.mutate({ id: module_id, settings_version: 1, ...next });
  await edit(trainer.client, module_id, 'quiz');
  await trainer.client.reviews.resubmit.mutate({ module_id });
  expect(await compare()).toMatchObject({ approved: { round: 1, ...atFirst }, seen: { round: 1, ...atFirst } });
  await compare(second.client);

  // The flashcards were approved in the first round; the quiz, with the new title, is in the second.
  const approval = { ...quiz, round: 2, content_hash: (await make.hashes(module_id)).quiz };
  expect(await decide.approve.mutate(approval)).toMatchObject({ status: 'published' });
  expect((await compare()).approved).toMatchObject({ round: 2, ...next, flashcards: first.flashcards.cards });
  await trainer.client.reviews.revise.mutate({ module_id });
  await trainer.client.modules.update.mutate({ id: module_id, settings_version: 2, ...settings('Other', null, 0) });
  await trainer.client.reviews.submit.mutate({ module_id });
  expect(await compare(second.client)).toMatchObject({ approved: { round: 2, ...next }, seen: { round: 2, ...next } });
  // The last approval is of the current round, even with only one section approved.
  await second.client.reviews.approve.mutate({ ...approval, round: 3 });
  expect((await compare()).approved).toMatchObject({ round: 3, ...settings('Other', null, 0) });
});

test('what is live and came by no review is compared with its title, validity and pass score', async () => {
  const cast = await castOf(server);
  const { reviewer, trainer } = cast;
  const { module } = await cast.module({ status: 'published' });
  const { title, validity_days, pass_score } = await reviewer.client.modules.get.query({ id: module.id });
  await trainer.client.reviews.revise.mutate({ module_id: module.id });
  await trainer.client.modules.update.mutate({
    id: module.id,
    settings_version: 1,
    title: 'Renamed',
    validity_days: 7,
    pass_score: 1,
  });
  await trainer.client.reviews.submit.mutate({ module_id: module.id });
  const { approved } = await reviewer.client.reviews.compare.query({ module_id: module.id });
  expect(approved).toMatchObject({ round: null, title, validity_days, pass_score });
});

test('only a reviewer’s look is noted, and only of a round that is under review', async () => {
  const cast = await castOf(server);
  const { workspace, department, reviewer, trainer, outsider } = cast;
  const { module } = await cast.inReview();
  const read = { module_id: module.id };
  const viewers = async (id = module.id) => {
    const { rows } = await pool.query<{ id: string; round: number }>(
      'select reviewer_id as id, round from review_views where module_id = $1',
      [id],
    );
    return rows;
  };
  const colleague = await server.as('trainer', workspace, department.id);
  const auditor = await server.as('auditor', workspace);
  for (const client of [trainer.client, colleague, auditor]) {
    expect((await client.reviews.compare.query(read)).rounds).toHaveLength(1);
  }
  expect(await viewers()).toEqual([]);
  await Promise.all([1, 2, 3].map(() => reviewer.client.reviews.compare.query(read)));
  expect(await viewers()).toEqual([{ id: reviewer.id, round: 1 }]);
  const draft = await cast.module();
  expect(await reviewer.client.reviews.compare.query({ module_id: draft.module.id })).toMatchObject({ rounds: [] });
  expect(await viewers(draft.module.id)).toEqual([]);
  await expect(outsider.client.reviews.compare.query(read)).rejects.toMatchObject(refused('module_not_found'));
  const learner = await server.as('learner', workspace);
  await expect(learner.reviews.compare.query(read)).rejects.toMatchObject(refused('forbidden'));
  const elsewhere = await server.as('content_manager', await make.workspace());
  await expect(elsewhere.reviews.compare.query(read)).rejects.toMatchObject(refused('module_not_found'));
});
