import { mkdtempSync, rmSync } from 'node:fs';
import { readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { mp4Of } from '../../test/documents/make-mp4.ts';
import { KEYRING, startTestServer } from '../../test/server.ts';
import { commandsWith } from '../../test/wtp.ts';
import { objectNameOfBlobPart } from '../database/blob-tables.ts';
import { verifyStoredFiles } from '../features/media/verify-stored-files.ts';
import { sendMedia, authoringOn, card } from '../features/courses/modules/authoring-fixture.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'storage-verify-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const commands = commandsWith({ DATABASE_URL: server.databaseUrl, DATA_DIR, ...KEYRING });

/** Runs the command, and returns its exit code and what it says. */
async function verify(...more: string[]) {
  const { code, stdout } = await commands.wtp(['storage', 'verify', '--json', ...more]);
  return { code, said: JSON.parse(stdout) };
}

// rules/operation 18
test('media that content names and the storage lacks, or has other bytes of, are named', async () => {
  const { workspace, client, course } = await authoringOn(server).trainer();
  const film = Buffer.from(mp4Of('Opus', 1).toString('latin1').replaceAll('soun', 'vide'), 'latin1');
  const { digest } = await sendMedia(client, film);
  const { digest: captions } = await sendMedia(client, Buffer.from('WEBVTT\n\n00:01.000 --> 00:02.500\nLift\n'));
  const { id } = await client.modules.create.mutate({ course_id: course.id, title: 'Lifting' });
  const media = [{ at: 'front' as const, kind: 'film' as const, digest, alt: 'Lifting', captions }];
  const items = [card({ media })];
  await client.modules.saveSection.mutate({ module_id: id, section: 'flashcards', version: 1, items });
  const only = ['--workspace', workspace.slug];
  expect(await verify()).toMatchObject({ code: 0, said: { media: 2, count: 0 } });
  expect(await verify('--read', ...only)).toMatchObject({ code: 0, said: { workspaces: 1, media: 2 } });

  const { rows } = await server.db.pool.query<{ id: string; digest: string }>(
    'select id, digest from media_pieces where workspace_id = $1',
    [workspace.id],
  );
  const fileOf = (of: string) =>
    path.join(DATA_DIR, 'storage', workspace.id, rows.find((row) => row.digest === of)!.id);
  await writeFile(fileOf(digest), Buffer.alloc(film.length, 7));
  expect(await verify(...only)).toMatchObject({ code: 0 });
  const problem = (of: string, what: string) => ({ workspace: workspace.slug, digest: of, problem: what });
  expect(await verify('--read', ...only)).toMatchObject({ code: 1, said: { problems: [problem(digest, 'changed')] } });
  await rm(fileOf(digest));
  expect(await verify()).toMatchObject({ code: 1, said: { problems: [problem(digest, 'missing')] } });
  await writeFile(fileOf(digest), film.subarray(1));
  expect(await verify()).toMatchObject({ code: 1, said: { problems: [problem(digest, 'missing')] } });

  await server.db.pool.query('delete from media_pieces where workspace_id = $1 and digest = $2', [
    workspace.id,
    captions,
  ]);
  await server.db.pool.query('delete from media where workspace_id = $1 and digest = $2', [workspace.id, captions]);
  const { code, said } = await verify();
  expect([code, said.problems]).toEqual([1, [problem(captions, 'unknown'), problem(digest, 'missing')]]);
  expect((await commands.wtp(['storage', 'verify'])).stdout).toContain('is named by content, but was never stored');
});

// rules/operation 18
test('recordings, documents and uploads that the storage lacks, or has other bytes of, are named', async () => {
  const workspace = await server.make.workspace();
  const [admin, trainer] = [await server.as('super_admin', workspace), await server.as('trainer', workspace)];
  const bytes = Buffer.from(`%PDF-1.7\n${'certificate '.repeat(100_000)}`);
  const { id } = await admin.attested.upload.mutate(new Blob([bytes]));
  const { id: text } = await trainer.ai.upload.mutate(new Blob(['Words.']));
  const only = ['--workspace', workspace.slug];
  expect(await verify('--read', ...only)).toMatchObject({ code: 0, said: { media: 0, files: 2, count: 0 } });
  const fileOf = (name: string) => path.join(DATA_DIR, 'storage', workspace.id, name);
  const last = (await readFile(fileOf(`${id}-1`))).length;
  await writeFile(fileOf(`${id}-1`), Buffer.alloc(last, 7));
  const problem = (kind: string, of: string, what: string) => ({
    workspace: workspace.slug,
    kind,
    id: of,
    problem: what,
  });
  expect(await verify(...only)).toMatchObject({ code: 0 });
  const { said } = await verify('--read', ...only);
  expect(said).toMatchObject({ count: 1, problems: [problem('document', id, 'changed')] });
  await rm(fileOf(`${id}-1`));
  await rm(fileOf(`${text}-0`));
  const missing = await verify(...only);
  expect(missing).toMatchObject({ code: 1, said: { count: 2 } });
  expect(missing.said.problems).toEqual([problem('document', id, 'missing'), problem('upload', text, 'missing')]);
  expect((await commands.wtp(['storage', 'verify', ...only])).stdout).toContain(`document ${id} isn’t in the storage`);
});

// rules/operation 18
test('what is deleted while it is looked at is no problem; what is partly in columns is looked at', async () => {
  const workspace = await server.make.workspace();
  const admin = await server.as('super_admin', workspace);
  const bytes = Buffer.from(`%PDF-1.7\n${'certificate '.repeat(100_000)}`);
  const { id } = await admin.attested.upload.mutate(new Blob([bytes]));
  const { id: gone } = await admin.attested.upload.mutate(new Blob([bytes]));
  const first = objectNameOfBlobPart({ workspaceId: workspace.id, id, n: 0 });
  const column = await server.storage.read(first, { start: 0, end: bytes.length });
  const { pool } = server.db;
  await pool.query('update attested_file_parts set bytes = $2, size = null where file_id = $1 and n = 0', [id, column]);
  await server.storage.remove(first);
  const storage: typeof server.storage = {
    ...server.storage,
    async read(name, range) {
      if (!name.includes(gone)) return server.storage.read(name, range);
      await pool.query(`update attested_files set state = 'deleted' where id = $1`, [gone]);
      return undefined;
    },
  };
  const verified = () => verifyStoredFiles({ db: server.db, storage, workspace }, true);
  expect(await verified()).toMatchObject({ files: 2, problems: [] });
  await server.storage.remove(objectNameOfBlobPart({ workspaceId: workspace.id, id, n: 1 }));
  expect(await verified()).toMatchObject({ files: 1, problems: [{ kind: 'document', id, problem: 'missing' }] });
});
