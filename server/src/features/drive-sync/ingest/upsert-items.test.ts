import { expect, test } from 'vitest';
import type { ChangeDetectionMethod } from '@training/shared/drives/drives';
import { createWorkspaceEntityManager } from '../../../core/transaction.ts';
import type { DriveItem } from '../../../providers/drives/drive.ts';
import { driveItem } from '../../../../test/drives/drive-item.ts';
import { startTestServer } from '../../../../test/server.ts';
import { DriveItemEntity } from './drive-file.entity.ts';
import { markRequestedItemsMissing } from './mark-items-missing.ts';
import { recomputeDrivePlacement } from './recompute-placement.ts';
import { upsertItems } from './upsert-items.ts';

const { db, make } = await startTestServer();

/** A drive with one picked folder, `root`, and a clock controlled by the test. */
async function drive() {
  const workspace = await make.workspace();
  const connection = await make.drive(workspace);
  const root = await make.driveFolder(workspace, connection.id, { providerId: 'root' });
  const ctx = make.contextOf(workspace);
  const start = ctx.now.getTime();
  let seconds = 0;
  const now = () => new Date(start + seconds * 1_000);
  const tx = <T>(work: (em: ReturnType<typeof createWorkspaceEntityManager>) => Promise<T>) =>
    createWorkspaceEntityManager(ctx).transactional(work);
  return {
    workspace,
    connection,
    root,
    after: (more: number) => {
      seconds += more;
    },
    at: (offset: number) => new Date(start + offset * 1_000),
    see: (items: DriveItem[], how: { foundBy?: ChangeDetectionMethod; crawlId?: string } = {}) =>
      tx((em) => upsertItems(em, ctx, connection, items, { foundBy: 'poll', now: now(), ...how })),
    miss: (ids: string[], state: 'gone' | 'unreadable' = 'gone') =>
      tx((em) => markRequestedItemsMissing(em, { ...ctx, now: now() }, connection, ids, state)),
    placeAnew: () =>
      tx((em) =>
        recomputeDrivePlacement(em, {
          workspaceId: workspace.id,
          connectionId: connection.id,
          foundBy: 'manual',
          now: now(),
        }),
      ),
    /** Simulates that the file was fetched and suggested. */
    settled: async (id: string) => {
      await db.pool.query(
        `update drive_files set state = 'suggested', due_at = null, gathering_since = null, text_hash = 'x', reason = null
         where workspace_id = $1 and provider_id = $2`,
        [workspace.id, id],
      );
    },
    file: (id: string) =>
      createWorkspaceEntityManager(ctx).findOne(DriveItemEntity, { connectionId: connection.id, providerId: id }),
    states: async () => {
      const files = await createWorkspaceEntityManager(ctx).find(DriveItemEntity, { connectionId: connection.id });
      return Object.fromEntries(files.map(({ providerId, state }) => [providerId, state]));
    },
  };
}

const folder = (id: string, parent: string, changes: Partial<DriveItem> = {}) =>
  driveItem(id, { kind: 'folder', parents: [parent], ...changes });
const file = (id: string, parent: string, changes: Partial<DriveItem> = {}) =>
  driveItem(id, { parents: [parent], ...changes });

