import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { castOf, edit, refused } from '../reviews-fixture.ts';

const server = await startTestServer();
const cast = await castOf(server);
const { trainer, reviewer, second, admin } = cast;
const UNKNOWN = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';

/** A module in review, with helpers to reassign and read its claim. */
async function underReview() {
  const { module } = await cast.inReview();
  const module_id = module.id;
  return {
    module_id,
    hand: (from: typeof reviewer, to: string) => from.client.reviews.reassign.mutate({ module_id, to }),
    claimed: async () => (await trainer.client.modules.get.query({ id: module_id })).claimed_by,
  };
}

// rules/review 4
test('a claim is handed to another reviewer, and the audit log says from whom to whom', async () => {
  const { module_id, hand, claimed } = await underReview();
  await reviewer.client.reviews.claim.mutate({ module_id });
  await hand(reviewer, second.id);
  expect(await claimed()).toMatchObject({ id: second.id, name: second.fullName });
  const mine = await second.client.reviews.queue.query({ claim: 'mine', limit: 100 });
  expect(mine.modules.map((each) => each.module_id)).toContain(module_id);
  await hand(second, second.id);
  const { audit, events } = await cast.trail(module_id);
  expect(audit.slice(1)).toEqual([
    {
      action: 'review.reassigned',
      by: reviewer.fullName,
      changes: { round: 1, claimed_by: [reviewer.fullName, second.fullName] },
    },
  ]);
  expect(events).toEqual([]);
});

test('whoever has the claim hands it on, or a super admin, who also gives out what nobody has', async () => {
  const { hand, claimed } = await underReview();
  await hand(admin, reviewer.id);
  expect(await claimed()).toMatchObject({ id: reviewer.id });
  const named = { detail: expect.stringContaining(reviewer.fullName) };
  await refused(hand(second, admin.id), 409, 'already_claimed', named);
  await hand(admin, second.id);
  await hand(second, admin.id);
  expect(await claimed()).toMatchObject({ id: admin.id });
});

test('nobody gets a review who may not decide it', async () => {
  const { module_id, hand, claimed } = await underReview();
  const author = await cast.person('trainer', cast.department.id);
  await author.client.reviews.withdraw.mutate({ module_id });
  await edit(author.client, module_id, 'quiz');
  await author.client.reviews.submit.mutate({ module_id });
  const { pool } = server.db;
  await pool.query(`update users set role = 'content_manager', department_id = null where id = $1`, [author.id]);
  const former = await cast.person('content_manager');
  await pool.query('update users set is_active = false where id = $1', [former.id]);
  const stranger = await server.make.user(await server.make.workspace(), { role: 'content_manager' });

  const offered = await reviewer.client.reviews.reviewers.query({ module_id });
  const ids = offered.reviewers.map(({ id }) => id);
  expect(ids).toEqual(expect.arrayContaining([reviewer.id, second.id, admin.id]));
  for (const { id } of [author, former, stranger, trainer]) expect(ids).not.toContain(id);

  await refused(hand(reviewer, author.id), 403, 'self_review', { detail: expect.stringContaining(author.fullName) });
  await refused(hand(author, reviewer.id), 403, 'self_review');
  await refused(hand(reviewer, former.id), 400, 'invalid_request');
  await refused(hand(reviewer, trainer.id), 400, 'invalid_request');
  await refused(hand(reviewer, stranger.id), 404, 'user_not_found');
  await refused(hand(reviewer, UNKNOWN), 404, 'user_not_found');
  await refused(reviewer.client.reviews.reviewers.query({ module_id: UNKNOWN }), 404, 'module_not_found');
  expect(await claimed()).toBeNull();
});

test('only reviewers reassign, and only what is in review', async () => {
  const { module_id, hand } = await underReview();
  const auditor = await cast.person('auditor');
  for (const other of [trainer, cast.learner, auditor]) {
    await refused(hand(other, second.id), 403, 'forbidden');
    await refused(other.client.reviews.reviewers.query({ module_id }), 403, 'forbidden');
  }
  await trainer.client.reviews.withdraw.mutate({ module_id });
  await refused(hand(reviewer, second.id), 409, 'module_state');
});

test('reviewers of one name are told apart by their addresses, and others’ addresses are not shown', async () => {
  const { module_id } = await underReview();
  const alike = await Promise.all(
    ['Kim Example', 'kim example'].map((fullName) =>
      server.make.user(cast.workspace, { role: 'content_manager', fullName }),
    ),
  );
  const { reviewers } = await reviewer.client.reviews.reviewers.query({ module_id });
  const shown = (id: string) => reviewers.find((each) => each.id === id);
  for (const { id, fullName, email } of alike) expect(shown(id)).toEqual({ id, name: fullName, email });
  expect(shown(second.id)).toEqual({ id: second.id, name: second.fullName, email: null });
});
