// Long because each test lets one thing of the same drive fail in the middle of a scan, with the same helpers.
import { expect, test } from 'vitest';
import { DriveError } from '../../../providers/drives/drive.ts';
import { DRIVE_CARDS_SQL } from '../../drives/list-drives.ts';
import { listScannedDriveFiles } from '../../drives/list-scanned-drive-files.ts';
import { memoryDrive, startCrawls } from './crawls-fixture.ts';

/** Creates a drive with two folders of files, crawled once. */
async function crawled({ pageSize = 2 } = {}) {
  const all = await startCrawls();
  const memory = memoryDrive({ pageSize });
  for (const folder of ['a', 'b']) {
    memory.folder(folder, 'root');
    for (let n = 0; n < 5; n++) memory.file(`${folder}${n}`, folder);
  }
  const drive = await all.connected(memory);
  await drive.pick('root');
  const states = async () => new Set(Object.values(await drive.states()));
  return { ...all, ...drive, memory, states, byFile: drive.states };
}

/**
 * Simulates a killed process: it hangs in a call that never returns, and its lease expires.
 * @param isStored Waits until the work before that call is stored: pages are stored while the next one is listed.
 */
async function killedAt(
  { memory, instance, setCrawls }: Pick<Awaited<ReturnType<typeof crawled>>, 'memory' | 'instance' | 'setCrawls'>,
  isThere: (call: { verb: string; id: string }) => boolean,
  isStored: () => Promise<boolean> = async () => true,
) {
  const reached = Promise.withResolvers<void>();
  const released = Promise.withResolvers<void>();
  memory.whenAsked(async (call) => {
    if (!isThere(call)) return;
    memory.whenAsked(() => undefined);
    reached.resolve();
    await released.promise;
  });
  const died = instance().turn();
  await reached.promise;
  await expect.poll(isStored).toBe(true);
  await setCrawls(`leased_until = now() - interval '1 second'`);
  return {
    async wakes() {
      released.resolve();
      await died;
    },
  };
}

// rules/drives 5
test('a crawl whose process died goes on from its frontier, and who comes back to it writes nothing', async () => {
  const all = await crawled();
  const { memory, instance, start, crawls, rows, states, byFile } = all;
  await start({ cause: 'first' });
  const killed = await killedAt(
    all,
    ({ verb, id }) => verb === 'list' && id === 'b',
    async () => Object.keys(await byFile()).length === 5,
  );
  memory.calls.length = 0;
  await instance().crawl();
  // The root and the first folder were stored, so they aren't listed again.
  expect(new Set(memory.calledFor('list'))).toEqual(new Set(['b']));
  expect(await states()).toEqual(new Set(['discovered']));
  expect(await crawls()).toMatchObject([{ state: 'done', files: 10, folders: 3, changed: 10 }]);
  memory.remove('b0');
  await killed.wakes();
  expect(await crawls()).toMatchObject([{ state: 'done', files: 10, folders: 3, changed: 10 }]);
  expect(Object.keys(await byFile())).toHaveLength(10);
  const [findings] = await rows<{ n: number }>(
    'select count(*)::int as n from drive_file_changes where workspace_id = $1 and connection_id = $2',
  );
  expect(findings).toEqual({ n: 10 });
});

test('one that died while it asked for what is missing asks only for the rest', async () => {
  const all = await crawled({ pageSize: 1_000 });
  const { memory, instance, start, crawls } = all;
  for (let n = 0; n < 100; n++) memory.file(`x${n}`, 'a');
  await start({ cause: 'first' });
  await instance().crawl();
  for (let n = 0; n < 100; n++) memory.remove(`x${n}`);
  await start({ cause: 'night' });
  let asked = 0;
  const killed = await killedAt(all, ({ verb }) => verb === 'get' && ++asked === 60);
  memory.calls.length = 0;
  await instance().crawl();
  expect(memory.calledFor('list')).toEqual([]);
  expect(memory.calledFor('get').length).toBe(60);
  await killed.wakes();
  const [, night] = await crawls();
  expect(night).toMatchObject({ state: 'done', missing: 0 });
});

