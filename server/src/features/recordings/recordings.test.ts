import { request } from 'node:http';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { wav } from '../../../test/documents/make-recordings.ts';
import { tamper } from '../../../test/tamper.ts';
import { deleteExpiredData } from '../../app/delete-expired-data.ts';
import { storeAndDeletePendingBlobs } from '../../app/store-and-delete-pending-blobs.ts';
import { recording } from '../ai/jobs/ai-jobs-fixture.ts';
import { refused } from '../reviews/reviews-fixture.ts';
import { startGradingServer } from '../grading/grading-fixture.ts';
import { SPOKEN_ANSWER_LIMITS } from '@training/shared/grading/grading-limits';

const { server, before, cast } = await startGradingServer({ env: { ANTHROPIC_API_KEY: '', DEEPGRAM_API_KEY: '' } });
const { pool } = server.db;
const people = await cast();

/** An answer with a recording of two parts, and who it concerns. */
async function spoken() {
  const me = await before(people);
  const bytes = new Uint8Array(1_500_000);
  // So many samples a second that it lasts no more than is taken.
  bytes.set(wav(0, { rate: 48_000, says: 1_499_956 }));
  bytes.set([1, 2, 3], 1_048_575);
  bytes.set(new TextEncoder().encode(me.learner.id), 100);
  const { recording_id } = await me.learner.client.grading.uploadRecording.mutate(new Blob([bytes]));
  const { attempt_id, question_id } = me;
  const response = { by: 'recording', recording_id } as const;
  const { answer } = await me.learner.client.grading.answerSpoken.mutate({ attempt_id, question_id, response });
  return { ...me, bytes, recording_id, answer_id: answer.answer_id, url: `${server.base}${answer.recording?.url}` };
}

type Headers = Record<string, string>;
/** As a player asks: with the session’s cookie, and no header that names the workspace. */
const play = (url: string, { headers }: { headers: Headers }, more: Headers = {}) => {
  const { [WORKSPACE_HEADER]: _, ...cookie } = headers;
  return fetch(url, { headers: { ...cookie, ...more } });
};

// rules/grading 9
test('a recording is played whole or in part by its speaker and by who grades it, and kept by no cache', async () => {
  const me = await spoken();
  for (const person of [me.learner, me.trainer, me.colleague, me.admin]) {
    const whole = await play(me.url, person);
    expect([whole.status, whole.headers.get('cache-control'), whole.headers.get('content-type')]).toEqual([
      200,
      'no-store',
      'audio/wav',
    ]);
    expect(Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(me.bytes))).toBe(true);
  }
  const part = await play(me.url, me.trainer, { range: 'bytes=1048574-1048579' });
  expect([part.status, part.headers.get('content-range')]).toEqual([206, 'bytes 1048574-1048579/1500000']);
  expect([...new Uint8Array(await part.arrayBuffer())]).toEqual([0, 1, 2, 3, 0, 0]);
  const end = await play(me.url, me.trainer, { range: 'bytes=-2' });
  expect([end.status, end.headers.get('content-length')]).toEqual([206, '2']);
  const open = await play(me.url, me.trainer, { range: 'bytes=1499999-' });
  expect([open.status, open.headers.get('content-range')]).toEqual([206, 'bytes 1499999-1499999/1500000']);
  const outside = await play(me.url, me.trainer, { range: 'bytes=1500000-' });
  expect([outside.status, outside.headers.get('content-range')]).toEqual([416, 'bytes */1500000']);
  expect((await play(me.url, me.trainer, { range: 'bytes=5-2' })).status).toBe(200);
});

// rules/grading 9
test('nobody else plays it: not another department, another learner, a reviewer, another workspace, nobody', async () => {
  const me = await spoken();
  const other = await before(people);
  for (const person of [me.outsider, other.learner, me.reviewer]) {
    expect((await play(me.url, person)).status, person.fullName).toBe(404);
  }
  expect((await fetch(me.url)).status).toBe(401);
  const elsewhere = await server.make.workspace();
  const admin = await server.make.user(elsewhere, { role: 'super_admin' });
  const cookie = { headers: { cookie: await server.signIn(admin.email) } };
  expect((await play(me.url, cookie)).status).toBe(403);
  const there = me.url.replace(people.workspace.slug, elsewhere.slug);
  expect((await play(there, cookie)).status).toBe(404);
  expect(
    (await play(`${server.base}/api/workspaces/${people.workspace.slug}/recordings/none`, me.learner)).status,
  ).toBe(400);
});

