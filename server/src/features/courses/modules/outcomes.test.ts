import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { tamper } from '../../../../test/tamper.ts';
import { approveBoth, castOf, edit, refused } from '../../reviews/reviews-fixture.ts';

const server = await startTestServer();
const cast = await castOf(server);
const { trainer, reviewer, admin } = cast;

const outcomesOf = async (id: string) => (await trainer.client.modules.get.query({ id })).outcomes;
const kindsOf = async (id: string) => (await outcomesOf(id)).map(({ kind }) => kind);

// rules/review 21
test('authors read who rejected their module, when and why, until they submit it again', async () => {
  const { module } = await cast.inReview();
  const module_id = module.id;
  expect(await outcomesOf(module_id)).toEqual([]);
  const before = Date.now();
  await reviewer.client.reviews.reject.mutate({ module_id, round: 1, reason: 'The rules of May are missing.' });
  const [rejected, ...others] = await outcomesOf(module_id);
  expect(others).toEqual([]);
  expect(rejected).toEqual({
    kind: 'rejected',
    by: reviewer.fullName,
    at: expect.any(String),
    reason: 'The rules of May are missing.',
  });
  expect(Date.parse(rejected!.at)).toBeGreaterThanOrEqual(before);
  await edit(trainer.client, module_id, 'quiz');
  expect(await kindsOf(module_id)).toEqual(['rejected']);
  await trainer.client.reviews.submit.mutate({ module_id });
  expect(await outcomesOf(module_id)).toEqual([]);
});

// rules/events 6
test('a module’s history is its own: it stays when the audit log is moved away', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  await approveBoth(reviewer.client, module_id, hashes);
  await reviewer.client.reviews.unpublish.mutate({ module_id, reason: 'Outdated' });
  await admin.client.reviews.archive.mutate({ module_id, reason: 'Merged' });
  const before = await outcomesOf(module_id);
  expect(before).toMatchObject([
    { kind: 'archived', by: admin.fullName, reason: 'Merged' },
    { kind: 'unpublished', by: reviewer.fullName, reason: 'Outdated' },
  ]);
  await tamper(server.db.pool, 'delete from audit_events where subject_id = $1', [module_id]);
  expect(await outcomesOf(module_id)).toEqual(before);
});

test('a submission that an admin withdraws says why, and one that its authors withdraw need not', async () => {
  const { module } = await cast.inReview();
  const module_id = module.id;
  await admin.client.reviews.withdraw.mutate({ module_id, reason: 'The supplier has changed.' });
  expect(await outcomesOf(module_id)).toMatchObject([
    { kind: 'withdrawn', by: admin.fullName, reason: 'The supplier has changed.' },
  ]);
  await trainer.client.reviews.submit.mutate({ module_id });
  await trainer.client.reviews.withdraw.mutate({ module_id });
  expect(await outcomesOf(module_id)).toMatchObject([{ kind: 'withdrawn', by: trainer.fullName, reason: null }]);
});

// rules/review 21
test('what was rejected keeps its reason while it is archived and restored, each with its last', async () => {
  const { module } = await cast.inReview();
  const module_id = module.id;
  await reviewer.client.reviews.reject.mutate({ module_id, round: 1, reason: 'Unclear' });
  for (const reason of ['Merged', 'Merged for good']) {
    await admin.client.reviews.archive.mutate({ module_id, reason });
    await admin.client.reviews.restore.mutate({ module_id, reason: `Not: ${reason}` });
  }
  expect(await outcomesOf(module_id)).toMatchObject([
    { kind: 'restored', reason: 'Not: Merged for good' },
    { kind: 'archived', reason: 'Merged for good' },
    { kind: 'rejected', reason: 'Unclear' },
  ]);
});

// rules/courses-and-modules 11
test('why a module was unpublished is told to its authors alone, and nothing once it is published again', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  await approveBoth(reviewer.client, module_id, hashes);
  expect(await outcomesOf(module_id)).toEqual([]);
  await reviewer.client.reviews.unpublish.mutate({ module_id, reason: 'Outdated' });
  expect(await outcomesOf(module_id)).toMatchObject([{ kind: 'unpublished', reason: 'Outdated' }]);
  for (const other of [cast.learner, cast.outsider]) {
    await expect(other.client.modules.get.query({ id: module_id })).rejects.toThrow();
  }
  await trainer.client.reviews.submit.mutate({ module_id });
  await approveBoth(reviewer.client, module_id, await server.make.hashes(module_id));
  expect(await outcomesOf(module_id)).toEqual([]);
});

test('the course tells those who read drafts where the next version of a published module stands, and no learner', async () => {
  const { course, module } = await cast.module({ status: 'published' });
  const [id, module_id] = [course.id, module.id];
  const standing = async (client = trainer.client) => (await client.courses.get.query({ id })).modules[0];
  expect(await standing()).toMatchObject({ status: 'published', workflow: null });
  await trainer.client.reviews.revise.mutate({ module_id });
  await edit(trainer.client, module_id, 'quiz');
  expect(await standing()).toMatchObject({ status: 'published', workflow: 'draft' });
  await trainer.client.reviews.submit.mutate({ module_id });
  const { round } = await trainer.client.modules.get.query({ id: module_id });
  await reviewer.client.reviews.reject.mutate({ module_id, round, reason: 'Unclear' });
  expect(await standing(reviewer.client)).toMatchObject({ status: 'published', workflow: 'rejected' });

  await expect(cast.learner.client.courses.get.query({ id })).rejects.toMatchObject({ data: { httpStatus: 403 } });
  expect(await cast.learner.client.modules.live.query({ id: module_id })).not.toHaveProperty('workflow');
  expect((await cast.inCatalog(id)).modules[0]).not.toHaveProperty('workflow');
});

test('the course tells which sections of a module accept edits: the queried one alone, and none once it is archived', async () => {
  const { course, module } = await cast.module();
  const [id, module_id] = [course.id, module.id];
  const open = async () => (await trainer.client.courses.get.query({ id })).modules[0]?.open;
  expect(await open()).toEqual(['flashcards', 'quiz']);
  await admin.client.reviews.archive.mutate({ module_id, reason: 'Merged' });
  expect(await open()).toEqual([]);
  await refused(edit(trainer.client, module_id, 'quiz'), 409, 'module_state');
  await admin.client.reviews.restore.mutate({ module_id, reason: 'Not merged' });
  expect(await open()).toEqual(['flashcards', 'quiz']);

  await edit(trainer.client, module_id, 'quiz');
  await trainer.client.reviews.submit.mutate({ module_id });
  expect(await open()).toEqual([]);
  const { round, quiz } = await reviewer.client.modules.get.query({ id: module_id });
  const shown = { module_id, section: 'quiz', round, content_hash: quiz.content_hash } as const;
  await reviewer.client.reviews.query.mutate({ ...shown, comment: 'Which brakes?' });
  expect(await open()).toEqual(['quiz']);
  await refused(edit(trainer.client, module_id, 'flashcards'), 423, 'content_locked');
});
