import { expect, test } from 'vitest';
import { recording } from '../../ai/jobs/ai-jobs-fixture.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { modelGrade, SAID, spokenQuestion, startGradingServer } from '../grading-fixture.ts';

const { server, providers, before, cast, publish, study, makeLate } = await startGradingServer();
const { pool } = server.db;
const BELT = 'I stop the belt with the red button';
const LOCK = 'I hang my own lock on the switch';

// rules/grading 3 and 5
test('a recording is written down, confirmed, graded with evidence, and completes the module', async () => {
  const me = await before();
  providers.respond('oral_grading', () => modelGrade(0.9, BELT, LOCK));
  const { answer, attempt, cycle } = await me.speak();
  expect(answer).toMatchObject({ state: 'transcribing', typed: null, transcript: null, grades: [], score: null });
  // It is the learner's turn, so nothing says that it is being graded.
  expect([attempt.state, cycle.status]).toEqual(['waiting', 'in_progress']);
  const heard = await me.heard(answer.answer_id);
  expect(heard.transcript).toEqual({ text: SAID, corrected: null, language: 'en', seconds: 1, confidence: 0.98 });

  const { grading } = me.learner.client;
  await grading.confirmTranscript.mutate({ answer_id: answer.answer_id });
  const graded = await me.until(answer.answer_id, 'graded', 'trainer');
  providers.respond('oral_grading', undefined);
  expect(graded).toMatchObject({ state: 'graded', score: 1, correct_by: null, appeal_by: null, trainer_reason: null });
  expect(graded.grades).toMatchObject([
    { number: 1, kind: 'model', counts: true, score: 1, confidence: 0.9, by: 'AI grading' },
  ]);
  expect(graded.grades[0]?.criteria?.map(({ evidence }) => evidence)).toEqual(
    [`First ${BELT}.`, `Then ${LOCK}.`].map(() => expect.any(String)),
  );
  for (const { evidence } of graded.grades[0]?.criteria ?? []) expect(SAID).toContain(evidence);
  expect(await me.attempt()).toEqual({ state: 'passed', score: 1, status: 'completed' });
  const { rows } = await pool.query(
    `select action, actor_kind from audit_events where subject_id = $1 or action = 'learner.module_completed' and workspace_id = $2 order by at, id`,
    [answer.answer_id, me.workspace.id],
  );
  expect(rows.map(({ action }) => action).toSorted((one, other) => one.localeCompare(other))).toEqual([
    'answer.graded',
    'learner.module_completed',
  ]);
});

// rules/grading 4
test('a transcript is corrected once: both are kept, and the corrected one is graded, however unsure the words were', async () => {
  const me = await before();
  const asked: string[] = [];
  providers.respond('oral_grading', ({ transcript }) => {
    asked.push(transcript);
    return modelGrade(0.9, 'I stop the belt');
  });
  const { answer } = await me.speak({ text: 'I stop the felt.', language: 'en', confidence: 0.4 });
  await me.heard(answer.answer_id);
  const { grading } = me.learner.client;
  const corrected = { answer_id: answer.answer_id, text: 'I stop the belt.' };
  await grading.confirmTranscript.mutate(corrected);
  // Sent again, as after a lost answer, it is the same; anything else comes too late.
  await grading.confirmTranscript.mutate(corrected);
  await refused(grading.confirmTranscript.mutate({ ...corrected, text: 'Both.' }), 409, 'answer_not_waiting');
  const graded = await me.until(answer.answer_id, 'graded', 'trainer');
  providers.respond('oral_grading', undefined);
  expect(asked).toEqual(['I stop the belt.']);
  expect(graded).toMatchObject({ state: 'graded', score: 0.5 });
  expect(graded.transcript).toMatchObject({ text: 'I stop the felt.', corrected: 'I stop the belt.', confidence: 0.4 });
  expect(await me.attempt()).toMatchObject({ state: 'failed', score: 0.5, status: 'in_progress' });
});

test('a typed answer is graded as it is', async () => {
  const me = await before();
  providers.respond('oral_grading', () => modelGrade(0.9, BELT, LOCK));
  const { answer } = await me.type();
  expect(answer).toMatchObject({ state: 'grading', typed: SAID, transcript: null, recording: null });
  expect(await me.until(answer.answer_id, 'graded', 'trainer')).toMatchObject({ state: 'graded', score: 1 });
  providers.respond('oral_grading', undefined);
});

