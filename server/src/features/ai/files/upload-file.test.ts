import { once } from 'node:events';
import { request } from 'node:http';
import { connect } from 'node:net';
import { AI_LIMITS } from '@training/shared/ai-features';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { cpuSeconds } from '../../../../test/cpu-seconds.ts';
import { removeExpired } from '../../../database/retention.ts';
import { recording, startJobsServer } from '../jobs/ai-jobs-fixture.ts';

const { server, trainer } = await startJobsServer({ jobs: false });
const { pool } = server.db;
const MEBIBYTE = 1024 * 1024;

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
    'select created_by, kind, media_type, length(bytes) as size from ai_files where workspace_id = $1 order by id',
    [workspace.id],
  );
  expect(rows).toEqual([
    { created_by: user.id, kind: 'text', media_type: 'text/plain', size: 24 },
    { created_by: user.id, kind: 'audio', media_type: 'audio/wav', size: audio.bytes },
  ]);
});

test('a page that begins with a thousand comments is told as soon as any other', async () => {
  const { client } = await trainer();
  const before = cpuSeconds();
  for (const ending of ['x', '<!--', '<p>']) {
    const page = await client.ai.upload.mutate(new Blob(['<!---->'.repeat(1_000), ending]));
    expect(page.kind).toBe('text');
  }
  expect(cpuSeconds() - before).toBeLessThan(2);
});

test('an empty file, one of no known kind and a long recording are refused, and nothing is kept', async () => {
  const { client, workspace } = await trainer();
  const upload = (...parts: (string | Uint8Array<ArrayBuffer>)[]) => client.ai.upload.mutate(new Blob(parts));
  await expect(upload('')).rejects.toMatchObject(refused(400, 'invalid_request', /empty/));
  const unknown = new Uint8Array(2_000).map((_, i) => (i * 37) % 256);
  await expect(upload(unknown)).rejects.toMatchObject(refused(415, 'unsupported_file', /PDF, Word/));
  const long = upload(recording(), new Uint8Array(AI_LIMITS.audioBytes));
  await expect(long).rejects.toMatchObject(refused(413, 'file_too_large', /A recording may have at most 10 MiB/));
  const { rowCount } = await pool.query('select 1 from ai_files where workspace_id = $1', [workspace.id]);
  expect(rowCount).toBe(0);
});

test('20 MiB are taken, 40 MB are refused with the limit, told by their announced length', async () => {
  const { client } = await trainer();
  const full = new Blob(['x'.repeat(AI_LIMITS.documentBytes)]);
  expect(await client.ai.upload.mutate(full)).toMatchObject({ kind: 'text', bytes: AI_LIMITS.documentBytes });
  await expect(client.ai.upload.mutate(new Blob(['x'.repeat(40_000_000)]))).rejects.toMatchObject(
    refused(413, 'file_too_large', /at most 20 MiB/),
  );
});

test('a body of unknown length is refused as soon as it is too long, while it is still being sent', async () => {
  const { cookie, workspace } = await trainer();
  const { port } = new URL(server.base);
  const socket = connect(Number(port), '127.0.0.1');
  let answer = '';
  socket.on('data', (data: Buffer) => (answer += data.toString()));
  const write = async (data: string | Buffer) => {
    if (!socket.write(data)) await once(socket, 'drain');
  };
  const headers = {
    host: new URL(server.base).host,
    cookie,
    origin: server.base,
    [WORKSPACE_HEADER]: workspace.slug,
    'content-type': 'application/octet-stream',
    'transfer-encoding': 'chunked',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  await write(`POST /api/trpc/ai.upload HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  const mebibyte = Buffer.concat([Buffer.from('100000\r\n'), Buffer.alloc(MEBIBYTE, 'x'), Buffer.from('\r\n')]);
  const send = async (count: number) => {
    for (let n = 0; n < count; n++) await write(mebibyte);
  };
  await send(20);
  await write('1\r\nx\r\n');
  await expect.poll(() => answer).toMatch(/^HTTP\/1\.1 413 /);
  // What comes after that is thrown away, so that whoever is still sending gets to see the answer.
  const before = process.memoryUsage().arrayBuffers;
  await send(200);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(150 * MEBIBYTE);
  await write('0\r\n\r\n');
  expect(answer).toContain('"app_code":"file_too_large"');
  // The connection is as good as before.
  await write(`GET /healthz HTTP/1.1\r\nhost: ${headers.host}\r\n\r\n`);
  await expect.poll(() => answer).toMatch(/HTTP\/1\.1 200 /);
  socket.destroy();
});

test('an upload that is cut off keeps nothing, and the server goes on', async () => {
  const { cookie, workspace, client } = await trainer();
  const sending = request(`${server.base}/api/trpc/ai.upload`, {
    method: 'POST',
    headers: {
      cookie,
      origin: server.base,
      [WORKSPACE_HEADER]: workspace.slug,
      'content-type': 'application/octet-stream',
      'content-length': '1000',
    },
  });
  sending.on('error', () => undefined);
  await new Promise((resolve) => sending.write('half of it', resolve));
  sending.destroy();
  await client.ai.upload.mutate(new Blob(['All of it.']));
  const { rowCount } = await pool.query('select 1 from ai_files where workspace_id = $1', [workspace.id]);
  expect(rowCount).toBe(1);
});

test('nobody uploads without end', async () => {
  const { client, workspace, user } = await trainer();
  await pool.query(
    `insert into ai_files (workspace_id, id, created_by, created_at, kind, media_type, bytes)
     select $1, gen_random_uuid(), $2, now(), 'text', 'text/plain', 'x' from generate_series(1, 100)`,
    [workspace.id, user.id],
  );
  await expect(client.ai.upload.mutate(new Blob(['One more.']))).rejects.toMatchObject(
    refused(429, 'rate_limited', /100 files/),
  );
});

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
  await removeExpired(server.db);
  const { rows } = await pool.query<{ id: string }>('select id from ai_files where workspace_id = $1', [workspace.id]);
  expect(new Set(rows.map(({ id }) => id))).toEqual(new Set([needed, fresh]));
  const { jobs } = await client.ai.list.query({});
  expect(jobs.map(({ state }) => state).sort()).toEqual(['failed', 'parked']);
});