test('the feed’s token is taken before the first page, and is the cursor when the crawl has ended', async () => {
  const all = await crawled();
  const { memory, instance, start, feeds, connection, rows, setCrawls } = all;
  await start({ cause: 'first' });
  memory.whenAsked(({ verb, id }) => {
    if (verb === 'list' && id === 'b') memory.change('a0', { checksum: 'another' });
  });
  const killed = await killedAt(all, ({ verb }) => verb === 'start');
  // The token was taken but not stored, so it is taken again before anything is listed.
  await instance().crawl();
  expect(memory.calls[0]).toEqual({ verb: 'start', id: '' });
  expect(memory.calledFor('start')).toHaveLength(2);
  expect(memory.calledFor('list')[0]).toBe('root');
  await killed.wakes();
  expect(await feeds()).toEqual({ '': 'token 0' });
  await start({ cause: 'night' });
  memory.change('b0', { checksum: 'another' });
  memory.whenAsked(async ({ verb, id }) => {
    // Polling moves the cursor during the crawl. Changes that a page overwrites are read once more.
    if (verb === 'list' && id === 'b') {
      await rows(`update drive_change_feeds set cursor = 'read' where workspace_id = $1 and connection_id = $2`);
      await setCrawls('reason = null');
    }
  });
  await instance().crawl();
  expect(await feeds()).toEqual({ '': 'token 1' });
  const [{ due } = { due: false }] = await rows<{ due: boolean }>(
    'select due_at <= now() as due from drive_connections where workspace_id = $1 and id = $2',
  );
  expect(due).toBe(true);
  expect(connection.state).toBe('connected');
});

test('a shared drive has a feed of its own, from before its first page, which is forgotten with its last folder', async () => {
  const { instance, start, feeds, memory, pick, db } = await crawled();
  const shared = await pick('of-team');
  await db.pool.query(`update drive_folders set drive_id = 'team' where id = $1`, [shared.id]);
  await start({ cause: 'first' });
  await instance().crawl();
  expect(await feeds()).toEqual({ '': 'token 0', team: 'token 0' });
  const firstPage = memory.calls.findIndex(({ verb }) => verb === 'list');
  expect(memory.calls.slice(0, firstPage).map(({ id }) => id)).toEqual(['', 'team']);
  await db.pool.query('delete from drive_folders where id = $1', [shared.id]);
  await start();
  await instance().crawl();
  expect(await feeds()).toEqual({ '': 'token 0' });
});

test('a department’s crawl gives a feed no cursor that must be begun anew, which a whole one does', async () => {
  const { instance, start, feeds, rows, make, workspace, pick } = await crawled();
  const { id: departmentId } = await make.department(workspace);
  await pick('a', departmentId);
  await rows(`insert into drive_change_feeds (workspace_id, connection_id, drive_id) values ($1, $2, '')`);
  await start({ cause: 'manual', departmentId });
  await instance().crawl();
  expect(await feeds()).toEqual({ '': null });
  await start({ cause: 'cursor_refused' });
  await instance().crawl();
  expect(await feeds()).toEqual({ '': 'token 0' });
});

// rules/drives 5
test('a listing that fails says of nothing that it is gone, and the crawl waits for as long as the provider wants', async () => {
  const { memory, instance, start, crawls, states, rows, setCrawls, set } = await crawled();
  await start({ cause: 'first' });
  await instance().crawl();
  for (const outcome of ['unavailable', 'quota'] as const) {
    memory.whenAsked(({ verb, id }) => {
      if (verb === 'list' && id === 'a') throw new DriveError(outcome, { retryAfter: 120 });
    });
    await start();
    await instance().crawl();
    expect(await states()).toEqual(new Set(['discovered']));
    expect((await crawls()).at(-1)).toMatchObject({ state: 'running' });
    const [waiting] = await rows<{ waits: boolean }>(
      `select due_at > now() + interval '100 seconds' as waits from drive_crawls
       where workspace_id = $1 and connection_id = $2 and state = 'running'`,
    );
    expect(waiting).toEqual({ waits: true });
    memory.whenAsked(() => undefined);
    await set('paused_until = null');
    await setCrawls('due_at = now()');
    memory.calls.length = 0;
    await instance().crawl();
    expect(memory.calledFor('list')).not.toContain('root');
    expect(memory.calledFor('get')).toEqual([]);
    expect((await crawls()).at(-1)).toMatchObject({ state: 'done', files: 10 });
  }
});

test('a folder that cannot be listed is no empty one: it and its files are asked for by themselves', async () => {
  const { memory, instance, start, byFile, crawls } = await crawled();
  await start({ cause: 'first' });
  await instance().crawl();
  memory.remove('a4');
  memory.whenAsked(({ verb, id }) => {
    if (verb === 'list' && id === 'a') throw new DriveError('not_found');
    if (verb === 'get' && id === 'a3') throw new DriveError('forbidden');
  });
  await start();
  await instance().crawl();
  expect(memory.calledFor('get').toSorted()).toEqual(['a', 'a0', 'a1', 'a2', 'a3', 'a4']);
  expect(await byFile()).toMatchObject({ a0: 'discovered', a3: 'unreadable', a4: 'gone', b0: 'discovered' });
  expect((await crawls()).at(-1)).toMatchObject({ state: 'done' });
});

