import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { castOf, refused } from '../reviews-fixture.ts';

const server = await startTestServer();
const cast = await castOf(server);
const { trainer, reviewer, second, admin } = cast;
const decide = reviewer.client.reviews;

// rules/review 4
test('a claim shows who is looking, and is taken over only where that is said', async () => {
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  const claimed = async () => (await trainer.client.modules.get.query({ id: module_id })).claimed_by;
  await decide.claim.mutate({ module_id });
  const first = await claimed();
  expect(first).toMatchObject({ id: reviewer.id, name: reviewer.fullName });
  await decide.claim.mutate({ module_id });
  expect(await claimed()).toEqual(first);
  const others = second.client.reviews;
  const named = { detail: expect.stringContaining(reviewer.fullName) };
  await refused(others.claim.mutate({ module_id }), 409, 'already_claimed', named);
  await refused(others.release.mutate({ module_id }), 409, 'already_claimed', named);
  await others.claim.mutate({ module_id, take_over: true });
  expect(await claimed()).toMatchObject({ id: second.id });
  // The claim is soft: other reviewers can still decide.
  await decide.approve.mutate({ module_id, section: 'quiz', round: hashes.round, content_hash: hashes.quiz });
  await others.release.mutate({ module_id });
  await others.release.mutate({ module_id });
  expect(await claimed()).toBeNull();
  await decide.claim.mutate({ module_id });
  await admin.client.reviews.release.mutate({ module_id });
  expect(await claimed()).toBeNull();
  const { audit, events } = await cast.trail(module_id);
  const by = (who: { fullName: string }, action: string, from: string | null, to: string | null) =>
    expect.objectContaining({ action, by: who.fullName, changes: expect.objectContaining({ claimed_by: [from, to] }) });
  expect(audit.filter(({ action }) => action.startsWith('review.'))).toEqual([
    by(reviewer, 'review.claimed', null, reviewer.fullName),
    by(second, 'review.claimed', reviewer.fullName, second.fullName),
    by(second, 'review.released', second.fullName, null),
    by(reviewer, 'review.claimed', null, reviewer.fullName),
    by(admin, 'review.released', reviewer.fullName, null),
  ]);
  // Outgoing events cover only content changes (rules/events 3).
  expect(events.map(({ type }) => type)).toEqual(['module.section_approved']);
});

// rules/review 4
test('only what is in review is claimed, and a claim ends with the review', async () => {
  for (const status of ['draft', 'published', 'archived'] as const) {
    const { module } = await cast.module({ status });
    await refused(decide.claim.mutate({ module_id: module.id }), 409, 'module_state');
    await refused(decide.release.mutate({ module_id: module.id }), 409, 'module_state');
  }
  const { module, hashes } = await cast.inReview();
  const module_id = module.id;
  await decide.claim.mutate({ module_id });
  await decide.query.mutate({
    module_id,
    section: 'quiz',
    round: hashes.round,
    content_hash: hashes.quiz,
    comment: 'Why?',
  });
  await refused(second.client.reviews.claim.mutate({ module_id }), 409, 'module_state');
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({ claimed_by: { id: reviewer.id } });
  // The claim survives a query, and can be released until the review ends.
  await refused(second.client.reviews.release.mutate({ module_id }), 409, 'already_claimed');
  await decide.release.mutate({ module_id });
  await decide.release.mutate({ module_id });
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({ claimed_by: null });
  await trainer.client.reviews.withdraw.mutate({ module_id });
  await refused(decide.release.mutate({ module_id }), 409, 'module_state');
  await trainer.client.reviews.submit.mutate({ module_id });
  await decide.claim.mutate({ module_id });
  await trainer.client.reviews.withdraw.mutate({ module_id });
  expect(await trainer.client.modules.get.query({ id: module_id })).toMatchObject({ claimed_by: null });
});

// rules/review 23, rules/users 5
test('a claim ends with its holder: by token, by the console, and by a role that does not review', async () => {
  const { call } = await server.api(['users:write'], cast.workspace);
  const leave = {
    'deactivated by the HR system': async (email: string) => {
      expect((await call('POST', '/api/v1/users', { email, deactivate: true })).status).toBe(200);
      return expect.not.stringContaining(admin.fullName);
    },
    'deactivated in the console': async (email: string) => {
      await admin.client.users.upsert.mutate({ email, deactivate: true });
      return admin.fullName;
    },
    'made a learner': async (email: string) => {
      await admin.client.users.upsert.mutate({ email, role: 'learner' });
      return admin.fullName;
    },
  };
  for (const [how, end] of Object.entries(leave)) {
    const holder = await cast.person('content_manager');
    const [one, other, kept] = [await cast.inReview(), await cast.inReview(), await cast.inReview()];
    for (const { module } of [one, other]) await holder.client.reviews.claim.mutate({ module_id: module.id });
    await decide.claim.mutate({ module_id: kept.module.id });
    await admin.client.users.upsert.mutate({ email: holder.email, full_name: 'Another Name' });
    await admin.client.users.upsert.mutate({ email: holder.email, role: 'super_admin' });
    await admin.client.users.upsert.mutate({ email: holder.email, role: 'content_manager' });
    expect((await trainer.client.modules.get.query({ id: one.module.id })).claimed_by).toMatchObject({ id: holder.id });

    const by = await end(holder.email);
    for (const { module } of [one, other]) {
      expect((await trainer.client.modules.get.query({ id: module.id })).claimed_by, how).toBeNull();
      const { audit } = await cast.trail(module.id);
      const changes = { round: 1, claimed_by: [holder.fullName, null] };
      expect(audit.filter(({ action }) => action === 'review.released')).toEqual([
        { action: 'review.released', by, changes },
      ]);
      await second.client.reviews.claim.mutate({ module_id: module.id });
    }
    expect((await trainer.client.modules.get.query({ id: kept.module.id })).claimed_by).toMatchObject({
      id: reviewer.id,
    });
  }
});

// rules/review 23
test('whoever is deactivated while a review is handed to them does not keep it', async () => {
  for (let round = 0; round < 6; round++) {
    const to = await cast.person('content_manager');
    const { module } = await cast.inReview();
    await Promise.allSettled([
      admin.client.reviews.reassign.mutate({ module_id: module.id, to: to.id }),
      admin.client.users.upsert.mutate({ email: to.email, deactivate: true }),
    ]);
    expect((await trainer.client.modules.get.query({ id: module.id })).claimed_by).toBeNull();
  }
});
