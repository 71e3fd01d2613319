import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { viewCards } from '../../../../test/view-cards.ts';
import { newId } from '../../../platform/ids.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { choice, classroomOf, flashcard, RIGHT } from '../learning-fixture.ts';
import { answerQuestion } from '../quiz/answer-question.ts';

const server = await startTestServer();
const twin = await startTestServer({ databaseUrl: server.databaseUrl });
const { make } = server;
const { pool } = server.db;
const classroom = await classroomOf(server);
const { workspace } = classroom;
const learner = await classroom.learner();
const { learning } = learner.client;
const admin = await classroom.learner('super_admin');
const reason = 'Because of that';

/** A module that the learner has started, with an open attempt. */
async function begun() {
  const module = await classroom.module();
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  const { id: attempt_id } = await learning.beginAttempt.mutate({ enrollment_id });
  const { revision } = await learning.open.query({ module_id: module.id });
  const see = { enrollment_id, revision_id: revision.id, card_ids: [module.cards[0]!.id] };
  const answer = { attempt_id, question_id: module.questions[0]!.id, response: RIGHT };
  return { module, module_id: module.id, enrollment_id, see, answer };
}

// rules/learning 1
test('whoever starts a module of the library gets one cycle, also from two tabs at once', async () => {
  const { id: module_id } = await classroom.module({ cards: 3 });
  expect(await learning.open.query({ module_id })).toMatchObject({ cycle: null, attempt: null, newer: null });
  const tabs = [learning, twin.client(learner.headers).learning];
  const started = await Promise.all([...tabs, ...tabs, ...tabs].map((tab) => tab.start.mutate({ module_id })));
  const [first] = started;
  expect(new Set(started.map((state) => JSON.stringify(state))).size).toBe(1);
  expect(first).toMatchObject({ status: 'in_progress', progress: 0, cards: 3, cards_seen: 0, completed_at: null });
  const { cycle } = await learning.open.query({ module_id });
  expect(cycle).toMatchObject({ source: 'library', cycle: 1, due_at: null, overdue: false, why: [] });
});

test('starting what is assigned goes on in that cycle and pins what is live', async () => {
  const { id: module_id } = await classroom.module();
  const dueAt = new Date('2026-01-31T23:00:00.000Z');
  const { id } = await make.enrollment(workspace, learner.id, module_id, { dueAt });
  expect((await learning.open.query({ module_id })).cycle).toMatchObject({ status: 'not_started', overdue: true });
  expect(await learning.start.mutate({ module_id })).toMatchObject({ enrollment_id: id, status: 'in_progress' });
  const { cycle, revision } = await learning.open.query({ module_id });
  expect(cycle).toMatchObject({ enrollment_id: id, source: 'assignment', due_on: '2026-01-31' });
  expect(revision.number).toBe(1);
});

test('seen once counts: again, in any order and from two tabs at once', async () => {
  const module = await classroom.module({ cards: 6 });
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  const { revision } = await learning.open.query({ module_id: module.id });
  const cards = module.cards.map(({ id }) => id);
  const see = (client: typeof learning, ...card_ids: string[]) =>
    viewCards(client, { enrollment_id, revision_id: revision.id, card_ids });
  expect(await see(learning, cards[4]!, cards[4]!, cards[1]!)).toMatchObject({ cards_seen: 2, progress: 0.25 });
  const other = twin.client(learner.headers).learning;
  await Promise.all([see(learning, ...cards), see(other, ...cards.toReversed()), see(other, cards[0]!)]);
  expect(await see(learning, ...cards)).toMatchObject({ cards_seen: 6, cards: 6, progress: 0.75 });
  expect((await learning.open.query({ module_id: module.id })).cards.every(({ seen }) => seen)).toBe(true);
});

test('only cards of the revision that is studied are seen, and only in a cycle of one’s own', async () => {
  const { see, enrollment_id } = await begun();
  const unknown = { ...see, card_ids: [see.card_ids[0]!, newId()] };
  await refused(learning.see.mutate(unknown), 400, 'invalid_request', { errors: [{ path: 'card_ids' }] });
  await refused(learning.see.mutate({ ...see, revision_id: newId() }), 409, 'stale_revision');
  const other = await classroom.learner();
  await refused(other.client.learning.see.mutate(see), 404, 'enrollment_not_found');
  expect(await classroom.cycle(enrollment_id)).toMatchObject({ cards_seen: 0, progress: 0 });
});

