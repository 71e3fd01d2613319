import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { driveMaker, startGoogle } from './files-fixture.ts';
import { fileAdvice } from '../connection/drive-advice.ts';

// Without a provider key, each text is suggested as it is.
const google = await startGoogle();
const server = await startTestServer({ jobs: true, env: google.env });
const { db } = server;
const drive = driveMaker(server, google);
const { world } = google;

const markdown = (name: string, content: string, folder: string) =>
  world.file({ name, mimeType: 'text/markdown', content, in: folder });

const RULES =
  '# Driving forklifts\n\nCheck the brakes before the first drive of every shift. Keep three metres of distance.\n';
const OTHER =
  '# Driving forklifts\n\nWhoever has driven for four hours takes a break of twenty minutes, and says so to the lead.\n';

test('what a document taught is looked up again once nothing is in it any more, and once it is back', async () => {
  const { folder, see, until, one } = await drive();
  const id = markdown('Forklifts.md', RULES, folder);
  await see(id);
  await until(id, 'suggested');
  world.edit(id, '');
  await see(id);
  const { reason } = await until(id, 'skipped');
  expect(reason).toBe('empty');
  expect(await one('select text from drive_texts where workspace_id = $1')).toEqual({ text: '' });
  world.edit(id, RULES);
  await see(id);
  await until(id, 'unchanged');
  expect(await one('select text from drive_texts where workspace_id = $1')).toEqual({ text: RULES.trim() });
});

// rules/drives 6
test('a shortcut is followed once, and not at all to what is read anyhow', async () => {
  const { folder, see, until, account } = await drive();
  const far = markdown('Far.md', RULES, world.account(account));
  const near = markdown('Near.md', OTHER, folder);
  const toFar = world.shortcut({ name: 'To far', to: far, in: folder });
  const toNear = world.shortcut({ name: 'To near', to: near, in: folder });
  const twice = world.shortcut({ name: 'To a shortcut', to: toFar, in: folder });
  await see(near);
  await until(near, 'suggested');
  await see(toFar, toNear, twice);
  expect(await until(toFar, 'suggested', 'failed')).toMatchObject({ state: 'suggested' });
  expect(await until(toNear, 'skipped')).toMatchObject({ reason: 'shortcut' });
  expect(await until(twice, 'skipped')).toMatchObject({ reason: expect.stringMatching(/shortcut|unsupported/) });
  const toFolder = world.shortcut({ name: 'To a folder', to: folder, in: folder });
  await see(toFolder);
  const { reason } = await until(toFolder, 'skipped');
  expect(fileAdvice(reason ?? '')).toContain('leads to a folder');
});

test('what no list says is a document costs no request of its own', async () => {
  const { folder, see, until, account } = await drive();
  const pictures = Array.from({ length: 20 }, (_, n) =>
    world.file({ name: `Picture ${n}.png`, mimeType: 'image/png', content: `PNG ${n}`, in: folder }),
  );
  const document = markdown('Beside.md', RULES, folder);
  await see(...pictures, document);
  const asked = () => google.requests.filter(({ email }) => email === account).length;
  const before = asked();
  await until(document, 'suggested');
  for (const picture of pictures) {
    expect(await until(picture, 'skipped')).toMatchObject({ reason: 'unsupported', due_at: null });
  }
  // Only requests for the document itself.
  expect(asked() - before).toBeLessThanOrEqual(2);
});

test('a shortcut to what no list says is a document costs no request of its own either', async () => {
  const { folder, see, until, account } = await drive();
  const elsewhere = world.folder({ name: 'Elsewhere', in: world.account(account) });
  const picture = world.file({ name: 'Plan.png', mimeType: 'image/png', content: 'PNG', in: elsewhere });
  const toPictures = Array.from({ length: 20 }, (_, n) => world.shortcut({ name: `To ${n}`, to: picture, in: folder }));
  const toFolder = world.shortcut({ name: 'To a folder', to: elsewhere, in: folder });
  const document = markdown('Beside.md', RULES, folder);
  await see(...toPictures, toFolder, document);
  const asked = () => google.requests.filter(({ email }) => email === account).length;
  const before = asked();
  await until(document, 'suggested');
  for (const each of toPictures) expect(await until(each, 'skipped')).toMatchObject({ reason: 'unsupported' });
  expect(await until(toFolder, 'skipped')).toMatchObject({ reason: 'folder_shortcut' });
  // Only requests for the document itself.
  expect(asked() - before).toBeLessThanOrEqual(2);
});

test('a file that Google wants to see a key for is read with it, also by another server', async () => {
  const { folder, see, until, one } = await drive();
  const id = markdown('Linked.md', RULES, folder);
  const item = world.get(id);
  await see(id);
  await until(id, 'suggested');
  world.secureLink(id);
  world.edit(id, OTHER);
  // As the change list would report it.
  await db.pool.query(
    `update drive_files set resource_key = $2, state = 'discovered', due_at = now(), text_checksum = null
     where provider_id = $1`,
    [id, item.resourceKey],
  );
  await until(id, 'suggested');
  expect(await one("select content from suggestions where workspace_id = $1 and status = 'pending'")).toEqual({
    content: OTHER.trim(),
  });
});

