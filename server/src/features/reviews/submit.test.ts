import type { Question } from '@training/shared/courses/courses';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';
import { card, castOf, edit, question, refused } from './reviews-fixture.ts';

const server = await startTestServer();
const cast = await castOf(server);
const { trainer, reviewer, admin } = cast;
const { reviews } = trainer.client;

/** A module with a queried quiz and approved flashcards. */
async function queriedQuiz() {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  const decide = reviewer.client.reviews;
  await decide.approve.mutate({
    module_id,
    section: 'flashcards',
    round: hashes.round,
    content_hash: hashes.flashcards,
  });
  await decide.query.mutate({
    module_id,
    section: 'quiz',
    round: hashes.round,
    content_hash: hashes.quiz,
    comment: 'Too easy',
  });
  return { module_id, hashes };
}

// rules/review 3
test('a draft that is submitted is snapshotted as it is stored, and both sections are locked', async () => {
  const { module } = await cast.module();
  const module_id = module.id;
  await edit(trainer.client, module_id, 'flashcards', [card('One'), card('Zwei — 二 👩‍👩‍👧')]);
  const before = await trainer.client.modules.get.query({ id: module_id });
  const state = await reviews.submit.mutate({ module_id });
  expect(state).toEqual({ module_id, status: 'in_review', workflow: 'in_review', round: 1 });
  const now = await trainer.client.modules.get.query({ id: module_id });
  expect(now).toMatchObject({
    submitted: { by: trainer.fullName },
    flashcards: { ...before.flashcards, state: 'locked', state_by: trainer.fullName, state_since: now.submitted!.at },
    quiz: { ...before.quiz, state: 'locked', state_by: trainer.fullName, state_since: now.submitted!.at },
  });
  const { rows } = await server.db.pool.query(
    `select r.round, r.cycle, r.title, r.submitted_by, r.flashcards::text = f.items::text and r.quiz::text = q.items::text as same
     from review_rounds r
     join sections f on f.module_id = r.module_id and f.kind = 'flashcards'
     join sections q on q.module_id = r.module_id and q.kind = 'quiz' where r.module_id = $1`,
    [module_id],
  );
  expect(rows).toEqual([{ round: 1, cycle: 1, title: module.title, submitted_by: trainer.id, same: true }]);
  expect(await cast.trail(module_id)).toMatchObject({
    audit: [
      {
        action: 'module.submitted',
        by: trainer.fullName,
        changes: { status: ['draft', 'in_review'], workflow: ['draft', 'in_review'], round: 1 },
      },
    ],
    events: [{ type: 'module.submitted', data: { module_id, title: module.title, round: 1, by: { id: trainer.id } } }],
  });
});

// rules/review 3
test('what is incomplete is refused with each thing that is lacking, and nothing is changed', async () => {
  const { module } = await cast.module();
  const module_id = module.id;
  await edit(trainer.client, module_id, 'flashcards', [card(), { ...card(' '), back: '' }]);
  await edit(trainer.client, module_id, 'quiz', []);
  await refused(reviews.submit.mutate({ module_id }), 400, 'incomplete', {
    errors: [
      { path: 'flashcards.1.front', code: 'incomplete', message: expect.any(String) },
      { path: 'flashcards.1.back', code: 'incomplete', message: expect.any(String) },
      { path: 'quiz', code: 'incomplete', message: 'Write at least one question' },
    ],
  });
  await edit(trainer.client, module_id, 'flashcards', []);
  await edit(trainer.client, module_id, 'quiz', [
    { id: card().id, kind: 'single_choice', prompt: 'Which?', explanation: '', options: ['A'], correct: 3 },
  ]);
  await refused(reviews.submit.mutate({ module_id }), 400, 'incomplete', {
    errors: [{ path: 'flashcards' }, { path: 'quiz.0.options' }, { path: 'quiz.0.correct' }],
  });
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({ workflow: 'draft', round: 0 });
  expect(await cast.trail(module_id)).toEqual({ audit: [], events: [] });
});

// rules/learning 9
test('units that no answer can have, or that are one, are refused', async () => {
  const { module } = await cast.module();
  const of = { prompt: 'How much?', explanation: '', kind: 'number' as const, value: 1 };
  const units = [['5 kg'], ['٣'], [', 5'], ['.'], ['kg–m', 'kg-m'], ['l/100 km', 'm²', '%', "'"]];
  const questions = units.map((each) => ({ ...of, id: newId(), units: each }));
  await edit(trainer.client, module.id, 'flashcards', [card()]);
  await edit(trainer.client, module.id, 'quiz', questions);
  const message = expect.stringContaining('can’t begin with a digit');
  await refused(reviews.submit.mutate({ module_id: module.id }), 400, 'incomplete', {
    errors: [0, 1, 2, 3, 4].map((place) => ({ path: `quiz.${place}.units`, code: 'incomplete', message })),
  });
});

