import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { strFromU8, strToU8, zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import { wav } from '../../../../test/documents/make-recordings.ts';
import { startTestServer } from '../../../../test/server.ts';
import { readZip } from '../../../platform/zip.ts';
import { authoringOn, question, sendMedia } from '../../courses/modules/authoring-fixture.ts';
import { evidenceOn, fileOf } from '../evidence-fixture.ts';
import { verifyPack } from './verify-pack.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'media-in-pack-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const { make } = server;
const { completion, get, packOf } = evidenceOn(server);

/** A completion of a question with a sound and its captions. */
async function heard() {
  const workspace = await make.createdWorkspace(new Date('2025-01-01T00:00:00Z'));
  const { client } = await authoringOn(server).trainer(workspace);
  const { digest } = await sendMedia(client, wav(1));
  const captions = (await sendMedia(client, Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.500\nHonk\n'))).digest;
  const asked = {
    ...question(),
    media: [{ at: 'prompt' as const, kind: 'sound' as const, digest, alt: 'Horn', captions }],
  };
  const course = await make.course(workspace);
  const module = await make.module(workspace, course.id, { status: 'published', questions: [asked] });
  const person = await make.user(workspace);
  await completion(workspace, person, module.id);
  return { workspace, person, digest, captions };
}

const problemsOf = async (files: Record<string, Uint8Array>) =>
  (await verifyPack(await fileOf(zipSync(files)))).problems;

// rules/evidence 4, rules/evidence 5, rules/users 25
test('a pack and a person’s export have what a question showed; a pack with other bytes, or without them, is refused', async () => {
  const { workspace, person, digest, captions } = await heard();
  const bytes = await packOf(workspace);
  expect(await verifyPack(await fileOf(bytes))).toMatchObject({ valid: true, problems: [] });
  const files = Object.fromEntries(readZip(bytes));
  expect(createHash('sha256').update(files[`media/${digest}`]!).digest('hex')).toBe(digest);
  expect(Object.keys(files)).toContain(`media/${captions}`);
  const changed = { ...files, [`media/${digest}`]: strToU8('else') };
  expect(await problemsOf(changed)).toContain(`media/${digest} has another digest`);
  const { [`media/${digest}`]: _, ...without } = files;
  expect(await problemsOf(without)).toContain(`media/${digest} is missing`);
  const foreign = createHash('sha256').update('x').digest('hex');
  expect(await problemsOf({ ...files, [`media/${foreign}`]: strToU8('x') })).toContain(
    `media/${foreign} is of no question`,
  );

  const { email } = await make.user(workspace, { role: 'super_admin' });
  const exported = readZip((await get(workspace, email, `/people/${person.id}/export`)).bytes);
  expect(Buffer.from(exported.get(`media/${digest}`) ?? []).equals(Buffer.from(wav(1)))).toBe(true);
  expect([...exported.keys()]).toContain(`media/${captions}`);
});

// rules/evidence 4
test('a pack names media that the storage lost', async () => {
  const { workspace, digest, captions } = await heard();
  rmSync(path.join(DATA_DIR, 'storage', workspace.id), { recursive: true });
  const bytes = await packOf(workspace);
  const files = Object.fromEntries(readZip(bytes));
  const manifest = JSON.parse(strFromU8(files['manifest.json']!));
  expect(manifest.media_left_out).toEqual([digest, captions].toSorted());
  expect(await verifyPack(await fileOf(bytes))).toMatchObject({ valid: true });
});
