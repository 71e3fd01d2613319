import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';
import { authoringOn, refused } from '../courses/modules/authoring-fixture.ts';

const server = await startTestServer();
const { draft, submitted, person } = authoringOn(server);

async function inReview() {
  const author = await draft();
  const module = await submitted(author.client, author.module.id);
  const reviewer = await person(author.workspace, 'content_manager');
  return { ...author, module, reviewer };
}

// rules/review 19
test('authors and reviewers speak about a section, a card or a question, and resolve what is settled', async () => {
  const { client, module, reviewer, user } = await inReview();
  const item_id = module.flashcards.cards[0]!.id;
  const about = { module_id: module.id, section: 'flashcards' as const };
  const asked = await reviewer.client.reviews.comment.mutate({ ...about, item_id, body: 'Which brakes?' });
  expect(asked).toMatchObject({
    section: 'flashcards',
    item_id,
    round: 1,
    kind: 'comment',
    body: 'Which brakes?',
    author: { id: reviewer.user.id, name: reviewer.user.fullName, reviewer: true },
    resolved: null,
  });
  const answered = await client.reviews.comment.mutate({ ...about, body: 'Both of them.' });
  expect(answered).toMatchObject({ item_id: null, author: { id: user.id, reviewer: false } });
  expect((await client.modules.get.query({ id: module.id })).comments).toEqual([asked, answered]);
  const resolve = (resolved: boolean) => client.reviews.resolveComment.mutate({ id: asked.id, resolved });
  const resolved = await resolve(true);
  expect(resolved).toEqual({ ...asked, resolved: { by: user.fullName, at: expect.any(String) } });
  expect(await reviewer.client.reviews.resolveComment.mutate({ id: asked.id, resolved: true })).toEqual(resolved);
  expect(await resolve(false)).toEqual(asked);
});

// rules/audit 5
test('comments are stored themselves, and make no entry in the audit log', async () => {
  const { client, module, reviewer, workspace } = await inReview();
  const entries = async () =>
    (await server.db.pool.query('select from audit_events where workspace_id = $1', [workspace.id])).rowCount ?? 0;
  const before = await entries();
  const comment = { module_id: module.id, section: 'quiz' as const, body: 'Why?' };
  const { id } = await reviewer.client.reviews.comment.mutate(comment);
  await reviewer.client.reviews.resolveComment.mutate({ id, resolved: true });
  expect(await entries()).toBe(before);
  await client.reviews.withdraw.mutate({ module_id: module.id });
  expect(await entries()).toBe(before + 1);
});

test('comments stay when the module is submitted again', async () => {
  const { client, module, reviewer } = await inReview();
  const comment = { module_id: module.id, section: 'quiz' as const, body: 'Why?' };
  const { id } = await reviewer.client.reviews.comment.mutate(comment);
  await client.reviews.withdraw.mutate({ module_id: module.id });
  await client.reviews.submit.mutate({ module_id: module.id });
  expect(await client.reviews.comment.mutate(comment)).toMatchObject({ round: 2 });
  expect((await client.modules.get.query({ id: module.id })).comments[0]).toMatchObject({ id, round: 1 });
});

test('what was there in an earlier round, or is live, can still be spoken of', async () => {
  const { client, module, reviewer, workspace } = await inReview();
  const [first] = module.flashcards.cards;
  const module_id = module.id;
  await client.reviews.withdraw.mutate({ module_id });
  const { version } = (await client.modules.get.query({ id: module_id })).flashcards;
  const other = { id: newId(), front: 'Other front', back: 'Other back' };
  await client.modules.saveSection.mutate({ module_id, section: 'flashcards', version, items: [other] });
  await client.reviews.submit.mutate({ module_id });
  const about = { module_id, section: 'flashcards' as const, item_id: first!.id, body: 'Why is it gone?' };
  expect(await reviewer.client.reviews.comment.mutate(about)).toMatchObject({ item_id: first!.id, round: 2 });
  expect(await client.reviews.comment.mutate({ ...about, item_id: other.id })).toMatchObject({ item_id: other.id });
  const wrong = { ...about, section: 'quiz' as const };
  await expect(client.reviews.comment.mutate(wrong)).rejects.toMatchObject(refused('invalid_request'));

  // Content published before reviews existed, so it is in no round.
  const published = await server.make.module(workspace, module.course.id, { status: 'published', position: 8 });
  const live = await client.modules.get.query({ id: published.id });
  const { id: removed } = live.flashcards.cards[0]!;
  await client.reviews.revise.mutate({ module_id: live.id });
  const revised = (await client.modules.get.query({ id: live.id })).flashcards;
  await client.modules.saveSection.mutate({
    module_id: live.id,
    section: 'flashcards',
    version: revised.version,
    items: [{ ...other, id: newId() }],
  });
  await client.reviews.submit.mutate({ module_id: live.id });
  const gone = { ...about, module_id: live.id, item_id: removed };
  expect(await reviewer.client.reviews.comment.mutate(gone)).toMatchObject({ item_id: removed });
});

