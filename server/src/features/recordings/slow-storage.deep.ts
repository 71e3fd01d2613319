import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startBucket } from '../../../test/bucket.ts';
import { recording } from '../ai/jobs/ai-jobs-fixture.ts';
import { startGradingServer } from '../grading/grading-fixture.ts';

const bucket = await startBucket();
afterAll(() => bucket.close());
const { before, cast } = await startGradingServer({ env: { STORAGE_URL: bucket.address } });

// rules/operation 17
test('behind a bucket that never answers, uploads of all workspaces end with 503 within three minutes, and work again', async () => {
  const all = await Promise.all(Array.from({ length: 6 }, async () => before(await cast())));
  const send = ({ learner }: (typeof all)[number], seed: number) =>
    learner.client.grading.uploadRecording.mutate(new Blob([recording(seed)]));
  bucket.hang();
  onTestFinished(() => bucket.restore());
  const from = performance.now();
  const sent = await Promise.allSettled(all.map(send));
  for (const each of sent) {
    expect(each).toMatchObject({ reason: { data: { httpStatus: 503, app_code: 'unavailable' } } });
  }
  expect(performance.now() - from).toBeLessThan(180_000);
  bucket.restore();
  for (const [seed, me] of all.entries()) expect(await send(me, seed)).toMatchObject({ media_type: 'audio/wav' });
});
