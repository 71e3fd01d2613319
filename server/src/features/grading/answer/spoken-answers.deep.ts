import { randomBytes, randomFillSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { mp3, recordedByChromium, wav, wavOf, webm } from '../../../../test/documents/make-recordings.ts';
import { recording } from '../../ai/jobs/ai-jobs-fixture.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { modelGrade, SAID, spokenQuestion, startGradingServer } from '../grading-fixture.ts';

const { server, providers, before, makeLate } = await startGradingServer();
const { pool } = server.db;
const BELT = 'I stop the belt with the red button';
const LOCK = 'I hang my own lock on the switch';

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
       (select count(distinct recording_id)::integer from recording_parts p where p.recording_id = any(array_agg(id)) and p.remove_at is null) as kept
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
       (select count(*) from recording_parts p join recordings r on r.id = p.recording_id where r.user_id = $1 and p.remove_at is null)::integer as parts`,
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
