import { expect, test } from 'vitest';
import { picked, startDrives } from './drives-fixture.ts';

const server = await startDrives();
const { google, make, rows, card, actions, withFolders } = server;
const { world } = google;
const refusal = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });

test('folders are browsed from the roots down, shared drives too, and without files', async () => {
  const { admin, id, drive, outer, inner } = await withFolders();
  world.document({ name: 'Not a folder', in: outer, text: 'Text.' });
  const roots = await admin.client.drives.browse.query({ id });
  const shared = roots.folders.find(({ provider_id }) => provider_id === drive);
  expect(shared).toMatchObject({ drive_id: drive });
  const within = (provider_id: string) =>
    admin.client.drives.browse.query({ id, folder: { provider_id, drive_id: drive } });
  expect(await within(drive)).toEqual({
    folders: [{ provider_id: outer, drive_id: drive, name: 'Safety' }],
    next: null,
  });
  expect((await within(outer)).folders).toMatchObject([{ provider_id: inner, name: 'Forklifts' }]);
});

test('folders are picked with a department, under the names that the provider gives', async () => {
  const { admin, workspace, id, drive, outer, inner, transport } = await withFolders();
  const { folders, scan_id } = await admin.client.drives.pick.mutate({
    id,
    folders: [picked(outer, drive), picked(inner, drive, transport.id)],
    seen: [],
  });
  expect(folders).toMatchObject([
    { name: 'Forklifts', provider_id: inner, department: 'Transport' },
    { name: 'Safety', provider_id: outer, department: null },
  ]);
  const shown = await card(admin.client, id);
  expect(shown).toMatchObject({ folders, folder_count: 2, scan: { id: scan_id, cause: 'folders', state: 'running' } });
  expect(shown.next_scan_at).toMatch(/T02:00:00.000Z$/);
  expect(await actions(workspace)).toEqual(['drive.connected', 'drive.folders_picked']);
});

test('in which shared drive a folder is says the provider: of another one the changes would never be heard', async () => {
  const { admin, id, drive, outer, inner } = await withFolders();
  const asked = [
    { provider_id: outer, drive_id: null, department_id: null },
    { provider_id: inner, drive_id: 'another', department_id: null },
  ];
  const { folders } = await admin.client.drives.pick.mutate({ id, folders: asked, seen: [] });
  expect(folders.map(({ drive_id }) => drive_id)).toEqual([drive, drive]);
});

// rules/drives 1
test('what is in no picked folder any more goes out of scope, and what is in another one falls to that', async () => {
  const { admin, workspace, id, drive, outer, inner } = await withFolders();
  const pick = (folders: ReturnType<typeof picked>[], seen: string[]) =>
    admin.client.drives.pick.mutate({ id, folders, seen });
  const { folders } = await pick([picked(outer, drive), picked(inner, drive)], []);
  const [innerFolder, outerFolder] = folders;
  if (!innerFolder || !outerFolder) throw new Error('nothing was picked');
  await make.driveFile(workspace, id, { isFolder: true, providerId: outer, parentIds: [drive] });
  await make.driveFile(workspace, id, { isFolder: true, providerId: inner, parentIds: [outer] });
  const file = await make.driveFile(workspace, id, {
    parentIds: [inner],
    folderId: innerFolder.id,
    state: 'suggested',
  });
  const stored = async () =>
    (
      await rows(`select state, folder_id from drive_files where workspace_id = $1 and id = $2`, [
        workspace.id,
        file.id,
      ])
    )[0];
  await pick([picked(outer, drive)], [innerFolder.id, outerFolder.id]);
  expect(await stored()).toEqual({ state: 'suggested', folder_id: outerFolder.id });
  await pick([], [outerFolder.id]);
  expect(await stored()).toEqual({ state: 'out_of_scope', folder_id: null });
});

// rules/drives 1
test('of two who pick at once, the second is told to look again', async () => {
  const { admin, id, drive, outer, inner } = await withFolders();
  await admin.client.drives.pick.mutate({ id, folders: [picked(outer, drive)], seen: [] });
  const second = admin.client.drives.pick.mutate({ id, folders: [picked(inner, drive)], seen: [] });
  await expect(second).rejects.toMatchObject(refusal(409, 'stale_version'));
});

test('a folder that is not there, and a department of nobody, are refused, and nothing is saved', async () => {
  const { admin, id, drive, outer } = await withFolders();
  const other = await make.department(await make.workspace(), 'Elsewhere');
  const pick = (folders: ReturnType<typeof picked>[]) => admin.client.drives.pick.mutate({ id, folders, seen: [] });
  await expect(pick([picked('nowhere', drive)])).rejects.toMatchObject(refusal(404, 'drive_folder_not_found'));
  await expect(pick([picked(outer, drive, other.id)])).rejects.toMatchObject(refusal(404, 'department_not_found'));
  expect((await card(admin.client, id)).folders).toEqual([]);
});

test('of what goes out of scope by picking, modules that were made of it are looked at again', async () => {
  const { admin, workspace, id, drive, outer } = await withFolders();
  const { folders } = await admin.client.drives.pick.mutate({ id, folders: [picked(outer, drive)], seen: [] });
  const [folder] = folders;
  if (!folder) throw new Error('nothing was picked');
  const file = await make.driveFile(workspace, id, { parentIds: [outer], folderId: folder.id, state: 'suggested' });
  const course = await make.course(workspace, { published: true });
  const module = await make.module(workspace, course.id);
  await rows(
    `insert into suggestions (workspace_id, id, status, title, content, text_hash, source_name, source_key, created_at,
       module_id, drive_file_id)
     values ($1, gen_random_uuid(), 'accepted', 'Document', 'Text.', '\\x00', 'Drive', 'drive', now(), $2, $3)`,
    [workspace.id, module.id, file.id],
  );
  await admin.client.drives.pick.mutate({ id, folders: [], seen: [folder.id] });
  expect(await rows(`select file_id, text from drive_texts where workspace_id = $1`, [workspace.id])).toEqual([
    { file_id: file.id, text: null },
  ]);
});
