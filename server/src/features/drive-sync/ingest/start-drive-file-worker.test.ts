import { expect, test } from 'vitest';
import { driveItem } from '../../../../test/drives/drive-item.ts';
import { keyringOf } from '../../../../test/endpoints.ts';
import { startTestServer } from '../../../../test/server.ts';
import { readConfig } from '../../../core/config.ts';
import { createLog } from '../../../platform/log.ts';
import { TopicChangeListener } from '../../../platform/topic-changes.ts';
import type { Drive } from '../../../providers/drives/drive.ts';
import { createDriveProviders } from '../../../providers/drives/drive-providers.ts';
import { sealSecret } from '../../secrets/sealed-secret.ts';
import { DRIVE_CREDENTIAL_COLUMN } from '../connection/sealed-drive-credential.ts';
import { syncDriveFileStatesWithScanJobs } from '../../suggestions/intake/drive-scan.ts';
import { startDriveFileWorker } from './start-drive-file-worker.ts';

const { db, databaseUrl, make } = await startTestServer();
const keyring = keyringOf({ test: 7 });
const drives = createDriveProviders(readConfig({}).drives, () => 'http://127.0.0.1');
const CREDENTIAL = JSON.stringify({ auth: 'oauth', refreshToken: 'granted' });

/** Creates a drive with `files` due files, each with a different text. */
async function due(files: number) {
  const workspace = await make.workspace();
  const connection = await make.drive(workspace);
  const { sealed, keyId } = await sealSecret(
    { db, keyring },
    DRIVE_CREDENTIAL_COLUMN,
    { ...connection, version: 1 },
    CREDENTIAL,
  );
  await db.pool.query('update drive_connections set sealed = $2, key_id = $3 where id = $1', [
    connection.id,
    sealed,
    keyId,
  ]);
  const folder = await make.driveFolder(workspace, connection.id);
  for (let n = 0; n < files; n++)
    await make.driveFile(workspace, connection.id, { folderId: folder.id, dueAt: new Date(0) });
  return {
    connection,
    states: async () => {
      const { rows } = await db.pool.query<{ state: string }>(
        'select state from drive_files where connection_id = $1',
        [connection.id],
      );
      return rows.map(({ state }) => state);
    },
  };
}

// rules/drives 10
test(
  'workspaces take turns: one with many files leaves room for another, and gives way to a third',
  { tags: ['deep'] },
  async () => {
    const many = await due(8);
    const order: string[] = [];
    const waiting: { of: string; go: () => void }[] = [];
    const drive = (of: string): Drive => {
      const none = () => Promise.reject(new Error('It is not asked for this'));
      return {
        account: none,
        roots: none,
        list: none,
        reads: () => true,
        get: ({ id }) => Promise.resolve(driveItem(id)),
        async read({ id }) {
          order.push(of);
          await new Promise<void>((go) => waiting.push({ of, go: () => go() }));
          return { text: `What ${id} says is said by nobody else.` };
        },
      };
    };
    const stopping = new AbortController();
    const log = createLog('silent');
    const live = new TopicChangeListener([databaseUrl], log);
    const { ai } = readConfig({ AUTH_SECRET: 'x'.repeat(40) });
    const handling = startDriveFileWorker({
      db,
      log,
      live,
      stopping: stopping.signal,
      ai: { settings: ai, keyring, log },
      drives: { ...drives, open: (_credential, { connectionId }) => drive(connectionId) },
    });
    const letAll = () => waiting.splice(0).forEach(({ go }) => go());
    let letting: NodeJS.Timeout | undefined;
    try {
      await expect.poll(() => order.length).toBe(3);
      // Nothing has finished, yet there is a slot for another workspace.
      const few = await due(1);
      await expect.poll(() => order).toContain(few.connection.id);
      expect(order).toHaveLength(4);
      const third = await due(1);
      waiting.find(({ of }) => of === many.connection.id)?.go();
      await expect.poll(() => order.length).toBeGreaterThan(4);
      expect(order[4]).toBe(third.connection.id);
      letting = setInterval(letAll, 20);
      const all = async () => [...(await many.states()), ...(await few.states()), ...(await third.states())];
      await expect.poll(all).toEqual(Array.from({ length: 10 }, () => 'suggested'));
      expect(order).toHaveLength(10);
    } finally {
      clearInterval(letting);
      stopping.abort();
      const ending = setInterval(letAll, 20);
      await handling.stop();
      clearInterval(ending);
      await live.close();
    }
  },
);

// rules/drives 6
test('a scan that cannot be cancelled keeps no other from being cancelled', async () => {
  const abandoned = async () => {
    const workspace = await make.workspace();
    const connection = await make.drive(workspace);
    const user = await make.user(workspace);
    const { job } = await make.aiJob(workspace, user.id, 'scanned');
    const file = await make.driveFile(workspace, connection.id, { state: 'scanning' });
    await db.pool.query(`update ai_jobs set state = 'running', finished_at = null where id = $1`, [job.id]);
    await db.pool.query('update drive_files set job_id = $2 where id = $1', [file.id, job.id]);
    return { job };
  };
  const [first, second] = [await abandoned(), await abandoned()];
  await db.pool.query(`alter table ai_jobs add constraint fails check (id <> '${first.job.id}' or state = 'running')`);
  await db.pool.query(`update drive_files set state = 'gone' where job_id = any($1)`, [[first.job.id, second.job.id]]);
  await expect(syncDriveFileStatesWithScanJobs(db)).rejects.toThrow('fails');
  const states = async () => {
    const sql = 'select id, state from ai_jobs where id = any($1) order by id';
    return (await db.pool.query(sql, [[first.job.id, second.job.id]])).rows;
  };
  expect(await states()).toEqual([
    { id: first.job.id, state: 'running' },
    { id: second.job.id, state: 'cancelled' },
  ]);
  await db.pool.query('alter table ai_jobs drop constraint fails');
  await syncDriveFileStatesWithScanJobs(db);
  expect(await states()).toMatchObject([{ state: 'cancelled' }, { state: 'cancelled' }]);
});
