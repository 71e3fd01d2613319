import { expect, test } from 'vitest';
import { startJobsServer } from '../../ai/jobs/ai-jobs-fixture.ts';
import { driveMaker, startGoogle } from './files-fixture.ts';

const google = await startGoogle();
const { server } = await startJobsServer({ env: { ...google.env, AI_POOLED_MONTHLY_USD: '0.01' } });
const drive = driveMaker(server, google);

// rules/drives 7
test('a file that the budget has nothing left for says so, and is looked at again after a day', async () => {
  const { folder, see, until, suggestions } = await drive();
  const id = google.world.document({ name: 'Forklifts', text: 'Check the brakes before each shift.', in: folder });
  await see(id);
  const file = await until(id, 'failed', 'suggested');
  expect(file).toMatchObject({ state: 'failed', reason: expect.stringContaining('$0.01') });
  const hours = ((file.due_at?.getTime() ?? 0) - Date.now()) / 3_600_000;
  expect(hours).toBeGreaterThan(23);
  expect(hours).toBeLessThanOrEqual(24);
  expect(await suggestions()).toEqual([]);
});