/** Returns true if its bytes are still there. */
async function isKept(recording_id: string): Promise<boolean> {
  await deleteExpiredData(server.db);
  await storeAndDeletePendingBlobs(server);
  const { rows } = await pool.query<{ state: string; parts: number }>(
    `select state, (select count(*)::integer from recording_parts where recording_id = id) as parts from recordings where id = $1`,
    [recording_id],
  );
  const stored = await server.storage.read(`${people.workspace.id}/${recording_id}-0`, { start: 0, end: 4 });
  expect([rows[0]!.parts > 0, stored !== undefined]).toEqual(Array(2).fill(rows[0]?.state === 'stored'));
  return rows[0]?.state === 'stored';
}

const age = async (recording_id: string, days: number) => {
  await pool.query(`update recordings set created_at = now() - make_interval(days => $2) where id = $1`, [
    recording_id,
    days,
  ]);
};

async function ageGrades(answer_id: string, days: number) {
  await tamper(pool, `update grades set at = now() - make_interval(days => $2) where answer_id = $1`, [
    answer_id,
    days,
  ]);
}

// rules/grading 9
test('a recording goes 30 days after the last grade, later while an appeal is open; its texts and grades stay', async () => {
  const me = await spoken();
  const { answer_id, recording_id } = me;
  await age(recording_id, 100);
  expect(await isKept(recording_id)).toBe(true);
  await me.trainer.client.grading.grade.mutate({ answer_id, verdict: { by: 'score', score: 0.5 } });
  await ageGrades(answer_id, 29);
  expect(await isKept(recording_id)).toBe(true);
  await me.learner.client.grading.appeal.mutate({ answer_id, words: 'Please listen again.' });
  await ageGrades(answer_id, 40);
  expect(await isKept(recording_id)).toBe(true);
  await me.colleague.client.grading.decideAppeal.mutate({
    answer_id,
    verdict: { by: 'score', score: 0.5 },
    comment: 'Yes.',
  });
  expect(await isKept(recording_id)).toBe(true);
  await ageGrades(answer_id, 31);
  expect(await isKept(recording_id)).toBe(false);
  const mine = await me.learner.client.grading.answer.query({ answer_id });
  expect([mine.recording, mine.score, mine.grades.length]).toEqual([null, 0.5, 2]);
  expect((await play(me.url, me.learner)).status).toBe(404);
});

// rules/retention 3 and 4
test('a workspace keeps recordings and transcripts as long as it sets; transcripts stay by default', async () => {
  const me = await spoken();
  const { answer_id, recording_id } = me;
  const transcript = async () => {
    const read = 'select transcript, corrected from spoken_answers where answer_id = $1';
    return Object.values((await pool.query(read, [answer_id])).rows[0]);
  };
  await pool.query(
    `update spoken_answers set transcript = 'Lift', corrected = 'Lifts', heard_language = 'en', speech_confidence = 0.9,
       seconds = 3 where answer_id = $1`,
    [answer_id],
  );
  await me.trainer.client.grading.grade.mutate({ answer_id, verdict: { by: 'score', score: 0.5 } });
  await age(recording_id, 100);
  await ageGrades(answer_id, 59);
  const { name, time_zone } = await me.admin.client.workspace.get.query();
  onTestFinished(async () => {
    const defaults = { recordings_kept_days: 30, transcripts_kept_days: null };
    await me.admin.client.workspace.update.mutate({ name, time_zone, ...defaults });
  });
  const keep = (days: { recordings_kept_days?: number; transcripts_kept_days?: number | null }) =>
    me.admin.client.workspace.update.mutate({ name, time_zone, ...days });
  await keep({ recordings_kept_days: 60 });
  expect(await isKept(recording_id)).toBe(true);
  await ageGrades(answer_id, 61);
  expect(await isKept(recording_id)).toBe(false);
  expect(await transcript()).toEqual(['Lift', 'Lifts']);
  await keep({ transcripts_kept_days: 30 });
  await pool.query(
    `insert into appeals (workspace_id, answer_id, number, words, at, decide_by) values ($1, $2, 1, 'Again', now(), now())`,
    [people.workspace.id, answer_id],
  );
  await deleteExpiredData(server.db);
  expect(await transcript()).toEqual(['Lift', 'Lifts']);
  await pool.query(`update appeals set decided_at = now(), decided_by_name = 'T' where answer_id = $1`, [answer_id]);
  await deleteExpiredData(server.db);
  expect(await transcript()).toEqual([null, null]);
  expect(await me.learner.client.grading.answer.query({ answer_id })).toMatchObject({ score: 0.5, transcript: null });
});

