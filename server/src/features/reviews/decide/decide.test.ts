import { newId } from '../../../platform/ids.ts';
import { expect, test } from 'vitest';
import { connect } from '../../../../test/database.ts';
import { startTestServer } from '../../../../test/server.ts';
import { approveBoth, castOf, edit, refused } from '../reviews-fixture.ts';

const server = await startTestServer();
const cast = await castOf(server);
const { trainer, reviewer, second, admin } = cast;
const decide = reviewer.client.reviews;

// rules/review 5
test('an approved section stays locked, and says who approved it', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  const state = await decide.approve.mutate({
    module_id,
    section: 'quiz',
    round: hashes.round,
    content_hash: hashes.quiz,
  });
  expect(state).toEqual({ module_id, status: 'in_review', workflow: 'in_review', round: 1 });
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({
    flashcards: { state: 'locked' },
    quiz: { state: 'approved', state_by: reviewer.fullName },
  });
  const details = { section: 'quiz', content_hash: hashes.quiz, round: 1 };
  expect(await cast.trail(module_id)).toEqual({
    audit: [{ action: 'module.section_approved', by: reviewer.fullName, changes: details }],
    events: [{ type: 'module.section_approved', data: expect.objectContaining(details) }],
  });
});

// rules/review 5 and 14
test('a decision names the content that was looked at: on anything else it is refused', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  const query = {
    module_id,
    section: 'quiz' as const,
    round: hashes.round,
    content_hash: hashes.quiz,
    comment: 'Which one?',
  };
  await decide.query.mutate(query);
  await edit(trainer.client, module_id, 'quiz');
  await trainer.client.reviews.resubmit.mutate({ module_id });
  for (const stale of [hashes.quiz, hashes.flashcards, 'a'.repeat(64)]) {
    const decision = { module_id, section: 'quiz' as const, round: 2, content_hash: stale };
    await refused(decide.approve.mutate(decision), 409, 'stale_revision');
    await refused(decide.query.mutate({ ...decision, comment: 'Which?' }), 409, 'stale_revision');
  }
  await refused(
    decide.approve.mutate({ module_id, section: 'quiz', round: 2, content_hash: 'A'.repeat(64) }),
    400,
    'invalid_request',
  );
});

// rules/review 16 and 17
test('nobody claims or decides on what they made or edited, whatever they are by now', async () => {
  const author = await cast.person('trainer', cast.department.id);
  const editor = await cast.person('trainer', cast.department.id);
  const { course } = await cast.module();
  const { id: module_id } = await author.client.modules.create.mutate({ course_id: course.id, title: 'Mine' });
  await edit(editor.client, module_id, 'flashcards');
  await edit(author.client, module_id, 'quiz');
  await trainer.client.reviews.submit.mutate({ module_id });
  await server.db.pool.query(`update users set role = 'content_manager' where id = any($1)`, [[author.id, editor.id]]);
  const hashes = await server.make.hashes(module_id);
  for (const { client } of [author, editor]) {
    const decision = { module_id, section: 'quiz' as const, round: hashes.round, content_hash: hashes.quiz };
    await refused(client.reviews.approve.mutate(decision), 403, 'self_review');
    await refused(client.reviews.query.mutate({ ...decision, comment: 'x' }), 403, 'self_review');
    await refused(client.reviews.reject.mutate({ module_id, round: 7, reason: 'x' }), 403, 'self_review');
    await refused(client.reviews.claim.mutate({ module_id }), 403, 'self_review');
    await refused(client.reviews.claim.mutate({ module_id, take_over: true }), 403, 'self_review');
    // This check comes before those of the state and the content.
    const stale = { ...decision, content_hash: 'a'.repeat(64) };
    await refused(client.reviews.approve.mutate(stale), 403, 'self_review');
  }
  expect((await reviewer.client.modules.get.query({ id: module_id })).claimed_by).toBeNull();
  await approveBoth(reviewer.client, module_id, hashes);
  // They can't decide on the next working copy either, which starts with their content.
  await trainer.client.reviews.revise.mutate({ module_id });
  await edit(trainer.client, module_id, 'quiz');
  await trainer.client.reviews.submit.mutate({ module_id });
  const now = await server.make.hashes(module_id);
  const next = { module_id, section: 'quiz' as const, round: now.round, content_hash: now.quiz };
  for (const { client } of [author, editor]) await refused(client.reviews.approve.mutate(next), 403, 'self_review');
});

