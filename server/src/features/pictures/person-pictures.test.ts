import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import type { TestWorkspace } from '../../../test/make.ts';
import { startTestServer } from '../../../test/server.ts';
import { pinsOn } from '../../auth/pins/pins-fixture.ts';
import { refused } from '../courses/modules/authoring-fixture.ts';
import { openStorage } from '../../platform/storage/open-storage.ts';
import { readZip } from '../../platform/zip.ts';
import { removeUnusedMedia } from '../media/remove-unused.ts';

const DATA_DIR = mkdtempSync(path.join(os.tmpdir(), 'pictures-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));
const server = await startTestServer({ env: { DATA_DIR } });
const { make, db } = server;
const storage = openStorage({ storageUrl: undefined, dataDir: DATA_DIR });
const { world, openDevice, post, enterDevice } = pinsOn(server);

let hue = 0;
/** A photo of its own colour, upright only by its metadata. */
const photo = () =>
  sharp({ create: { width: 900, height: 600, channels: 3, background: { r: (hue += 40), g: 90, b: 10 } } })
    .withExif({ IFD0: { Copyright: 'Secret place' } })
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();

type Client = Awaited<ReturnType<typeof server.as>>;
const send = async (client: Client, file?: Uint8Array) =>
  (await client.pictures.upload.mutate(new Blob([Uint8Array.from(file ?? (await photo()))]))).picture;
const clientOf = async ({ email }: { email: string }, { slug }: TestWorkspace) =>
  server.client({ cookie: await server.signIn(email), [WORKSPACE_HEADER]: slug });
const picturesOf = (cookie: string, ids: string[]) => post('/api/auth/shared-device/pictures', { ids }, cookie);

// rules/users 26
test('a person’s picture is stored as a small square without metadata, and they remove it', async () => {
  const workspace = await make.workspace();
  const user = await make.user(workspace, { fullName: 'Ana' });
  const client = await clientOf(user, workspace);
  expect(await client.pictures.own.query()).toEqual({ picture: null });
  const picture = await send(client);
  await client.pictures.chooseOwn.mutate({ picture });
  expect(await client.pictures.own.query()).toEqual({ picture });
  const cookie = await server.signIn(user.email);
  const served = await fetch(`${server.base}/media/${workspace.slug}/${picture}`, { headers: { cookie } });
  const bytes = Buffer.from(await served.arrayBuffer());
  const { format, width, height, exif } = await sharp(bytes).metadata();
  expect([format, width, height, exif]).toEqual(['webp', 256, 256, undefined]);
  expect(bytes.length).toBeLessThan(20_000);
  expect((await fetch(`${server.base}/media/${workspace.slug}/${picture}`)).status).toBe(401);
  await client.pictures.chooseOwn.mutate({ picture: null });
  expect(await client.pictures.own.query()).toEqual({ picture: null });
  const admin = await server.as('super_admin', workspace);
  const { events } = await admin.audit.list.query({});
  const told = events.filter(({ subject }) => subject.id === user.id).map(({ action, changes }) => [action, changes]);
  expect(told.filter((each) => /picture/.test(JSON.stringify(each)))).toEqual([
    ['user.picture_removed', null],
    ['user.picture_set', null],
  ]);
});

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 5"><rect width="5" height="5"/></svg>';

// rules/users 26
test('other files, damaged and large ones are refused, and so is other media', async () => {
  const workspace = await make.workspace();
  const client = await server.as('learner', workspace);
  const whole = await photo();
  for (const file of [Buffer.from(SVG), Buffer.from('%PDF-1.7'), whole.subarray(0, 900)]) {
    await expect(send(client, file)).rejects.toMatchObject(refused('unsupported_file'));
  }
  await expect(send(client, Buffer.alloc(5 * 1024 * 1024 + 1))).rejects.toMatchObject({ data: { httpStatus: 413 } });
  await expect(send(client, Buffer.alloc(0))).rejects.toMatchObject(refused('invalid_request'));
  const unknown = { picture: 'a'.repeat(64) };
  await expect(client.pictures.chooseOwn.mutate(unknown)).rejects.toMatchObject(refused('file_not_found'));
  // Nothing takes room.
  expect((await db.pool.query('select from media_pieces where workspace_id = $1', [workspace.id])).rowCount).toBe(0);
});

// rules/users 26
test('films that somebody sent leave their pictures of the day', async () => {
  const workspace = await make.workspace();
  const user = await make.user(workspace, { role: 'content_manager' });
  await db.pool.query(
    `with film as (insert into media (workspace_id, digest, kind, media_type, size, created_at)
       values ($1, repeat('f', 64), 'film', 'video/mp4', 2500, now()) returning digest)
     insert into media_pieces (workspace_id, id, created_by, created_at, size, state, digest, n)
     select $1, gen_random_uuid(), $2, now(), 10, 'stored', digest, n from film, generate_series(0, 249) n`,
    [workspace.id, user.id],
  );
  const client = await clientOf(user, workspace);
  expect(await send(client)).toMatch(/^[0-9a-f]{64}$/);
  await db.pool.query(`update media set kind = 'picture' where workspace_id = $1`, [workspace.id]);
  await expect(send(client)).rejects.toMatchObject(refused('rate_limited'));
});

// rules/users 26
test('super admins set pictures of everyone, managers of their team, others of nobody', async () => {
  const workspace = await make.workspace();
  const boss = await make.user(workspace, { role: 'learner' });
  const report = await make.user(workspace, { managerId: boss.id });
  const other = await make.user(workspace);
  const admin = await server.as('super_admin', workspace);
  const manager = await clientOf(boss, workspace);
  const picture = await send(manager);
  const choose = (by: Client, { id }: { id: string }) => by.pictures.choose.mutate({ user_id: id, picture });
  await choose(manager, report);
  expect(await admin.users.get.query({ id: report.id })).toMatchObject({ picture });
  for (const one of [other, boss]) {
    await expect(choose(manager, one)).rejects.toMatchObject(refused('user_not_found'));
    expect(await admin.users.get.query({ id: one.id })).toMatchObject({ picture: null });
  }
  await choose(admin, other);
  const cookie = await server.signIn((await make.user(workspace, { role: 'super_admin' })).email);
  const url = `${server.base}/api/workspaces/${workspace.slug}/people/${other.id}/export`;
  const exported = await (await fetch(url, { headers: { cookie } })).arrayBuffer();
  const file = readZip(new Uint8Array(exported)).get('picture.webp');
  expect((await sharp(file).metadata()).width).toBe(256);
  expect(await admin.users.get.query({ id: other.id })).toMatchObject({ picture });
  await expect(choose(await server.as('auditor', workspace), other)).rejects.toMatchObject(refused('forbidden'));
});

// rules/users 26, rules/media 8
test('deactivation removes the picture, and its file goes when nobody has it', async () => {
  const { workspace, admin, person } = await world();
  const [ana, ben] = [await person(), await person()];
  const picture = await send(admin);
  for (const { id } of [ana, ben]) await admin.pictures.choose.mutate({ user_id: id, picture });
  const tidy = async () => {
    await db.pool.query(
      `update media set created_at = created_at - interval '8 days' where workspace_id = $1 and digest = $2`,
      [workspace.id, picture],
    );
    await removeUnusedMedia({ db, storage });
    return (await db.pool.query('select from media where workspace_id = $1', [workspace.id])).rowCount;
  };
  expect(await tidy()).toBe(1);
  const deactivate = ({ id }: { id: string }) =>
    admin.users.changeSeveral.mutate({ user_ids: [id], change: { kind: 'deactivate' } });
  await deactivate(ana);
  expect(await admin.users.get.query({ id: ana.id })).toMatchObject({ is_active: false, picture: null });
  expect(await tidy()).toBe(1);
  await deactivate(ben);
  expect(await tidy()).toBe(0);
  await expect(admin.pictures.choose.mutate({ user_id: ana.id, picture: null })).rejects.toMatchObject(
    refused('user_not_found'),
  );
});

// rules/sign-in 18
test('a device that shows pictures has those of its people, and no cache keeps them', async () => {
  const { admin, owner, department, device, workspace } = await world();
  const elsewhere = await make.department(workspace);
  const [ana, ben, eve] = [await owner(), await owner(), await owner('learner', undefined, elsewhere.id)];
  const ids = [ana, ben, eve].map(({ id }) => id);
  const picture = await send(admin);
  for (const { id } of [ana, eve]) await admin.pictures.choose.mutate({ user_id: id, picture });
  const { cookie } = await device({ shows: 'picture', department_id: department.id });
  expect((await openDevice(cookie)).people).toEqual([
    { id: ana.id, name: `${ana.fullName.split(' ')[0]} ${ana.fullName.split(' ')[1]![0]}.`, has_picture: true },
    { id: ben.id, name: expect.any(String), has_picture: false },
  ]);
  const { status, headers, pictures } = await picturesOf(cookie, ids);
  expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
  expect(Object.keys(pictures ?? {})).toEqual([ana.id]);
  const [start, data = ''] = pictures![ana.id]!.split(',');
  expect(start).toBe('data:image/webp;base64');
  expect((await sharp(Buffer.from(data, 'base64')).metadata()).width).toBe(256);
  await enterDevice(cookie, { user_id: ana.id });
  const named = await device({ shows: 'name' });
  expect(await picturesOf(named.cookie, ids)).toMatchObject({ status: 200, pictures: {} });
  for (const none of ['', ana.cookie]) {
    expect(await picturesOf(none, ids)).toMatchObject({ status: 404, code: 'device_not_found' });
  }
  const foreign = await world();
  const theirs = await foreign.device({ shows: 'picture' });
  expect(await picturesOf(theirs.cookie, ids)).toMatchObject({ status: 200, pictures: {} });
  const [revoked] = (await admin.sharedDevices.list.query()).devices;
  for (const { id } of (await admin.sharedDevices.list.query()).devices)
    await admin.sharedDevices.revoke.mutate({ id });
  expect(revoked).toBeDefined();
  expect(await picturesOf(cookie, ids)).toMatchObject({ status: 404, code: 'device_not_found' });
});
