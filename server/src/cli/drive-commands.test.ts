import { expect, test } from 'vitest';
import { commandsWith } from '../../test/wtp.ts';
import { KEYRING } from '../../test/server.ts';
import { startDrives } from '../features/drives/drives-fixture.ts';
import { newId } from '../platform/ids.ts';

/** Server without jobs, so all scanning and reading is done by the commands. */
const server = await startDrives();
const { google, make, rows } = server;
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
  // Deletes the scan started by picking the folder.
  await rows(`delete from drive_crawls where workspace_id = $1`, [all.workspace.id]);
  return all;
}

test('the drives of a workspace are listed with all that their cards say', async () => {
  const { workspace, id, account } = await withDocuments();
  const listed = await json(['drive', 'list', '--workspace', workspace.slug]);
  expect(listed).toMatchObject({ connections: [{ id, account, state: 'degraded', folders: [{ name: 'Safety' }] }] });
  expect((await wtp(['drive', 'list', '--workspace', workspace.slug])).stdout).toContain(`Google Drive of ${account}`);
});

test('a drive is scanned and its files are read without a server, and no other drive’s', async () => {
  const other = await withDocuments();
  await rows(`update drive_connections set due_at = null`);
  const { workspace, id } = await withDocuments();
  await make.driveFile(other.workspace, other.id, { dueAt: new Date() });
  expect(await json(['drive', 'scan', '--id', id, '--wait', '30'])).toEqual({
    files: 3,
    suggestions: 3,
    waiting: 0,
    scanning: 0,
    state: 'done',
    reason: null,
  });
  const found = await rows(
    `select f.name, s.content from drive_files f join suggestions s on s.workspace_id = f.workspace_id and s.id = f.suggestion_id
     where f.workspace_id = $1 and not f.is_folder order by f.name`,
    [workspace.id],
  );
  expect(found).toEqual(['One', 'Three', 'Two'].map((name) => ({ name, content: `${name}.` })));
  const left = await rows(`select state from drive_files where workspace_id = $1`, [other.workspace.id]);
  expect(left).toEqual([{ state: 'discovered' }]);
});

test('what AI is to read waits for a server, and is said', { tags: ['deep'] }, async () => {
  const { id } = await withDocuments();
  const { code, stdout } = await wtp(['drive', 'scan', '--id', id, '--wait', '3'], {
    ANTHROPIC_API_KEY: 'pooled-generation',
  });
  expect({ code, stdout: stdout.trim() }).toEqual({
    code: 0,
    stdout:
      'The scan is done: 3 files, 0 suggestions. 3 texts wait for AI, which only a server that runs calls: start one with npm start.',
  });
});

test('what cannot be scanned is said, with exit code 1', async () => {
  expect(await failure(['drive', 'scan', '--id', newId()])).toContain('“drive list” shows the ids');
  const { id } = await server.connected();
  expect(await failure(['drive', 'scan', '--id', id])).toContain('No folders are chosen yet');
  const { id: running, workspace } = await withDocuments();
  await rows(
    `insert into drive_crawls (workspace_id, id, connection_id, cause, state, started_at, due_at)
     values ($1, $2, $3, 'night', 'running', now(), now() + interval '1 hour')`,
    [workspace.id, newId(), running],
  );
  expect(await failure(['drive', 'scan', '--id', running])).toContain('already being scanned');
});
