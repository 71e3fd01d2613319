import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { startBucket } from '../../../../test/bucket.ts';
import { KEYRING, startTestServer } from '../../../../test/server.ts';
import { commandsWith } from '../../../../test/wtp.ts';
import { storeAndDeletePendingBlobs } from '../../../app/store-and-delete-pending-blobs.ts';

const folder = mkdtempSync(path.join(os.tmpdir(), 'move-files-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const bucket = await startBucket();
afterAll(() => bucket.close());

// rules/workspaces 7
test('documents and uploads move along part by part, also two of the same bytes, and nothing of them stays', async () => {
  const DATA_DIR = path.join(folder, 'here');
  const here = await startTestServer({ env: { DATA_DIR } });
  const there = await startTestServer({ env: { STORAGE_URL: bucket.address } });
  const workspace = await here.make.createdWorkspace();
  const [admin, trainer] = [await here.as('super_admin', workspace), await here.as('trainer', workspace)];
  const pdf = new TextEncoder().encode(`%PDF-1.7\n${'certificate '.repeat(100_000)}`);
  const upload = (bytes: Uint8Array<ArrayBuffer>) => admin.attested.upload.mutate(new Blob([bytes]));
  const [one, same, left] = [await upload(pdf), await upload(pdf), await upload(pdf)];
  const text = await trainer.ai.upload.mutate(new Blob(['How to stop the belt.']));
  await here.db.pool.query(
    `update attested_files set state = 'arriving', media_type = null, hash = null,
       created_at = created_at - interval '5 minutes' where id = $1`,
    [left.id],
  );
  await expect(upload(new TextEncoder().encode('PK'))).rejects.toThrow(/PDF, PNG or JPEG/);
  // A sweep that died had put it into storage, but not emptied its column.
  const half = await trainer.ai.upload.mutate(new Blob(['How to start the belt.']));
  await here.db.pool.query(`update ai_file_parts set bytes = $2, size = null where file_id = $1`, [
    half.id,
    Buffer.from('How to start the belt.'),
  ]);
  const stored = () => readdirSync(path.join(DATA_DIR, 'storage', workspace.id)).length;
  // With the part that was refused, which is removed in five minutes.
  expect(stored()).toBe(9);

  const { json, wtp } = commandsWith({ DATABASE_URL: here.databaseUrl, DATA_DIR, ...KEYRING });
  const words = ['workspace', 'move', workspace.slug, '--to', there.databaseUrl, '--origin', 'https://eu.example.org'];
  expect((await wtp(words)).stderr).toContain('--storage: The workspace has files in the storage');
  const moved = await json([...words, '--storage', bucket.address]);
  expect(moved).toMatchObject({ step: 'finished', progress: { objects: 5, stored: 5 } });
  expect(stored()).toBe(0);
  for (const { id, sha256 } of [one, same]) {
    const hash = createHash('sha256');
    for (const n of [0, 1]) {
      hash.update((await there.storage.read(`${workspace.id}/${id}-${n}`, { start: 0, end: pdf.length }))!);
    }
    expect(hash.digest('hex')).toBe(sha256);
  }
  expect(await there.storage.read(`${workspace.id}/${text.id}-0`, { start: 0, end: 99 })).toHaveLength(21);
  await storeAndDeletePendingBlobs(there);
  expect(await there.storage.read(`${workspace.id}/${half.id}-0`, { start: 0, end: 99 })).toHaveLength(22);
  const at = commandsWith({ DATABASE_URL: there.databaseUrl, STORAGE_URL: bucket.address, ...KEYRING });
  expect(await at.json(['storage', 'verify', '--read'])).toMatchObject({ media: 0, files: 4, problems: [] });
});

// rules/workspaces 7
test.each(['media', 'ai'] as const)(
  'an upload to %s that is under way at the switch is refused with the new address, and leaves nothing here',
  async (kind) => {
    const old = await startBucket();
    onTestFinished(() => old.close());
    const here = await startTestServer({ env: { STORAGE_URL: old.address } });
    const there = await startTestServer({ env: { STORAGE_URL: bucket.address } });
    const workspace = await here.make.createdWorkspace();
    const trainer = await here.as('trainer', workspace);
    old.keepAnswerOf(1);
    const sending = trainer[kind].upload.mutate(new Blob(['How to stop the belt.'])).catch((error: unknown) => error);
    await expect.poll(() => old.kept()).toBe(1);
    const { rows } = await here.db.pool.query<{ id: string }>(
      `select id::text from media_pieces where workspace_id = $1
       union all select file_id || '-' || n from ai_file_parts where workspace_id = $1`,
      [workspace.id],
    );
    const stored = () => here.storage.read(`${workspace.id}/${rows[0]!.id}`, { start: 0, end: 99 });
    expect(await stored()).toHaveLength(21);
    const { json } = commandsWith({ DATABASE_URL: here.databaseUrl, STORAGE_URL: old.address, ...KEYRING });
    const words = [
      'workspace',
      'move',
      workspace.slug,
      '--to',
      there.databaseUrl,
      '--origin',
      'https://eu.example.org',
    ];
    const moving = json([...words, '--storage', bucket.address]);
    const stepIs = async () =>
      (await here.db.pool.query<{ step: string }>('select step from workspace_moves')).rows[0]?.step;
    await expect.poll(stepIs, { timeout: 30_000 }).toBe('finished');
    // The server sends the part once more.
    old.restore();
    expect(await sending).toMatchObject({ data: { httpStatus: 421, app_code: 'workspace_moved' } });
    expect(await moving).toMatchObject({ step: 'finished' });
    expect(await stored()).toBeUndefined();
  },
);
