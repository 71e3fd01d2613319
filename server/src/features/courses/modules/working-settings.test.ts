import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { authoringOn, refused } from './authoring-fixture.ts';

const server = await startTestServer();
const { make } = server;
const { person, draft, audited } = authoringOn(server);

// rules/courses-and-modules 6
test('what a working copy changes of title, validity and pass score is live only once it is approved', async () => {
  const workspace = await make.workspace();
  const department = await make.department(workspace);
  const course = await make.course(workspace, { departmentId: department.id });
  const module = await make.module(workspace, course.id, { status: 'published', title: 'Old', validityDays: 30 });
  const trainer = await server.as('trainer', workspace, department.id);
  const reviewer = await server.as('content_manager', workspace);
  const live = async () => {
    const { rows } = await server.db.pool.query(
      'select title, validity_days, pass_score::float, working from modules where id = $1',
      [module.id],
    );
    return rows[0];
  };

  await trainer.reviews.revise.mutate({ module_id: module.id });
  await trainer.modules.update.mutate({
    id: module.id,
    settings_version: 1,
    title: 'New',
    validity_days: null,
    pass_score: 0.5,
  });
  expect(await live()).toMatchObject({ title: 'Old', validity_days: 30, pass_score: 0.8 });
  // Saved once more without a change.
  await trainer.modules.update.mutate({ id: module.id, settings_version: 2, title: 'New' });
  expect(await live()).toMatchObject({ title: 'Old', validity_days: 30, pass_score: 0.8 });
  expect(await trainer.modules.get.query({ id: module.id })).toMatchObject({
    title: 'New',
    validity_days: null,
    pass_score: 0.5,
    live: { title: 'Old' },
  });

  await trainer.reviews.submit.mutate({ module_id: module.id });
  const { flashcards, quiz, round } = await reviewer.modules.get.query({ id: module.id });
  for (const [section, { content_hash }] of [['flashcards', flashcards] as const, ['quiz', quiz] as const]) {
    expect(await live()).toMatchObject({ title: 'Old', validity_days: 30 });
    await reviewer.reviews.approve.mutate({ module_id: module.id, section, round, content_hash });
  }
  expect(await live()).toEqual({ title: 'New', validity_days: null, pass_score: 0.5, working: null });
});

// rules/courses-and-modules 6
test('draw and pass scores by topic are reviewed, and each topic needs a question in each attempt', async () => {
  const workspace = await make.workspace();
  const { departmentId, module } = await make.moduleInReview(workspace);
  const trainer = await server.as('trainer', workspace, departmentId);
  const reviewer = await server.as('content_manager', workspace);
  const { id } = module;
  await trainer.reviews.withdraw.mutate({ module_id: id });
  const before = await trainer.modules.get.query({ id });
  expect(before).toMatchObject({ questions_per_attempt: null, topic_scores: [] });
  const topic_scores = ['Loads', 'Safety'].map((topic) => ({ topic, pass_score: 1 }));
  const update = { id, questions_per_attempt: 1, topic_scores };
  await trainer.modules.update.mutate({ ...update, settings_version: 1 });
  const [first] = before.quiz.questions;
  const items = [{ ...first!, topic: 'Safety' }];
  const save = { module_id: id, section: 'quiz' as const, version: before.quiz.version, items };
  await trainer.modules.saveSection.mutate(save);
  await expect(trainer.reviews.submit.mutate({ module_id: id })).rejects.toMatchObject({
    data: {
      app_code: 'incomplete',
      errors: [
        { path: 'topic_scores', message: 'The topic “Loads” has a pass mark but no questions' },
        { path: 'topic_scores', message: expect.stringContaining('at least 2 questions') },
      ],
    },
  });
  const fewer = topic_scores.slice(1);
  await trainer.modules.update.mutate({ id, settings_version: 2, topic_scores: fewer });
  await trainer.reviews.submit.mutate({ module_id: id });
  const { flashcards, quiz, round } = await reviewer.modules.get.query({ id });
  for (const [section, { content_hash }] of [['flashcards', flashcards] as const, ['quiz', quiz] as const]) {
    await reviewer.reviews.approve.mutate({ module_id: id, section, round, content_hash });
  }
  const revision = await trainer.reviews.revision.query({ module_id: id, number: 1 });
  expect(revision).toMatchObject({ questions_per_attempt: 1, topic_scores: fewer, quiz: items });
  expect(await trainer.modules.get.query({ id })).toMatchObject({ questions_per_attempt: 1, topic_scores: fewer });
  await trainer.reviews.revise.mutate({ module_id: id });
  const all = { questions_per_attempt: null, topic_scores: [] };
  await trainer.modules.update.mutate({ id, settings_version: 3, ...all });
  expect(await trainer.modules.get.query({ id })).toMatchObject(all);
});

