import { expect, test } from 'vitest';
import { docxOf, paragraph } from '../../../../test/documents/make-documents.ts';
import { TYPES } from '../../../../test/drives/google/world.ts';
import { startTestServer } from '../../../../test/server.ts';
import { driveMaker, startGoogle } from './files-fixture.ts';

// Without a provider key, each text is suggested as it is.
const google = await startGoogle();
const server = await startTestServer({ jobs: true, env: google.env });
const { make } = server;
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

test('a suggestion of a drive is accepted as any other', async () => {
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