/** Zero-width space, joiners, byte order mark; no-break and wide spaces; a Hangul filler, the empty Braille pattern. */
const NOTHING_TO_SEE = ['', ' \n\t', '\u200b', '\u200d\u2060\ufeff', '\u00a0\u3000', '\u3164', '\u2800', '\u00ad'];

test.each(NOTHING_TO_SEE)('text of which nothing can be seen is saved and counts as missing: %j', async (nothing) => {
  const { module } = await cast.module();
  const module_id = module.id;
  const cards = [{ ...card(nothing), back: nothing }, card('👩‍👩‍👧'), card('二'), card('?')];
  const of = { id: '', prompt: 'Which?', explanation: nothing };
  const questions: Question[] = [
    { ...of, prompt: nothing, kind: 'short_text', accepted: ['A', nothing] },
    { ...of, kind: 'short_text', accepted: [nothing] },
    { ...of, kind: 'short_text', accepted: ['A', '−1'] },
    { ...of, kind: 'spoken', rubric: [nothing, 'A'] },
    { ...of, kind: 'spoken', rubric: [nothing] },
    { ...of, kind: 'single_choice', options: ['A', nothing], correct: 0 },
    { ...of, kind: 'multiple_choice', options: ['A', 'B', nothing], correct: [0] },
  ];
  await edit(trainer.client, module_id, 'flashcards', cards);
  await edit(
    trainer.client,
    module_id,
    'quiz',
    questions.map((question) => ({ ...question, id: newId() })),
  );
  const said = (path: string, message: RegExp) => ({
    path,
    code: 'incomplete',
    message: expect.stringMatching(message),
  });
  await refused(reviews.submit.mutate({ module_id }), 400, 'incomplete', {
    errors: [
      said('flashcards.0.front', /^Write the front/),
      said('flashcards.0.back', /^Write the back/),
      said('quiz.0.prompt', /^Write the question/),
      said('quiz.0.accepted', /^Fill in every accepted answer, or remove it/),
      said('quiz.1.accepted', /^Give at least one/),
      said('quiz.3.rubric', /^Fill in every point, or remove it/),
      said('quiz.4.rubric', /^Say what/),
      said('quiz.5.options', /^Fill in every option/),
      said('quiz.6.options', /^Fill in every option/),
    ],
  });
  expect(await cast.trail(module_id)).toEqual({ audit: [], events: [] });
});

// rules/media 4
test('areas need a described picture, names and a right one; outside the picture they are not even saved', async () => {
  const { module } = await cast.module();
  const module_id = module.id;
  const area = { shape: 'ellipse' as const, x: 100, y: 100, width: 100, height: 100 };
  const hotspot = { id: newId(), kind: 'hotspot' as const, prompt: 'Where?', explanation: '', correct: [0] };
  const outside = { ...hotspot, options: ['A', 'B'], areas: [area, { ...area, x: 901 }] };
  const saved = { module_id, section: 'quiz' as const, version: 1, items: [outside] };
  await refused(trainer.client.modules.saveSection.mutate(saved), 400, 'invalid_request');
  await edit(trainer.client, module_id, 'quiz', [
    { ...hotspot, options: ['A', 'A'], areas: [area, area] },
    { ...hotspot, id: newId(), options: ['A', ''], areas: [area], correct: [] },
  ]);
  const said = (path: string, message: RegExp) => ({
    path,
    code: 'incomplete',
    message: expect.stringMatching(message),
  });
  await refused(reviews.submit.mutate({ module_id }), 400, 'incomplete', {
    errors: [
      said('quiz.0.media', /^Add a picture/),
      said('quiz.0.options', /^Give every area another name/),
      said('quiz.1.media', /^Add a picture/),
      said('quiz.1.areas', /^Mark at least two areas/),
      said('quiz.1.options', /^Name every area/),
      said('quiz.1.correct', /^Mark/),
    ],
  });
});

test.each(['in_review', 'published', 'archived'] as const)('what is %s cannot be submitted', async (status) => {
  const { module } = await cast.module({ status });
  await refused(reviews.submit.mutate({ module_id: module.id }), 409, 'module_state');
});

// rules/review 3
test('a submission that was rejected can be changed and submitted again, as another round', async () => {
  const { module } = await cast.inReview();
  const module_id = module.id;
  await reviewer.client.reviews.reject.mutate({ module_id, round: 1, reason: 'Wrong course' });
  await edit(trainer.client, module_id, 'quiz');
  expect(await reviews.submit.mutate({ module_id })).toMatchObject({ workflow: 'in_review', round: 2 });
});

