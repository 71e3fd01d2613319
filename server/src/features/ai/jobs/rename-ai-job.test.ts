import { expect, test } from 'vitest';
import { deleteExpiredData } from '../../../app/delete-expired-data.ts';
import { recording, sourceOf, startJobsServer, untilJob } from './ai-jobs-fixture.ts';

const { server, providers, person, trainer } = await startJobsServer();
const { pool } = server.db;

const refused = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });
type Someone = Awaited<ReturnType<typeof trainer>>;

/** A transcribed recording, and the URL that plays it. */
async function transcript({ client }: Pick<Someone, 'client'>, audio = recording(Math.floor(Math.random() * 2 ** 31))) {
  providers.say(audio, { text: 'I check the brakes first.', language: 'en' });
  const { id: file_id } = await client.ai.upload.mutate(new Blob([audio]));
  const { id } = await client.ai.transcribe.mutate({ file_id });
  const job = await untilJob(client, id, 'succeeded');
  return { id, file_id, audio, recording: job.recording!, url: `${server.base}${job.recording?.url}` };
}

const play = (url: string, { cookie }: { cookie: string }, range?: string) =>
  fetch(url, { headers: { cookie, ...(range && { range }) } });

/** Number of stored parts of the file. */
async function parts(file_id: string) {
  return (await pool.query('select 1 from ai_file_parts where file_id = $1 and remove_at is null', [file_id])).rowCount;
}

// rules/ai 2
test('a job is called what its owner says, also while it runs; nobody else names it', async () => {
  const me = await trainer();
  const release = providers.hold();
  const { id } = await me.client.ai.generateCards.mutate({ source: sourceOf(1), count: 1 });
  expect(await me.client.ai.rename.mutate({ id, title: '  Night shift ' })).toMatchObject({ title: 'Night shift' });
  release();
  expect(await untilJob(me.client, id, 'succeeded')).toMatchObject({ title: 'Night shift' });
  expect((await me.client.ai.list.query({})).jobs).toMatchObject([{ id, title: 'Night shift' }]);
  await expect(me.client.ai.rename.mutate({ id, title: ' ' })).rejects.toMatchObject(refused(400, 'invalid_request'));
  const colleague = await person(me.workspace);
  const twin = await trainer();
  for (const { client } of [colleague, twin]) {
    await expect(client.ai.rename.mutate({ id, title: 'Mine' })).rejects.toMatchObject(
      refused(404, 'ai_job_not_found'),
    );
    await expect(client.ai.delete.mutate({ id })).rejects.toMatchObject(refused(404, 'ai_job_not_found'));
  }
});

// rules/ai 2
test('a job that has ended is deleted with its result, and one that has not is to be cancelled first', async () => {
  const me = await trainer();
  const release = providers.hold();
  const { id } = await me.client.ai.generateCards.mutate({ source: sourceOf(1), count: 1 });
  await expect(me.client.ai.delete.mutate({ id })).rejects.toMatchObject(refused(409, 'ai_job_unfinished'));
  release();
  await untilJob(me.client, id, 'succeeded');
  expect(await me.client.ai.delete.mutate({ id })).toEqual({ id });
  expect(await me.client.ai.list.query({})).toEqual({ jobs: [], total: 0 });
  await expect(me.client.ai.get.query({ id })).rejects.toMatchObject(refused(404, 'ai_job_not_found'));
  await expect(me.client.ai.delete.mutate({ id })).rejects.toMatchObject(refused(404, 'ai_job_not_found'));
});

// rules/ai 7
test('a job that belongs to an answer or a drive is neither named nor deleted here', async () => {
  const me = await trainer();
  for (const kind of ['answer', 'drive_file']) {
    const { rows } = await pool.query<{ id: string }>(
      `insert into ai_jobs (workspace_id, id, feature, capability, state, title, created_by, destination_kind, destination_id, created_at, finished_at)
       values ($1, gen_random_uuid(), 'speech_to_text', 'transcription', 'succeeded', 'x', $2, $3, gen_random_uuid(), now(), now())
       returning id`,
      [me.workspace.id, me.user.id, kind],
    );
    const { id } = rows[0]!;
    await expect(me.client.ai.delete.mutate({ id })).rejects.toMatchObject(refused(404, 'ai_job_not_found'));
    await expect(me.client.ai.rename.mutate({ id, title: 'y' })).rejects.toMatchObject(
      refused(404, 'ai_job_not_found'),
    );
  }
});