test('a page that is not good any more has its folder listed anew', async () => {
  const { memory, instance, start, crawls } = await crawled();
  await start({ cause: 'first' });
  let pages = 0;
  memory.whenAsked(({ verb, id }) => {
    if (verb === 'list' && id === 'a' && ++pages === 2) throw new DriveError('cursor_refused');
  });
  await instance().crawl();
  expect(memory.calledFor('list').filter((id) => id === 'a')).toHaveLength(5);
  expect((await crawls()).at(-1)).toMatchObject({ state: 'done', changed: 10, missing: 0 });
});

// rules/drives 5
test('a provider that is away for an hour ends the crawl, and one that answers in between does not', async () => {
  const { memory, instance, start, crawls, states, setCrawls, set } = await crawled();
  await start({ cause: 'first' });
  await instance().crawl();
  await start();
  memory.whenAsked(() => {
    throw new DriveError('unavailable');
  });
  const again = async () => {
    await set('paused_until = null');
    await setCrawls(`due_at = now(), failing_since = failing_since - interval '50 minutes'`);
    await instance().crawl();
    return (await crawls()).at(-1);
  };
  await instance().crawl();
  expect(await again()).toMatchObject({ state: 'running' });
  expect(await again()).toMatchObject({ state: 'failed', reason: 'unavailable' });
  expect(await states()).toEqual(new Set(['discovered']));
});

test('access that is lost in mid-crawl ends it, and all that was known stays', async () => {
  const { memory, instance, start, crawls, states, rows } = await crawled();
  await start({ cause: 'first' });
  await instance().crawl();
  await start({ cause: 'night' });
  memory.whenAsked(({ verb, id }) => {
    if (verb === 'account' || (verb === 'list' && id === 'b')) throw new DriveError('access_lost');
  });
  await instance().crawl();
  expect((await crawls()).at(-1)).toMatchObject({ cause: 'night', state: 'failed', reason: 'access_lost' });
  expect(await states()).toEqual(new Set(['discovered']));
  const drives = await rows('select state from drive_connections where workspace_id = $1 and id = $2');
  expect(drives).toEqual([{ state: 'reconnect_needed' }]);
  await expect(start()).rejects.toMatchObject({ code: 'drive_reconnect_needed' });
});

test('a drive that is disconnected in mid-crawl is not written to any more, and its crawl stops', async () => {
  const { memory, instance, start, crawls, set, byFile, rows } = await crawled();
  await start({ cause: 'first' });
  memory.whenAsked(async ({ verb, id }) => {
    if (verb !== 'list' || id !== 'a') return;
    memory.whenAsked(() => undefined);
    await set(`state = 'disconnected', disconnected_at = now(), sealed = null, key_id = null`);
  });
  await instance().crawl();
  expect(await byFile()).toEqual({});
  expect(await crawls()).toMatchObject([{ state: 'stopped', reason: 'disconnected' }]);
  const left = await rows('select from drive_crawl_folders where workspace_id = $1 and $2::uuid is not null');
  expect(left).toEqual([]);
});

test('a crawl that is taken up in vain again and again ends, and the log says why', async () => {
  const { memory, instance, start, crawls, setCrawls, warned } = await crawled();
  await start({ cause: 'first' });
  memory.whenAsked(() => {
    throw new TypeError('A mistake of ours');
  });
  for (let n = 0; n < 11; n++) {
    await instance().crawl();
    await setCrawls('due_at = now()');
  }
  expect(await crawls()).toMatchObject([{ state: 'failed', reason: 'error' }]);
  expect(warned).toHaveLength(10);
});

test.each(['unavailable', 'access_lost', 'quota'] as const)(
  'one folder and one file that always fail (%s) end no crawl, do not fail the drive, and stay as they were',
  async (outcome) => {
    const { memory, instance, start, byFile, crawls, setCrawls, set, rows } = await crawled();
    await start({ cause: 'first' });
    await instance().crawl();
    memory.file('b9', 'b');
    memory.remove('b0');
    memory.whenAsked(({ verb, id }) => {
      if (verb === 'list' && id === 'a') throw new DriveError(outcome, { retryAfter: 3_600 });
      if (verb === 'get' && id === 'a3') throw new DriveError(outcome);
    });
    await start();
    for (let minutes = 0; (await crawls()).at(-1)?.state === 'running' && minutes < 9; minutes++) {
      await instance().crawl();
      const [rest] = await rows<{ is_long: boolean | null }>(
        `select paused_until > now() + interval '7 seconds' as is_long from drive_connections
       where workspace_id = $1 and id = $2`,
      );
      expect(rest?.is_long).not.toBe(true);
      await set('paused_until = null');
      await setCrawls(`due_at = now(), failing_since = failing_since - interval '1 minute'`);
    }
    expect((await crawls()).at(-1)).toMatchObject({ state: 'done', missing: 0 });
    expect(await byFile()).toMatchObject({ a0: 'discovered', a3: 'discovered', b0: 'gone', b9: 'discovered' });
    const drives = await rows('select state, misses from drive_connections where workspace_id = $1 and id = $2');
    expect(drives).toEqual([{ state: 'connected', misses: 0 }]);
  },
);

