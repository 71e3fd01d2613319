import type { Question } from '@training/shared/courses/courses';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { viewCards } from '../../../../test/view-cards.ts';
import { choice, classroomOf, flashcard, RIGHT, WRONG } from '../learning-fixture.ts';
import { inPipelinedTransaction } from '../../../core/transaction.ts';
import { scoreAttempt } from '../score-attempt.ts';
import { drawQuestionIds, type QuestionPool } from './pool.ts';

const server = await startTestServer();
const classroom = await classroomOf(server);
const learner = await classroom.learner();
const { learning } = learner.client;

const about = (count: number, topic?: string): Question[] =>
  Array.from({ length: count }, (_, n) => ({ ...choice(`${topic ?? 'No topic'} ${n}`), ...(topic && { topic }) }));

const poolOf = (sizes: Record<string, number>, count: number, passed: string[] = []): QuestionPool => ({
  count,
  passed,
  questions: Object.entries(sizes).flatMap(([topic, size]) =>
    Array.from({ length: size }, (_, n) => ({ id: `${topic}/${n}`, topic: topic || null, asked: 0, kept: 0 })),
  ),
});

const seats = (drawn: string[] | null) => {
  const counts: Record<string, number> = {};
  for (const id of drawn ?? []) counts[id.split('/')[0]!] = (counts[id.split('/')[0]!] ?? 0) + 1;
  return counts;
};

// rules/learning 9
test.each([
  [{ safety: 10, loads: 10 }, 6, { safety: 3, loads: 3 }],
  [{ safety: 16, loads: 4 }, 5, { safety: 4, loads: 1 }],
  [{ safety: 18, loads: 1, '': 1 }, 5, { safety: 3, loads: 1, '': 1 }],
  [{ safety: 2, loads: 2 }, 3, undefined],
  [{ a: 1, b: 1, c: 1 }, 2, undefined],
])('a draw is fair by topic: of %o, %i', (sizes, count, wanted) => {
  for (const draw of ['one', 'two', 'three']) {
    const drawn = drawQuestionIds(poolOf(sizes, count), draw)!;
    expect(new Set(drawn).size).toBe(count);
    if (wanted) expect(seats(drawn)).toEqual(wanted);
    expect(drawQuestionIds(poolOf(sizes, count), draw)).toEqual(drawn);
  }
});

test('topics with a pass score are in every draw, also if there are more topics than questions to draw', () => {
  for (let n = 0; n < 20; n++) {
    expect(seats(drawQuestionIds(poolOf({ a: 9, b: 9, c: 1, d: 9 }, 2, ['c']), `${n}`))).toMatchObject({ c: 1 });
  }
});

/** A module of so many questions that each attempt draws some of, begun by the learner. */
async function begun(questions: Question[], settings: Parameters<typeof classroom.module>[0]) {
  const module = await classroom.module({ cards: 1, questions, maxAttempts: 10, ...settings });
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  const begin = () => learning.beginAttempt.mutate({ enrollment_id });
  const open = () => learning.open.query({ module_id: module.id });
  const answerAll = async (isRight: (id: string) => boolean = () => true) => {
    const { id: attempt_id, asked } = await begin();
    let last;
    for (const { id } of asked) {
      last = await learning.answer.mutate({ attempt_id, question_id: id, response: isRight(id) ? RIGHT : WRONG });
    }
    return { attempt_id, asked: asked.map(({ id }) => id), last: last! };
  };
  return { module, enrollment_id, begin, open, answerAll };
}

// rules/learning 9
test('each attempt draws other questions of a larger quiz, and only those count', async () => {
  const { module, enrollment_id, begin, open, answerAll } = await begun(about(10), { questionsPerAttempt: 4 });
  // Which four isn't told before the attempt begins.
  expect(await open()).toMatchObject({ questions: [], questions_asked: 4 });
  const library = await learning.library.query({ search: module.title });
  expect(library.courses[0]!.modules).toMatchObject([{ questions: 4 }]);
  const first = await begin();
  expect(first).toMatchObject({ questions: 4, answered: 0 });
  const ids = first.asked.map(({ id }) => id);
  expect((await open()).questions).toEqual(first.asked);
  expect(await begin()).toEqual(first);
  const other = module.questions.find(({ id }) => !ids.includes(id))!;
  await expect(
    learning.answer.mutate({ attempt_id: first.id, question_id: other.id, response: RIGHT }),
  ).rejects.toMatchObject({ data: { app_code: 'question_not_found' } });

  const failed = await answerAll((id) => id === ids[0]);
  expect(failed.last.attempt).toMatchObject({ state: 'failed', score: 0.25, questions: 4, answered: 4, topics: [] });
  expect(failed.last.cycle.progress).toBe(0.2);
  const second = await answerAll(() => false);
  expect(second.asked.filter((id) => ids.includes(id))).toEqual([]);
  // Two of ten are left, so two that were asked before are asked again.
  const third = await answerAll();
  expect(third.asked.filter((id) => [...ids, ...second.asked].includes(id))).toHaveLength(2);
  expect(third.last.attempt).toMatchObject({ state: 'passed', score: 1 });
  const { attempt } = await learning.attempt.query({ attempt_id: third.attempt_id });
  expect(attempt.asked.map(({ id }) => id).toSorted()).toEqual(third.asked.toSorted());

  const { revision } = await open();
  const card_ids = module.cards.map(({ id }) => id);
  await viewCards(learning, { enrollment_id, revision_id: revision.id, card_ids });
  expect(await classroom.cycle(enrollment_id)).toMatchObject({ progress: 1, final_score: 1 });
  const { rows } = await server.db.pool.query<{ evidence: string }>(
    'select evidence from completion_evidence where enrollment_id = $1',
    [enrollment_id],
  );
  const proved = JSON.parse(rows[0]!.evidence) as { attempt: { answers: unknown[]; drawn_from: number } };
  expect(proved.attempt).toMatchObject({ drawn_from: 10, topics: [] });
  expect(proved.attempt.answers).toHaveLength(4);
});

