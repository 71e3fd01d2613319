import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { LeaseLostError } from '../../../platform/queue/lease.ts';
import { claimFiles, DRIVE_FILE_QUEUE, type ClaimedFile } from './claim-file.ts';
import { lockClaimedFile, releaseFile } from './complete-file.ts';

const { db, make } = await startTestServer();

async function drive(files: number) {
  const workspace = await make.workspace();
  const { id } = await make.drive(workspace);
  const folder = await make.driveFolder(workspace, id);
  for (let n = 0; n < files; n++) {
    await make.driveFile(workspace, id, { folderId: folder.id, dueAt: new Date(Date.now() - 60_000 + n) });
  }
  const key = { workspaceId: workspace.id, id };
  const claim = async () => (await claimFiles(db, 1, key))[0];
  return { key, claim, set: (sql: string) => db.pool.query(sql, [workspace.id]) };
}

const taken = (claimed: (ClaimedFile | undefined)[]) => claimed.flatMap((each) => (each ? [each.id] : []));

test('of any number of instances one gets a file, the one that is due longest', { tags: ['deep'] }, async () => {
  const { claim } = await drive(3);
  const atOnce = await Promise.all([claim(), claim(), claim(), claim(), claim()]);
  // Whoever meets a file that another instance is claiming may get none, and looks again.
  const claimed = taken([...atOnce, await claim(), await claim(), await claim()]);
  expect(claimed).toHaveLength(3);
  expect(new Set(claimed).size).toBe(3);
});

// rules/drives 6
test('a server that dies loses its file once the lease is up, and what it says later does not count', async () => {
  const { claim, set } = await drive(1);
  const first = await claim();
  expect(await claim()).toBeUndefined();
  await set(`update drive_files set leased_until = now() - interval '1 second' where workspace_id = $1`);
  const second = await claim();
  expect(second).toMatchObject({ id: first?.id, attempts: 2 });
  if (!first || !second) throw new Error('Both have it');
  await expect(DRIVE_FILE_QUEUE.renew(db.pool, first)).rejects.toBeInstanceOf(LeaseLostError);
  await expect(lockClaimedFile(db.pool, first)).rejects.toBeInstanceOf(LeaseLostError);
  await DRIVE_FILE_QUEUE.renew(db.pool, second);
  expect(await lockClaimedFile(db.pool, second)).toMatchObject({ jobId: null });
});

test('what is given back is due again after its time, and counts only where it is the file’s fault', async () => {
  const { claim, set } = await drive(1);
  const first = await claim();
  if (!first) throw new Error('It is due');
  await releaseFile(db.pool, first);
  const second = await claim();
  expect(second).toMatchObject({ attempts: 1 });
  if (!second) throw new Error('It is due');
  await releaseFile(db.pool, second, { delay: 60, counts: true });
  expect(await claim()).toBeUndefined();
  await set(`update drive_files set due_at = now() - interval '1 second' where workspace_id = $1`);
  expect(await claim()).toMatchObject({ attempts: 2 });
});

// rules/drives 10
test('a download that hangs gives its workspace’s place to another file, up to three of them', async () => {
  const { key, claim, set } = await drive(8);
  const claimed = async () => (await claimFiles(db, 8, key)).length;
  const hang = () => set(`update drive_files set state_at = now() - interval '16 seconds' where workspace_id = $1`);
  expect(await claimed()).toBe(3);
  expect(await claim()).toBeUndefined();
  await hang();
  expect(await claimed()).toBe(3);
  await hang();
  expect(await claim()).toBeUndefined();
});

test('a drive that pauses, must be connected again or has twenty texts with the scanner gives no files', async () => {
  const drives = await Promise.all([drive(21), drive(1), drive(1), drive(1)]);
  const [scanned, paused, lost] = drives;
  await scanned.set(
    `update drive_files set state = 'scanning', due_at = null where (workspace_id, id) in (
       select workspace_id, id from drive_files where workspace_id = $1 order by id limit 20)`,
  );
  await paused.set(`update drive_connections set paused_until = now() + interval '1 minute' where workspace_id = $1`);
  await lost.set(`update drive_connections set state = 'reconnect_needed' where workspace_id = $1`);
  const found = await Promise.all(drives.map(async ({ claim }) => (await claim()) !== undefined));
  expect(found).toEqual([false, false, false, true]);
  await scanned.set(`update drive_files set state = 'suggested' where workspace_id = $1 and state = 'scanning' and id = (
    select id from drive_files where workspace_id = $1 and state = 'scanning' limit 1)`);
  expect(await scanned.claim()).toBeDefined();
});
