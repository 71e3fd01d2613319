import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

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
  await trainer.modules.update.mutate({ id: module.id, title: 'New', validity_days: null, pass_score: 0.5 });
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

test('a reviewer who saw an earlier round cannot approve what was changed of title and settings since', async () => {
  const workspace = await make.workspace();
  const { departmentId, module, hashes } = await make.moduleInReview(workspace);
  const trainer = await server.as('trainer', workspace, departmentId);
  const reviewer = await server.as('content_manager', workspace);
  await trainer.reviews.withdraw.mutate({ module_id: module.id });
  await trainer.modules.update.mutate({ id: module.id, title: 'Unseen', pass_score: 0 });
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
