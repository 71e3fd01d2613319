import type { ImmediatelyGradedAnswer } from '@training/shared/learning/attempts';
import type { Question } from '@training/shared/courses/courses';
import { MAX_CYCLES_EVALUATED_PER_MODULE } from '@training/shared/analytics/item-statistics';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';
import { choice, classroomOf, flashcard, type Learner, RIGHT, WRONG } from '../learning/learning-fixture.ts';
import { refused } from '../reviews/reviews-fixture.ts';
import { viewCards } from '../../../test/view-cards.ts';

const server = await startTestServer();
const { make } = server;
const { pool } = server.db;
const classroom = await classroomOf(server);
const { workspace } = classroom;
const auditor = await server.as('auditor', workspace);

type Item = { id: string };
type Asked = { learner: Learner; module: Item };

async function begin({ learner, module }: Asked): Promise<string> {
  const { enrollment_id } = await learner.client.learning.start.mutate({ module_id: module.id });
  return (await learner.client.learning.beginAttempt.mutate({ enrollment_id })).id;
}

/** Answers questions in the learner's unfinished attempt, or in a new one. */
async function answers(asked: Asked, ...given: [Item, ImmediatelyGradedAnswer][]): Promise<void> {
  const attempt_id = await begin(asked);
  for (const [{ id: question_id }, response] of given) {
    await asked.learner.client.learning.answer.mutate({ attempt_id, question_id, response });
  }
}

const several = (count: number, departmentId?: string) =>
  Promise.all(Array.from({ length: count }, () => classroom.learner('learner', departmentId)));

const resultsOf = (module: Item, scope: { department_id?: string } = {}) =>
  auditor.analytics.items.query({ module_id: module.id, ...scope });

// rules/analytics 17
test('the first answer of each person counts, whatever they answer in a later attempt', async () => {
  const [easy, hard] = [choice('Easy?'), choice('Hard?')];
  const module = await classroom.module({ questions: [easy, hard] });
  const [one, other] = await several(2);
  await answers({ learner: one!, module }, [easy, RIGHT], [hard, WRONG]);
  await answers({ learner: one!, module }, [easy, WRONG], [hard, RIGHT]);
  await answers({ learner: other!, module }, [easy, RIGHT]);
  const results = await resultsOf(module);
  expect(results).toMatchObject({ people: 2, newest_only: false, shows_answers: true, revision: 1 });
  expect(results.questions).toEqual([
    {
      id: hard.id,
      number: 2,
      kind: 'single_choice',
      prompt: 'Hard?',
      unchanged: true,
      answered: 1,
      waiting: 0,
      right: 0,
      mean_score: 0,
      discrimination: null,
      options: [
        { text: 'This one', correct: true, people: 0 },
        { text: 'That one', correct: false, people: 1 },
      ],
      wrong_texts: [],
    },
    expect.objectContaining({ id: easy.id, number: 1, answered: 2, right: 2, mean_score: 1 }),
  ]);
});

test('who renews has answered before: a later cycle is no first time', async () => {
  const question = choice();
  const module = await classroom.module({ cards: 1, questions: [question] });
  const [learner] = await several(1);
  await answers({ learner: learner!, module }, [question, WRONG]);
  await pool.query(
    `update enrollments set is_current = false, withdrawn_at = now() where module_id = $1 and user_id = $2`,
    [module.id, learner!.id],
  );
  await make.enrollment(workspace, learner!.id, module.id, { cycle: 2 });
  await answers({ learner: learner!, module }, [question, RIGHT]);
  expect(await resultsOf(module)).toMatchObject({ people: 1, questions: [{ answered: 1, right: 0 }] });
});

// rules/analytics 17
test('a question that a revision leaves as it is keeps its figures, one that is reworded starts anew', async () => {
  const [kept, changed] = [choice('Kept?'), choice('Changed?')];
  const [front, back] = [flashcard('Kept'), flashcard('Changed')];
  const module = await classroom.module({ cards: [front, back], questions: [kept, changed] });
  const [before, carrying] = await several(2);
  await answers({ learner: before!, module }, [kept, WRONG], [changed, WRONG]);
  await answers({ learner: carrying!, module }, [kept, RIGHT]);
  const reworded = { ...changed, prompt: 'Changed, and clearer?' };
  const cards = [front, { ...back, front: 'Changed, and clearer' }];
  const { number } = await classroom.revise(module.id, { cards, questions: [kept, reworded] });

  const untouched = await resultsOf(module);
  // The working copy has the first wording: `revise` publishes another one past it.
  expect(untouched.questions.map(({ unchanged }) => unchanged)).toEqual([true, false]);
  expect(untouched.questions.map(({ prompt, answered, right }) => [prompt, answered, right])).toEqual([
    ['Kept?', 2, 1],
    ['Changed, and clearer?', 0, 0],
  ]);
  expect(untouched.questions[1]).toMatchObject({ mean_score: null });
  expect(untouched.cards.map(({ people }) => people)).toEqual([2, 0]);

  // A carried-over answer is the same answer at another revision.
  const { learning } = carrying!.client;
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  await learning.upgrade.mutate({ enrollment_id, revision: number });
  await answers({ learner: carrying!, module }, [reworded, RIGHT]);
  const { questions, cards: seen } = await resultsOf(module);
  expect(questions.map(({ prompt, answered, right }) => [prompt, answered, right])).toEqual([
    ['Kept?', 2, 1],
    ['Changed, and clearer?', 1, 1],
  ]);
  expect(seen.map(({ people }) => people)).toEqual([2, 1]);
});