// rules/review 7
test('what was queried is resubmitted once it is changed, and the approval of the other section stands', async () => {
  const { module_id, hashes } = await queriedQuiz();
  await refused(reviews.submit.mutate({ module_id }), 409, 'module_state');
  await edit(trainer.client, module_id, 'quiz');
  const state = await reviews.resubmit.mutate({ module_id });
  expect(state).toEqual({ module_id, status: 'in_review', workflow: 'in_review', round: 2 });
  const now = await trainer.client.modules.get.query({ id: module_id });
  expect(now).toMatchObject({
    flashcards: {
      state: 'approved',
      state_by: reviewer.fullName,
      content_hash: hashes.flashcards,
    },
    quiz: { state: 'locked', state_by: trainer.fullName },
  });
  const { audit, events } = await cast.trail(module_id);
  expect(audit.at(-1)).toMatchObject({ action: 'module.resubmitted', changes: { round: 2, queried: ['quiz'] } });
  expect(events.at(-1)).toMatchObject({ type: 'module.submitted', data: { round: 2 } });
  // The one missing approval publishes the module.
  const last = { module_id, section: 'quiz' as const, round: 2, content_hash: now.quiz.content_hash };
  expect(await reviewer.client.reviews.approve.mutate(last)).toMatchObject({ status: 'published' });
});

// rules/review 7 and 19
test('a resubmission is refused where a queried section was neither changed nor answered, by its name', async () => {
  const { module_id } = await queriedQuiz();
  const nothing = { detail: expect.stringContaining('The quiz'), errors: [{ path: 'quiz' }] };
  await refused(reviews.resubmit.mutate({ module_id }), 409, 'nothing_changed', nothing);
  // A change that is undone doesn't count, nor does a reviewer's comment or a comment on the other section.
  const { quiz } = await trainer.client.modules.get.query({ id: module_id });
  await edit(trainer.client, module_id, 'quiz');
  await edit(trainer.client, module_id, 'quiz', quiz.questions);
  await reviewer.client.reviews.comment.mutate({ module_id, section: 'quiz', body: 'I mean the second one' });
  await reviews.comment.mutate({ module_id, section: 'flashcards', body: 'Thank you' });
  await refused(reviews.resubmit.mutate({ module_id }), 409, 'nothing_changed', nothing);
  await reviews.comment.mutate({ module_id, section: 'quiz', body: 'It is meant to be easy' });
  expect(await reviews.resubmit.mutate({ module_id })).toMatchObject({ workflow: 'in_review', round: 2 });
});

test('an answer counts for the query that it follows, not for a later one', async () => {
  const { module_id, hashes } = await queriedQuiz();
  await reviews.comment.mutate({ module_id, section: 'quiz', body: 'It is meant to be easy' });
  await reviews.resubmit.mutate({ module_id });
  const again = {
    module_id,
    section: 'quiz' as const,
    round: 2,
    content_hash: hashes.quiz,
    comment: 'Still too easy',
  };
  await reviewer.client.reviews.query.mutate(again);
  await refused(reviews.resubmit.mutate({ module_id }), 409, 'nothing_changed');
});

test('of two queried sections each has to be changed or answered', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  for (const section of ['flashcards', 'quiz'] as const)
    await reviewer.client.reviews.query.mutate({
      module_id,
      section,
      round: hashes.round,
      content_hash: hashes[section],
      comment: 'Why?',
    });
  await edit(trainer.client, module_id, 'quiz', [question()]);
  await refused(reviews.resubmit.mutate({ module_id }), 409, 'nothing_changed', { errors: [{ path: 'flashcards' }] });
});

test('a module says beforehand which of its sections keep it from being resubmitted', async () => {
  const { module_id } = await queriedQuiz();
  const unanswered = async () => (await trainer.client.modules.get.query({ id: module_id })).unanswered;
  expect(await unanswered()).toEqual(['quiz']);
  const { quiz } = await trainer.client.modules.get.query({ id: module_id });
  await edit(trainer.client, module_id, 'quiz');
  expect(await unanswered()).toEqual([]);
  await edit(trainer.client, module_id, 'quiz', quiz.questions);
  expect(await unanswered()).toEqual(['quiz']);
  await reviews.comment.mutate({ module_id, section: 'quiz', body: 'It is meant to be easy' });
  expect(await unanswered()).toEqual([]);
  await reviews.resubmit.mutate({ module_id });
  expect(await unanswered()).toEqual([]);
});

