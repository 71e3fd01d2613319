import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { card, castOf, edit, question, refused } from '../reviews-fixture.ts';

const server = await startTestServer();
const cast = await castOf(server);
const { make } = server;
const { trainer, reviewer, second, learner, inCatalog } = cast;

const REVISIONS = `
select v.number, v.title, v.flashcards::text || v.quiz::text = r.flashcards::text || r.quiz::text as same, m.live_revision_id = v.id as live
from module_revisions v
join modules m on m.id = v.module_id
left join review_rounds r on r.module_id = v.module_id and r.round = $2
where v.module_id = $1 order by v.number`;

// rules/review 8
test('the second approval publishes the snapshot byte for byte, and the course with it', async () => {
  const { course, module } = await cast.module();
  const module_id = module.id;
  const cards = [card('One'), { ...card('Zwei — 二 👩‍👩‍👧'), back: '**bold**\n\n<script>alert(1)</script>' }];
  await edit(trainer.client, module_id, 'flashcards', cards);
  await edit(trainer.client, module_id, 'quiz', [question('1.0?')]);
  await trainer.client.reviews.submit.mutate({ module_id });
  await reviewer.client.reviews.claim.mutate({ module_id });
  const hashes = await make.hashes(module_id);
  await reviewer.client.reviews.approve.mutate({
    module_id,
    section: 'quiz',
    round: hashes.round,
    content_hash: hashes.quiz,
  });
  const waiting = { published: false, published_at: null, modules: [{ id: module_id, status: 'in_review' }] };
  expect(await inCatalog(course.id)).toMatchObject(waiting);
  await refused(learner.client.modules.live.query({ id: module_id }), 404, 'module_not_found');

  const last = { module_id, section: 'flashcards' as const, round: hashes.round, content_hash: hashes.flashcards };
  const state = await second.client.reviews.approve.mutate(last);
  expect(state).toEqual({ module_id, status: 'published', workflow: null, round: 1 });
  const { rows } = await server.db.pool.query(REVISIONS, [module_id, 1]);
  expect(rows).toEqual([{ number: 1, title: module.title, same: true, live: true }]);
  const live = await learner.client.modules.live.query({ id: module_id });
  expect(live).toMatchObject({ revision: 1, title: module.title, flashcards: cards, questions: [] });
  const shown = await trainer.client.modules.live.query({ id: module_id });
  expect(shown).toMatchObject({ questions: [{ prompt: '1.0?' }] });
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
    'review.claimed',
    'module.section_approved',
    'module.section_approved',
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
    'module.section_approved',
    'module.section_approved',
    'module.published',
  ]);
  const decisions = await server.db.pool.query(
    'select section, verdict, content_hash, by_id from review_decisions where module_id = $1 order by at, id',
    [module_id],
  );
  expect(decisions.rows).toEqual([
    { section: 'quiz', verdict: 'approved', content_hash: hashes.quiz, by_id: reviewer.id },
    {
      section: 'flashcards',
      verdict: 'approved',
      content_hash: hashes.flashcards,
      by_id: second.id,
    },
    { section: null, verdict: 'published', content_hash: null, by_id: second.id },
  ]);
});

/** Direct changes in the database that bypass all locks. */
const TAMPERINGS = {
  'other content than was submitted': `update sections set items = items || items where module_id = $1`,
  'content that nobody approved': `update sections set state = 'approved' where module_id = $1 and kind = 'quiz'`,
};

// rules/review 8 and 14
test.each(Object.entries(TAMPERINGS))(
  '%s is never published, even where somebody wrote past the locks',
  async (_, tamper) => {
    const { module } = await cast.inReview();
    const module_id = module.id;
    await server.db.pool.query(tamper, [module_id]);
    const { flashcards, quiz, round } = await make.hashes(module_id);
    const approve = reviewer.client.reviews.approve;
    const { state } = (await trainer.client.modules.get.query({ id: module_id })).quiz;
    if (state === 'locked') await approve.mutate({ module_id, section: 'quiz', round, content_hash: quiz });
    const before = await cast.trail(module_id);
    const last = { module_id, section: 'flashcards' as const, round, content_hash: flashcards };
    await refused(approve.mutate(last), 409, 'stale_revision');
    expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({
      status: 'in_review',
      live: null,
      flashcards: { state: 'locked' },
    });
    expect(await cast.trail(module_id)).toEqual(before);
  },
);

test('a published revision cannot be changed', async () => {
  const { module } = await cast.module({ status: 'published' });
  const change = server.db.pool.query(`update module_revisions set quiz = '[]' where module_id = $1`, [module.id]);
  await expect(change).rejects.toThrow('a published revision cannot be changed');
});

// rules/review 11
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
  await trainer.client.modules.update.mutate({ id: module_id, settings_version: 1, title: 'Second edition' });
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
    round: hashes.round,
    content_hash: hashes.quiz,
    comment: 'Why?',
  });
  await reviews.comment.mutate({ module_id, section: 'quiz', body: 'Because' });
  expect(await reviews.resubmit.mutate({ module_id })).toMatchObject({ status: 'published', round: 3 });
  await reviewer.client.reviews.approve.mutate({
    module_id,
    section: 'quiz',
    round: 3,
    content_hash: hashes.quiz,
  });
  expect(await learner.client.modules.live.query({ id: module_id })).toEqual(live);
  expect(await inCatalog(course.id)).toEqual(before);

  const last = { module_id, section: 'flashcards' as const, round: 3, content_hash: hashes.flashcards };
  const state = await reviewer.client.reviews.approve.mutate(last);
  expect(state).toEqual({ module_id, status: 'published', workflow: null, round: 3 });
  const next = { revision: 2, title: 'Second edition', questions: [{ prompt: 'New?' }] };
  expect(await trainer.client.modules.live.query({ id: module_id })).toMatchObject(next);
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
  const rejected = await reviewer.client.reviews.reject.mutate({ module_id, round: 3, reason: 'No' });
  expect(rejected).toMatchObject({ status: 'published', workflow: 'rejected' });
  expect(await learner.client.modules.live.query({ id: module_id })).toMatchObject({ revision: 1 });
});
