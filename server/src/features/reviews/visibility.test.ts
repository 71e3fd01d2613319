import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { approveBoth, castOf, edit, question, refused } from './reviews-fixture.ts';

const server = await startTestServer();
const cast = await castOf(server);
const { make } = server;
const { trainer, reviewer, second, admin, learner, workspace, inCatalog } = cast;

// rules/review 11
test.each(['draft', 'in_review', 'archived'] as const)(
  'what is %s cannot be revised or unpublished',
  async (status) => {
    const { module } = await cast.module({ status });
    const module_id = module.id;
    await refused(trainer.client.reviews.revise.mutate({ module_id }), 409, 'module_state');
    await refused(reviewer.client.reviews.unpublish.mutate({ module_id, reason: 'x' }), 409, 'module_state');
  },
);

// rules/review 12, rules/courses-and-modules 2
test('an unpublished module is hidden and open to its authors, and comes back through review', async () => {
  const { course, module, hashes } = await cast.inReview();
  const other = await make.module(workspace, course.id, { status: 'in_review' });
  const module_id = module.id;
  await approveBoth(reviewer.client, module_id, hashes);
  await approveBoth(reviewer.client, other.id, await make.hashes(other.id));
  const { published_at } = await inCatalog(course.id);
  const unpublish = (id: string) => reviewer.client.reviews.unpublish.mutate({ module_id: id, reason: 'Outdated' });

  expect(await unpublish(module_id)).toEqual({ module_id, status: 'draft', workflow: 'draft', round: 1 });
  await refused(learner.client.modules.live.query({ id: module_id }), 404, 'module_not_found');
  expect(await inCatalog(course.id)).toMatchObject({ published: true });
  await unpublish(other.id);
  expect(await inCatalog(course.id)).toMatchObject({ published: false, published_at });
  const { audit, events } = await cast.trail(other.id);
  const changes = { status: ['published', 'draft'], reason: 'Outdated', course_published: [true, false] };
  expect(audit.at(-1)).toMatchObject({ action: 'module.unpublished', changes });
  expect(events.at(-1)).toMatchObject({ type: 'module.unpublished' });

  await edit(trainer.client, module_id, 'quiz');
  await trainer.client.reviews.submit.mutate({ module_id });
  await approveBoth(second.client, module_id, await make.hashes(module_id));
  expect(await learner.client.modules.live.query({ id: module_id })).toMatchObject({ revision: 2 });
  expect(await inCatalog(course.id)).toMatchObject({ published: true, published_at });
});

test('unpublished while it is revised, a module keeps its working copy and the title of that', async () => {
  const { course, module } = await cast.module({ status: 'published' });
  const module_id = module.id;
  await trainer.client.reviews.revise.mutate({ module_id });
  await trainer.client.modules.update.mutate({ id: module_id, settings_version: 1, title: 'Second edition' });
  await edit(trainer.client, module_id, 'quiz', [question('New?')]);
  await trainer.client.reviews.submit.mutate({ module_id });
  const state = await reviewer.client.reviews.unpublish.mutate({ module_id, reason: 'Outdated' });
  expect(await inCatalog(course.id)).toMatchObject({ modules: [{ title: 'Second edition', status: 'in_review' }] });
  expect(state).toEqual({ module_id, status: 'in_review', workflow: 'in_review', round: 2 });
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({
    title: 'Second edition',
    live: null,
    quiz: { state: 'locked', questions: [{ prompt: 'New?' }] },
  });
});

// rules/review 12
test('an archived module is put away with its course, takes nothing, and is restored to where it stood', async () => {
  const { course, module, hashes } = await cast.inReview();
  const module_id = module.id;
  const archive = () => admin.client.reviews.archive.mutate({ module_id, reason: 'Merged' });
  await refused(archive(), 409, 'module_state');
  await approveBoth(reviewer.client, module_id, hashes);
  await trainer.client.reviews.revise.mutate({ module_id });
  await edit(trainer.client, module_id, 'quiz');
  expect(await archive()).toEqual({ module_id, status: 'archived', workflow: 'draft', round: 1 });
  await refused(archive(), 409, 'module_state');
  await refused(learner.client.modules.live.query({ id: module_id }), 404, 'module_not_found');
  expect(await inCatalog(course.id)).toMatchObject({ published: false, modules: [{ status: 'archived' }] });
  await refused(trainer.client.reviews.submit.mutate({ module_id }), 409, 'module_state');
  await refused(edit(trainer.client, module_id, 'quiz'), 409, 'module_state');
  await refused(reviewer.client.reviews.unpublish.mutate({ module_id, reason: 'x' }), 409, 'module_state');

  const state = await admin.client.reviews.restore.mutate({ module_id, reason: 'Needed again' });
  expect(state).toEqual({ module_id, status: 'published', workflow: 'draft', round: 1 });
  await refused(admin.client.reviews.restore.mutate({ module_id, reason: 'x' }), 409, 'module_state');
  expect(await learner.client.modules.live.query({ id: module_id })).toMatchObject({ revision: 1 });
  expect(await inCatalog(course.id)).toMatchObject({ published: true });
  const { audit, events } = await cast.trail(module_id);
  expect(audit.slice(-2)).toMatchObject([
    { action: 'module.archived', changes: { status: ['published', 'archived'], reason: 'Merged' } },
    { action: 'module.restored', changes: { status: ['archived', 'published'], reason: 'Needed again' } },
  ]);
  expect(events.slice(-2)).toMatchObject([{ type: 'module.archived' }, { type: 'module.restored' }]);
});

// rules/courses-and-modules 2
test('a course whose modules are published and unpublished at once is published while one of them is', async () => {
  const course = await make.course(workspace, { departmentId: cast.department.id });
  const modules = await Promise.all(
    Array.from({ length: 6 }, (_, position) =>
      make.module(workspace, course.id, { status: position % 2 ? 'in_review' : 'published', position }),
    ),
  );
  await server.db.pool.query('update courses set published = true where id = $1', [course.id]);
  const flip = async (module_id: string, index: number) =>
    index % 2
      ? approveBoth(reviewer.client, module_id, await make.hashes(module_id))
      : reviewer.client.reviews.unpublish.mutate({ module_id, reason: 'x' });
  await Promise.all(modules.map(({ id }, index) => flip(id, index)));
  expect(await inCatalog(course.id)).toMatchObject({ published: true });
  await Promise.all(
    modules
      .filter((_, index) => index % 2)
      .map(({ id }) => second.client.reviews.unpublish.mutate({ module_id: id, reason: 'x' })),
  );
  expect(await inCatalog(course.id)).toMatchObject({ published: false });
});