test('lists of courses count what was sent back, and a course what is asked of each module', async () => {
  const { module_id } = await queriedQuiz();
  const { course } = await trainer.client.modules.get.query({ id: module_id });
  const counted = async () => {
    const { courses } = await trainer.client.courses.list.query({ limit: 100 });
    const { modules } = await trainer.client.courses.get.query({ id: course.id });
    const sentBack = courses.find(({ id }) => id === course.id)?.changes_requested;
    return { sentBack, queries: modules.find(({ id }) => id === module_id)?.open_queries };
  };
  expect(await counted()).toEqual({ sentBack: 1, queries: 1 });
  const [query] = (await trainer.client.modules.get.query({ id: module_id })).comments;
  await reviews.resolveComment.mutate({ id: query!.id, resolved: true });
  expect(await counted()).toEqual({ sentBack: 1, queries: 0 });
  await reviews.resolveComment.mutate({ id: query!.id, resolved: false });
  await reviews.comment.mutate({ module_id, section: 'quiz', body: 'It is meant to be easy' });
  expect(await counted()).toEqual({ sentBack: 1, queries: 1 });
  // A resubmitted module waits for its reviewers, whether or not the query is resolved.
  await reviews.resubmit.mutate({ module_id });
  expect(await counted()).toEqual({ sentBack: 0, queries: 0 });
});

test('what is resubmitted has to be complete', async () => {
  const { module_id } = await queriedQuiz();
  await edit(trainer.client, module_id, 'quiz', []);
  await refused(reviews.resubmit.mutate({ module_id }), 400, 'incomplete', { errors: [{ path: 'quiz' }] });
});

// rules/review 10
test('a submission can be withdrawn until it is published; approvals of it are void', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  await reviewer.client.reviews.approve.mutate({
    module_id,
    section: 'quiz',
    round: hashes.round,
    content_hash: hashes.quiz,
  });
  const state = await reviews.withdraw.mutate({ module_id });
  expect(state).toEqual({ module_id, status: 'draft', workflow: 'draft', round: 1 });
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({
    flashcards: { state: 'editable' },
    quiz: { state: 'editable' },
    submitted: null,
  });
  await refused(reviews.withdraw.mutate({ module_id }), 409, 'module_state');
  await reviews.submit.mutate({ module_id });
  const rest = { module_id, section: 'flashcards' as const, round: 2, content_hash: hashes.flashcards };
  expect(await reviewer.client.reviews.approve.mutate(rest)).toMatchObject({ workflow: 'in_review' });
  const { events } = await cast.trail(module_id);
  expect(events.map(({ type }) => type)).toEqual([
    'module.section_approved',
    'module.withdrawn',
    'module.submitted',
    'module.section_approved',
  ]);
});

// rules/review 10
test('a super admin has to say why they withdraw what others submitted', async () => {
  const { module } = await cast.inReview();
  const module_id = module.id;
  const withdraw = (reason?: string) => admin.client.reviews.withdraw.mutate({ module_id, ...(reason && { reason }) });
  await refused(withdraw(), 400, 'reason_required', { errors: [{ path: 'reason' }] });
  await withdraw('Law has changed');
  const { audit } = await cast.trail(module_id);
  expect(audit).toMatchObject([
    {
      action: 'module.withdrawn',
      by: admin.fullName,
      changes: { status: ['in_review', 'draft'], reason: 'Law has changed' },
    },
  ]);
});

test('of two who submit at once one does', async () => {
  const { module } = await cast.module();
  const both = await Promise.allSettled([1, 2].map(() => reviews.submit.mutate({ module_id: module.id })));
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect((await cast.trail(module.id)).audit).toHaveLength(1);
});

// rules/review 24
test('a module is submitted at most 100 times within 24 hours, because each time is kept', async () => {
  const { module } = await cast.inReview();
  const module_id = module.id;
  await server.db.pool.query(
    `insert into review_rounds (workspace_id, id, module_id, cycle, round, title, settings, flashcards, quiz,
       submitted_by, submitted_by_name, submitted_at)
     select workspace_id, gen_random_uuid(), module_id, cycle, n, title, settings, flashcards, quiz, submitted_by,
       submitted_by_name, submitted_at
     from review_rounds, generate_series(2, 100) n where module_id = $1`,
    [module_id],
  );
  await server.db.pool.query('update modules set round = 100 where id = $1', [module_id]);
  await reviews.withdraw.mutate({ module_id });
  await refused(reviews.submit.mutate({ module_id }), 429, 'rate_limited');
  const first = 'update review_rounds set submitted_at = $2 where module_id = $1 and round = 1';
  await server.db.pool.query(first, [module_id, new Date(Date.now() - 25 * 3_600_000)]);
  expect(await reviews.submit.mutate({ module_id })).toMatchObject({ workflow: 'in_review', round: 101 });
});
