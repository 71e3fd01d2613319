import { expect, test } from 'vitest';
import { picked, startDrives } from './drives-fixture.ts';

const server = await startDrives();
const { google, make, rows, card, actions, withFolders } = server;
const refusal = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });

// rules/drives 1
test('disconnecting in the middle of a scan forgets the credential, ends what runs, and keeps what was found', async () => {
  const { admin, workspace, id, drive, outer } = await withFolders();
  await admin.client.drives.pick.mutate({ id, folders: [picked(outer, drive)], seen: [] });
  const { job } = await make.aiJob(workspace, admin.user.id, 'scanned');
  const waiting = await make.driveFile(workspace, id, { state: 'waiting_for_key' });
  const suggested = await make.driveFile(workspace, id, { state: 'suggested', dueAt: new Date() });
  await rows(`update drive_files set job_id = $3 where workspace_id = $1 and id = $2`, [
    workspace.id,
    waiting.id,
    job.id,
  ]);
  await rows(`update ai_jobs set state = 'parked', finished_at = null where workspace_id = $1 and id = $2`, [
    workspace.id,
    job.id,
  ]);
  await rows(
    `insert into drive_change_feeds (workspace_id, connection_id, drive_id, cursor) values ($1, $2, '', '1')`,
    [workspace.id, id],
  );
  await rows(
    `insert into drive_crawl_folders (workspace_id, crawl_id, provider_id)
     select workspace_id, id, $2 from drive_crawls where connection_id = $1`,
    [id, outer],
  );
  await admin.client.drives.disconnect.mutate({ id });
  expect(await rows(`select 1 from drive_crawl_folders where workspace_id = $1`, [workspace.id])).toEqual([]);
  expect(await card(admin.client, id)).toMatchObject({
    state: 'disconnected',
    scan: null,
    next_scan_at: null,
    last_scan: { state: 'stopped' },
    folder_count: 1,
  });
  const [row] = await rows(`select sealed, key_id, due_at from drive_connections where workspace_id = $1`, [
    workspace.id,
  ]);
  expect(row).toEqual({ sealed: null, key_id: null, due_at: null });
  expect(
    await rows(`select state, due_at, job_id from drive_files where workspace_id = $1 order by id`, [workspace.id]),
  ).toEqual([
    { state: 'discovered', due_at: null, job_id: null },
    { state: 'suggested', due_at: null, job_id: null },
  ]);
  expect(suggested.state).toBe('suggested');
  expect(await rows(`select state from ai_jobs where workspace_id = $1`, [workspace.id])).toEqual([
    { state: 'cancelled' },
  ]);
  expect(await rows(`select 1 from drive_change_feeds where workspace_id = $1`, [workspace.id])).toEqual([]);
  await admin.client.drives.disconnect.mutate({ id });
  expect((await actions(workspace)).filter((action) => action === 'drive.disconnected')).toHaveLength(1);
  await expect(admin.client.drives.scan.mutate({ id })).rejects.toMatchObject(refusal(409, 'drive_reconnect_needed'));
});

test('the provider is asked to close its channels after a disconnect, and whether it does changes nothing', async () => {
  const { admin, workspace, id } = await server.connected();
  await rows(
    `insert into drive_channels (workspace_id, id, connection_id, drive_id, resource_id, token_hash, opened_at, expires_at)
     values ($1, gen_random_uuid(), $2, '', 'nothing', '\\x00', now(), now() + interval '1 hour')`,
    [workspace.id, id],
  );
  google.answerNext('drive.channels.stop', (_request, response) => void response.writeHead(500).end());
  await admin.client.drives.disconnect.mutate({ id });
  expect(await rows(`select 1 from drive_channels where workspace_id = $1`, [workspace.id])).toEqual([]);
  expect((await card(admin.client, id)).state).toBe('disconnected');
});

test('disconnecting waits for whoever stores what the scanner has answered, and neither waits for the other', async () => {
  const { admin, workspace, id } = await server.connected();
  const { job } = await make.aiJob(workspace, admin.user.id, 'scanned');
  await rows(`update ai_jobs set state = 'running', finished_at = null where id = $1`, [job.id]);
  const file = await make.driveFile(workspace, id, { state: 'scanning' });
  await rows(`update drive_files set job_id = $2 where id = $1`, [file.id, job.id]);
  const delivery = await server.db.pool.connect();
  try {
    await delivery.query('begin');
    await delivery.query('select 1 from drive_files where id = $1 for no key update', [file.id]);
    const disconnecting = admin.client.drives.disconnect.mutate({ id });
    const waiting = () =>
      rows(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`);
    await expect.poll(waiting).toHaveLength(1);
    await delivery.query('select 1 from ai_jobs where id = $1 for no key update nowait', [job.id]);
    await delivery.query('commit');
    await disconnecting;
  } finally {
    delivery.release();
  }
  expect(await rows(`select state from ai_jobs where id = $1`, [job.id])).toEqual([{ state: 'cancelled' }]);
});

test('a text whose scan ends with the drive is new once it is connected again, whatever was to be done with its file', async () => {
  const { admin, workspace, id } = await server.connected();
  const { job } = await make.aiJob(workspace, admin.user.id, 'scanned');
  const file = await make.driveFile(workspace, id, { state: 'discovered', textHash: Buffer.from('read') });
  await rows(`update drive_files set job_id = $2, due_at = now() where id = $1`, [file.id, job.id]);
  await admin.client.drives.disconnect.mutate({ id });
  expect(await rows(`select state, text_hash, job_id from drive_files where id = $1`, [file.id])).toEqual([
    { state: 'discovered', text_hash: null, job_id: null },
  ]);
});
