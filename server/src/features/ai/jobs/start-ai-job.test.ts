import { AI_INPUT_LIMITS } from '@training/shared/ai/ai-limits';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { cpuSeconds } from '../../../../test/cpu-seconds.ts';
import { sourceOf, startJobsServer } from './ai-jobs-fixture.ts';

const { server, trainer } = await startJobsServer({ jobs: false });
const { pool } = server.db;

// rules/ai 11
test.each(['x', '例', '🚜'])(
  'a source text may have a million letters such as %s',
  { tags: ['deep'] },
  async (letter) => {
    const { client } = await trainer();
    const text = letter.repeat(AI_INPUT_LIMITS.sourceText);
    const { id, title } = await client.ai.generateCards.mutate({ source: { title: '', text } });
    expect(Array.from(title)).toHaveLength(81);
    const { rows } = await pool.query<{ size: number }>(
      `select length(input #>> '{source,text}') as size from ai_jobs where id = $1`,
      [id],
    );
    expect(rows[0]!.size).toBe(AI_INPUT_LIMITS.sourceText);
    const longer = client.ai.generateCards.mutate({ source: { title: '', text: `${text}x` } });
    await expect(longer).rejects.toMatchObject({ data: { httpStatus: 400, app_code: 'invalid_request' } });
  },
);

// rules/ai 11
test('what is too long or too many is said with its bound', async () => {
  const { client } = await trainer();
  const saying = (message: string) => ({ data: { httpStatus: 400, errors: [{ message }] } });
  const comments = Array.from({ length: AI_INPUT_LIMITS.comments + 1 }, () => 'Good.');
  const tooMany = client.ai.analyseFeedback.mutate({ subject: '', comments });
  await expect(tooMany).rejects.toMatchObject(saying('Must have at most 500'));
  const tooLong = client.ai.generateCards.mutate({ source: { title: '', text: 'x'.repeat(1_000_001) } });
  await expect(tooLong).rejects.toMatchObject(saying('Must have at most 1,000,000 characters'));
});

test.each([
  ['what lacks a field of the form that is meant', { title: 'Loads' }, 'text: Required'],
  ['what is of neither form', {}, 'title: Required, text: Required, or file_id: Required, name: Required'],
])('a source is a text or a document: of %s it is said what is wrong', async (_, source, message) => {
  const { client } = await trainer();
  // @ts-expect-error -- Simulates a client without type checks
  await expect(client.ai.generateCards.mutate({ source })).rejects.toMatchObject({
    data: { httpStatus: 400, errors: [{ path: 'source', message }] },
  });
});

test('a job from a text without a title is called by how the text begins, without its marks', async () => {
  const { client } = await trainer();
  const titleOf = async (text: string) => (await client.ai.generateCards.mutate({ source: { title: '', text } })).title;
  expect(await titleOf('# Git Guide\n\nCommit often.')).toBe('Git Guide Commit often.');
  expect(await titleOf('\n  ### Git #1 ###\nCommit')).toBe('Git #1 Commit');
  expect(await titleOf('#1 rule: commit often')).toBe('#1 rule: commit often');
  expect(await titleOf('## On Windows ##\r\nCommit')).toBe('On Windows Commit');
});

test('a heading of nothing but blanks costs no more than another text', async () => {
  const { client } = await trainer();
  const before = cpuSeconds();
  for (const gap of [' '.repeat(100_000), ' #'.repeat(50_000), '#'.repeat(100_000)]) {
    const { id } = await client.ai.generateCards.mutate({ source: { title: '', text: `# ${gap}\rx` } });
    expect(id).toBeDefined();
  }
  expect(cpuSeconds() - before).toBeLessThan(10);
});

test('a request over 6 MiB is refused unread, with the limit', async () => {
  const { cookie, workspace } = await trainer();
  const answer = await fetch(`${server.base}/api/trpc/ai.generateCards`, {
    method: 'POST',
    headers: {
      cookie,
      origin: server.base,
      [WORKSPACE_HEADER]: workspace.slug,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ source: { title: '', text: 'x'.repeat(7_000_000) } }),
  });
  expect(answer.status).toBe(413);
  expect(await answer.json()).toMatchObject({
    error: { data: { app_code: 'body_too_large', detail: expect.stringContaining('6 MiB') } },
  });
});

test('no token starts, sees or uploads anything', async () => {
  const workspace = await server.make.workspace();
  const { token } = await server.make.token(workspace, ['intake:create', 'catalog:read', 'users:read']);
  const client = server.client({ authorization: `Bearer ${token}` });
  const refused = { data: { httpStatus: 403, app_code: 'insufficient_scope' } };
  await expect(client.ai.generateCards.mutate({ source: sourceOf(1) })).rejects.toMatchObject(refused);
  await expect(client.ai.list.query({})).rejects.toMatchObject(refused);
  await expect(client.ai.upload.mutate(new Blob(['words']))).rejects.toMatchObject(refused);
});
