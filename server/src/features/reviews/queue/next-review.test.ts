import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { castOf, refused } from '../reviews-fixture.ts';

const server = await startTestServer();
const { pool } = server.db;

/** Modules in review, longest wait first. */
async function queueOf(length: number) {
  const cast = await castOf(server);
  const made: Awaited<ReturnType<typeof cast.inReview>>[] = [];
  for (let place = 0; place < length; place += 1) {
    const each = await cast.inReview();
    const waits = `update modules set submitted_at = now() - make_interval(days => $2) where id = $1`;
    await pool.query(waits, [each.module.id, length - place]);
    made.push(each);
  }
  const decisionOn = (place: number, section: 'flashcards' | 'quiz') => {
    const { module, hashes } = made[place]!;
    return { module_id: module.id, section, round: hashes.round, content_hash: hashes[section] };
  };
  const next = async (place: number, client = cast.reviewer.client) => {
    const { next: found, waiting } = await client.reviews.next.query({ module_id: made[place]!.module.id });
    return { place: made.findIndex(({ module }) => module.id === found?.module_id), waiting };
  };
  return { ...cast, made, decisionOn, next };
}

const NOTHING = { place: -1, waiting: 0 };

// rules/review 20
test('what follows a module in the queue comes next, and after the last one the first again', async () => {
  const { made, next, reviewer } = await queueOf(3);
  expect(await next(0)).toEqual({ place: 1, waiting: 2 });
  expect(await next(1)).toEqual({ place: 2, waiting: 2 });
  expect(await next(2)).toEqual({ place: 0, waiting: 2 });
  const { module } = made[0]!;
  const answer = await reviewer.client.reviews.next.query({ module_id: module.id });
  expect(answer.next).toEqual({ module_id: made[1]!.module.id, title: made[1]!.module.title });
});

test('a module that was decided comes no more, and the queue ends with the last one', async () => {
  const { decisionOn, next, reviewer } = await queueOf(2);
  const { client } = reviewer;
  await client.reviews.approve.mutate(decisionOn(0, 'flashcards'));
  expect(await next(1)).toEqual({ place: 0, waiting: 1 });
  // Its other section still needs a decision.
  await client.reviews.query.mutate({ ...decisionOn(0, 'flashcards'), comment: 'Why?' });
  expect(await next(1)).toEqual({ place: 0, waiting: 1 });
  await client.reviews.approve.mutate(decisionOn(0, 'quiz'));
  expect(await next(1)).toEqual(NOTHING);
  // Starting from a decided module works, too.
  expect(await next(0)).toEqual({ place: 1, waiting: 1 });
  await client.reviews.approve.mutate(decisionOn(1, 'flashcards'));
  expect(await client.reviews.approve.mutate(decisionOn(1, 'quiz'))).toMatchObject({ status: 'published' });
  expect(await next(0)).toEqual(NOTHING);
  expect(await next(1)).toEqual(NOTHING);
});

// rules/review 20
test('what others have claimed is passed over, and so is what one wrote oneself', async () => {
  const { made, next, reviewer, second, workspace } = await queueOf(4);
  await second.client.reviews.claim.mutate({ module_id: made[1]!.module.id });
  await reviewer.client.reviews.claim.mutate({ module_id: made[3]!.module.id });
  const wrote = 'insert into module_contributors (workspace_id, module_id, cycle, user_id) values ($1, $2, 0, $3)';
  await pool.query(wrote, [workspace.id, made[2]!.module.id, reviewer.id]);
  expect(await next(0)).toEqual({ place: 3, waiting: 1 });
  expect(await next(0, second.client)).toEqual({ place: 1, waiting: 2 });
  expect(await next(1, second.client)).toEqual({ place: 2, waiting: 2 });
});

test('only reviewers go through the queue, and of their own workspace', async () => {
  const { made, trainer, admin } = await queueOf(1);
  const { module } = made[0]!;
  await refused(trainer.client.reviews.next.query({ module_id: module.id }), 403, 'forbidden');
  const elsewhere = await server.as('content_manager', await server.make.workspace());
  expect(await elsewhere.reviews.next.query({ module_id: module.id })).toEqual({ next: null, waiting: 0 });
  expect(await admin.client.reviews.next.query({ module_id: module.id })).toEqual({ next: null, waiting: 0 });
});