// rules/review 16
test('who wrote in a module never decides on it: after it is unpublished, archived, restored, and they are promoted', async () => {
  const writer = await cast.person('trainer', cast.department.id);
  const { module } = await cast.module();
  const module_id = module.id;
  await edit(writer.client, module_id, 'flashcards');
  await trainer.client.reviews.submit.mutate({ module_id });
  await approveBoth(reviewer.client, module_id, await server.make.hashes(module_id));
  await reviewer.client.reviews.unpublish.mutate({ module_id, reason: 'Outdated' });
  await admin.client.reviews.archive.mutate({ module_id, reason: 'Put away' });
  await admin.client.reviews.restore.mutate({ module_id, reason: 'Needed' });
  await admin.client.users.upsert.mutate({ email: writer.email, role: 'content_manager' });
  await trainer.client.reviews.submit.mutate({ module_id });

  const { round, quiz } = await server.make.hashes(module_id);
  const decision = { module_id, section: 'quiz' as const, round, content_hash: quiz };
  const { reviews } = writer.client;
  await refused(reviews.approve.mutate(decision), 403, 'self_review');
  await refused(reviews.claim.mutate({ module_id }), 403, 'self_review');
  expect((await writer.client.modules.get.query({ id: module_id })).mine).toBe(true);
  const { modules } = await reviews.queue.query({ limit: 100 });
  expect(modules.find((each) => each.module_id === module_id)).toMatchObject({ mine: true });
  const { reviewers } = await reviews.reviewers.query({ module_id });
  expect(reviewers.map(({ id }) => id)).not.toContain(writer.id);
  await refused(admin.client.reviews.reassign.mutate({ module_id, to: writer.id }), 403, 'self_review');
  expect(await reviewer.client.reviews.approve.mutate(decision)).toMatchObject({ workflow: 'in_review' });
});

// rules/review 6
test('a query unlocks one section alone, and keeps what was asked about which card', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  await decide.approve.mutate({
    module_id,
    section: 'flashcards',
    round: hashes.round,
    content_hash: hashes.flashcards,
  });
  const { flashcards } = await trainer.client.modules.get.query({ id: module_id });
  const query = {
    module_id,
    section: 'flashcards' as const,
    round: hashes.round,
    content_hash: hashes.flashcards,
    comment: 'Which one?',
  };
  await refused(decide.query.mutate({ ...query, item_id: newId() }), 400, 'invalid_request', {
    errors: [{ path: 'item_id' }],
  });
  await refused(decide.query.mutate({ ...query, comment: ' ' }), 400, 'invalid_request');
  const state = await decide.query.mutate({ ...query, item_id: flashcards.cards[0]!.id });
  expect(state).toEqual({ module_id, status: 'changes_requested', workflow: 'changes_requested', round: 1 });
  const now = await trainer.client.modules.get.query({ id: module_id });
  expect(now).toMatchObject({
    flashcards: { state: 'queried', state_by: reviewer.fullName },
    quiz: { state: 'locked' },
    comments: [
      {
        section: 'flashcards',
        item_id: flashcards.cards[0]!.id,
        kind: 'query',
        body: 'Which one?',
        round: 1,
        author: { id: reviewer.id, reviewer: true },
        resolved: null,
      },
    ],
  });
  const { audit, events } = await cast.trail(module_id);
  const details = { section: 'flashcards', reason: 'Which one?', workflow: ['in_review', 'changes_requested'] };
  expect(audit.at(-1)).toMatchObject({ action: 'module.section_queried', changes: details });
  expect(events.at(-1)).toMatchObject({ type: 'module.section_queried', data: { section: 'flashcards' } });
  // The other section can still be decided on, but this one can't.
  await refused(decide.query.mutate(query), 409, 'module_state');
  await refused(
    decide.approve.mutate({ module_id, section: 'flashcards', round: hashes.round, content_hash: hashes.flashcards }),
    409,
    'module_state',
  );
  await decide.approve.mutate({ module_id, section: 'quiz', round: hashes.round, content_hash: hashes.quiz });
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({ workflow: 'changes_requested' });
});

// rules/review 9
test('a rejection opens both sections, voids approvals and says why', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  await decide.claim.mutate({ module_id });
  await decide.approve.mutate({ module_id, section: 'quiz', round: hashes.round, content_hash: hashes.quiz });
  await refused(decide.reject.mutate({ module_id, round: 1, reason: '' }), 400, 'invalid_request');
  const state = await decide.reject.mutate({ module_id, round: 1, reason: 'Not ours' });
  expect(state).toEqual({ module_id, status: 'rejected', workflow: 'rejected', round: 1 });
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({
    flashcards: { state: 'editable' },
    quiz: { state: 'editable' },
    claimed_by: null,
  });
  const { audit, events } = await cast.trail(module_id);
  const changes = { status: ['in_review', 'rejected'], reason: 'Not ours' };
  expect(audit.at(-1)).toMatchObject({ action: 'module.rejected', changes });
  expect(events.at(-1)).toMatchObject({ type: 'module.rejected', data: { reason: 'Not ours' } });
  await refused(decide.reject.mutate({ module_id, round: 1, reason: 'Again' }), 409, 'module_state');
});