test('cards say how many of those who have begun the module have seen them, in its order', async () => {
  const module = await classroom.module({ cards: 3 });
  const [thorough, quick, idle] = await several(3);
  for (const [learner, count] of [
    [thorough!, 3],
    [quick!, 1],
    [idle!, 0],
  ] as const) {
    const { learning } = learner.client;
    const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
    const { revision, cards } = await learning.open.query({ module_id: module.id });
    const card_ids = cards.slice(0, count).map(({ id }) => id);
    if (count > 0) await viewCards(learning, { enrollment_id, revision_id: revision.id, card_ids });
  }
  const { cards } = await resultsOf(module);
  expect(cards.map(({ number, front, people, seen }) => [number, front, people, seen])).toEqual([
    [1, 'No. 0', 3, 2],
    [2, 'No. 1', 3, 1],
    [3, 'No. 2', 3, 1],
  ]);
});

test('of several choices each that was chosen counts', async () => {
  const question: Question = {
    id: newId(),
    kind: 'multiple_choice',
    prompt: 'Which?',
    explanation: '',
    options: ['A', 'B', 'C'],
    correct: [0, 2],
  };
  const module = await classroom.module({ questions: [question] });
  const [right, half, wrong] = await several(3);
  const choosing = (choices: number[]) => ({ kind: 'multiple_choice' as const, choices });
  await answers({ learner: right!, module }, [question, choosing([0, 2])]);
  await answers({ learner: half!, module }, [question, choosing([0])]);
  await answers({ learner: wrong!, module }, [question, choosing([0, 1])]);
  const { questions } = await resultsOf(module);
  expect(questions).toMatchObject([
    {
      answered: 3,
      right: 1,
      mean_score: 0.3333,
      discrimination: null,
      options: [
        { text: 'A', correct: true, people: 3 },
        { text: 'B', correct: false, people: 1 },
        { text: 'C', correct: true, people: 1 },
      ],
    },
  ]);
});

test('a wrong text is shown once three people have given it, in whatever case and width', async () => {
  const question: Question = {
    id: newId(),
    kind: 'short_text',
    prompt: 'How warm?',
    explanation: '',
    accepted: ['five'],
  };
  const module = await classroom.module({ questions: [question] });
  const texts = ['Straße  7', 'STRASSE 7', ' straße ７', 'ten', 'TEN', 'five'];
  const people = await several(texts.length);
  for (const [index, text] of texts.entries()) {
    await answers({ learner: people[index]!, module }, [question, { kind: 'short_text', text }]);
  }
  const { questions } = await resultsOf(module);
  expect(questions).toMatchObject([{ answered: 6, right: 1, wrong_texts: [{ text: 'strasse 7', people: 3 }] }]);
});

test('a spoken answer waits until it is graded, and then counts by its score', async () => {
  const question: Question = { id: newId(), kind: 'spoken', prompt: 'Say it', explanation: '', rubric: ['One', 'Two'] };
  const module = await classroom.module({ questions: [question] });
  const people = await several(2);
  const given = await Promise.all(
    people.map(async (learner) => {
      const attempt_id = await begin({ learner, module });
      const response = { by: 'text', text: 'One thing' } as const;
      const asked = { attempt_id, question_id: question.id, response };
      return (await learner.client.grading.answerSpoken.mutate(asked)).answer.answer_id;
    }),
  );
  expect((await resultsOf(module)).questions).toMatchObject([{ answered: 2, waiting: 2, right: 0, mean_score: null }]);
  const admin = await server.as('super_admin', workspace);
  await admin.grading.grade.mutate({ answer_id: given[0]!, verdict: { by: 'score', score: 0.5 } });
  expect((await resultsOf(module)).questions).toMatchObject([{ answered: 2, waiting: 1, right: 0, mean_score: 0.5 }]);
});