// rules/learning 9
test('a topic below its pass score fails the attempt, and the learner is told which', async () => {
  const questions = [...about(4, 'Safety'), ...about(12, 'Loads')];
  const topicScores = [{ topic: 'Safety', pass_score: 1 }];
  const settings = { questionsPerAttempt: 8, topicScores, passScore: 0.5 };
  const { answerAll, open } = await begun(questions, settings);
  const safety = new Set(questions.slice(0, 4).map(({ id }) => id));
  let missed = false;
  const failed = await answerAll((id) => {
    const misses = safety.has(id) && !missed;
    missed ||= misses;
    return !misses;
  });
  expect(failed.last.attempt).toMatchObject({
    state: 'failed',
    score: 0.875,
    topics: [{ topic: 'Safety', pass_score: 1, score: 0.5 }],
  });
  expect((await open()).attempts).toMatchObject([{ topics: [{ topic: 'Safety', score: 0.5 }] }]);
  const passed = await answerAll((id) => safety.has(id) || id === questions[4]!.id);
  expect(passed.last.attempt.state).toBe(passed.last.attempt.score! >= 0.5 ? 'passed' : 'failed');
  expect(passed.last.attempt.topics).toEqual([{ topic: 'Safety', pass_score: 1, score: 1 }]);
});

// rules/learning 7 and 9
test('a newer revision keeps the answers of the draw, and draws the rest', async () => {
  const { module, enrollment_id, begin, open } = await begun(about(10), { questionsPerAttempt: 4 });
  const first = await begin();
  const [one, two, three, four] = first.asked.map(({ id }) => id);
  for (const id of [one!, two!])
    await learning.answer.mutate({ attempt_id: first.id, question_id: id, response: RIGHT });
  const questions = module.questions.map((each) => (each.id === two ? { ...each, prompt: 'Another?' } : each));
  await classroom.revise(module.id, { cards: [flashcard()], questions });
  await learning.upgrade.mutate({ enrollment_id, revision: 2 });
  const { attempt } = await open();
  const { asked, ...state } = attempt!;
  expect(state).toMatchObject({ revision: 2, state: 'open', questions: 4, answered: 1 });
  expect(asked.map(({ id }) => id)).toEqual(expect.arrayContaining([one, two, three, four]));
  expect(await begin()).toMatchObject({ id: attempt!.id });
});

// rules/learning 7 and 9, courses-and-modules 7
test('topics that a revision adds take no answer away, but one with a pass score is asked', async () => {
  const { module, enrollment_id, open, answerAll } = await begun(about(10), { questionsPerAttempt: 4 });
  const { asked } = await answerAll();
  const sorted = module.questions.map((each) => ({ ...each, topic: asked.includes(each.id) ? 'A' : 'B' }));
  await classroom.revise(module.id, { cards: module.cards, questions: sorted });
  await learning.upgrade.mutate({ enrollment_id, revision: 2 });
  expect((await open()).attempts[0]).toMatchObject({ revision: 2, state: 'passed', answered: 4 });
  const pool = poolOf({ a: 4, b: 4, c: 4 }, 4, ['c']);
  for (const question of pool.questions) if (question.topic === 'a') question.kept = 3;
  expect(seats(drawQuestionIds(pool, 'draw'))).toEqual({ a: 3, c: 1 });
});

// rules/learning 7
test('an appeal won after the learner moved on counts, whatever was answered since', async () => {
  const { module, enrollment_id, begin, open, answerAll } = await begun(about(10), { questionsPerAttempt: 4 });
  const first = await answerAll(() => false);
  await classroom.revise(module.id, { cards: module.cards, questions: module.questions });
  await learning.upgrade.mutate({ enrollment_id, revision: 2 });
  const second = await begin();
  for (const { id } of second.asked.slice(0, 3))
    await learning.answer.mutate({ attempt_id: second.id, question_id: id, response: WRONG });
  // Appeals that were won.
  await server.db.pool.query('update answers set score = 1 where attempt_id = $1', [first.attempt_id]);
  const ctx = learner.at(new Date().toISOString());
  await inPipelinedTransaction(ctx, (tx) => scoreAttempt(tx, ctx, first.attempt_id));
  expect((await open()).attempts[0]).toMatchObject({ revision: 2, state: 'passed', score: 1 });
});
