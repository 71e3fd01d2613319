import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CourseArchive } from '@training/shared/courses/course-archive';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { documentValidator } from '../../../test/document-validator.ts';
import { startTestServer } from '../../../test/server.ts';
import { callProcedure } from '../../../test/call-procedure.ts';
import { OPENAPI_FILE_PATH } from '../../http/openapi/openapi-document.ts';
import { wav } from '../../../test/documents/make-recordings.ts';
import { readZip } from '../../platform/zip.ts';
import { sendMedia } from '../courses/modules/authoring-fixture.ts';
import { card, edit, question } from '../reviews/reviews-fixture.ts';
import { revisionsOn } from '../reviews/revisions-fixture.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'content-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const { db, make } = server;
const cast = await revisionsOn(server);
const { workspace, trainer } = cast;
const validate = documentValidator(readFileSync(OPENAPI_FILE_PATH, 'utf8'));

let call: ReturnType<typeof server.rest>;
let token: string;
/** A course with a published module that is being revised, and a draft beside it. */
let course: string;
let module: string;

beforeAll(async () => {
  const api = await server.api(['content:export', 'content:import'], workspace);
  ({ call } = api);
  token = api.token.token;
  module = await cast.published({ title: 'Brakes', cards: [card('Stop')], questions: [question()] });
  const { rows } = await db.pool.query<{ course_id: string }>('select course_id from modules where id = $1', [module]);
  course = rows[0]!.course_id;
  await trainer.client.reviews.revise.mutate({ module_id: module });
  await edit(trainer.client, module, 'quiz', [question('A draft')]);
  const { id: draft } = await trainer.client.modules.create.mutate({ course_id: course, title: 'Only a draft' });
  await edit(trainer.client, draft, 'flashcards', [card('A draft')]);
});

const bytesOf = async (path: string) => {
  const response = await fetch(`${server.base}/api/v1${path}`, { headers: { authorization: `Bearer ${token}` } });
  expect(response.status, path).toBe(200);
  return { type: response.headers.get('content-type'), bytes: new Uint8Array(await response.arrayBuffer()) };
};

const exportsOf = async () => {
  const { rows } = await db.pool.query(
    `select actor_kind, changes ->> 'format' as format, changes ->> 'module_id' as module from audit_events
     where workspace_id = $1 and action = 'course.exported' order by at, id`,
    [workspace.id],
  );
  return rows;
};

// rules/courses-and-modules 23, rules/audit 1
test('a system exports what is published, in each format, and the audit log has who took what out', async () => {
  const { json, headers } = await call('GET', `/api/v1/courses/${course}/archive`);
  expect(headers.get('content-type')).toBe('application/json');
  const archive = CourseArchive.parse(json);
  expect(archive.modules.map(({ title }) => title)).not.toContain('Only a draft');
  expect(JSON.stringify(json)).not.toContain('A draft');
  const table = await call('GET', `/api/v1/courses/${course}/csv?module_id=${module}`);
  expect(table.text).toContain('"module","language","kind"');
  expect(table.text).not.toContain('A draft');
  for (const format of ['qti', 'scorm'] as const) {
    const { type, bytes } = await bytesOf(`/courses/${course}/${format}`);
    expect(type).toBe('application/zip');
    const files = [...readZip(bytes)].map(([name, file]) => [name, Buffer.from(file).toString()] as const);
    expect(files.map(([name]) => name)).toContain('imsmanifest.xml');
    expect(files.filter(([, text]) => text.includes('A draft'))).toEqual([]);
  }
  const console = `${server.base}/api/workspaces/${workspace.slug}/courses/${course}/csv`;
  expect(await (await fetch(console, { headers: trainer.headers })).text()).toContain('A draft');
  const by = (actor_kind: string, format: string, of: string | null = null) => ({ actor_kind, format, module: of });
  expect(await exportsOf()).toEqual([
    by('token', 'archive'),
    by('token', 'table', module),
    by('token', 'qti'),
    by('token', 'scorm'),
    by('user', 'table'),
  ]);
});

// rules/courses-and-modules 23
test('an archive that a system exported comes back as drafts of a new course, with the same hashes, once', async () => {
  const { json: archive } = await call('GET', `/api/v1/courses/${course}/archive`);
  const department = await make.department(workspace, 'Kitchen');
  const body = { department_id: department.id, ...archive };
  const headers = { 'idempotency-key': 'import-once' };
  const imported = await call('POST', '/api/v1/courses/import', body, headers);
  const schema = ['/api/v1/courses/import', 'post', 'responses', '201', 'content', 'application/json', 'schema'];
  expect(validate(schema, imported.json), imported.text).toEqual([]);
  expect(imported).toMatchObject({ status: 201, json: { modules: [{ is_same: true }] } });
  const again = await call('POST', '/api/v1/courses/import', body, headers);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  const author = await server.as('trainer', workspace, department.id);
  const { courses } = await author.courses.list.query({ department_id: department.id });
  expect(courses).toMatchObject([{ id: imported.json.id, published: false }]);
  const detail = await author.modules.get.query({ id: imported.json.modules[0].id });
  expect(detail).toMatchObject({
    status: 'draft',
    flashcards: { content_hash: archive.modules[0].content_hashes.flashcards },
  });
  expect(await call('GET', `/api/v1/courses/${imported.json.id}/archive`)).toMatchObject({
    status: 409,
    json: { code: 'module_not_published' },
  });
  const { rows } = await db.pool.query(
    `select actor_kind, changes from audit_events where workspace_id = $1 and action = 'module.imported'`,
    [workspace.id],
  );
  expect(rows).toMatchObject([{ actor_kind: 'token', changes: { format: 'archive', cards: expect.any(Number) } }]);
});

