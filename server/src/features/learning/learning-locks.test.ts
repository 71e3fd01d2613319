import type { EntityManager } from '@mikro-orm/postgresql';
import { CompiledQuery } from 'kysely';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { inTransaction } from '../../core/transaction.ts';
import { classroomOf, RIGHT, type Learner } from './learning-fixture.ts';
import { answerQuestion } from './quiz/answer-question.ts';
import { viewCards, viewCardsAt } from '../../../test/view-cards.ts';

const server = await startTestServer();
const classroom = await classroomOf(server);
const module = await classroom.module({ cards: 3, questions: 3 });
const module_id = module.id;

async function begin({ client }: Learner) {
  const { enrollment_id } = await client.learning.start.mutate({ module_id });
  const { id: attempt_id } = await client.learning.beginAttempt.mutate({ enrollment_id });
  const { revision } = await client.learning.open.query({ module_id });
  return {
    see: (at: number) => ({ enrollment_id, revision_id: revision.id, card_ids: [module.cards[at]!.id] }),
    answer: (at: number) => ({ attempt_id, question_id: module.questions[at]!.id, response: RIGHT }),
  };
}

test('learners of one module do not wait for each other, whatever one of them is in the midst of', async () => {
  const one = await classroom.learner();
  const { see, answer } = await begin(one);
  const ctx = one.at(new Date().toISOString());
  await answerQuestion(ctx, answer(0));
  await answerQuestion(ctx, answer(1));
  await viewCardsAt(ctx, see(0));
  await viewCardsAt(ctx, see(1));
  const other = await classroom.learner();
  const states = await inTransaction(ctx, async (transaction) => {
    const within = { ...ctx, transaction };
    await answerQuestion(within, answer(2));
    const completed = await viewCardsAt(within, see(2));
    // None of that is committed yet; what others do would run into the limit of a lock.
    const theirs = await begin(other);
    for (const at of [0, 1, 2]) await viewCards(other.client.learning, theirs.see(at));
    for (const at of [0, 1]) await other.client.learning.answer.mutate(theirs.answer(at));
    const { cycle } = await other.client.learning.answer.mutate(theirs.answer(2));
    return [completed.status, cycle.status];
  });
  expect(states).toEqual(['completed', 'completed']);
});

/** How many rows of cycles and attempts the transaction has changed, and how many of them within their page. */
async function changedRows(transaction: EntityManager): Promise<{ all: number; within: number }> {
  const { rows } = await transaction.getKysely().executeQuery<{ all: number; within: number }>(
    CompiledQuery.raw(`select sum(n_tup_upd)::integer as all, sum(n_tup_hot_upd)::integer as within
      from pg_stat_xact_user_tables where relname in ('attempts', 'enrollments')`),
  );
  return rows[0]!;
}

test('an answer and a card change rows within their page: no index of cycles and attempts is written', async () => {
  const learner = await classroom.learner();
  const { see, answer } = await begin(learner);
  const ctx = learner.at(new Date().toISOString());
  await inTransaction(ctx, async (transaction) => {
    const within = { ...ctx, transaction };
    const before = await changedRows(transaction);
    await answerQuestion(within, answer(0));
    await viewCardsAt(within, see(0));
    await answerQuestion(within, answer(1));
    const after = await changedRows(transaction);
    // Of the cycle four times, as a card is shown and then seen, of the attempt twice.
    expect({ all: after.all - before.all, within: after.within - before.within }).toEqual({ all: 6, within: 6 });
  });
});