// rules/learning 3
test('what is hidden in mid-attempt waits: nothing is taken, nothing is lost, and it goes on afterwards', async () => {
  const { module, module_id, enrollment_id, see, answer } = await begun();
  await learning.answer.mutate(answer);
  const before = await learning.open.query({ module_id });
  await admin.client.reviews.archive.mutate({ module_id, reason });
  const next = { ...answer, question_id: module.questions[1]!.id };
  await refused(learning.open.query({ module_id }), 409, 'module_not_published');
  await refused(learning.see.mutate(see), 409, 'module_not_published');
  await refused(learning.answer.mutate(next), 409, 'module_not_published');
  await refused(learning.start.mutate({ module_id }), 409, 'module_not_published');
  // What was answered before is answered the same.
  expect((await learning.answer.mutate(answer)).answer).toEqual(before.attempt?.answers[0]);
  await admin.client.reviews.restore.mutate({ module_id, reason });
  expect(await learning.open.query({ module_id })).toEqual(before);
  await learning.answer.mutate(next);

  await admin.client.reviews.unpublish.mutate({ module_id, reason });
  await refused(learning.beginAttempt.mutate({ enrollment_id }), 409, 'module_not_published');
  await refused(learning.see.mutate(see), 409, 'module_not_published');
  const stranger = await classroom.learner();
  await refused(stranger.client.learning.open.query({ module_id }), 404, 'module_not_found');
  await refused(stranger.client.learning.start.mutate({ module_id }), 404, 'module_not_found');
});

test('somebody who is deactivated or made an auditor in mid-attempt does nothing more, and goes on where they were', async () => {
  const person = await classroom.learner();
  const module = await classroom.module();
  const own = person.client.learning;
  const { enrollment_id } = await own.start.mutate({ module_id: module.id });
  const { id: attempt_id } = await own.beginAttempt.mutate({ enrollment_id });
  const answer = (index: number) => ({ attempt_id, question_id: module.questions[index]!.id, response: RIGHT });
  await own.answer.mutate(answer(0));

  await admin.client.users.upsert.mutate({ email: person.email, role: 'auditor' });
  await refused(own.answer.mutate(answer(1)), 403, 'forbidden');
  await refused(own.open.query({ module_id: module.id }), 403, 'forbidden');
  await admin.client.users.upsert.mutate({ email: person.email, deactivate: true });
  await expect(own.answer.mutate(answer(1))).rejects.toMatchObject({ data: { httpStatus: 401 } });
  const department = await make.department(workspace);
  const back = { role: 'trainer', department_id: department.id, deactivate: false } as const;
  await admin.client.users.upsert.mutate({ email: person.email, ...back });

  const cookie = await server.signIn(person.email);
  const returned = server.client({ ...person.headers, cookie }).learning;
  expect(await returned.answer.mutate(answer(1))).toMatchObject({ attempt: { state: 'passed', score: 1 } });
});

test('somebody who is moved while an answer is on its way gives it as who they were, or not at all', async () => {
  const { answer, enrollment_id, module } = await begun();
  const department = await make.department(workspace);
  const late = learner.at(new Date().toISOString());
  await admin.client.users.upsert.mutate({ email: learner.email, department_id: department.id });
  await expect(answerQuestion(late, answer)).rejects.toMatchObject({ code: 'forbidden' });
  expect(await classroom.traces(enrollment_id, module.id)).toMatchObject({ answers: 0 });
  await admin.client.users.upsert.mutate({ email: learner.email, department_id: null });
  await answerQuestion(late, answer);
});

test('auditors study nothing', async () => {
  const auditor = await classroom.learner('auditor');
  const { id: module_id } = await classroom.module();
  await refused(auditor.client.learning.start.mutate({ module_id }), 403, 'forbidden');
  await refused(auditor.client.learning.library.query({}), 403, 'forbidden');
});

