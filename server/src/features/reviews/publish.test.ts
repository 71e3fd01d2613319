import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { approveBoth, card, castOf, edit, question, refused } from './reviews-fixture.ts';

const server = await startTestServer();
const cast = await castOf(server);
const { make } = server;
const { trainer, reviewer, second, admin, workspace } = cast;
const learner = await cast.person('learner');
const { call } = await server.api(['catalog:read'], workspace);

/** A course as the API's catalog has it. */
async function inCatalog(courseId: string) {
  const { json } = await call('GET', '/api/v1/catalog');
  const courses: { id: string; published: boolean; published_at: string | null; modules: object[] }[] = json;
  return courses.find(({ id }) => id === courseId)!;
}

const REVISIONS = `
select v.number, v.title, v.flashcards::text || v.quiz::text = r.flashcards::text || r.quiz::text as same, m.live_revision_id = v.id as live
from module_revisions v
join modules m on m.id = v.module_id
left join review_rounds r on r.module_id = v.module_id and r.round = $2
where v.module_id = $1 order by v.number`;

test('the second approval publishes the snapshot byte for byte, and the course with it', async () => {
  const { course, module } = await cast.module();
  const module_id = module.id;
  const cards = [card('One'), { ...card('Zwei — 二 👩‍👩‍👧'), back: '**bold**\n\n<script>alert(1)</script>' }];
  await edit(trainer.client, module_id, 'flashcards', cards);
  await edit(trainer.client, module_id, 'quiz', [question('1.0?')]);
  await trainer.client.reviews.submit.mutate({ module_id });
  await reviewer.client.reviews.claim.mutate({ module_id });
  const hashes = await make.hashes(module_id);
  await reviewer.client.reviews.approve.mutate({ module_id, section: 'quiz', content_hash: hashes.quiz });
  const waiting = { published: false, published_at: null, modules: [{ id: module_id, status: 'in_review' }] };
  expect(await inCatalog(course.id)).toMatchObject(waiting);
  await refused(learner.client.modules.live.query({ id: module_id }), 404, 'module_not_found');

  const last = { module_id, section: 'flashcards' as const, content_hash: hashes.flashcards };
  const state = await second.client.reviews.approve.mutate(last);
  expect(state).toEqual({ module_id, status: 'published', workflow: null, round: 1 });
  const { rows } = await server.db.pool.query(REVISIONS, [module_id, 1]);
  expect(rows).toEqual([{ number: 1, title: module.title, same: true, live: true }]);
  const live = await learner.client.modules.live.query({ id: module_id });
  expect(live).toMatchObject({ revision: 1, title: module.title, flashcards: cards, questions: [{ prompt: '1.0?' }] });
  expect(await inCatalog(course.id)).toMatchObject({
    published: true,
    published_at: live.published_at,
    modules: [{ id: module_id, status: 'published' }],
  });
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({
    claimed_by: null,
    submitted: null,
  });

  const { audit, events } = await cast.trail(module_id);
  expect(audit.map(({ action }) => action)).toEqual([
    'module.submitted',
    'section.approved',
    'section.approved',
    'module.published',
  ]);
  const published = {
    revision: 1,
    flashcards_hash: hashes.flashcards,
    quiz_hash: hashes.quiz,
    course_published: [false, true],
  };
  expect(audit.at(-1)).toMatchObject({
    by: second.fullName,
    changes: { status: ['in_review', 'published'], workflow: ['in_review', null], round: 1, ...published },
  });
  expect(events.map(({ type }) => type)).toEqual([
    'module.submitted',
    'module.approved',
    'module.approved',
    'module.published',
  ]);
  const decisions = await server.db.pool.query(
    'select section, verdict, content_hash, by_id from review_decisions where module_id = $1 order by at, id',
    [module_id],
  );
  expect(decisions.rows).toEqual([
    { section: 'quiz', verdict: 'approved', content_hash: hashes.quiz, by_id: reviewer.id },
    { section: 'flashcards', verdict: 'approved', content_hash: hashes.flashcards, by_id: second.id },
    { section: null, verdict: 'published', content_hash: null, by_id: second.id },
  ]);
});

test('nothing is published that is not what was submitted, even where somebody wrote past the locks', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  await reviewer.client.reviews.approve.mutate({ module_id, section: 'quiz', content_hash: hashes.quiz });
  await server.db.pool.query(`update sections set items = items || items where module_id = $1`, [module_id]);
  const now = await make.hashes(module_id);
  const last = { module_id, section: 'flashcards' as const, content_hash: now.flashcards };
  await refused(reviewer.client.reviews.approve.mutate(last), 409, 'stale_revision');
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({
    status: 'in_review',
    live: null,
    flashcards: { state: 'locked' },
  });
  expect((await cast.trail(module_id)).audit).toHaveLength(1);
});

