import { expect, test } from 'vitest';
import { commandsWith } from '../../test/wtp.ts';
import { KEYRING } from '../../test/server.ts';
import { startDrives } from '../features/drives/manage/drives-fixture.ts';
import { newId } from '../platform/ids.ts';

/** It runs no jobs, so whatever is walked through the commands have walked through. */
const server = await startDrives();
const { google, rows } = server;
const { json, wtp, failure } = commandsWith({ DATABASE_URL: server.databaseUrl, ...google.env, ...KEYRING });

async function withDocuments() {
  const all = await server.connected();
  const drive = google.world.sharedDrive(`Company ${all.workspace.slug}`, [all.account]);
  const folder = google.world.folder({ name: 'Safety', in: drive });
  for (const name of ['One', 'Two', 'Three']) google.world.document({ name, in: folder, text: `${name}.` });
  await all.admin.client.drives.pick.mutate({
    id: all.id,
    folders: [{ provider_id: folder, drive_id: drive, department_id: null }],
    seen: [],
  });
  // The scan that picking has started.
  await rows(`delete from drive_walks where workspace_id = $1`, [all.workspace.id]);
  return all;
}

test('the drives of a workspace are listed with all that their cards say', async () => {
  const { workspace, id, account } = await withDocuments();
  const listed = await json(['drive', 'list', '--workspace', workspace.slug]);
  expect(listed).toMatchObject({ connections: [{ id, account, state: 'degraded', folders: [{ name: 'Safety' }] }] });
  expect((await wtp(['drive', 'list', '--workspace', workspace.slug])).stdout).toContain(`Google Drive of ${account}`);
});

test('a drive is scanned without a server; what is to be read waits for one, and is said', async () => {
  const { workspace, id } = await withDocuments();
  expect(await json(['drive', 'scan', '--id', id, '--wait', '5'])).toEqual({
    files: 3,
    suggestions: 0,
    waiting: 3,
    state: 'done',
    reason: null,
  });
  const found = await rows(`select name from drive_files where workspace_id = $1 and not is_folder order by name`, [
    workspace.id,
  ]);
  expect(found).toEqual([{ name: 'One' }, { name: 'Three' }, { name: 'Two' }]);
});

test('what cannot be scanned is said, with exit code 1', async () => {
  expect(await failure(['drive', 'scan', '--id', newId()])).toContain('“drive list” shows the ids');
  const { id } = await server.connected();
  expect(await failure(['drive', 'scan', '--id', id])).toContain('No folder is picked yet');
  const { id: running, workspace } = await withDocuments();
  await rows(
    `insert into drive_walks (workspace_id, id, connection_id, cause, state, started_at, not_before)
     values ($1, $2, $3, 'night', 'running', now(), now() + interval '1 hour')`,
    [workspace.id, newId(), running],
  );
  expect(await failure(['drive', 'scan', '--id', running])).toContain('being scanned already');
});
