import type { ServerResponse } from 'node:http';
import { expect, test } from 'vitest';
import { picked, startDrives } from './drives-fixture.ts';

const server = await startDrives();
const { google, make, person, rows, card, actions, withFolders } = server;
const refusal = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });

test('a grant that was taken back is found by browsing, told once to the super admins, and mended by connecting', async () => {
  const { admin, workspace, id, account } = await server.connected();
  google.oauth.revoke(account);
  google.oauth.expireTokens();
  const browse = () => admin.client.drives.browse.query({ id });
  await expect(browse()).rejects.toMatchObject(refusal(409, 'drive_reconnect_needed'));
  await expect(browse()).rejects.toMatchObject(refusal(409, 'drive_reconnect_needed'));
  expect(await card(admin.client, id)).toMatchObject({ state: 'reconnect_needed', reason: 'access_lost' });
  const { items } = await admin.client.notifications.inbox.query({});
  expect(items).toMatchObject([{ kind: 'drive.reconnect_needed', subject: { id, kind: 'drive' } }]);
  await admin.client.drives.connectServiceAccount.mutate({
    key: google.oauth.serviceAccount(account),
    connection_id: id,
  });
  expect(await browse()).toMatchObject({ next: null });
  expect(await actions(workspace)).toEqual(['drive.connected', 'drive.reconnect_needed', 'drive.reconnected']);
});

test('a provider that takes no more for now loses no access, and is left alone for as long as it asks', async () => {
  const { admin, workspace, id } = await server.connected();
  Object.assign(google.switches, { quota: 'user', retryAfter: 60 });
  await expect(admin.client.drives.browse.query({ id })).rejects.toMatchObject(refusal(502, 'drive_unavailable'));
  const [row] = await rows(
    `select state, misses, paused_until > now() + interval '50 seconds' as rests from drive_connections where workspace_id = $1`,
    [workspace.id],
  );
  expect(row).toEqual({ state: 'degraded', misses: 1, rests: true });
  google.reset();
  await admin.client.drives.browse.query({ id });
  const [healed] = await rows(`select misses, paused_until from drive_connections where workspace_id = $1`, [
    workspace.id,
  ]);
  expect(healed).toEqual({ misses: 0, paused_until: null });
});

// rules/drives 2
test.each([
  [401, 'authError', 'drive_access_refused'],
  [403, 'userRateLimitExceeded', 'drive_unavailable'],
  [500, 'backendError', 'drive_unavailable'],
])(
  'a folder that answers %i (%s) to browsing changes nothing about a drive that answers',
  async (status, reason, code) => {
    const { admin, workspace, id, drive, outer } = await withFolders();
    const body = JSON.stringify({ error: { code: status, errors: [{ reason, message: 'It always fails' }] } });
    const answer = (_: unknown, response: ServerResponse) =>
      void response.writeHead(status, { 'retry-after': '60' }).end(body);
    google.answerNext('drive.files.list', answer, 4);
    const folder = { provider_id: outer, drive_id: drive };
    await expect(admin.client.drives.browse.query({ id, folder })).rejects.toMatchObject({ data: { app_code: code } });
    const [row] = await rows(
      'select state, misses, paused_until, failing_since from drive_connections where workspace_id = $1',
      [workspace.id],
    );
    expect(row).toMatchObject({ misses: 0, paused_until: null, failing_since: null });
    expect(await card(admin.client, id)).not.toMatchObject({ state: 'reconnect_needed' });
    google.reset();
    expect(await admin.client.drives.browse.query({ id, folder })).toMatchObject({ folders: [{ name: 'Forklifts' }] });
  },
);

test('a scan is one at a time, and a drive without folders has nothing to scan', async () => {
  const { admin, workspace, id, account, drive, outer } = await withFolders();
  const scan = () => admin.client.drives.scan.mutate({ id });
  await expect(scan()).rejects.toMatchObject(refusal(400, 'incomplete'));
  await admin.client.drives.pick.mutate({ id, folders: [picked(outer, drive)], seen: [] });
  await expect(scan()).rejects.toMatchObject(refusal(409, 'drive_scan_running'));
  await rows(`update drive_crawls set state = 'done', finished_at = now() where workspace_id = $1`, [workspace.id]);
  const { scan_id } = await scan();
  expect((await card(admin.client, id)).scan).toMatchObject({ id: scan_id, cause: 'manual' });
  const { events } = await admin.client.audit.list.query({ action: 'drive.scan_started' });
  expect(events).toMatchObject([
    { actor: { name: admin.user.fullName }, subject: { kind: 'drive', id, name: `Google Drive of ${account}` } },
  ]);
});

