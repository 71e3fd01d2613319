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
test('pictures that the storage gives late keep nobody at the address of a shared device from signing in; lost ones are left out', async () => {
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
  const { rows } = await server.db.pool.query<{ name: string }>(
    `select workspace_id || '/' || id as name from media_pieces where digest = $1`,
    [picture],
  );
  await server.storage.remove(rows[0]!.name);
  const lost = await post('/api/auth/shared-device/pictures', { ids: [ana.id] }, cookie);
  expect(lost.pictures).toEqual({});
}, 40_000);
