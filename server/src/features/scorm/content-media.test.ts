import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { CourseArchive } from '@training/shared/courses/course-archive';
import { MEDIA_LIMITS } from '@training/shared/courses/media-limits';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { documentValidator } from '../../../test/document-validator.ts';
import { wav } from '../../../test/documents/make-recordings.ts';
import { startTestServer } from '../../../test/server.ts';
import { OPENAPI_FILE_PATH } from '../../http/openapi/openapi-document.ts';
import { readZip } from '../../platform/zip.ts';
import { sendMedia } from '../courses/modules/authoring-fixture.ts';
import { card, question } from '../reviews/reviews-fixture.ts';
import { revisionsOn } from '../reviews/revisions-fixture.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'content-media-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const { db, make } = server;
const { workspace, trainer, published } = await revisionsOn(server);
const validate = documentValidator(readFileSync(OPENAPI_FILE_PATH, 'utf8'));
const OCTETS = 'application/octet-stream';
const Answer = z.looseObject({ id: z.string().default('') });

/** A course that another workspace has published, as a system gets it with its media. */
let course: CourseArchive;
let media: (readonly [digest: string, file: Uint8Array])[];

beforeAll(async () => {
  const picture = await sharp({ create: { width: 90, height: 60, channels: 3, background: 'red' } })
    .png()
    .toBuffer();
  const [shown, heard] = [await sendMedia(trainer.client, picture), await sendMedia(trainer.client, wav(400))];
  const [digest, sound] = [shown.digest, heard.digest];
  const module = await published({
    title: 'Lifting',
    cards: [{ ...card(), media: [{ at: 'front', kind: 'picture', digest, alt: 'A load' }] }],
    questions: [{ ...question(), media: [{ at: 'prompt', kind: 'sound', digest: sound, alt: 'A hum' }] }],
  });
  const { rows } = await db.pool.query<{ of: string }>('select course_id as of from modules where id = $1', [module]);
  const { token } = await server.api(['content:export'], workspace);
  const answer = await fetch(`${server.base}/api/v1/courses/${rows[0]!.of}/archive?with_media=true`, {
    headers: { authorization: `Bearer ${token.token}` },
  });
  const files = readZip(new Uint8Array(await answer.arrayBuffer()));
  course = CourseArchive.parse(JSON.parse(Buffer.from(files.get('course.json')!).toString()));
  media = [...files].flatMap(([name, file]) => (name === 'course.json' ? [] : [[name.slice(6), file] as const]));
});

/** A content system of a workspace of its own, which has a department. */
async function contentSystem() {
  const there = await make.workspace();
  const department = await make.department(there);
  const { call, token } = await server.api(['content:import'], there);
  const authorization = `Bearer ${token.token}`;
  const sendPiece = async (body: Uint8Array, headers: Record<string, string> = { 'content-type': OCTETS }) => {
    const url = `${server.base}/api/v1/media/pieces`;
    const response = await fetch(url, {
      method: 'POST',
      headers: { authorization, ...headers },
      body: new Uint8Array(body),
    });
    const json: unknown = await response.json();
    return { status: response.status, json: Answer.parse(json) };
  };
  const sendPieces = async (file: Uint8Array) => {
    const pieces: string[] = [];
    for (let at = 0; at < file.length; at += MEDIA_LIMITS.piece) {
      const { json } = await sendPiece(file.subarray(at, at + MEDIA_LIMITS.piece));
      pieces.push(json.id);
    }
    return pieces;
  };
  const bring = () => call('POST', '/api/v1/courses/import', { department_id: department.id, ...course });
  return { there, department, call, sendPiece, sendPieces, bring };
}

// rules/courses-and-modules 23, rules/media 5
test('a system brings a course in with its media, to the same content hashes', async () => {
  const { there, department, call, sendPieces, bring } = await contentSystem();
  expect(media).toHaveLength(2);
  expect(await bring()).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
  for (const [digest, file] of media) {
    const added = await call('POST', '/api/v1/media', { pieces: await sendPieces(file), digest });
    const schema = ['/api/v1/media', 'post', 'responses', '200', 'content', 'application/json', 'schema'];
    expect(validate(schema, added.json), added.text).toEqual([]);
    expect(added).toMatchObject({ status: 200, json: { digest, bytes: file.length } });
  }
  const imported = await bring();
  expect(imported, imported.text).toMatchObject({ status: 201, json: { modules: [{ is_same: true }] } });
  const author = await server.as('trainer', there, department.id);
  const { flashcards, quiz } = await author.modules.get.query({ id: imported.json.modules[0].id });
  expect({ flashcards: flashcards.content_hash, quiz: quiz.content_hash }).toEqual(course.modules[0]!.content_hashes);
  const { rows } = await db.pool.query(
    `select actor_kind, changes ->> 'format' as format from audit_events where workspace_id = $1 and action = 'module.imported'`,
    [there.id],
  );
  expect(rows).toEqual([{ actor_kind: 'token', format: 'archive' }]);
});

// rules/media 5, rules/api 9
test('a file that is sent twice is one, with an Idempotency-Key too, and pieces are of one workspace', async () => {
  const [one, other] = [await contentSystem(), await contentSystem()];
  const [digest, file] = media[0]!;
  const pieces = await one.sendPieces(file);
  expect(await other.call('POST', '/api/v1/media', { pieces, digest })).toMatchObject({ status: 404 });
  const headers = { 'idempotency-key': 'picture-1' };
  expect(await one.call('POST', '/api/v1/media', { pieces, digest }, headers)).toMatchObject({ status: 200 });
  const again = { pieces: await one.sendPieces(file), digest };
  expect(await one.call('POST', '/api/v1/media', again, headers)).toMatchObject({ status: 200, json: { digest } });
  // As after an answer that was lost.
  for (const sent of [{ pieces, digest }, again]) {
    expect(await one.call('POST', '/api/v1/media', sent)).toMatchObject({ status: 200, json: { digest } });
  }
  const unknown = { ...again, digest: '0'.repeat(64) };
  expect(await one.call('POST', '/api/v1/media', unknown)).toMatchObject({ status: 404 });
  const { rows } = await db.pool.query('select digest from media where workspace_id = $1', [one.there.id]);
  expect(rows).toEqual([{ digest }]);
});

// rules/api 7, rules/bounds 4
test('a piece is octets of 3 MiB at most, and JSON is no piece', async () => {
  const { sendPiece, call } = await contentSystem();
  const piece = await sendPiece(new Uint8Array(MEDIA_LIMITS.piece));
  expect(piece).toMatchObject({ status: 200, json: { bytes: MEDIA_LIMITS.piece } });
  const refused = (status: number, code: string) => ({ status, json: { code } });
  expect(await sendPiece(new Uint8Array(MEDIA_LIMITS.piece + 1))).toMatchObject(refused(413, 'file_too_large'));
  expect(await sendPiece(new Uint8Array())).toMatchObject(refused(400, 'invalid_request'));
  for (const type of ['application/json', 'image/png']) {
    expect(await sendPiece(Buffer.from('{}'), { 'content-type': type })).toMatchObject(
      refused(415, 'unsupported_media_type'),
    );
  }
  const json = await call('POST', '/api/v1/media', 'x', { 'content-type': OCTETS });
  expect(json).toMatchObject(refused(415, 'unsupported_media_type'));
  const exporter = await server.api(['content:export'], workspace);
  expect(await exporter.call('POST', '/api/v1/media/pieces', {})).toMatchObject(refused(403, 'insufficient_scope'));
});
