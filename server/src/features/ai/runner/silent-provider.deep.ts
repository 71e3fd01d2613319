import { expect, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { startJobsServer, startShortJobs, untilJob } from '../jobs/ai-jobs-fixture.ts';

const { server, providers, person, inState } = await startJobsServer();
const { pool } = server.db;

test('40 jobs of one workspace against a provider that never answers do not keep another workspace’s job, nor mail', async () => {
  const noisy = await server.make.workspace();
  const key = keyFor('good', 'never-answers');
  const admin = await person(noisy, 'super_admin');
  const { models } = await admin.client.providerKeys.list.query();
  const model = models.anthropic[0]?.id ?? '';
  await admin.client.providerKeys.add.mutate({ provider: 'anthropic', model, key });
  providers.setScenario(key, 'slow');
  for (let n = 0; n < 2; n++) await startShortJobs(await person(noisy), 20);
  await expect.poll(() => inState(noisy, 'running')).toBe(4);
  const quiet = await person(await server.make.workspace());
  const [id = ''] = await startShortJobs(quiet, 1);
  expect(await untilJob(quiet.client, id, 'succeeded')).toMatchObject({ error: null });
  // A mail task that is no longer needed ends immediately.
  await pool.query(
    `select graphile_worker.add_job('mail_failing_key', json_build_object('workspace_id', $1::uuid,
       'provider_key_id', gen_random_uuid(), 'user_id', gen_random_uuid(), 'reason', 'invalid_key',
       'failing_since', to_iso(now())))`,
    [noisy.id],
  );
  const mails = `select 1 from graphile_worker.jobs where task_identifier = 'mail_failing_key'`;
  await expect.poll(async () => (await pool.query(mails)).rowCount).toBe(0);
  expect(await inState(noisy, 'running')).toBe(4);
  expect(await inState(noisy, 'queued')).toBe(36);
});
