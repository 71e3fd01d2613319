import { expect, test } from 'vitest';
import { docxOf, paragraph } from '../../../../test/documents/make-documents.ts';
import { TYPES } from '../../../../test/drives/google/world.ts';
import { startTestServer } from '../../../../test/server.ts';
import { driveMaker, startGoogle } from './files-fixture.ts';
import { describeUnreadFileReason } from '../connection/drive-reason-texts.ts';

// Without a provider key, each text is suggested as it is.
const google = await startGoogle();
const server = await startTestServer({ jobs: true, env: google.env });
const { make, db } = server;
const drive = driveMaker(server, google);
const { world } = google;

const markdown = (name: string, content: string, folder: string) =>
  world.file({ name, mimeType: 'text/markdown', content, in: folder });

const RULES =
  '# Driving forklifts\n\nCheck the brakes before the first drive of every shift. Keep three metres of distance.\n';
const OTHER =
  '# Driving forklifts\n\nWhoever has driven for four hours takes a break of twenty minutes, and says so to the lead.\n';

// rules/suggestions 13, rules/drives 7
test('a file becomes a suggestion with its text, its link and its folder’s department, and says that no AI has read it', async () => {
  const workspace = await make.workspace();
  const department = await make.department(workspace, 'Warehouse');
  const { folder, see, until, suggestions, one } = await drive({ workspace, departmentId: department.id });
  const id = markdown('Forklifts.md', RULES, folder);
  expect((await see(id)).changed).toBe(1);
  const file = await until(id, 'suggested', 'failed', 'skipped');
  const [made, ...others] = await suggestions();
  expect(others).toEqual([]);
  expect(made).toMatchObject({
    id: file.suggestion_id,
    status: 'pending',
    title: 'Driving forklifts',
    content: RULES.trim(),
    source_name: 'Google Drive',
    source_url: expect.stringContaining(id),
    department_id: department.id,
    scan: { by_ai: false, summary: null, passages: [] },
  });
  expect(file).toMatchObject({ state: 'suggested', due_at: null, attempts: 0, job_id: null });
  expect(
    await one(
      `select actor_kind, actor_name from audit_events where workspace_id = $1 and action = 'suggestion.created'`,
    ),
  ).toEqual({ actor_kind: 'system', actor_name: 'Google Drive' });
});

// rules/suggestions 13
test('a newer text supersedes the one that waits, and the same text again is nothing new', async () => {
  const { folder, see, until, suggestions } = await drive();
  const id = world.document({ name: 'Forklifts', text: RULES, in: folder });
  await see(id);
  await until(id, 'suggested');
  world.touch(id);
  await see(id);
  await until(id, 'unchanged');
  world.edit(id, OTHER);
  await see(id);
  await until(id, 'suggested');
  expect((await suggestions()).map(({ status }) => status)).toEqual(['superseded', 'pending']);
  world.edit(id, RULES);
  await see(id);
  await expect.poll(async () => (await suggestions()).map(({ status }) => status)).toEqual(['pending', 'superseded']);
});

// rules/suggestions 13
test('a dismissed document stays dismissed until it says something else', { tags: ['deep'] }, async () => {
  const { folder, see, until, suggestions, workspace } = await drive();
  const long = Array.from({ length: 60 }, (_, n) => `Rule ${n}: aisle ${n} is kept free of goods at all times.`).join(
    '\n',
  );
  const id = markdown('Rules.md', long, folder);
  await see(id);
  await until(id, 'suggested');
  const admin = await server.as('super_admin', workspace);
  const [made] = await suggestions();
  await admin.suggestions.dismiss.mutate({ id: made?.id ?? '', reason: 'Known to everybody' });
  world.edit(id, `${long}\nAnd that is all.`);
  await see(id);
  expect(await until(id, 'unchanged')).toMatchObject({ reason: 'dismissed', suggestion_id: made?.id });
  expect(await suggestions()).toHaveLength(1);
  world.edit(id, OTHER);
  await see(id);
  await until(id, 'suggested');
  expect((await suggestions()).map(({ status }) => status)).toEqual(['dismissed', 'pending']);
});