test('the recording of a transcript is played by its owner, whole or in part, and by nobody else', async () => {
  const me = await trainer();
  const one = await transcript(me);
  expect(one.recording).toEqual({ url: expect.any(String), media_type: 'audio/wav', bytes: one.audio.length });
  const whole = await play(one.url, me);
  expect([whole.status, whole.headers.get('content-type'), whole.headers.get('cache-control')]).toEqual([
    200,
    'audio/wav',
    'no-store',
  ]);
  expect(Buffer.from(await whole.arrayBuffer()).equals(Buffer.from(one.audio))).toBe(true);
  const part = await play(one.url, me, 'bytes=0-3');
  expect([part.status, await part.text()]).toEqual([206, 'RIFF']);

  for (const role of ['trainer', 'super_admin', 'content_manager', 'auditor', 'learner'] as const) {
    const other = await person(me.workspace, role);
    const mayAuthor = role === 'trainer';
    expect((await play(one.url, other)).status, role).toBe(mayAuthor ? 404 : 403);
  }
  const twin = await trainer();
  expect((await play(one.url, twin)).status).toBe(403);
  expect((await play(one.url.replace(me.workspace.slug, twin.workspace.slug), twin)).status).toBe(404);
  expect((await fetch(one.url)).status).toBe(401);
});

// rules/ai 12
test('a recording is kept as long as its transcript, and goes with it', async () => {
  const me = await trainer();
  const [kept, deleted] = [await transcript(me), await transcript(me)];
  const files = [kept.file_id, deleted.file_id];
  await pool.query(`update ai_files set created_at = now() - interval '20 days' where id = any($1)`, [files]);
  await deleteExpiredData(server.db);
  expect(await Promise.all(files.map(parts))).toEqual([1, 1]);
  await me.client.ai.delete.mutate({ id: deleted.id });
  expect(await Promise.all(files.map(parts))).toEqual([1, 0]);
  expect((await play(deleted.url, me)).status).toBe(404);
  await pool.query(`update ai_jobs set finished_at = now() - interval '31 days' where id = $1`, [kept.id]);
  await deleteExpiredData(server.db);
  expect(await parts(kept.file_id)).toBe(0);
});

test('a recording that is written down twice stays until both transcripts are gone', { tags: ['deep'] }, async () => {
  const me = await trainer();
  const one = await transcript(me);
  const { id } = await me.client.ai.transcribe.mutate({ file_id: one.file_id });
  await untilJob(me.client, id, 'succeeded');
  await me.client.ai.delete.mutate({ id });
  expect((await play(one.url, me)).status).toBe(200);
  await me.client.ai.delete.mutate({ id: one.id });
  expect(await parts(one.file_id)).toBe(0);
});

const MEBIBYTE = 1024 * 1024;

// rules/ai 12
test(
  'the oldest recordings make room for what somebody uploads; what a job still reads stays',
  { tags: ['deep'] },
  async () => {
    const me = await trainer();
    const [oldest, newer, read] = [await transcript(me), await transcript(me), await transcript(me)];
    const release = providers.hold();
    await me.client.ai.transcribe.mutate({ file_id: read.file_id });
    const big = (id: string, size: number, age: string) =>
      pool.query(`update ai_files set size = $2, created_at = now() - $3::interval where id = $1`, [id, size, age]);
    // 20 MiB of recordings, an older one that is being read again, and 2,010 MiB of a colleague's files.
    await pool.query(`update ai_files set created_at = now() - interval '5 hours' where id = $1`, [read.file_id]);
    await big(oldest.file_id, 10 * MEBIBYTE, '4 hours');
    await big(newer.file_id, 10 * MEBIBYTE, '3 hours');
    const colleague = await person(me.workspace);
    const others = await colleague.client.ai.upload.mutate(new Blob(['Something else.']));
    await big(others.id, 2_010 * MEBIBYTE, '2 hours');
    const upload = () => me.client.ai.upload.mutate(new Blob(['Some words to read.']));
    const { id } = await upload();
    expect(await Promise.all([oldest, newer, read].map(({ file_id }) => parts(file_id)))).toEqual([0, 1, 1]);
    expect((await me.client.ai.get.query({ id: oldest.id })).recording).toBeNull();
    expect((await play(oldest.url, me)).status).toBe(404);
    await big(id, 10 * MEBIBYTE, '1 hour');
    await upload();
    expect(await Promise.all([newer, read].map(({ file_id }) => parts(file_id)))).toEqual([0, 1]);
    await big(others.id, 2_020 * MEBIBYTE, '2 hours');
    await expect(upload()).rejects.toMatchObject(refused(409, 'storage_full'));
    release();
  },
);
