import { expect, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { startJobsServer, startShortJobs, untilJob } from '../jobs/ai-jobs-fixture.ts';

const { server, providers, person, inState } = await startJobsServer();

// rules/bounds 9
test('three workspaces whose provider never answers keep all slots for half a minute at most', async () => {
  const noisy = await Promise.all([1, 2, 3].map(() => server.make.workspace()));
  for (const [n, workspace] of noisy.entries()) {
    const key = keyFor('good', `never-answers-${n}`);
    const admin = await person(workspace, 'super_admin');
    const { models } = await admin.client.providerKeys.list.query();
    const model = models.anthropic[0]?.id ?? '';
    await admin.client.providerKeys.add.mutate({ provider: 'anthropic', model, key });
    providers.setScenario(key, 'slow');
    await startShortJobs(await person(workspace), 6);
  }
  await expect.poll(() => Promise.all(noisy.map((each) => inState(each, 'running')))).toEqual([4, 4, 4]);
  const began = performance.now();
  const quiet = await person(await server.make.workspace());
  const [id = ''] = await startShortJobs(quiet, 1);
  expect(await untilJob(quiet.client, id, 'succeeded')).toMatchObject({ error: null });
  expect(performance.now() - began).toBeLessThan(40_000);
  // What hangs takes no more than it may.
  expect(await Promise.all(noisy.map((each) => inState(each, 'running')))).toEqual([4, 4, 4]);
});