test('a published revision cannot be changed', async () => {
  const { module } = await cast.module({ status: 'published' });
  const change = server.db.pool.query(`update module_revisions set quiz = '[]' where module_id = $1`, [module.id]);
  await expect(change).rejects.toThrow('a published revision cannot be changed');
});

test('what is live stays as it is while a working copy of it is revised, until that is approved in its turn', async () => {
  const { course, module } = await cast.module({ status: 'published' });
  const module_id = module.id;
  const { reviews } = trainer.client;
  const live = await learner.client.modules.live.query({ id: module_id });
  const before = await inCatalog(course.id);

  expect(await reviews.revise.mutate({ module_id })).toEqual({
    module_id,
    status: 'published',
    workflow: 'draft',
    round: 1,
  });
  await refused(reviews.revise.mutate({ module_id }), 409, 'module_state');
  await trainer.client.modules.update.mutate({ id: module_id, title: 'Second edition' });
  await edit(trainer.client, module_id, 'quiz', [question('New?')]);
  expect(await reviews.submit.mutate({ module_id })).toMatchObject({
    status: 'published',
    workflow: 'in_review',
    round: 2,
  });
  const hashes = await make.hashes(module_id);
  await reviewer.client.reviews.query.mutate({
    module_id,
    section: 'quiz',
    content_hash: hashes.quiz,
    comment: 'Why?',
  });
  await reviews.comment.mutate({ module_id, section: 'quiz', body: 'Because' });
  expect(await reviews.resubmit.mutate({ module_id })).toMatchObject({ status: 'published', round: 3 });
  await reviewer.client.reviews.approve.mutate({ module_id, section: 'quiz', content_hash: hashes.quiz });
  expect(await learner.client.modules.live.query({ id: module_id })).toEqual(live);
  expect(await inCatalog(course.id)).toEqual(before);

  const last = { module_id, section: 'flashcards' as const, content_hash: hashes.flashcards };
  const state = await reviewer.client.reviews.approve.mutate(last);
  expect(state).toEqual({ module_id, status: 'published', workflow: null, round: 3 });
  const next = { revision: 2, title: 'Second edition', questions: [{ prompt: 'New?' }] };
  expect(await learner.client.modules.live.query({ id: module_id })).toMatchObject(next);
  expect(await inCatalog(course.id)).toMatchObject({ modules: [{ title: 'Second edition', status: 'published' }] });
  const { rows } = await server.db.pool.query(REVISIONS, [module_id, 3]);
  expect(rows).toMatchObject([
    { number: 1, live: false },
    { number: 2, live: true, same: true },
  ]);
});

test('a working copy that is withdrawn or rejected leaves what is live alone', async () => {
  const { module } = await cast.module({ status: 'published' });
  const module_id = module.id;
  const { reviews } = trainer.client;
  await reviews.revise.mutate({ module_id });
  await edit(trainer.client, module_id, 'quiz');
  await reviews.submit.mutate({ module_id });
  expect(await reviews.withdraw.mutate({ module_id })).toMatchObject({ status: 'published', workflow: 'draft' });
  await reviews.submit.mutate({ module_id });
  const rejected = await reviewer.client.reviews.reject.mutate({ module_id, reason: 'No' });
  expect(rejected).toMatchObject({ status: 'published', workflow: 'rejected' });
  expect(await learner.client.modules.live.query({ id: module_id })).toMatchObject({ revision: 1 });
});

test.each(['draft', 'in_review', 'archived'] as const)(
  'what is %s cannot be revised or unpublished',
  async (status) => {
    const { module } = await cast.module({ status });
    const module_id = module.id;
    await refused(trainer.client.reviews.revise.mutate({ module_id }), 409, 'module_state');
    await refused(reviewer.client.reviews.unpublish.mutate({ module_id, reason: 'x' }), 409, 'module_state');
  },
);

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
  const { module } = await cast.module({ status: 'published' });
  const module_id = module.id;
  await trainer.client.reviews.revise.mutate({ module_id });
  await trainer.client.modules.update.mutate({ id: module_id, title: 'Second edition' });
  await edit(trainer.client, module_id, 'quiz', [question('New?')]);
  await trainer.client.reviews.submit.mutate({ module_id });
  const state = await reviewer.client.reviews.unpublish.mutate({ module_id, reason: 'Outdated' });
  expect(state).toEqual({ module_id, status: 'in_review', workflow: 'in_review', round: 2 });
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({
    title: 'Second edition',
    live: null,
    quiz: { state: 'locked', questions: [{ prompt: 'New?' }] },
  });
});

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