test('a new file within what was picked, at any depth, is due at once, and counted with how it was found', async () => {
  const { see, file: stored, root, at, workspace } = await drive();
  const page = [folder('a', 'root'), folder('b', 'a'), file('f', 'b', { changedAt: at(5) })];
  const seen = await see(page, { foundBy: 'push' });
  expect(seen).toMatchObject({ seen: 3, changed: 1, unknownParents: [] });
  expect(seen.entered.map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
  expect(await stored('f')).toMatchObject({
    state: 'discovered',
    folderId: root.id,
    dueAt: at(0),
    foundBy: 'push',
    foundAt: at(0),
  });
  const { rows } = await db.pool.query(
    'select found_by, found_at, changed_at from drive_file_changes where workspace_id = $1',
    [workspace.id],
  );
  expect(rows).toEqual([{ found_by: 'push', found_at: at(0), changed_at: at(5) }]);
});

test('what has not changed is not due again, whatever its name and its time are now', async () => {
  const { see, file: stored, settled, after } = await drive();
  await see([file('f', 'root')]);
  await settled('f');
  after(60);
  const again = await see([file('f', 'root', { name: 'Other', revision: '2', changedAt: new Date() })]);
  expect(again.changed).toBe(0);
  expect(await stored('f')).toMatchObject({ state: 'suggested', dueAt: null, name: 'Other' });
});

test('another checksum is a change, and so is another revision where there is no checksum', async () => {
  const { see, file: stored, settled, after } = await drive();
  await see([file('f', 'root'), file('doc', 'root', { checksum: null })]);
  await Promise.all([settled('f'), settled('doc')]);
  after(60);
  const changes = [file('f', 'root', { checksum: 'other' }), file('doc', 'root', { checksum: null, revision: '2' })];
  expect((await see(changes)).changed).toBe(2);
  expect(await stored('f')).toMatchObject({ state: 'discovered' });
  expect((await stored('doc'))?.dueAt).not.toBeNull();
});

// rules/drives 6
test('the first change of a quiet file is due at once; later ones gather for 30 s, for five minutes at most', async () => {
  const { see, file: stored, settled, after, at } = await drive();
  let n = 0;
  const edit = () => see([file('f', 'root', { checksum: `${++n}` })]);
  const due = async () => (await stored('f'))?.dueAt;
  await edit();
  expect(await due()).toEqual(at(0));
  await settled('f');
  after(10);
  await edit();
  expect(await due()).toEqual(at(40));
  for (let edits = 0; edits < 12; edits++) {
    after(25);
    await edit();
  }
  // It has changed every 25 s since second 10, and is due nevertheless.
  expect(await due()).toEqual(at(310));
  await settled('f');
  after(31);
  await edit();
  expect(await due()).toEqual(at(341));
});

test('a change that is seen while the file is in somebody’s hands makes it due again, and leaves it there', async () => {
  const { see, file: stored, workspace } = await drive();
  await see([file('f', 'root')]);
  await db.pool.query(`update drive_files set state = 'scanning', due_at = null where workspace_id = $1`, [
    workspace.id,
  ]);
  await see([file('f', 'root', { checksum: 'other' })]);
  expect(await stored('f')).toMatchObject({ state: 'scanning' });
  expect((await stored('f'))?.dueAt).not.toBeNull();
});

test('a folder that moves out takes its whole tree along, and brings it back when it returns', async () => {
  const { see, states, file: stored, settled, after, at } = await drive();
  await see([folder('a', 'root'), folder('b', 'a'), folder('other', 'elsewhere'), file('f', 'b'), file('g', 'a')]);
  await Promise.all([settled('f'), settled('g')]);
  await see([folder('a', 'other')]);
  expect(await states()).toMatchObject({ a: 'out_of_scope', b: 'out_of_scope', f: 'out_of_scope', g: 'out_of_scope' });
  expect(await stored('f')).toMatchObject({ folderId: null, dueAt: null });
  after(60);
  const back = await see([folder('a', 'root')]);
  expect(back.changed).toBe(2);
  expect(back.entered.map(({ id }) => id).toSorted()).toEqual(['a', 'b']);
  expect(await states()).toMatchObject({ a: 'discovered', b: 'discovered', f: 'discovered', g: 'discovered' });
  expect(await stored('f')).toMatchObject({ dueAt: at(60), reason: 'returned' });
});

test('a file whose folder is unknown is kept, and placed once somebody has asked for the folder', async () => {
  const { see, states, root, file: stored } = await drive();
  const first = await see([file('f', 'b', { driveId: 'shared' })]);
  expect(first).toMatchObject({ changed: 0, unknownParents: [{ id: 'b', driveId: 'shared' }] });
  expect(await states()).toEqual({ f: 'out_of_scope' });
  expect((await see([folder('b', 'a')])).unknownParents).toEqual([{ id: 'a', driveId: null }]);
  const placed = await see([folder('a', 'root')]);
  expect(placed).toMatchObject({ changed: 1, unknownParents: [] });
  expect(await stored('f')).toMatchObject({ state: 'discovered', folderId: root.id });
});

test('a file outside of what was picked is not stored', async () => {
  const { see, states } = await drive();
  await see([driveItem('top', { kind: 'folder' }), folder('private', 'top')]);
  expect(await see([file('f', 'private'), driveItem('g')])).toMatchObject({ changed: 0, unknownParents: [] });
  expect(Object.keys(await states()).toSorted()).toEqual(['private', 'top']);
});

test('folders in a circle end, and are in nothing', async () => {
  const { see, states } = await drive();
  await see([folder('a', 'root'), folder('b', 'a'), file('f', 'b')]);
  await see([folder('a', 'b')]);
  expect(await states()).toEqual({ a: 'out_of_scope', b: 'out_of_scope', f: 'out_of_scope' });
  await see([folder('a', 'root')]);
  expect(await states()).toEqual({ a: 'discovered', b: 'discovered', f: 'discovered' });
});

test('an item of which the provider does not say where it is stays where it was', async () => {
  const { see, states } = await drive();
  await see([folder('a', 'root'), file('f', 'a')]);
  const again = [
    driveItem('f', { parents: null, checksum: 'other' }),
    driveItem('a', { kind: 'folder', parents: null }),
  ];
  expect((await see(again)).changed).toBe(1);
  expect(await states()).toEqual({ a: 'discovered', f: 'discovered' });
  expect(await see([driveItem('g', { parents: null })])).toMatchObject({ changed: 0, unknownParents: [] });
});

// rules/drives 6
test('of picked folders within each other the nearest counts', async () => {
  const { see, file: stored, connection, workspace, root } = await drive();
  const inner = await make.driveFolder(workspace, connection.id, { providerId: 'a' });
  await see([folder('a', 'root'), folder('b', 'a'), file('f', 'b'), file('g', 'root')]);
  expect((await stored('f'))?.folderId).toBe(inner.id);
  expect((await stored('g'))?.folderId).toBe(root.id);
});

test('a file in the trash, or in a folder in the trash, comes back when that is restored', async () => {
  const { see, states, settled } = await drive();
  await see([folder('a', 'root'), file('f', 'a'), file('g', 'root')]);
  await Promise.all([settled('f'), settled('g')]);
  await see([file('g', 'root', { trashed: true }), folder('a', 'root', { trashed: true })]);
  expect(await states()).toEqual({ a: 'trashed', f: 'trashed', g: 'trashed' });
  expect((await see([file('g', 'root'), folder('a', 'root')])).changed).toBe(2);
  expect(await states()).toEqual({ a: 'discovered', f: 'discovered', g: 'discovered' });
});

test('what goes while it is scanned has no text that was dealt with', async () => {
  const { see, file: stored, workspace } = await drive();
  await see([file('f', 'root')]);
  await db.pool.query(
    `update drive_files set state = 'scanning', text_hash = 'x', job_id = id where workspace_id = $1`,
    [workspace.id],
  );
  await see([file('f', 'root', { trashed: true })]);
  expect(await stored('f')).toMatchObject({ state: 'trashed', textHash: null });
});

test('what was asked for and is gone, or may not be read, says so until it is seen again', async () => {
  const { see, miss, states, settled } = await drive();
  await see([folder('a', 'root'), file('f', 'a'), file('g', 'root')]);
  await Promise.all([settled('f'), settled('g')]);
  await miss(['a'], 'gone');
  await miss(['g'], 'unreadable');
  expect(await states()).toEqual({ a: 'gone', f: 'out_of_scope', g: 'unreadable' });
  expect((await see([file('g', 'root'), folder('a', 'root')])).changed).toBe(2);
  expect(await states()).toEqual({ a: 'discovered', f: 'discovered', g: 'discovered' });
});

test('other folders are picked: what is known is placed anew', async () => {
  const { see, states, file: stored, connection, workspace, root, placeAnew: anew, settled } = await drive();
  await see([folder('a', 'root'), file('f', 'a'), file('g', 'root')]);
  await Promise.all([settled('f'), settled('g')]);
  await db.pool.query('delete from drive_folders where id = $1', [root.id]);
  const picked = await make.driveFolder(workspace, connection.id, { providerId: 'a' });
  await anew();
  expect(await states()).toEqual({ a: 'discovered', f: 'suggested', g: 'out_of_scope' });
  expect((await stored('f'))?.folderId).toBe(picked.id);
});

test('a crawl comes back to what failed, and to shortcuts, whose targets nobody tells about', async () => {
  const { see, settled, workspace } = await drive();
  const target = { id: 'far', mediaType: 'text/markdown' };
  const page = [file('f', 'root'), driveItem('s', { kind: 'shortcut', parents: ['root'], target })];
  await see(page);
  await Promise.all([settled('f'), settled('s')]);
  await db.pool.query(`update drive_files set state = 'failed' where workspace_id = $1 and provider_id = 'f'`, [
    workspace.id,
  ]);
  expect((await see(page)).changed).toBe(0);
  expect((await see(page, { crawlId: '019b0000-0000-7000-8000-000000000001', foundBy: 'night' })).changed).toBe(2);
});

test('names that no text can hold are stored without what cannot be stored', async () => {
  const { see, file: stored } = await drive();
  await see([file('f', 'root', { name: 'a\0b\ud800' })]);
  expect((await stored('f'))?.name).toBe('ab\ufffd');
});

test(
  'pages of two readers that name the same items in any order wait for each other, and both are stored',
  { tags: ['deep'] },
  async () => {
    const { see, states } = await drive();
    const page = Array.from({ length: 50 }, (_, n) => file(`f${n}`, 'root'));
    const all = await Promise.all([see(page), see(page.toReversed()), see(page)]);
    expect(all.reduce((sum, { changed }) => sum + changed, 0)).toBe(50);
    expect(Object.keys(await states())).toHaveLength(50);
  },
);