// rules/learning 1
test('a cycle that is waived takes nothing more, and starting the module again begins one of one’s own', async () => {
  const { module_id, enrollment_id, see, answer } = await begun();
  await pool.query(`update enrollments set waived_at = now(), waived_reason = 'Knows it' where id = $1`, [
    enrollment_id,
  ]);
  await refused(learning.see.mutate(see), 409, 'cycle_closed');
  await refused(learning.answer.mutate(answer), 409, 'cycle_closed');
  expect(await learning.open.query({ module_id })).toMatchObject({ cycle: null, attempt: null });
  const again = await learning.start.mutate({ module_id });
  expect(await classroom.cycle(again.enrollment_id)).toMatchObject({ cycle: 2, source: 'library', is_current: true });
  expect(await classroom.cycle(enrollment_id)).toMatchObject({ cycle: 1, is_current: false });
});

// rules/learning 1
test('a cycle that is taken back in mid-attempt takes nothing more; starting goes on with it, owed to nobody', async () => {
  const { module_id, enrollment_id, see, answer } = await begun();
  await viewCards(learning, see);
  await pool.query('update enrollments set withdrawn_at = now(), is_current = false where id = $1', [enrollment_id]);
  await refused(learning.answer.mutate(answer), 409, 'cycle_closed');
  const [one, other] = await Promise.all([
    learning.start.mutate({ module_id }),
    twin.client(learner.headers).learning.start.mutate({ module_id }),
  ]);
  expect(one).toEqual(other);
  expect(one).toMatchObject({ enrollment_id, cards_seen: 1 });
  expect(await classroom.cycle(enrollment_id)).toMatchObject({ source: 'library', is_current: true, cycle: 1 });
  await learning.answer.mutate(answer);
});

// rules/learning 12
test('feedback is given once a cycle, and changed in place', async () => {
  const { enrollment_id, module_id } = await begun();
  await learning.feedback.mutate({ enrollment_id, rating: 2, comment: 'Too long' });
  const said = await learning.feedback.mutate({ enrollment_id, rating: 5, comment: null });
  expect(said).toMatchObject({ rating: 5, comment: null });
  expect((await learning.open.query({ module_id })).feedback).toEqual(said);
  const { rows } = await pool.query('select 1 from module_feedback where enrollment_id = $1', [enrollment_id]);
  expect(rows).toHaveLength(1);
  await refused(learning.feedback.mutate({ enrollment_id, rating: null, comment: null }), 400, 'invalid_request');
  await refused(learning.feedback.mutate({ enrollment_id, rating: 6, comment: null }), 400, 'invalid_request');
  const other = await classroom.learner();
  const stolen = { enrollment_id, rating: 1, comment: null };
  await refused(other.client.learning.feedback.mutate(stolen), 404, 'enrollment_not_found');
  const assigned = await make.enrollment(workspace, other.id, module_id);
  const early = { enrollment_id: assigned.id, rating: 1, comment: null };
  await refused(other.client.learning.feedback.mutate(early), 409, 'not_started');
});

test('a module without anything to ask for is completed by its cards', async () => {
  const module = await classroom.module({ cards: [flashcard()], questions: [] });
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  await refused(learning.beginAttempt.mutate({ enrollment_id }), 404, 'question_not_found');
  const { revision } = await learning.open.query({ module_id: module.id });
  const see = { enrollment_id, revision_id: revision.id, card_ids: [module.cards[0]!.id] };
  expect(await viewCards(learning, see)).toMatchObject({ status: 'completed', progress: 1, score: null });
});

test('and one without cards by its quiz', async () => {
  const module = await classroom.module({ cards: [], questions: [choice()] });
  const { enrollment_id } = await learning.start.mutate({ module_id: module.id });
  const { id: attempt_id } = await learning.beginAttempt.mutate({ enrollment_id });
  const question_id = module.questions[0]!.id;
  const { cycle } = await learning.answer.mutate({ attempt_id, question_id, response: RIGHT });
  expect(cycle).toMatchObject({ status: 'completed', progress: 1, score: 1 });
});
