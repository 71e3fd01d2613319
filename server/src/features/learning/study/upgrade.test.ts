import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { answerQuestion } from '../quiz/answer-question.ts';
import { choice, classroomOf, completeModule, flashcard, RIGHT, WRONG } from '../learning-fixture.ts';
import { readModuleForStudy } from './read-module-for-study.ts';
import { recordSeenCards } from './record-seen-cards.ts';
import { viewCards } from '../../../../test/view-cards.ts';

const server = await startTestServer();
const twin = await startTestServer({ databaseUrl: server.databaseUrl });
const classroom = await classroomOf(server);
const learner = await classroom.learner();
const { learning } = learner.client;

/** A module of three cards and three questions, of which the learner has seen and answered so many. */
async function begun({
  seen = 2,
  answered = 1,
  ...content
}: { seen?: number; answered?: number; passScore?: number } = {}) {
  const module = await classroom.module({ cards: 3, questions: 3, ...content });
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  const { revision } = await learning.open.query({ module_id: module.id });
  const card_ids = module.cards.slice(0, seen).map(({ id }) => id);
  if (seen) await viewCards(learning, { enrollment_id, revision_id: revision.id, card_ids });
  const { id: attempt_id } = await learning.beginAttempt.mutate({ enrollment_id });
  for (const { id: question_id } of module.questions.slice(0, answered)) {
    await learning.answer.mutate({ attempt_id, question_id, response: RIGHT });
  }
  return { module, module_id: module.id, enrollment_id, attempt_id, revision };
}

// rules/learning 2 and 7
test('what changed is shown, and going on keeps what was seen and answered of what has not', async () => {
  const { module, module_id, enrollment_id, attempt_id, revision } = await begun({ seen: 3, answered: 2 });
  const [first, second, third] = module.cards;
  const [asked, alsoAsked, notAsked] = module.questions;
  const [card, question] = [flashcard('New'), choice('New?')];
  const cards = [
    card,
    { ...second!, back: 'Another' },
    { ...first!, source: { quote: '', name: 'Q', url: null, suggestion_id: null } },
  ];
  const questions = [notAsked!, { ...alsoAsked!, explanation: 'Another' }, asked!, question];
  const live = await classroom.revise(module_id, { cards, questions });

  const before = await learning.open.query({ module_id });
  expect(before.revision.number).toBe(1);
  expect(before.newer).toMatchObject({
    revision: 2,
    outdated: false,
    cards: { changed: [second!.id], added: [card.id], removed: [third!.id] },
    questions: { changed: [alsoAsked!.id], added: [question.id], removed: [] },
  });
  expect(Date.parse(before.newer!.finish_by) - Date.parse(before.newer!.published_at)).toBe(30 * 86_400_000);

  const upgraded = await learning.upgrade.mutate({ enrollment_id, revision: 2 });
  expect(upgraded).toMatchObject({ status: 'in_progress', cards: 3, cards_seen: 1, progress: 0.2857 });
  const after = await learning.open.query({ module_id });
  expect(after).toMatchObject({ newer: null, revision: { id: live.id, number: 2 } });
  expect(after.cards.map(({ id, seen }) => [id, seen])).toEqual([
    [card.id, false],
    [second!.id, false],
    [first!.id, true],
  ]);
  expect(after.attempt).toMatchObject({ number: 2, state: 'open', answered: 1, questions: 4 });
  expect(after.attempt?.answers).toMatchObject([{ question_id: asked!.id, right: true, carried: true }]);
  expect(after.attempts.map(({ state }) => state)).toEqual(['open', 'superseded']);

  // Another tab still shows the older revision.
  const late = { attempt_id, question_id: notAsked!.id, response: RIGHT };
  await refused(learning.answer.mutate(late), 409, 'attempt_ended');
  const seen = { enrollment_id, revision_id: revision.id, card_ids: [second!.id] };
  await refused(learning.see.mutate(seen), 409, 'stale_revision');
});

test('going on twice, from two tabs at once, goes on once; and only with what was shown', async () => {
  const { module, module_id, enrollment_id } = await begun();
  await classroom.revise(module_id, { ...module, cards: [flashcard()] });
  await refused(learning.upgrade.mutate({ enrollment_id, revision: 3 }), 409, 'stale_revision');
  await refused(learning.upgrade.mutate({ enrollment_id, revision: 1 }), 409, 'stale_revision');
  const tabs = [learning, twin.client(learner.headers).learning, learning];
  const states = await Promise.all(tabs.map((tab) => tab.upgrade.mutate({ enrollment_id, revision: 2 })));
  expect(new Set(states.map((state) => JSON.stringify(state))).size).toBe(1);
  expect(await classroom.traces(enrollment_id, module_id)).toMatchObject({ attempts: 2, answers: 2 });
});