test('what was in the trash when it was fetched, or not to be found, waits until it is seen again', async () => {
  const { folder, see, until, suggestions } = await drive();
  const [trashed, removed] = [markdown('a.md', RULES, folder), markdown('b.md', OTHER, folder)];
  await see(trashed, removed);
  await Promise.all([until(trashed, 'suggested'), until(removed, 'suggested')]);
  world.trash(trashed);
  await see(trashed);
  await until(trashed, 'trashed');
  world.restore(trashed);
  await see(trashed);
  await until(trashed, 'unchanged');
  expect(await suggestions()).toHaveLength(2);
});

test('a quota is no failure of the file: the drive waits, and the file comes on by itself', async () => {
  const { folder, see, until, file, connection, one } = await drive();
  const id = markdown('Forklifts.md', RULES, folder);
  await see(id);
  await until(id, 'suggested');
  google.switches.quota = 'user';
  world.edit(id, OTHER);
  await db.pool.query(
    `update drive_files set due_at = now(), state = 'discovered' where workspace_id = $1 and provider_id = $2`,
    [connection.workspaceId, id],
  );
  await expect
    .poll(() => one('select state_reason from drive_connections where workspace_id = $1'))
    .toEqual({ state_reason: 'quota' });
  google.switches.quota = 'none';
  await expect.poll(() => file(id)).toMatchObject({ attempts: 0, state: 'discovered' });
  await db.pool.query('update drive_connections set paused_until = null where id = $1', [connection.id]);
  await db.pool.query('update drive_files set due_at = now() where workspace_id = $1', [connection.workspaceId]);
  await until(id, 'suggested');
});

test('a grant that was taken back leaves the files due, and they come on after it was given again', async () => {
  const { folder, see, until, file, connection, account, one } = await drive();
  const id = markdown('Forklifts.md', RULES, folder);
  const other = markdown('Other.md', OTHER, folder);
  await see(id);
  await until(id, 'suggested');
  await see(other);
  await until(other, 'suggested');
  google.oauth.revoke(account);
  world.edit(id, `${RULES}\nAnd report every collision.`);
  await db.pool.query(
    `update drive_files set due_at = now(), state = 'discovered' where workspace_id = $1 and provider_id = $2`,
    [connection.workspaceId, id],
  );
  await expect
    .poll(() => one('select state from drive_connections where workspace_id = $1'))
    .toEqual({ state: 'reconnect_needed' });
  await expect.poll(async () => (await file(id)).state).toBe('discovered');
  const waiting = await file(id);
  expect(waiting).toMatchObject({ attempts: 0 });
  expect(waiting.due_at).not.toBeNull();
});

test('a change that is seen while the file is fetched has it fetched again', async () => {
  const { folder, see, until, file, suggestions, workspace } = await drive();
  const id = markdown('Forklifts.md', RULES, folder);
  const fetching = Promise.withResolvers<void>();
  const edited = Promise.withResolvers<void>();
  await see(id);
  await until(id, 'suggested');
  google.answerNext('drive.files.get', (_, response) => {
    fetching.resolve();
    void edited.promise.then(() => {
      response.writeHead(503, { 'content-type': 'application/json' });
      response.end('{}');
    });
  });
  await db.pool.query(
    `update drive_files set due_at = now(), text_checksum = null where workspace_id = $1 and provider_id = $2`,
    [workspace.id, id],
  );
  await fetching.promise;
  world.edit(id, OTHER);
  await see(id);
  edited.resolve();
  // It waits only because the drive failed.
  await expect.poll(async () => (await file(id)).state).toBe('discovered');
  await db.pool.query('update drive_connections set paused_until = null where workspace_id = $1', [workspace.id]);
  await db.pool.query('update drive_files set due_at = now() where workspace_id = $1', [workspace.id]);
  await expect.poll(async () => (await suggestions()).map(({ status }) => status)).toEqual(['superseded', 'pending']);
});

test('a drive that is disconnected while a file of it is fetched gives no suggestion', async () => {
  const { folder, see, file, suggestions, workspace } = await drive();
  const id = markdown('Forklifts.md', RULES, folder);
  const fetching = Promise.withResolvers<void>();
  const disconnected = Promise.withResolvers<void>();
  const gate = markdown('Gate.md', OTHER, folder);
  await see(gate);
  await expect.poll(async () => (await file(gate)).state).toBe('suggested');
  await see(id);
  google.answerNext('*', (_, response) => {
    fetching.resolve();
    void disconnected.promise.then(() => {
      response.writeHead(200, { 'content-type': 'text/markdown' });
      response.end(RULES);
    });
  });
  await db.pool.query(
    `update drive_files set due_at = now(), text_hash = null, text_checksum = null, state = 'discovered'
     where workspace_id = $1 and provider_id = $2`,
    [workspace.id, id],
  );
  await fetching.promise;
  const before = (await suggestions()).length;
  await db.pool.query(
    `update drive_connections set state = 'disconnected', disconnected_at = now(), sealed = null, key_id = null
     where workspace_id = $1`,
    [workspace.id],
  );
  disconnected.resolve();
  await expect.poll(async () => (await file(id)).state).toBe('discovered');
  expect(await suggestions()).toHaveLength(before);
});
