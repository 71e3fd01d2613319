import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startBucket } from '../../../test/bucket.ts';
import { startTestServer } from '../../../test/server.ts';
import { discardPiece } from './upload-piece.ts';

const bucket = await startBucket();
afterAll(() => bucket.close());
const server = await startTestServer({ env: { STORAGE_URL: bucket.address } });
const { pool } = server.db;

// rules/bounds 6
test('a piece that is discarded keeps no transaction open while the storage is silent, and is gone for senders', async () => {
  const workspace = await server.make.workspace();
  const { media } = await server.as('trainer', workspace);
  const { id } = await media.upload.mutate(new Blob(['WEBVTT\n\n00:01.000 --> 00:02.000\nLift']));
  const piece = { workspaceId: workspace.id, id };
  bucket.hang();
  onTestFinished(() => bucket.restore());
  const discarding = discardPiece(server, piece);
  await expect.poll(() => bucket.kept()).toBe(1);
  const { rows } = await pool.query(
    `select query from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
  );
  expect(rows).toEqual([]);
  await expect(media.add.mutate({ pieces: [id] })).rejects.toMatchObject({ data: { app_code: 'file_not_found' } });
  bucket.restore();
  await discarding;
  expect((await pool.query('select from media_pieces where id = $1', [id])).rowCount).toBe(0);
  expect(await server.storage.read(`${workspace.id}/${id}`, { start: 0, end: 9 })).toBeUndefined();
});