// rules/review 9 and 14
test('a rejection is of the submission that was seen, and of no later one', async () => {
  const { module } = await cast.inReview();
  const module_id = module.id;
  await trainer.client.reviews.withdraw.mutate({ module_id });
  await edit(trainer.client, module_id, 'quiz');
  await trainer.client.reviews.submit.mutate({ module_id });
  const before = await cast.trail(module_id);
  const seen = { module_id, reason: 'The quiz is wrong' };
  for (const round of [1, 3]) {
    await refused(decide.reject.mutate({ ...seen, round }), 409, 'stale_revision', {
      detail: expect.stringContaining('round 2'),
    });
  }
  await refused(decide.reject.mutate({ ...seen, round: 0 }), 400, 'invalid_request');
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({ workflow: 'in_review' });
  expect(await cast.trail(module_id)).toEqual(before);
  expect(await decide.reject.mutate({ ...seen, round: 2 })).toMatchObject({ workflow: 'rejected', round: 2 });
});

test('what is not under review is not decided on', async () => {
  for (const status of ['draft', 'published', 'archived'] as const) {
    const { module, hashes } = await cast.module({ status });
    const decision = {
      module_id: module.id,
      section: 'quiz' as const,
      round: Math.max(1, hashes.round),
      content_hash: hashes.quiz,
    };
    await refused(decide.approve.mutate(decision), 409, 'module_state');
    await refused(decide.query.mutate({ ...decision, comment: 'x' }), 409, 'module_state');
    await refused(decide.reject.mutate({ module_id: module.id, round: 1, reason: 'x' }), 409, 'module_state');
    expect(await cast.trail(module.id)).toEqual({ audit: [], events: [] });
  }
});

// rules/review 18
test('of two reviewers who approve the same at once one does, and the other is told', async () => {
  const { module, hashes } = await cast.inReview();
  const decision = { module_id: module.id, section: 'quiz' as const, round: hashes.round, content_hash: hashes.quiz };
  const both = await Promise.allSettled(
    [reviewer, second].map(({ client }) => client.reviews.approve.mutate(decision)),
  );
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { data: { httpStatus: 409, app_code: 'module_state' } },
  });
  expect((await cast.trail(module.id)).audit).toHaveLength(1);
});

// rules/review 8, 25
test('an approval that nobody confirmed publishes nothing, though another reviewer approved the rest meanwhile', async () => {
  const { module, hashes } = await cast.inReview();
  const of = (section: 'quiz' | 'flashcards') => ({
    module_id: module.id,
    section,
    round: hashes.round,
    content_hash: hashes[section],
    may_publish: false,
  });
  // Both were to be undone for a while, and are sent at the same moment.
  const both = await Promise.allSettled([
    decide.approve.mutate(of('quiz')),
    second.client.reviews.approve.mutate(of('flashcards')),
  ]);
  expect(both.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  const late = both[0].status === 'rejected' ? of('quiz') : of('flashcards');
  await refused(decide.approve.mutate(late), 409, 'module_state');
  expect((await cast.trail(module.id)).audit).toHaveLength(1);
  await decide.approve.mutate({ ...late, may_publish: true });
  expect(await trainer.client.modules.get.query({ id: module.id })).toMatchObject({ status: 'published' });
});

/**
 * Runs `ask` while another transaction locks the module, executes `meanwhile` and commits. @returns the time of that,
 * and the outcome
 */
async function afterWaiting<T>(moduleId: string, ask: () => Promise<T>, meanwhile = 'select $1::uuid') {
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  await beside.query('select 1 from modules where id = $1 for update', [moduleId]);
  const asked = ask().catch((error: unknown) => error);
  const waiting = `select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;
  await expect.poll(async () => (await server.db.pool.query(waiting)).rowCount).toBe(1);
  await beside.query(meanwhile, [moduleId]);
  const letGo = Date.now();
  await beside.query('commit');
  return { letGo, answer: await asked };
}

// rules/review 13
test('a decision waits for who holds the module, and is about what is there then', async () => {
  const { module, hashes } = await cast.inReview();
  const decision = { module_id: module.id, section: 'quiz' as const, round: hashes.round, content_hash: hashes.quiz };
  const { answer } = await afterWaiting(
    module.id,
    () => decide.approve.mutate(decision),
    `update sections set items = '[]' where module_id = $1 and kind = 'quiz'`,
  );
  expect(answer).toMatchObject({ data: { httpStatus: 409, app_code: 'stale_revision' } });
});

test('a decision bears the time at which it was made, not that at which it began to wait', async () => {
  const { module, hashes } = await cast.inReview();
  const decision = { module_id: module.id, section: 'quiz' as const, round: hashes.round, content_hash: hashes.quiz };
  const { letGo, answer } = await afterWaiting(module.id, () => decide.approve.mutate(decision));
  expect(answer).toMatchObject({ workflow: 'in_review' });
  const { quiz } = await trainer.client.modules.get.query({ id: module.id });
  expect(Date.parse(quiz.state_since)).toBeGreaterThanOrEqual(letGo);
});