// rules/courses-and-modules 23
test('an import is all or nothing: media that the workspace lacks, or a department that there is not, is refused', async () => {
  const { json: archive } = await call('GET', `/api/v1/courses/${course}/archive`);
  const department = await make.department(workspace, 'Garden');
  const media = [{ digest: 'a'.repeat(64), kind: 'picture', alt: 'x', place: 'prompt' }];
  const [first] = archive.modules;
  const lost = { ...first, title: 'Second', flashcards: [{ ...card('f'), media: [{ ...media[0], place: 'front' }] }] };
  const send = (changes: object) =>
    call('POST', '/api/v1/courses/import', { department_id: department.id, ...archive, ...changes });
  const refused = await send({ modules: [first, lost] });
  expect(refused, refused.text).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
  expect(await send({ department_id: module })).toMatchObject({ status: 404, json: { code: 'department_not_found' } });
  const admin = await server.as('super_admin', workspace);
  expect((await admin.courses.list.query({ department_id: department.id })).courses).toEqual([]);
});

// rules/tokens 5, rules/bounds 4
test('each direction needs its scope, tRPC answers no file, and a body has at most 8 MiB', async () => {
  const { call: exporter } = await server.api(['content:export'], workspace);
  const { call: importer } = await server.api(['content:import', 'catalog:read'], workspace);
  const scope = { status: 403, json: { code: 'insufficient_scope' } };
  expect(await importer('GET', `/api/v1/courses/${course}/scorm`)).toMatchObject(scope);
  expect(await exporter('POST', '/api/v1/courses/import', {})).toMatchObject(scope);
  const asked = { name: 'content.scorm', type: 'query' } as const;
  const over = await callProcedure(server.base, { authorization: `Bearer ${token}` }, asked, { course_id: course });
  expect([over.status, over.text]).toEqual([400, expect.stringContaining('over REST only')]);
  const large = await call('POST', '/api/v1/courses/import', `{"x":"${'x'.repeat(8 * 1024 * 1024)}"}`);
  expect(large).toMatchObject({ status: 413, json: { code: 'body_too_large' } });
  expect(await call('GET', `/api/v1/courses/${course}/qti?limit=1`)).toMatchObject({ status: 400 });
});

// rules/tokens 8
test('a download ends once its token is revoked', async () => {
  // More than what the connection holds.
  const { digest } = await sendMedia(trainer.client, wav(4_000));
  const media = [{ at: 'prompt' as const, kind: 'sound' as const, digest, alt: 'A hum' }];
  const id = await cast.published({ title: 'Hum', cards: [card()], questions: [{ ...question(), media }] });
  const of = (await db.pool.query<{ id: string }>('select course_id as id from modules where id = $1', [id])).rows[0]!
    .id;
  const short = await server.api(['content:export'], workspace);
  const headers = { authorization: `Bearer ${short.token.token}` };
  const response = await fetch(`${server.base}/api/v1/courses/${of}/archive?with_media=true`, { headers });
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/zip']);
  const reader = response.body!.getReader();
  await reader.read();
  const admin = await server.as('super_admin', workspace);
  await admin.tokens.revoke.mutate({ id: short.token.id });
  const rest = async () => {
    while (!(await reader.read()).done);
  };
  await expect(rest()).rejects.toThrow('terminated');
});

// rules/courses-and-modules 23
test('the audit log has no export that was refused or not asked for', async () => {
  const sounds = [await sendMedia(trainer.client, wav(1)), await sendMedia(trainer.client, wav(2))];
  const questions = sounds.map(({ digest }) => ({
    ...question(),
    media: [{ at: 'prompt' as const, kind: 'sound' as const, digest, alt: 'A hum' }],
  }));
  const id = await cast.published({ title: 'Large', cards: [card()], questions });
  const { rows } = await db.pool.query<{ of: string }>('select course_id as of from modules where id = $1', [id]);
  const path = `/api/v1/courses/${rows[0]!.of}`;
  await db.pool.query('update media set size = 2100000000 where digest = any($1)', [
    sounds.map(({ digest }) => digest),
  ]);
  const before = await exportsOf();
  for (const refused of [`${path}/archive?with_media=true`, `${path}/qti`, `${path}/scorm`]) {
    expect((await call('GET', refused)).status, refused).toBeGreaterThanOrEqual(400);
  }
  const head = { method: 'HEAD', headers: { authorization: `Bearer ${token}` } };
  for (const format of ['archive', 'csv']) {
    expect((await fetch(`${server.base}${path}/${format}`, head)).status).toBe(405);
  }
  expect(await exportsOf()).toEqual(before);
});

// rules/courses-and-modules 23
test('the audit log has no export for which the server was busy', { tags: ['deep'] }, async () => {
  const { digest } = await sendMedia(trainer.client, wav(4_001));
  const media = [{ at: 'prompt' as const, kind: 'sound' as const, digest, alt: 'A hum' }];
  const id = await cast.published({ title: 'Slow', cards: [card()], questions: [{ ...question(), media }] });
  const { rows } = await db.pool.query<{ of: string }>('select course_id as of from modules where id = $1', [id]);
  const headers = { authorization: `Bearer ${token}` };
  const open = (format: string) => fetch(`${server.base}/api/v1/courses/${rows[0]!.of}/${format}`, { headers });
  const archive = 'archive?with_media=true';
  const unread = [await open(archive), await open(archive)];
  expect(unread.map(({ status }) => status)).toEqual([200, 200]);
  const before = await exportsOf();
  for (const format of [archive, 'qti', 'scorm']) expect((await open(format)).status, format).toBe(503);
  expect(await exportsOf()).toEqual(before);
  for (const { body } of unread) await body!.cancel();
});
