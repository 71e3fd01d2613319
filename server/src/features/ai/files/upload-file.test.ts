import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { once } from 'node:events';
import { request, type ClientRequest } from 'node:http';
import { connect } from 'node:net';
import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { cpuSeconds } from '../../../../test/cpu-seconds.ts';
import { deleteExpiredData } from '../../../app/delete-expired-data.ts';
import { storeAndDeletePendingBlobs } from '../../../app/store-and-delete-pending-blobs.ts';
import { recording, startJobsServer } from '../jobs/ai-jobs-fixture.ts';

const { server, person, trainer } = await startJobsServer({ jobs: false });
const { pool } = server.db;
const MEBIBYTE = 1024 * 1024;
/** Parts that are there, and aren’t to be removed. */
const PARTS = 'select 1 from ai_file_parts where workspace_id = $1 and remove_at is null';
const UPLOAD = '/api/trpc/ai.upload';

type Uploader = Pick<Awaited<ReturnType<typeof person>>, 'cookie' | 'workspace'>;

const uploadHeaders = ({ cookie, workspace }: Uploader, base = server.base) => ({
  cookie,
  origin: base,
  [WORKSPACE_HEADER]: workspace.slug,
  'content-type': 'application/octet-stream',
});

/** Starts an upload; the caller sends the bytes. */
function beginUpload(who: Uploader, headers: Record<string, string> = {}): ClientRequest {
  const sending = request(`${server.base}${UPLOAD}`, {
    method: 'POST',
    headers: { ...uploadHeaders(who), ...headers },
  });
  sending.on('error', () => undefined);
  return sending;
}

const refused = (httpStatus: number, app_code: string, detail: RegExp) => ({
  data: { httpStatus, app_code, detail: expect.stringMatching(detail) },
});

test('what a file is, its content says', async () => {
  const { client, workspace, user } = await trainer();
  const text = await client.ai.upload.mutate(new Blob(['# A heading\n\nSome words.'], { type: 'application/pdf' }));
  expect(text).toMatchObject({ kind: 'text', bytes: 24 });
  const audio = await client.ai.upload.mutate(new Blob([recording()]));
  expect(audio.kind).toBe('audio');
  const { rows } = await pool.query(
    `select created_by, kind, media_type, size, state, (select sum(size)::integer from ai_file_parts where file_id = id) as bytes
     from ai_files where workspace_id = $1 order by id`,
    [workspace.id],
  );
  expect(rows).toEqual([
    { created_by: user.id, kind: 'text', media_type: 'text/plain', size: 24, state: 'stored', bytes: 24 },
    {
      created_by: user.id,
      kind: 'audio',
      media_type: 'audio/wav',
      size: audio.bytes,
      state: 'stored',
      bytes: audio.bytes,
    },
  ]);
});

test('a page that begins with a thousand comments is told as soon as any other', async () => {
  const { client } = await trainer();
  const before = cpuSeconds();
  for (const ending of ['x', '<!--', '<p>']) {
    const page = await client.ai.upload.mutate(new Blob(['<!---->'.repeat(1_000), ending]));
    expect(page.kind).toBe('text');
  }
  expect(cpuSeconds() - before).toBeLessThan(10);
});

test('an empty file, one of no known kind and a long recording are refused, and nothing is kept', async () => {
  const { client, workspace } = await trainer();
  const upload = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => client.ai.upload.mutate(new Blob(parts));
  await expect(upload('')).rejects.toMatchObject(refused(400, 'invalid_request', /empty/));
  const unknown = new Uint8Array(2_000).map((_, i) => (i * 37) % 256);
  await expect(upload(unknown)).rejects.toMatchObject(refused(415, 'unsupported_file', /PDF, Word/));
  const long = upload(recording(), new Uint8Array(AI_INPUT_LIMITS.audioBytes));
  await expect(long).rejects.toMatchObject(refused(413, 'file_too_large', /A recording may have at most 10 MiB/));
  const { rowCount } = await pool.query(PARTS, [workspace.id]);
  expect(rowCount).toBe(0);
});

// rules/ai 11
test('20 MiB are taken, 40 MB are refused with the limit, told by their announced length', async () => {
  const { client } = await trainer();
  const full = new Blob(['x'.repeat(AI_INPUT_LIMITS.documentBytes)]);
  expect(await client.ai.upload.mutate(full)).toMatchObject({ kind: 'text', bytes: AI_INPUT_LIMITS.documentBytes });
  await expect(client.ai.upload.mutate(new Blob(['x'.repeat(40_000_000)]))).rejects.toMatchObject(
    refused(413, 'file_too_large', /at most 20 MiB/),
  );
});

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

/** Bytes of live buffers. Collects garbage first, because unreferenced buffers may linger. */
function heldBytes(): number {
  collectGarbage();
  return process.memoryUsage().arrayBuffers;
}