test('a refused credential is not believed while the account’s own request has no answer', async () => {
  const { memory, instance, start, crawls, rows } = await crawled();
  await start({ cause: 'first' });
  memory.whenAsked(({ verb, id }) => {
    if (verb === 'list' && id === 'b') throw new DriveError('access_lost');
    if (verb === 'account') throw new DriveError('unavailable');
  });
  await instance().crawl();
  expect((await crawls()).at(-1)).toMatchObject({ state: 'running' });
  const drives = await rows('select state, misses from drive_connections where workspace_id = $1 and id = $2');
  expect(drives).toEqual([{ state: 'connected', misses: 1 }]);
});

test('a folder whose pages are always odd is gone past, and its files are asked for by themselves', async () => {
  const { memory, instance, start, byFile, crawls, setCrawls } = await crawled();
  await start({ cause: 'first' });
  await instance().crawl();
  memory.file('b9', 'b');
  memory.remove('a4');
  memory.oddPages('a');
  await start();
  for (let minutes = 0; (await crawls()).at(-1)?.state === 'running' && minutes < 5; minutes++) {
    await instance().crawl();
    await setCrawls(`due_at = now(), failing_since = failing_since - interval '1 minute'`);
  }
  expect((await crawls()).at(-1)).toMatchObject({ state: 'done', missing: 0 });
  expect(await byFile()).toMatchObject({ a0: 'discovered', a4: 'gone', b9: 'discovered' });
});

test('folders that cannot be listed are said, picked ones by name, until they can', async () => {
  const { memory, instance, start, pick, rows, connection, make, workspace, db } = await crawled();
  await start({ cause: 'first' });
  await instance().crawl();
  memory.folder('b', 'root');
  await pick('other');
  memory.whenAsked(({ verb, id }) => {
    if (verb === 'list' && id === 'other') throw new DriveError('not_found');
    if (verb === 'list' && id === 'b') throw new DriveError('forbidden');
  });
  await start();
  await instance().crawl();
  const problems = () =>
    rows(
      `select provider_id as id, problem from drive_folders
       where workspace_id = $1 and connection_id = $2 order by provider_id`,
    );
  expect(await problems()).toEqual([
    { id: 'other', problem: 'not_found' },
    { id: 'root', problem: null },
  ]);
  const ctx = { ...make.contextOf(workspace), now: new Date() };
  const { files } = await listScannedDriveFiles(ctx, { id: connection.id, states: ['unreadable'] });
  expect(files).toMatchObject([{ name: 'Name of b', state: 'unreadable', reason: 'unlisted' }]);
  const [counted] = await db.pool
    .query<{ drive: { cannot_read: unknown[] } }>(
      DRIVE_CARDS_SQL.replaceAll(':workspaceId', '$1').replaceAll(':departmentId', '$2').replaceAll(':now', '$3'),
      [workspace.id, null, new Date()],
    )
    .then((found) => found.rows);
  expect(counted?.drive.cannot_read).toEqual([{ state: 'unreadable', reason: 'unlisted', files: 1 }]);
  memory.whenAsked(() => undefined);
  memory.folder('other');
  await start();
  await instance().crawl();
  expect(await problems()).toMatchObject([{ problem: null }, { problem: null }]);
  expect((await listScannedDriveFiles(ctx, { id: connection.id, states: ['unreadable'] })).files).toEqual([]);
});

// rules/drives 2, 5
test('a shared drive that never says where its changes begin keeps nothing of the others from being scanned', async () => {
  const { memory, instance, start, crawls, pick, states, db, setCrawls, feeds } = await crawled();
  memory.folder('team', 'of the team');
  memory.file('t0', 'team');
  const { id } = await pick('team');
  await db.pool.query(`update drive_folders set drive_id = 'of the team' where id = $1`, [id]);
  memory.whenAsked(({ verb, id: of }) => {
    if (verb === 'start' && of === 'of the team') throw new DriveError('unavailable');
  });
  await start({ cause: 'night' });
  await instance().crawl();
  await setCrawls(`failing_since = failing_since - interval '3 minutes', due_at = now()`);
  await instance().crawl();
  expect(await crawls()).toMatchObject([{ state: 'done', files: 11 }]);
  expect(await states()).toEqual(new Set(['discovered']));
  expect(await feeds()).toEqual({ '': 'token 0' });
});