// rules/review 19
test('what is archived is not discussed until it is restored', async () => {
  const { client, module, workspace } = await inReview();
  const admin = await server.as('super_admin', workspace);
  const about = { module_id: module.id, section: 'quiz' as const, body: 'x' };
  await client.reviews.withdraw.mutate({ module_id: module.id });
  await admin.reviews.archive.mutate({ module_id: module.id, reason: 'x' });
  await expect(client.reviews.comment.mutate(about)).rejects.toMatchObject(refused('module_state'));
  await admin.reviews.restore.mutate({ module_id: module.id, reason: 'x' });
  expect(await client.reviews.comment.mutate(about)).toMatchObject({ round: 1 });
});

// rules/review 19
test('there is nothing to discuss before the first submission, nor about what is not there', async () => {
  const unsubmitted = await draft();
  const early = { module_id: unsubmitted.module.id, section: 'quiz' as const, body: 'x' };
  await expect(unsubmitted.client.reviews.comment.mutate(early)).rejects.toMatchObject(refused('module_state'));
  const { client, module } = await inReview();
  const about = { module_id: module.id, section: 'quiz' as const, body: 'x' };
  const wrong = [
    { ...about, item_id: newId() },
    // The id of a card, not of a question.
    { ...about, item_id: module.flashcards.cards[0]!.id },
    { ...about, body: ' ' },
    { ...about, body: '\ud800' },
    { ...about, body: 'x'.repeat(5_001) },
  ];
  for (const input of wrong) {
    await expect(client.reviews.comment.mutate(input)).rejects.toMatchObject(refused('invalid_request'));
  }
});

test('only the department’s trainers and reviewers take part', async () => {
  const { client, module, workspace } = await inReview();
  const about = { module_id: module.id, section: 'quiz' as const, body: 'x' };
  const { id } = await client.reviews.comment.mutate(about);
  const attempts = async (other: typeof client) => {
    const settled = await Promise.allSettled([
      other.reviews.comment.mutate(about),
      other.reviews.resolveComment.mutate({ id, resolved: true }),
    ]);
    return settled.map((each) => each.status === 'rejected' && each.reason.data.app_code);
  };
  for (const role of ['trainer', 'auditor', 'learner'] as const) {
    expect(await attempts(await server.as(role, workspace))).toEqual(['forbidden', 'forbidden']);
  }
  const elsewhere = await server.as('content_manager', await server.make.workspace());
  expect(await attempts(elsewhere)).toEqual(['module_not_found', 'comment_not_found']);
});

// rules/review 19
test('a round has at most 500 comments, and a module is read with its newest 1,000', async () => {
  const { client, module, reviewer, workspace } = await inReview();
  const about = { module_id: module.id, section: 'quiz' as const };
  const fill = (round: number, count: number) =>
    server.db.pool.query(
      `insert into review_comments (workspace_id, id, module_id, section, round, kind, body, author_id, author_name,
         author_reviews, at)
       select $1, gen_random_uuid(), $2, 'quiz', $3, 'comment', 'Why?', $4, 'Bo', true, now() - interval '1 hour'
       from generate_series(1, $5)`,
      [workspace.id, module.id, round, reviewer.user.id, count],
    );
  await fill(1, 499);
  const last = await reviewer.client.reviews.comment.mutate({ ...about, body: 'The last one.' });
  const refusal = { errors: [{ path: 'module_id', code: 'too_big', message: expect.any(String) }] };
  const more = client.reviews.comment.mutate({ ...about, body: 'One more.' });
  await expect(more).rejects.toMatchObject(refused('invalid_request', refusal));
  await client.reviews.withdraw.mutate({ module_id: module.id });
  await client.reviews.submit.mutate({ module_id: module.id });
  const next = await client.reviews.comment.mutate({ ...about, body: 'In the next round.' });
  await fill(0, 700);
  const { comments } = await client.modules.get.query({ id: module.id });
  expect(comments).toHaveLength(1_000);
  expect(comments.slice(-2)).toEqual([last, next]);
});