test('whoever may not decide about a grade of the model is told that the model graded', async () => {
  const me = await before();
  providers.respond('oral_grading', () => modelGrade(0.9, BELT));
  const { answer_id } = (await me.type()).answer;
  await me.until(answer_id, 'graded', 'trainer');
  providers.respond('oral_grading', undefined);
  const refusedSaying = (call: Promise<unknown>, app_code: string, words: RegExp) =>
    expect(call).rejects.toMatchObject({ data: { app_code }, message: expect.stringMatching(words) });
  const verdict = { by: 'score', score: 1 } as const;
  const { trainer, admin, learner } = me;
  const grading = trainer.client.grading.grade.mutate({ answer_id, verdict });
  await refusedSaying(grading, 'answer_not_waiting', /^The model has already graded/);
  await learner.client.grading.appeal.mutate({ answer_id, words: 'The lock as well.' });
  const deciding = admin.client.grading.decideAppeal.mutate({ answer_id, verdict, comment: 'So it is.' });
  await refusedSaying(deciding, 'forbidden', /^The model graded this answer/);
});

// rules/grading 5
test.each([
  ['the model is not sure', { text: SAID, language: 'en' }, 0.5],
  ['the words are not sure', { text: SAID, language: 'en', confidence: 0.5 }, 0.95],
])('where %s, a trainer decides, and sees what the model found', async (_, said, confidence) => {
  const me = await before();
  providers.respond('oral_grading', () => modelGrade(confidence, BELT));
  const { answer } = await me.speak(said);
  await me.heard(answer.answer_id);
  await me.learner.client.grading.confirmTranscript.mutate({ answer_id: answer.answer_id });
  const mine = await me.until(answer.answer_id, 'trainer', 'graded');
  providers.respond('oral_grading', undefined);
  expect(mine).toMatchObject({ state: 'trainer', trainer_reason: 'unsure', score: null, grades: [] });
  expect(await me.attempt()).toMatchObject({ state: 'waiting', status: 'waiting' });
  const theirs = await me.trainer.client.grading.answerToGrade.query({ answer_id: answer.answer_id });
  expect(theirs.grades).toMatchObject([{ kind: 'model', counts: false, score: 0.5, confidence }]);
});

// rules/grading 4
test('a transcript that nobody has looked at is graded as it is', { tags: ['deep'] }, async () => {
  const me = await before();
  providers.respond('oral_grading', () => modelGrade(0.9, BELT, LOCK));
  const { answer } = await me.speak();
  await me.heard(answer.answer_id);
  await makeLate(answer.answer_id);
  expect(await me.until(answer.answer_id, 'graded', 'trainer')).toMatchObject({ state: 'graded', score: 1 });
  providers.respond('oral_grading', undefined);
});

// rules/grading 1
test('an answer is given once: the same again, also twice at once, is the same, and another is refused', async () => {
  const me = await before();
  const [one, two] = await Promise.all([me.type(), me.type()]);
  expect(one.answer.answer_id).toBe(two.answer.answer_id);
  expect((await me.type()).answer.answer_id).toBe(one.answer.answer_id);
  await refused(me.type('Something else.'), 409, 'answered_already');
  await refused(me.speak(), 409, 'answered_already');
  const { rows } = await pool.query(
    `select count(*)::integer as jobs from ai_jobs where destination_id = $1 and feature = 'oral_grading'`,
    [one.answer.answer_id],
  );
  expect(rows).toEqual([{ jobs: 1 }]);
});

test('a recording that was sent and answered with is answered the same again, whole', { tags: ['deep'] }, async () => {
  const me = await before();
  const { grading } = me.learner.client;
  const bytes = recording(88_888);
  const send = async () => {
    const { recording_id } = await grading.uploadRecording.mutate(new Blob([bytes]));
    const { attempt_id, question_id } = me;
    return grading.answerSpoken.mutate({ attempt_id, question_id, response: { by: 'recording', recording_id } });
  };
  const first = await send();
  expect((await send()).answer.answer_id).toBe(first.answer.answer_id);
});

test('a spoken answer is for spoken questions, of one’s own attempt', async () => {
  const people = await cast();
  const choice = {
    id: spokenQuestion().id,
    kind: 'short_text',
    prompt: 'Which?',
    explanation: '',
    accepted: ['A'],
  } as const;
  const module_id = await publish(people, { ...choice, accepted: ['A'] }, spokenQuestion());
  const { client } = people.learner;
  const { attempt_id, questions } = await study(client, module_id);
  const response = { by: 'text', text: 'A' } as const;
  const [first = '', second = ''] = questions;
  await refused(
    client.grading.answerSpoken.mutate({ attempt_id, question_id: first, response }),
    400,
    'invalid_request',
  );
  const others = people.trainer.client.grading.answerSpoken.mutate({ attempt_id, question_id: second, response });
  await refused(others, 404, 'attempt_not_found');
  const mine = await client.grading.answerSpoken.mutate({ attempt_id, question_id: second, response });
  const asOther = people.trainer.client.grading.answer.query({ answer_id: mine.answer.answer_id });
  await refused(asOther, 404, 'answer_not_found');
});
