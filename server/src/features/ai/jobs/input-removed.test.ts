import { expect, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { POOLED, recording, sourceOf, startJobsServer, untilJob } from './ai-jobs-fixture.ts';

const { server, providers, person, trainer } = await startJobsServer();
const { pool } = server.db;

type Client = Awaited<ReturnType<typeof trainer>>['client'];

/** Stored input and work of a job, and the number of file parts of its workspace. */
async function kept(id: string) {
  const { rows } = await pool.query<{ input: unknown; work: unknown; parts: number }>(
    `select input, work, (select count(*)::integer from ai_file_parts p where p.workspace_id = j.workspace_id and p.remove_at is null) as parts
     from ai_jobs j where id = $1`,
    [id],
  );
  return rows[0];
}

const NOTHING = { input: null, work: {}, parts: 0 };

const upload = (client: Client, text = sourceOf(1).text) => client.ai.upload.mutate(new Blob([text]));

// rules/ai 12
test('of a job that succeeded, its text and its file are gone; its record and its result stay', async () => {
  const { client } = await trainer();
  const cards = await client.ai.generateCards.mutate({ source: sourceOf(1), count: 2 });
  expect(await untilJob(client, cards.id, 'succeeded')).toMatchObject({ title: 'Driving forklifts', result: {} });
  expect(await kept(cards.id)).toEqual(NOTHING);
  const { id: file_id } = await upload(client);
  const extract = await client.ai.extractDocument.mutate({ file_id, name: 'forklifts.md' });
  expect(await untilJob(client, extract.id, 'succeeded')).toMatchObject({ title: 'forklifts.md', result: {} });
  expect(await kept(extract.id)).toEqual(NOTHING);
  const again = client.ai.extractDocument.mutate({ file_id, name: 'forklifts.md' });
  await expect(again).rejects.toMatchObject({ data: { httpStatus: 404, app_code: 'file_not_found' } });
});

// rules/ai 12
test('of a document that a job read itself, the text stays with what was made of it, and goes with it', async () => {
  const { client } = await trainer();
  const { id: file_id } = await upload(client);
  const read = async (id: string) => {
    const { rows } = await pool.query<{ source_text: string | null }>('select source_text from ai_jobs where id = $1', [
      id,
    ]);
    return rows[0]?.source_text;
  };
  const { id } = await client.ai.generateQuiz.mutate({ source: { file_id, name: 'forklifts.md' }, count: 1 });
  await untilJob(client, id, 'succeeded');
  expect(await kept(id)).toEqual(NOTHING);
  expect(await read(id)).toContain('Check the brakes of the forklift');
  const { id: again } = await upload(client);
  providers.respond('card_generation', () => 'no answer');
  const failed = await client.ai.generateCards.mutate({ source: { file_id: again, name: 'forklifts.md' } });
  await untilJob(client, failed.id, 'failed');
  providers.respond('card_generation', undefined);
  expect(await read(failed.id)).toBeNull();
});

test('of a job that failed too', async () => {
  const { client } = await trainer();
  const { id: file_id } = await upload(client, '%PDF-1.7 and nothing more');
  const { id } = await client.ai.extractDocument.mutate({ file_id, name: 'broken.pdf' });
  await untilJob(client, id, 'failed');
  expect(await kept(id)).toEqual(NOTHING);
});

test('of a job that was cancelled too, while it waited and while it ran', async () => {
  const { client } = await trainer();
  const release = providers.hold();
  const asked = providers.requests.length;
  const { id: file_id } = await client.ai.upload.mutate(new Blob([recording(7)]));
  const running = await client.ai.transcribe.mutate({ file_id });
  await expect.poll(() => providers.requests.length).toBe(asked + 1);
  await client.ai.cancel.mutate({ id: running.id });
  expect(await kept(running.id)).toEqual(NOTHING);
  release();

  const workspace = await server.make.workspace();
  const waiting = await person(workspace);
  const { job } = await server.make.aiJob(workspace, waiting.user.id);
  expect(await kept(job.id)).toMatchObject({ parts: 1 });
  await waiting.client.ai.cancel.mutate({ id: job.id });
  expect(await kept(job.id)).toEqual(NOTHING);
});

test('a file that another job still needs stays until that one has ended; and a job that waits keeps its text', async () => {
  const { client, workspace } = await trainer();
  const { id: file_id } = await upload(client);
  const release = providers.hold();
  const one = await client.ai.extractDocument.mutate({ file_id, name: 'one.md' });
  const other = await client.ai.extractDocument.mutate({ file_id, name: 'other.md' });
  await client.ai.cancel.mutate({ id: one.id });
  expect(await kept(one.id)).toEqual({ ...NOTHING, parts: 1 });
  release();
  await untilJob(client, other.id, 'succeeded');
  expect(await kept(other.id)).toEqual(NOTHING);

  providers.setScenario(POOLED.generation, { status: 429, headers: { 'retry-after': '300' }, body: {} });
  const put = await client.ai.generateCards.mutate({ source: sourceOf(1), count: 2 });
  await expect.poll(async () => (await client.ai.get.query({ id: put.id })).retry_at).not.toBeNull();
  expect((await kept(put.id))?.input).toMatchObject({ source: sourceOf(1) });
  providers.setScenario(POOLED.generation, undefined);
  // With a key of its own, the workspace's job resumes with its full input.
  const admin = await person(workspace, 'super_admin');
  const model = (await admin.client.providerKeys.list.query()).models.anthropic[0]?.id ?? '';
  await admin.client.providerKeys.add.mutate({ provider: 'anthropic', model, key: keyFor('good', 'own') });
  expect(await untilJob(client, put.id, 'succeeded', 'failed')).toMatchObject({ state: 'succeeded' });
});
