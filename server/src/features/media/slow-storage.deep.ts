import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startBucket } from '../../../test/bucket.ts';
import { startTestServer } from '../../../test/server.ts';

const bucket = await startBucket();
afterAll(() => bucket.close());
const server = await startTestServer({ env: { STORAGE_URL: bucket.address } });

// rules/operation 17, rules/media 5
test('behind a bucket that never answers, pieces of all workspaces end with 503 within two minutes, and are sent again', async () => {
  const all = await Promise.all(
    Array.from({ length: 9 }, async () => server.as('trainer', await server.make.workspace())),
  );
  const send = (trainer: (typeof all)[number]) => trainer.media.upload.mutate(new Blob(['WEBVTT']));
  bucket.hang();
  onTestFinished(() => bucket.restore());
  const from = performance.now();
  for (const each of await Promise.allSettled(all.map(send))) {
    expect(each).toMatchObject({ reason: { data: { httpStatus: 503, app_code: 'unavailable' } } });
  }
  expect(performance.now() - from).toBeLessThan(120_000);
  bucket.restore();
  for (const trainer of all) expect(await send(trainer)).toMatchObject({ bytes: 6 });
});