test(
  'a body of unknown length is refused as soon as it is too long, while it is still being sent',
  { tags: ['deep'] },
  async () => {
    const uploader = await trainer();
    const { port } = new URL(server.base);
    const socket = connect(Number(port), '127.0.0.1');
    let answer = '';
    socket.on('data', (data: Buffer) => (answer += data.toString()));
    const write = async (data: string | Buffer) => {
      if (!socket.write(data)) await once(socket, 'drain');
    };
    const headers = {
      host: new URL(server.base).host,
      ...uploadHeaders(uploader),
      'transfer-encoding': 'chunked',
    };
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
    await write(`POST ${UPLOAD} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
    const mebibyte = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MEBIBYTE, 'x'), Buffer.from('\r\n')]);
    const send = async (count: number) => {
      for (let n = 0; n < count; n++) await write(mebibyte);
    };
    await send(20);
    await write('1\r\nx\r\n');
    await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413 /);
    // Later bytes are discarded, so that a client that is still sending can read the answer.
    const before = heldBytes();
    await send(60);
    // Another thread frees the collected buffers a moment later.
    await expect.poll(() => heldBytes() - before).toBeLessThan(45 * MEBIBYTE);
    await write('0\r\n\r\n');
    expect(answer).toContain('"app_code":"file_too_large"');
    // The connection is still usable.
    await write(`GET /healthz HTTP/1.1\r\nhost: ${headers.host}\r\n\r\n`);
    await expect.poll(() => answer).toMatch(/HTTP\/1\.1 200 /);
    socket.destroy();
  },
);

test('an upload that is cut off keeps nothing, and the server goes on', async () => {
  const uploader = await trainer();
  const { workspace, client } = uploader;
  const sending = beginUpload(uploader, { 'content-length': '1000' });
  await new Promise((resolve) => sending.write('half of it', resolve));
  sending.destroy();
  await client.ai.upload.mutate(new Blob(['All of it.']));
  const states = `select state from ai_files where workspace_id = $1 order by state`;
  await expect
    .poll(async () => (await pool.query(states, [workspace.id])).rows)
    .toEqual([{ state: 'deleted' }, { state: 'stored' }]);
  const { rowCount } = await pool.query(PARTS, [workspace.id]);
  expect(rowCount).toBe(1);
});

const CHANGES = [
  ['deactivated', { deactivate: true }],
  ['made a learner', { role: 'learner' }],
] as const;

test.each(CHANGES)('whoever is %s while their file comes in gets 403, and nothing of it is kept', async (_, change) => {
  const uploader = await trainer();
  const { workspace, user } = uploader;
  const admin = await person(workspace, 'super_admin');
  const sending = beginUpload(uploader);
  const answered = once(sending, 'response');
  sending.write('The first half');
  const states = async () =>
    (await pool.query(`select state from ai_files where workspace_id = $1`, [workspace.id])).rows;
  await expect.poll(states).toEqual([{ state: 'arriving' }]);
  await admin.client.users.upsert.mutate({ email: user.email, ...change });
  sending.end(' and the rest of it.');
  const [answer] = await answered;
  expect(answer.resume().statusCode).toBe(403);
  expect(await states()).toEqual([{ state: 'deleted' }]);
  const { rowCount } = await pool.query(PARTS, [workspace.id]);
  expect(rowCount).toBe(0);
});

/** Inserts uploads of one day that have been deleted since. */
async function uploaded(workspace: { id: string }, by: string, count: number): Promise<void> {
  await pool.query(
    `insert into ai_files (workspace_id, id, created_by, created_at, state, size)
     select $1, gen_random_uuid(), $2, now(), 'deleted', 1 from generate_series(1, $3)`,
    [workspace.id, by, count],
  );
}

// rules/bounds 10
test('nobody uploads without end, however soon the files are gone again, nor do the people of a workspace', async () => {
  const { client, workspace, user } = await trainer();
  await uploaded(workspace, user.id, 100);
  await expect(client.ai.upload.mutate(new Blob(['One more.']))).rejects.toMatchObject(
    refused(429, 'rate_limited', /You have uploaded 100 files/),
  );
  const colleague = await person(workspace);
  expect(await colleague.client.ai.upload.mutate(new Blob(['One more.']))).toMatchObject({ kind: 'text' });
  await uploaded(workspace, user.id, 900);
  await expect(colleague.client.ai.upload.mutate(new Blob(['One more.']))).rejects.toMatchObject(
    refused(429, 'rate_limited', /people of this workspace have uploaded 1000 files/),
  );
});

/** Files of 20 MiB that somebody has uploaded before, and that are kept. */
async function store(workspace: { id: string }, by: string, count: number): Promise<void> {
  await pool.query(
    `insert into ai_files (workspace_id, id, created_by, created_at, state, size, kind, media_type)
     select $1, gen_random_uuid(), $2, now() - interval '2 days', 'stored', 20 * 1024 * 1024, 'text', 'text/plain'
     from generate_series(1, $3)`,
    [workspace.id, by, count],
  );
}

// rules/bounds 10
test(
  'one person stores an eighth of what their workspace may, also with two files at once, and stops nobody',
  { tags: ['deep'] },
  async () => {
    const { client, workspace, user } = await trainer();
    await store(workspace, user.id, 11);
    const upload = () => client.ai.upload.mutate(new Blob(['x'.repeat(AI_INPUT_LIMITS.documentBytes)]));
    const both = await Promise.allSettled([upload(), upload()]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: refused(409, 'storage_full', /You store 240 of 256 MiB.*cancel some/),
    });
    const colleague = await person(workspace);
    expect(await colleague.client.ai.upload.mutate(new Blob(['Words.']))).toMatchObject({ kind: 'text' });
  },
);

// rules/bounds 10
test('what a workspace stores is bounded, also when the last place is asked for twice at once', async () => {
  const { client, workspace, user } = await trainer();
  const others = await Promise.all(Array.from({ length: 10 }, () => server.make.user(workspace)));
  for (const { id } of others) await store(workspace, id, 10);
  await store(workspace, user.id, 1);
  const upload = () => client.ai.upload.mutate(new Blob(['x'.repeat(AI_INPUT_LIMITS.documentBytes)]));
  const both = await Promise.allSettled([upload(), upload()]);
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  expect(both.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: refused(409, 'storage_full', /2040 of 2048 MiB.*cancel some/),
  });
  // Other workspaces have their own limit.
  expect(await (await trainer()).client.ai.upload.mutate(new Blob(['Words.']))).toMatchObject({ kind: 'text' });
});

test('an upload whose server died is removed after an hour, and a job that waits too long fails, and keeps nothing', async () => {
  const { client, workspace, user } = await trainer();
  const { job, file } = await server.make.aiJob(workspace, user.id);
  const { id: left } = await client.ai.upload.mutate(new Blob(['Half of']));
  await pool.query(`update ai_files set state = 'arriving', created_at = now() - interval '2 hours' where id = $1`, [
    left,
  ]);
  await pool.query(`update ai_files set created_at = now() - interval '31 days' where id = $1`, [file.id]);
  await pool.query(`update ai_jobs set created_at = now() - interval '31 days' where id = $1`, [job.id]);
  await deleteExpiredData(server.db);
  expect(await client.ai.get.query({ id: job.id })).toMatchObject({
    state: 'failed',
    error: { code: 'ai_job_expired', detail: expect.stringContaining('Start it again') },
  });
  const kept = await pool.query('select input from ai_jobs where id = $1', [job.id]);
  expect(kept.rows).toEqual([{ input: null }]);
  const { rowCount } = await pool.query(PARTS, [workspace.id]);
  expect(rowCount).toBe(0);
});

// rules/ai 12
test('files are removed after a day, but not while a job waits for them; jobs 30 days after their end', async () => {
  const { client, workspace, user } = await trainer();
  const names = ['old', 'needed', 'new'];
  const files = await Promise.all(names.map((name) => client.ai.upload.mutate(new Blob([`The ${name} file.`]))));
  const [old, needed, fresh] = files.map(({ id }) => id);
  await pool.query(`update ai_files set created_at = now() - interval '25 hours' where id = any($1)`, [[old, needed]]);
  await pool.query(
    `insert into ai_jobs (workspace_id, id, feature, capability, state, title, created_by, input, created_at, file_id,
       finished_at)
     select $1, gen_random_uuid(), 'document_extraction', 'generation', state, state, $2, '{}', now(), $3, finished_at
     from (values ('parked', null), ('failed', now() - interval '29 days'), ('cancelled', now() - interval '31 days'))
       as jobs (state, finished_at)`,
    [workspace.id, user.id, needed],
  );
  await deleteExpiredData(server.db);
  expect(await server.storage.read(`${workspace.id}/${old}-0`, { start: 0, end: 9 })).toHaveLength(9);
  await storeAndDeletePendingBlobs(server);
  expect(await server.storage.read(`${workspace.id}/${old}-0`, { start: 0, end: 9 })).toBeUndefined();
  expect(await server.storage.read(`${workspace.id}/${needed}-0`, { start: 0, end: 9 })).toHaveLength(9);
  await deleteExpiredData(server.db);
  const { rows } = await pool.query<{ id: string }>('select id from ai_files where workspace_id = $1', [workspace.id]);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([needed, fresh]));
  const { jobs } = await client.ai.list.query({});
  expect(jobs.map(({ state }) => state).sort()).toEqual(['failed', 'parked']);
});
