import type { Question } from '@training/shared/courses/courses';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { choice, classroomOf, RIGHT } from '../learning-fixture.ts';

const server = await startTestServer();
const classroom = await classroomOf(server);
const learner = await classroom.learner();
const { learning, grading } = learner.client;

const spoken = (): Question => ({ id: newId(), kind: 'spoken', prompt: 'Say it', explanation: '', rubric: ['One'] });

/** A module that the learner has begun, and of which another revision has taken the place since. */
async function revisedSince(questions: Question[], revised: Question[]) {
  const module = await classroom.module({ cards: 1, questions });
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  const { id: attempt_id } = await learning.beginAttempt.mutate({ enrollment_id });
  const { number } = await classroom.revise(module.id, { cards: module.cards, questions: revised });
  const goOn = () => learning.upgrade.mutate({ enrollment_id, revision: number });
  const written = () => classroom.traces(enrollment_id, module.id);
  return { module_id: module.id, enrollment_id, attempt_id, goOn, written };
}

test('a question that only the newer revision has is refused in an attempt at the older one, and nothing is written', async () => {
  const [asked, added] = [choice('Asked'), choice('Added')];
  const { enrollment_id, attempt_id, goOn, written } = await revisedSince([asked], [asked, added]);
  const before = await written();
  const ahead = { attempt_id, question_id: added.id, response: RIGHT };
  await refused(learning.answer.mutate(ahead), 404, 'question_not_found');
  await goOn();
  await refused(learning.answer.mutate(ahead), 404, 'question_not_found');
  expect(await written()).toEqual(before);
  const { id } = await learning.beginAttempt.mutate({ enrollment_id });
  const taken = await learning.answer.mutate({ ...ahead, attempt_id: id });
  expect(taken).toMatchObject({ attempt: { revision: 2, answered: 1 }, answer: { right: true } });
});

test('a question that the newer revision has not any more is refused in an attempt at that', async () => {
  const [kept, dropped] = [choice('Kept'), choice('Dropped')];
  const { enrollment_id, attempt_id, goOn, written } = await revisedSince([kept, dropped], [kept]);
  await goOn();
  const { id } = await learning.beginAttempt.mutate({ enrollment_id });
  const before = await written();
  const late = { question_id: dropped.id, response: RIGHT };
  await refused(learning.answer.mutate({ ...late, attempt_id: id }), 404, 'question_not_found');
  await refused(learning.answer.mutate({ ...late, attempt_id }), 409, 'attempt_ended');
  expect(await written()).toEqual(before);
});

test('an answer is graded as the revision of its attempt has it, whatever another one calls right by now', async () => {
  const kind = 'single_choice' as const;
  const asked = { id: newId(), kind, prompt: 'Which?', options: ['This one', 'That one'], explanation: '' };
  const { attempt_id, written } = await revisedSince([{ ...asked, correct: 0 }], [{ ...asked, correct: 1 }]);
  const given = { attempt_id, question_id: asked.id, response: RIGHT };
  expect(await learning.answer.mutate(given)).toMatchObject({
    answer: { right: true, solution: { correct: 0 } },
    attempt: { revision: 1, state: 'passed' },
  });
  expect(await written()).toMatchObject({ answers: 1 });
});

test('a spoken answer to a revision that was left behind is refused, and nothing is kept of it', async () => {
  const question = spoken();
  const reworded = { ...question, prompt: 'Say it again' };
  const { attempt_id, goOn, written } = await revisedSince([question], [reworded]);
  await goOn();
  const before = await written();
  const response = { by: 'text', text: 'One thing' } as const;
  const late = grading.answerSpoken.mutate({ attempt_id, question_id: question.id, response });
  await refused(late, 409, 'attempt_ended');
  expect(await written()).toEqual(before);
});