// rules/drives 9
test('trainers see the drives that their department has folders in, with these, and scan these', async () => {
  const { admin, workspace, id, drive, outer, inner, transport } = await withFolders();
  const sales = await make.department(workspace, 'Sales');
  const trainer = await server.as('trainer', workspace, transport.id);
  const stranger = await server.as('trainer', workspace, sales.id);
  const { folders } = await admin.client.drives.pick.mutate({
    id,
    folders: [picked(outer, drive, sales.id), picked(inner, drive, transport.id)],
    seen: [],
  });
  const [theirs, others] = folders;
  await make.driveFile(workspace, id, { name: 'Theirs', folderId: theirs?.id ?? null, state: 'skipped' });
  await make.driveFile(workspace, id, { name: 'Others', folderId: others?.id ?? null });
  await rows(`update drive_crawls set state = 'done', finished_at = now() where workspace_id = $1`, [workspace.id]);
  expect(await trainer.drives.list.query()).toMatchObject({
    drives: [{ id, folders: [{ name: 'Forklifts' }], folder_count: 1, files: [{ state: 'skipped', files: 1 }] }],
    offers: null,
  });
  expect((await trainer.drives.files.query({ id })).files).toMatchObject([{ name: 'Theirs', department: 'Transport' }]);
  await trainer.drives.scan.mutate({ id });
  const [crawl] = await rows(`select department_id from drive_crawls where workspace_id = $1 and state = 'running'`, [
    workspace.id,
  ]);
  expect(crawl).toEqual({ department_id: transport.id });
  await admin.client.drives.pick.mutate({
    id,
    folders: [picked(inner, drive, transport.id)],
    seen: folders.map((folder) => folder.id),
  });
  expect((await stranger.drives.list.query()).drives).toEqual([]);
  await expect(stranger.drives.files.query({ id })).rejects.toMatchObject(refusal(404, 'drive_not_found'));
  await expect(stranger.drives.scan.mutate({ id })).rejects.toMatchObject(refusal(404, 'drive_not_found'));
});

// rules/drives 9
test('auditors see how a drive fares, and neither whom it reads as nor what is in it', async () => {
  const { admin, workspace, id, drive, outer, account } = await withFolders();
  await admin.client.drives.pick.mutate({ id, folders: [picked(outer, drive)], seen: [] });
  await make.driveFile(workspace, id, { name: 'Secret plan', state: 'skipped' });
  const auditor = await person(workspace, 'auditor');
  const seen = await auditor.client.drives.list.query();
  expect(seen).toMatchObject({
    drives: [{ id, account: null, folders: null, folder_count: 1, files: [{ state: 'skipped', files: 1 }] }],
    offers: null,
  });
  for (const name of [account, 'Safety', 'Secret plan']) expect(JSON.stringify(seen)).not.toContain(name);
  await expect(auditor.client.drives.files.query({ id })).rejects.toMatchObject(refusal(403, 'forbidden'));
  await expect(auditor.client.drives.browse.query({ id })).rejects.toMatchObject(refusal(403, 'forbidden'));
});

// rules/drives 9
test('the card says what was found by which way, and how late, and what cannot be read and why', async () => {
  const { admin, workspace, id } = await server.connected();
  const now = Date.now();
  for (const [by, delay] of [
    ['push', 2],
    ['push', 4],
    ['push', 60],
    ['night', null],
  ] as const) {
    const file = await make.driveFile(workspace, id, { state: 'suggested' });
    await rows(
      `insert into drive_file_changes (workspace_id, id, connection_id, file_id, found_by, found_at, changed_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6)`,
      [workspace.id, id, file.id, by, new Date(now), delay === null ? null : new Date(now - delay * 1000)],
    );
  }
  const unread = await make.driveFile(workspace, id, { state: 'skipped' });
  await rows(`update drive_files set reason = 'too_large' where workspace_id = $1 and id = $2`, [
    workspace.id,
    unread.id,
  ]);
  const shown = await card(admin.client, id);
  expect(shown.found).toEqual([
    { by: 'night', documents: 1, median_delay_seconds: null },
    { by: 'push', documents: 3, median_delay_seconds: 4 },
  ]);
  expect(shown.cannot_read).toEqual([
    { state: 'skipped', reason: 'too_large', advice: expect.stringContaining('20 MiB'), files: 1 },
  ]);
  const { files } = await admin.client.drives.files.query({ id, states: ['skipped'] });
  expect(files).toMatchObject([{ id: unread.id, advice: expect.stringContaining('too large') }]);
});

test('files are listed page by page, each once, and by folder and name', async () => {
  const { admin, workspace, id } = await server.connected();
  const names = Array.from({ length: 7 }, (_, n) => `File ${n}`);
  for (const name of names) await make.driveFile(workspace, id, { name });
  const seen: string[] = [];
  let after: string | undefined;
  do {
    const page = await admin.client.drives.files.query({ id, limit: 3, ...(after !== undefined && { after }) });
    seen.push(...page.files.map(({ name }) => name));
    after = page.next ?? undefined;
  } while (after !== undefined);
  expect(seen.toSorted()).toEqual(names);
  expect((await admin.client.drives.files.query({ id, search: 'file 3' })).files).toHaveLength(1);
  await expect(admin.client.drives.files.query({ id, after: 'nonsense' })).rejects.toMatchObject(
    refusal(400, 'invalid_request'),
  );
});
