import { randomBytes, randomFillSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { mp3, recordedByChromium, wav, wavOf, webm } from '../../../../test/documents/make-recordings.ts';
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

test('a grade keeps which model gave it by which instructions, and what it cost is counted for its module', async () => {
  const me = await before();
  providers.respond('oral_grading', () => modelGrade(0.9, BELT, LOCK));
  const { answer } = await me.speak();
  await me.heard(answer.answer_id);
  await me.learner.client.grading.confirmTranscript.mutate({ answer_id: answer.answer_id });
  await me.until(answer.answer_id, 'graded', 'trainer');
  providers.respond('oral_grading', undefined);
  const { rows } = await pool.query('select kind, provider, model, prompt from grades where answer_id = $1', [
    answer.answer_id,
  ]);
  const prompt: unknown = expect.stringMatching(/^[0-9a-f]{12}$/);
  expect(rows).toEqual([{ kind: 'model', provider: 'anthropic', model: 'claude-opus-5-5', prompt }]);
  const { by_module: modules } = await me.admin.client.providerKeys.usage.query();
  const cost = modules.find(({ module_id }) => module_id === me.module_id);
  // What heard it, what graded it, and what looked at the evidence.
  expect(cost).toMatchObject({ calls: 3, own_usd: 0 });
  expect(cost!.pooled_usd).toBeGreaterThan(0);
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

// rules/grading 5
test('silence is told to the learner, who types; or the trainers get it', async () => {
  const me = await before();
  const { answer } = await me.speak({ text: '', language: 'en' });
  const heard = await me.heard(answer.answer_id);
  expect(heard.transcript).toMatchObject({ text: '', confidence: null });
  const { grading } = me.learner.client;
  const confirming = grading.confirmTranscript.mutate({ answer_id: answer.answer_id });
  await expect(confirming).rejects.toMatchObject({
    data: { httpStatus: 400, app_code: 'invalid_request', detail: 'text: Nothing could be heard; type what you said.' },
  });
  await makeLate(answer.answer_id);
  const handed = await me.until(answer.answer_id, 'trainer', 'graded');
  expect(handed).toMatchObject({ state: 'trainer', trainer_reason: 'nothing_heard', recording: { bytes: 8_044 } });

  const again = await before();
  const { answer: other } = await again.speak({ text: '', language: 'en' });
  await again.heard(other.answer_id);
  await again.learner.client.grading.confirmTranscript.mutate({ answer_id: other.answer_id, text: SAID });
  await again.until(other.answer_id, 'graded', 'trainer');
});

// rules/grading 4
test('a transcript that nobody has looked at is graded as it is', async () => {
  const me = await before();
  providers.respond('oral_grading', () => modelGrade(0.9, BELT, LOCK));
  const { answer } = await me.speak();
  await me.heard(answer.answer_id);
  await makeLate(answer.answer_id);
  expect(await me.until(answer.answer_id, 'graded', 'trainer')).toMatchObject({ state: 'graded', score: 1 });
  providers.respond('oral_grading', undefined);
});

test('a recording of ten minutes goes to the trainers, with words that say why', async () => {
  const me = await before();
  const { answer } = await me.speak({ text: SAID, language: 'en', seconds: 600 });
  const handed = await me.until(answer.answer_id, 'trainer', 'graded');
  expect(handed).toMatchObject({ trainer_reason: 'failed', note: expect.stringMatching(/lasts 600 seconds/) });
});

test('a language that speech lacks fails no key: the trainers listen', async () => {
  const me = await before();
  const { answer } = await me.speak(undefined, 'cy');
  expect(await me.until(answer.answer_id, 'trainer', 'graded')).toMatchObject({ trainer_reason: 'failed', note: null });
});

// rules/grading 1
test('what is no recording is refused, and the same bytes twice are one', async () => {
  const me = await before();
  const { grading } = me.learner.client;
  const send = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => grading.uploadRecording.mutate(new Blob(parts));
  await refused(send(''), 400, 'invalid_request', { detail: expect.stringMatching(/empty.*or type/) });
  await refused(send('These are words.'), 415, 'unsupported_file', {
    detail: expect.stringMatching(/isn’t a recording/),
  });
  await refused(send(new Uint8Array(10 * 1024 * 1024 + 1)), 413, 'file_too_large');
  const bytes = recording(77_777);
  const first = await send(bytes);
  expect(first).toMatchObject({ media_type: 'audio/wav', bytes: bytes.length });
  expect(await Promise.all([send(bytes), send(bytes)])).toEqual([first, first]);
  // Somebody else's is another one, and none to answer with.
  const other = await me.trainer.client.grading.uploadRecording.mutate(new Blob([bytes]));
  expect(other.recording_id).not.toBe(first.recording_id);
  const { attempt_id, question_id } = me;
  const response = { by: 'recording', recording_id: other.recording_id } as const;
  await refused(grading.answerSpoken.mutate({ attempt_id, question_id, response }), 404, 'recording_not_found');
  const { rows } = await pool.query(
    `select count(*) filter (where state = 'stored')::integer as stored,
       (select count(distinct recording_id)::integer from recording_parts p where p.recording_id = any(array_agg(id))) as kept
     from recordings where user_id in ($1, $2)`,
    [me.learner.id, me.trainer.id],
  );
  expect(rows).toEqual([{ stored: 2, kept: 2 }]);
});

// rules/grading 1
test('a recording of ten minutes is refused before it is an answer, also where its header lies about it', async () => {
  const me = await before();
  const { grading } = me.learner.client;
  const send = (file: Buffer) => grading.uploadRecording.mutate(new Blob([new Uint8Array(file)]));
  const tooLong = { detail: expect.stringMatching(/lasts (600|599) seconds; the limit is 90\..* or type it/) };
  for (const file of [webm(600, { duration: 1_000 }), wav(600, { says: 0 })]) {
    await refused(send(file), 400, 'invalid_request', tooLong);
  }
  // A recorder stops a little late; what is longer than is taken by then, speech says.
  expect(await send(webm(94))).toMatchObject({ media_type: 'audio/webm' });
  const { rows } = await pool.query(
    `select count(*)::integer as stored from recordings where user_id = $1 and state = 'stored'`,
    [me.learner.id],
  );
  expect(rows).toEqual([{ stored: 1 }]);
});

test('what browsers record is taken, and a file of another kind that lasts as long as an answer may', async () => {
  const me = await before();
  const { grading } = me.learner.client;
  for (const file of [recordedByChromium('webm'), recordedByChromium('mp4'), mp3(90)]) {
    const sent = await grading.uploadRecording.mutate(new Blob([new Uint8Array(file)]));
    expect(sent).toMatchObject({ bytes: file.length });
  }
});

// rules/grading 1
test('a recording without sound, or whose length cannot be told, is refused with a way on, and nothing of it is kept', async () => {
  const me = await before();
  const { grading } = me.learner.client;
  const send = (file: Buffer) => grading.uploadRecording.mutate(new Blob([new Uint8Array(file)]));
  const noise = wav(2);
  randomFillSync(noise, 44);
  for (const file of [wav(0), webm(2, { isSound: false }), noise]) {
    await refused(send(file), 400, 'invalid_request', { detail: expect.stringMatching(/no sound in it.*or type/) });
  }
  const random = Buffer.concat([wav(0).subarray(0, 12), randomBytes(5_000)]);
  await refused(send(random), 415, 'unsupported_file', { detail: expect.stringMatching(/can’t be told.*or type/) });
  const { rows } = await pool.query(
    `select (select count(*) from recordings where user_id = $1 and state <> 'deleted')::integer as recordings,
       (select count(*) from recording_parts p join recordings r on r.id = p.recording_id where r.user_id = $1)::integer as parts`,
    [me.learner.id],
  );
  expect(rows).toEqual([{ recordings: 0, parts: 0 }]);
});

test('a recording of ten mebibytes is taken, and one of a byte more is not', async () => {
  const me = await before();
  const { grading } = me.learner.client;
  const most = wavOf(Buffer.alloc(10 * 1024 * 1024 - 44, '0000000000000000\u0004\0\0\0\u0004\0\0\0'), {
    kind: 1,
    bits: 32,
    channels: 2,
  });
  const sent = await grading.uploadRecording.mutate(new Blob([new Uint8Array(most)]));
  expect(sent).toMatchObject({ bytes: 10 * 1024 * 1024, media_type: 'audio/wav' });
  const more = new Blob([new Uint8Array(most), new Uint8Array(1)]);
  await refused(grading.uploadRecording.mutate(more), 413, 'file_too_large');
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

test('a recording that was sent and answered with is answered the same again, whole', async () => {
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

// rules/ai 14
test('the words of the question are listened for, those of its rubric are not', async () => {
  const asked = spokenQuestion('How do you stop the sorting conveyor?');
  const me = await before(undefined, asked.kind === 'spoken' ? { ...asked, rubric: ['Mentions the padlock'] } : asked);
  const from = providers.requests.length;
  const { answer } = await me.speak();
  await me.heard(answer.answer_id);
  const [listened] = providers.requests.slice(from).filter(({ provider }) => provider === 'deepgram');
  const told = new URL(listened?.path ?? '', 'http://deepgram').searchParams.getAll('keyterm');
  expect(told).toEqual(['sorting', 'conveyor']);
});