// rules/grading 9
test('a recording that nobody answered with goes after a day, one left half sent after an hour, any after a year', async () => {
  const me = await before(people);
  const sent = await me.learner.client.grading.uploadRecording.mutate(new Blob([recording(424_242)]));
  expect(await isKept(sent.recording_id)).toBe(true);
  await age(sent.recording_id, 2);
  expect(await isKept(sent.recording_id)).toBe(false);

  const waiting = await spoken();
  await age(waiting.recording_id, 366);
  expect(await isKept(waiting.recording_id)).toBe(false);

  const half = await spoken();
  await pool.query(`update recordings set state = 'arriving', created_at = now() - interval '2 hours' where id = $1`, [
    half.recording_id,
  ]);
  expect(await isKept(half.recording_id)).toBe(false);
});

test('a recording that is answered with while it is a day old and would go is kept', async () => {
  const me = await before(people);
  const { recording_id } = await me.learner.client.grading.uploadRecording.mutate(new Blob([recording(77)]));
  await age(recording_id, 2);
  const beside = await connect(server.databaseUrl);
  await beside.query('begin');
  // Reads go on; what is answered waits before it is stored, with its recording held.
  await beside.query('lock table spoken_answers in exclusive mode');
  const waiting = async () =>
    (await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`))
      .rowCount;
  const { attempt_id, question_id } = me;
  const response = { by: 'recording', recording_id } as const;
  const answering = me.learner.client.grading.answerSpoken.mutate({ attempt_id, question_id, response });
  await expect.poll(waiting).toBe(1);
  let isSwept = false;
  const sweeping = deleteExpiredData(server.db).then(() => (isSwept = true));
  await expect.poll(async () => isSwept || (await waiting()) === 2).toBe(true);
  await beside.query('rollback');
  await Promise.all([answering, sweeping]);
  expect(await isKept(recording_id)).toBe(true);
});

const upload = ({ client }: Awaited<ReturnType<typeof before>>['learner'], seed: number) =>
  client.grading.uploadRecording.mutate(new Blob([recording(seed)]));

// rules/bounds 10
test('one person stores an eighth of what their workspace may, also with two recordings at once, and stops nobody', async () => {
  const me = await before(people);
  const classmate = await before(people);
  const share = (2_048 / 8) * 1024 * 1024;
  await pool.query(
    `insert into recordings (workspace_id, id, user_id, created_at, state, size, media_type, hash)
     values ($1, gen_random_uuid(), $2, now() - interval '3 days', 'stored', $3, 'audio/wav', 'x')`,
    [me.workspace.id, me.learner.id, share - SPOKEN_ANSWER_LIMITS.recordingBytes],
  );
  const both = await Promise.allSettled([upload(me.learner, 501), upload(me.learner, 502)]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  const full = { detail: expect.stringMatching(/^Your recordings take 24[0-9] of the 256 MiB.*Type your answer/) };
  await refused(upload(me.learner, 503), 409, 'storage_full', full);
  await upload(classmate.learner, 504);
});

// rules/bounds 10
test(
  'of one person four recordings arrive at once, and one more waits for them; others send theirs',
  { tags: ['deep'] },
  async () => {
    const me = await before(people);
    const headers = { ...me.learner.headers, origin: server.base, 'content-type': 'application/octet-stream' };
    const sending = Array.from({ length: 4 }, (_, n) => {
      const begun = request(`${server.base}/api/trpc/grading.uploadRecording`, { method: 'POST', headers });
      const answered = new Promise<number | undefined>((resolve, reject) => {
        begun.on('error', reject).on('response', (answer) => resolve(answer.resume().statusCode));
      });
      const bytes = recording(600 + n);
      begun.write(bytes.subarray(0, 4_000));
      return { answered, finish: () => begun.end(bytes.subarray(4_000)) };
    });
    const arriving = async () =>
      (await pool.query(`select from recordings where user_id = $1 and state = 'arriving'`, [me.learner.id])).rowCount;
    await expect.poll(arriving).toBe(4);
    await refused(upload(me.learner, 610), 429, 'rate_limited', {
      detail: expect.stringMatching(/4 of your.*or type/),
    });
    await upload((await before(people)).learner, 611);
    for (const { finish } of sending) finish();
    expect(await Promise.all(sending.map(({ answered }) => answered))).toEqual([200, 200, 200, 200]);
    await upload(me.learner, 610);
  },
);