// rules/analytics 17
test('trainers see their own department, and of other departments’ modules nothing that tells what is right', async () => {
  const [here, there] = await Promise.all([make.department(workspace), make.department(workspace)]);
  const course = await make.course(workspace, { departmentId: here.id });
  const question = choice();
  const module = await make.module(workspace, course.id, { status: 'published', questions: [question] });
  const [own] = await several(1, here.id);
  const others = await several(2, there.id);
  await answers({ learner: own!, module }, [question, RIGHT]);
  for (const learner of others) await answers({ learner, module }, [question, WRONG]);
  const ask = async (departmentId: string) =>
    (await server.as('trainer', workspace, departmentId)).analytics.items.query({
      module_id: module.id,
      department_id: here.id,
    });
  expect(await ask(here.id)).toMatchObject({
    people: 1,
    shows_answers: true,
    questions: [{ answered: 1, right: 1, options: [{ correct: true }, { correct: false }] }],
  });
  // The trainer of the other department asked about people outside it.
  expect(await ask(there.id)).toMatchObject({ people: 0, shows_answers: false });
  const trainer = await server.as('trainer', workspace, there.id);
  expect(await trainer.analytics.items.query({ module_id: module.id })).toMatchObject({
    people: 2,
    shows_answers: false,
    questions: [{ prompt: 'Which?', answered: 2, right: 0, options: [], wrong_texts: [] }],
  });
  expect(await resultsOf(module)).toMatchObject({ people: 3, questions: [{ answered: 3, right: 1 }] });
  expect(await resultsOf(module, { department_id: there.id })).toMatchObject({ people: 2 });
});

test('learners, other workspaces and modules that nobody can study learn nothing', async () => {
  const module = await classroom.module();
  const draft = await make.module(workspace, classroom.course.id);
  const archived = await make.module(workspace, classroom.course.id, { status: 'archived' });
  const learner = await classroom.learner();
  await refused(learner.client.analytics.items.query({ module_id: module.id }), 403, 'forbidden');
  const stranger = await server.as('super_admin', await make.workspace());
  await refused(stranger.analytics.items.query({ module_id: module.id }), 404, 'module_not_found');
  await refused(resultsOf(draft), 404, 'module_not_found');
  await refused(resultsOf(archived), 404, 'module_not_found');
});

// rules/analytics 7
test('who is inactive is left out', async () => {
  const question = choice();
  const module = await classroom.module({ questions: [question] });
  const [stays, leaves] = await several(2);
  await answers({ learner: stays!, module }, [question, RIGHT]);
  await answers({ learner: leaves!, module }, [question, WRONG]);
  const admin = await server.as('super_admin', workspace);
  await admin.users.upsert.mutate({ email: leaves!.email, deactivate: true });
  expect(await resultsOf(module)).toMatchObject({ people: 1, questions: [{ answered: 1, right: 1 }] });
});

// rules/analytics 17
test('of very many only those who began last are looked at, and the answer says so', { tags: ['deep'] }, async () => {
  const question = choice();
  const module = await classroom.module({ questions: [question] });
  const [first] = await several(1);
  await answers({ learner: first!, module }, [question, WRONG]);
  expect(await resultsOf(module)).toMatchObject({ people: 1, newest_only: false, questions: [{ answered: 1 }] });
  await pool.query(
    `with people as (
       insert into users (workspace_id, id, email, full_name, role, is_active, created_at, updated_at)
       select $1, gen_random_uuid(), 'crowd-' || n || '@example.com', 'Crowd', 'learner', true, now(), now()
       from generate_series(1, $3::integer) n returning id
     )
     insert into enrollments (workspace_id, id, user_id, module_id, assigned_at, started_at, progress)
     select $1, gen_random_uuid(), id, $2, now(), now() + interval '1 hour', 0 from people`,
    [workspace.id, module.id, MAX_CYCLES_EVALUATED_PER_MODULE],
  );
  expect(await resultsOf(module)).toMatchObject({
    people: MAX_CYCLES_EVALUATED_PER_MODULE,
    newest_only: true,
    questions: [{ answered: 0, right: 0 }],
  });
});

// rules/analytics 17
test('discrimination is told of 20 people: who does better elsewhere does better on a good question', async () => {
  const questions = ['One?', 'Two?', 'Three?', 'Upside down?'].map((prompt) => choice(prompt));
  const module = await classroom.module({ questions });
  for (let n = 0; n < 20; n++) {
    if (n === 19) {
      const before = (await resultsOf(module)).questions;
      expect(before.map(({ discrimination }) => discrimination)).toEqual([null, null, null, null]);
    }
    const learner = await classroom.learner();
    const [usual, other] = n % 2 === 0 ? [RIGHT, WRONG] : [WRONG, RIGHT];
    const given = questions.map((question, at) => [question, at === 3 ? other : usual] as const);
    await answers(
      { learner, module },
      ...given.map(([question, response]): [Question, ImmediatelyGradedAnswer] => [question, response]),
    );
  }
  const results = await resultsOf(module);
  const told = new Map(results.questions.map(({ prompt, discrimination }) => [prompt, discrimination]));
  expect(Object.fromEntries(told)).toEqual({ 'One?': 1, 'Two?': 1, 'Three?': 1, 'Upside down?': -1 });
});