test('a reviewer who saw an earlier round cannot approve what was changed of title and settings since', async () => {
  const workspace = await make.workspace();
  const { departmentId, module, hashes } = await make.moduleInReview(workspace);
  const trainer = await server.as('trainer', workspace, departmentId);
  const reviewer = await server.as('content_manager', workspace);
  await trainer.reviews.withdraw.mutate({ module_id: module.id });
  await trainer.modules.update.mutate({ id: module.id, settings_version: 1, title: 'Unseen', pass_score: 0 });
  await trainer.reviews.submit.mutate({ module_id: module.id });
  const seen = { module_id: module.id, section: 'quiz' as const, round: hashes.round, content_hash: hashes.quiz };
  for (const decide of [
    () => reviewer.reviews.approve.mutate(seen),
    () => reviewer.reviews.query.mutate({ ...seen, comment: 'Why?' }),
  ]) {
    await expect(decide()).rejects.toMatchObject({ data: { httpStatus: 409, app_code: 'stale_revision' } });
  }
  expect(await reviewer.reviews.approve.mutate({ ...seen, round: 2 })).toMatchObject({ round: 2 });
});

test('of two who change the settings at once one wins, and the other is told who did', async () => {
  const { client, user, module, workspace, department } = await draft();
  const colleague = await person(workspace, 'trainer', department.id);
  const { id } = module;
  const first = { id, settings_version: 1 };
  const attempts = await Promise.allSettled([
    client.modules.update.mutate({ ...first, title: 'Brakes and tyres' }),
    colleague.client.modules.update.mutate({ ...first, validity_days: 90, pass_score: 0.5 }),
  ]);
  const won = attempts.findIndex(({ status }) => status === 'fulfilled');
  const winner = won === 0 ? user : colleague.user;
  const detail = expect.stringContaining(`${winner.fullName} changed title or settings`);
  expect(attempts[1 - won]).toMatchObject({ status: 'rejected', reason: refused('stale_version', { detail }) });
  expect(await client.modules.get.query({ id })).toMatchObject({
    ...(won === 0
      ? { title: 'Brakes and tyres', validity_days: null, pass_score: 0.8 }
      : { title: 'Brakes', validity_days: 90, pass_score: 0.5 }),
    settings_version: 2,
  });
  expect((await audited(id)).map(({ action }) => action)).toEqual(['module.created', 'module.updated']);

  // A request with the current version succeeds and changes only the given fields; an unchanged value keeps the
  // version.
  const second = { id, settings_version: 2, title: 'Tyres' };
  await client.modules.update.mutate(second);
  await client.modules.update.mutate({ ...second, settings_version: 3 });
  await expect(client.modules.update.mutate(second)).rejects.toMatchObject(refused('stale_version'));
  expect(await client.modules.get.query({ id })).toMatchObject({
    title: 'Tyres',
    pass_score: won === 0 ? 0.8 : 0.5,
    settings_version: 3,
  });
});

test('a working copy goes on counting the versions of what was published', async () => {
  const { client, course, workspace } = await draft();
  const { id } = await make.module(workspace, course.id, { status: 'published', title: 'Old', position: 1 });
  await client.reviews.revise.mutate({ module_id: id });
  await client.modules.update.mutate({ id, settings_version: 1, validity_days: 90 });
  await expect(client.modules.update.mutate({ id, settings_version: 1, title: 'New' })).rejects.toMatchObject(
    refused('stale_version'),
  );
  await client.modules.update.mutate({ id, settings_version: 2, title: 'New' });
  expect(await client.modules.get.query({ id })).toMatchObject({ title: 'New', validity_days: 90 });
});

test('a pass score has at most four decimals, for more would not be published as they were approved', async () => {
  const { client, module } = await draft();
  const { id } = module;
  for (const pass_score of [0.123456789, 0.00001, 0.1 + 0.2, 1.00001, -0.0001, Number.MIN_VALUE]) {
    const attempt = client.modules.update.mutate({ id, settings_version: 1, pass_score });
    const errors = expect.arrayContaining([expect.objectContaining({ path: 'pass_score' })]);
    await expect(attempt).rejects.toMatchObject(refused('invalid_request', { errors }));
  }
  const scores = [0, 0.0001, 0.07, 0.125, 0.29, 0.3333, 0.57, 0.9999, 1];
  for (const [index, pass_score] of scores.entries()) {
    await client.modules.update.mutate({ id, settings_version: index + 1, pass_score });
    expect(await client.modules.get.query({ id })).toMatchObject({ pass_score, settings_version: index + 2 });
  }
});

test('who sends a figure as text is told which kind of number it must be', async () => {
  const { client, module } = await draft();
  const settings = { id: module.id, settings_version: 1, pass_score: 0.8, validity_days: 30 };
  const asText = Object.assign({ ...settings }, { pass_score: '0.9', validity_days: '60' });
  await expect(client.modules.update.mutate(asText)).rejects.toMatchObject({
    data: {
      app_code: 'invalid_request',
      errors: [
        { path: 'validity_days', message: 'Must be a whole number, in plain digits' },
        { path: 'pass_score', message: 'Must be a number, such as 0.8' },
      ],
    },
  });
  const half = client.modules.update.mutate({ ...settings, validity_days: 30.5 });
  await expect(half).rejects.toMatchObject({
    data: { errors: [{ path: 'validity_days', message: 'Must be a whole number, in plain digits' }] },
  });
});