test('where all that was missing is gone, going on completes the module', async () => {
  const { module, module_id, enrollment_id } = await begun({ seen: 2, answered: 2 });
  await classroom.revise(module_id, { cards: module.cards.slice(0, 2), questions: module.questions.slice(0, 2) });
  const upgraded = await learning.upgrade.mutate({ enrollment_id, revision: 2 });
  expect(upgraded).toMatchObject({ status: 'completed', progress: 1, score: 1 });
  expect(await learning.upgrade.mutate({ enrollment_id, revision: 2 })).toEqual(upgraded);
  expect(await classroom.traces(enrollment_id, module_id)).toMatchObject({ recorded: 1, told: 1 });
});

// rules/learning 7
test('a quiz that is passed stays passed where it is the same, and lacks only the rest where it is not', async () => {
  const { module, module_id, enrollment_id } = await begun({ seen: 2, answered: 3 });
  await classroom.revise(module_id, { cards: [...module.cards, flashcard()], questions: module.questions });
  expect(await learning.upgrade.mutate({ enrollment_id, revision: 2 })).toMatchObject({ status: 'in_progress' });
  expect((await learning.open.query({ module_id })).attempt).toMatchObject({ state: 'passed', score: 1 });

  const added = choice();
  await classroom.revise(module_id, { cards: module.cards, questions: [...module.questions, added] });
  await learning.upgrade.mutate({ enrollment_id, revision: 3 });
  const { attempt } = await learning.open.query({ module_id });
  expect(attempt).toMatchObject({ number: 3, state: 'open', answered: 3 });
  const answer = { attempt_id: attempt!.id, question_id: added.id, response: WRONG };
  expect(await learning.answer.mutate(answer)).toMatchObject({ attempt: { state: 'failed', score: 0.75 } });
});

// rules/learning 7
test('what was begun may be finished for 30 days after it was replaced for the first time, and not a moment longer', async () => {
  const { module, module_id, enrollment_id, attempt_id, revision } = await begun({ seen: 2 });
  await classroom.revise(module_id, { ...module, cards: [flashcard()] }, { at: '2030-01-01T10:00:00.000Z' });
  await classroom.revise(module_id, { ...module, cards: [flashcard()] }, { at: '2030-01-20T10:00:00.000Z' });
  const [lastMoment, tooLate] = ['2030-01-31T09:59:59.999Z', '2030-01-31T10:00:00.000Z'];
  const answer = (index: number) => ({ attempt_id, question_id: module.questions[index]!.id, response: RIGHT });
  const see = { enrollment_id, revision_id: revision.id, card_ids: [module.cards[2]!.id] };

  await answerQuestion(learner.at(lastMoment), answer(1));
  expect((await readModuleForStudy(learner.at(lastMoment), { module_id })).newer).toMatchObject({
    revision: 3,
    outdated: false,
    finish_by: tooLate,
  });
  const outdated = { code: 'revision_outdated' };
  await expect(answerQuestion(learner.at(tooLate), answer(2))).rejects.toMatchObject(outdated);
  await expect(recordSeenCards(learner.at(tooLate), see)).rejects.toMatchObject(outdated);
  expect((await readModuleForStudy(learner.at(tooLate), { module_id })).newer?.outdated).toBe(true);
  // Nothing but going on is left, and that keeps what was answered.
  await learning.upgrade.mutate({ enrollment_id, revision: 3 });
  expect((await learning.open.query({ module_id })).attempt).toMatchObject({ state: 'open', answered: 2 });
});

test('whoever has completed a module keeps that, whatever is published after it', async () => {
  const module = await classroom.module();
  const { cycle } = await completeModule(learner.client, module.id);
  await classroom.revise(module.id, { cards: [flashcard()], questions: [choice()] }, { validityDays: 5 });
  const after = await learning.open.query({ module_id: module.id });
  expect(after).toMatchObject({ cycle: { status: 'completed', progress: 1 }, newer: null, revision: { number: 1 } });
  const { enrollment_id } = cycle!;
  await refused(learning.upgrade.mutate({ enrollment_id, revision: 2 }), 409, 'cycle_completed');
  expect(await classroom.cycle(enrollment_id)).toMatchObject({ expires_at: null });
});
