import sharp from 'sharp';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startBucket } from '../../../test/bucket.ts';
import { startTestServer } from '../../../test/server.ts';
import { pinsOn } from '../../auth/pins/pins-fixture.ts';

const bucket = await startBucket();
afterAll(() => bucket.close());
const server = await startTestServer({ env: { STORAGE_URL: bucket.address } });
const { world, openDevice, post } = pinsOn(server);

// rules/bounds 7
test('pictures of a shared device that a slow storage doesn’t give keep nobody at its address from signing in', async () => {
  const { admin, owner, device } = await world();
  const ana = await owner();
  const photo = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'red' } })
    .jpeg()
    .toBuffer();
  const { picture } = await admin.pictures.upload.mutate(new Blob([Uint8Array.from(photo)]));
  await admin.pictures.choose.mutate({ user_id: ana.id, picture });
  const { cookie } = await device({ shows: 'picture' });
  bucket.hang();
  onTestFinished(() => bucket.restore());
  const asked = post('/api/auth/shared-device/pictures', { ids: [ana.id] }, cookie);
  await expect.poll(() => bucket.kept()).toBe(1);
  expect((await openDevice(cookie)).people).toMatchObject([{ id: ana.id }]);
  bucket.restore();
  expect(await asked).toMatchObject({ status: 200, pictures: { [ana.id]: expect.stringMatching(/^data:/) } });
}, 40_000);
