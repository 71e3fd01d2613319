import { expect, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { sourceOf, startJobsServer, untilJob } from '../jobs/ai-jobs-fixture.ts';

const { server, providers, person } = await startJobsServer();
const { pool } = server.db;

type Person = Awaited<ReturnType<typeof person>>;

async function start({ client }: Person, count: number): Promise<string[]> {
  const jobs = Array.from({ length: count }, () => client.ai.generateCards.mutate({ source: sourceOf(1), count: 1 }));
  return (await Promise.all(jobs)).map(({ id }) => id);
}

const inState = async (workspace: { id: string }, state: string): Promise<number> => {
  const { rows } = await pool.query<{ jobs: number }>(
    'select count(*)::integer as jobs from ai_jobs where workspace_id = $1 and state = $2',
    [workspace.id, state],
  );
  return rows[0]!.jobs;
};

test('40 jobs of one workspace against a provider that never answers do not keep another workspace’s job, nor mail', async () => {
  const noisy = await server.make.workspace();
  const key = keyFor('good', 'never-answers');
  const admin = await person(noisy, 'super_admin');
  const { models } = await admin.client.providerKeys.list.query();
  const model = models.anthropic[0]?.id ?? '';
  await admin.client.providerKeys.add.mutate({ provider: 'anthropic', model, key });
  providers.setScenario(key, 'slow');
  for (let n = 0; n < 2; n++) await start(await person(noisy), 20);
  await expect.poll(() => inState(noisy, 'running')).toBe(4);
  const quiet = await person(await server.make.workspace());
  const [id = ''] = await start(quiet, 1);
  expect(await untilJob(quiet.client, id, 'succeeded')).toMatchObject({ error: null });
  // A mail that nobody needs any more is a job that is done at once.
  await pool.query(
    `select graphile_worker.add_job('mail_failing_key', json_build_object('workspace_id', $1::uuid,
       'provider_key_id', gen_random_uuid(), 'user_id', gen_random_uuid(), 'reason', 'invalid_key',
       'failing_since', wire_time(now())))`,
    [noisy.id],
  );
  const mails = `select 1 from graphile_worker.jobs where task_identifier = 'mail_failing_key'`;
  await expect.poll(async () => (await pool.query(mails)).rowCount).toBe(0);
  expect(await inState(noisy, 'running')).toBe(4);
  expect(await inState(noisy, 'queued')).toBe(36);
});