// rules/drives 6
test('what cannot be read says why, until its content changes', async () => {
  const { folder, see, until, suggestions } = await drive();
  const form = world.other({ name: 'Hours', mimeType: TYPES.form, in: folder });
  const empty = markdown('Empty.md', ' \n ', folder);
  const damaged = world.file({
    name: 'Damaged.docx',
    mimeType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    content: docxOf(paragraph('A lock for each person.')).subarray(0, 300),
    in: folder,
  });
  const secret = world.document({ name: 'Secret', text: RULES, in: folder });
  world.forbidDownload(secret);
  const large = markdown('Large.md', 'a '.repeat(600_000), folder);
  await see(form, empty, damaged, secret, large);
  expect(await until(form, 'skipped')).toMatchObject({ reason: 'unsupported' });
  expect(await until(empty, 'skipped')).toMatchObject({ reason: 'empty' });
  expect(await until(damaged, 'skipped')).toMatchObject({ reason: expect.stringMatching(/\w/) });
  expect(await until(secret, 'skipped')).toMatchObject({ reason: 'export_forbidden' });
  expect(await until(large, 'skipped')).toMatchObject({ reason: 'too_large', due_at: null });
  expect(await suggestions()).toEqual([]);
  expect((await see(form, empty, damaged)).changed).toBe(0);
  world.forbidDownload(secret, false);
  world.edit(empty, RULES);
  await see(secret, empty);
  await Promise.all([until(secret, 'suggested'), until(empty, 'suggested')]);
});

test('a suggestion of a drive is accepted as any other', { tags: ['deep'] }, async () => {
  const { folder, see, until, suggestions, workspace, one } = await drive();
  const id = markdown('Forklifts.md', RULES, folder);
  await see(id);
  await until(id, 'suggested');
  const department = await make.department(workspace);
  const course = await make.course(workspace, { departmentId: department.id });
  const trainer = await server.as('trainer', workspace, department.id);
  const [made] = await suggestions();
  expect(await trainer.suggestions.get.query({ id: made?.id ?? '' })).toMatchObject({
    content: RULES.trim(),
    scan: { by_ai: false },
  });
  const accepted = await trainer.suggestions.accept.mutate({ id: made?.id ?? '', course_id: course.id });
  expect(accepted).toMatchObject({ id: made?.id, jobs: [] });
  const textNow = () => one('select text from drive_texts where workspace_id = $1');
  // The document changes: its module stays, quotes are rechecked in the new text, and the new text is suggested.
  world.edit(id, OTHER);
  await see(id);
  await until(id, 'suggested');
  expect((await suggestions()).map(({ status }) => status)).toEqual(['accepted', 'pending']);
  expect(await textNow()).toEqual({ text: OTHER.trim() });
  world.trash(id);
  await see(id);
  expect(await textNow()).toEqual({ text: null });
  world.restore(id);
  await see(id);
  await expect.poll(textNow).toEqual({ text: OTHER.trim() });
});

test(
  'what a document taught is looked up again once nothing is in it any more, and once it is back',
  { tags: ['deep'] },
  async () => {
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
  },
);

// rules/drives 6
test('a shortcut is followed once, and not at all to what is read anyhow', { tags: ['deep'] }, async () => {
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
  expect(describeUnreadFileReason(reason ?? '')).toContain('leads to a folder');
});

test('what no list says is a document costs no request of its own', { tags: ['deep'] }, async () => {
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

test(
  'a shortcut to what no list says is a document costs no request of its own either',
  { tags: ['deep'] },
  async () => {
    const { folder, see, until, account } = await drive();
    const elsewhere = world.folder({ name: 'Elsewhere', in: world.account(account) });
    const picture = world.file({ name: 'Plan.png', mimeType: 'image/png', content: 'PNG', in: elsewhere });
    const toPictures = Array.from({ length: 20 }, (_, n) =>
      world.shortcut({ name: `To ${n}`, to: picture, in: folder }),
    );
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
  },
);

test(
  'a file that Google wants to see a key for is read with it, also by another server',
  { tags: ['deep'] },
  async () => {
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
  },
);

test(
  'what was in the trash when it was fetched, or not to be found, waits until it is seen again',
  { tags: ['deep'] },
  async () => {
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
  },
);

test(
  'a quota is no failure of the file: the drive waits, and the file comes on by itself',
  { tags: ['deep'] },
  async () => {
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
  },
);

test(
  'a grant that was taken back leaves the files due, and they come on after it was given again',
  { tags: ['deep'] },
  async () => {
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
  },
);

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

test('a drive that is disconnected while a file of it is fetched gives no suggestion', { tags: ['deep'] }, async () => {
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
