import { afterAll, beforeEach, expect, test } from 'vitest';
import { startGoogleStandIn } from '../../../../test/drives/google-stand-in.ts';
import { startTestServer } from '../../../../test/server.ts';
import type { Runner } from '../../../database/statements/statement.ts';
import { openDrive } from '../connection/open-drive.ts';
import { lockDrive } from '../ingest/lock-drive.ts';
import { driveCause } from '../connection/drive-subject.ts';
import { changesOf } from './changes-fixture.ts';
import { readChangeFeeds } from './read-change-feeds.ts';
import { DRIVE_POLLS } from './claim-due-drives.ts';

const google = await startGoogleStandIn();
afterAll(() => google.stop());
beforeEach(() => google.reset());
const server = await startTestServer({ env: google.env });
const drives = changesOf(server, google.env);
const { world } = google;

let accounts = 0;

/** Connects a drive with one document in a picked folder, already listed. */
async function drive() {
  const email = `maria-${(accounts += 1)}@example.com`;
  const root = world.account(email);
  const picked = world.folder({ name: 'Handbook', in: root });
  const doc = world.document({ name: 'Forklifts', in: picked, text: '# Forklifts' });
  const credential = { auth: 'oauth' as const, refreshToken: google.oauth.grant(email) };
  const connection = await drives.connected({ kind: 'google', account: email, credential, pick: picked });
  const files = () => drives.files(connection.id);
  const listed = () => expect.poll(files).toMatchObject({ [doc]: { state: 'discovered' } });
  const asked = (method: string) =>
    google.requests.filter((each) => each.method === method && each.email === email).length;
  return { ...connection, email, root, picked, doc, files, listed, asked };
}

/** Waits until the drive has been polled once more. */
async function askedAgain(id: string) {
  await drives.due(id);
  await expect
    .poll(async () => !(await drives.connection(id)).is_due && !(await drives.connection(id)).is_asked)
    .toBe(true);
}

// rules/drives 3
test('a cursor that is refused is forgotten, and everything is crawled through anew', async () => {
  const { id, files, doc, picked, listed } = await drive();
  drives.instance();
  await listed();
  await askedAgain(id);
  world.forgetPlaces();
  await drives.due(id);
  const crawls = async () => {
    const { rows } = await server.db.pool.query('select cause, state from drive_crawls where connection_id = $1', [id]);
    return rows;
  };
  await expect.poll(crawls).toEqual([{ cause: 'cursor_refused', state: 'running' }]);
  const { rows } = await server.db.pool.query(
    'select cursor, is_behind from drive_change_feeds where connection_id = $1',
    [id],
  );
  expect(rows).toEqual([{ cursor: String(world.lists.latest), is_behind: true }]);
  await askedAgain(id);
  expect(await crawls()).toHaveLength(1);
  expect(await files()).toMatchObject({ [doc]: { state: 'discovered' } });
  // New changes are found at once, long before the crawl ends.
  const fresh = world.document({ name: 'Fresh', in: picked, text: '# Fresh' });
  await drives.due(id);
  await expect.poll(files).toMatchObject({ [fresh]: { state: 'discovered', by: 'poll' } });
});

test('a list of changes that leads in a circle is left alone for a while', async () => {
  const { id, listed } = await drive();
  drives.instance();
  await listed();
  await askedAgain(id);
  let page = 0;
  google.answerNext(
    'drive.changes.list',
    (_, response) => void response.end(`{"nextPageToken":"${(page += 1) % 3}","changes":[]}`),
    50,
  );
  await drives.due(id);
  await expect
    .poll(async () => {
      const { rows } = await server.db.pool.query('select misses from drive_connections where id = $1', [id]);
      return rows[0];
    })
    .toEqual({ misses: 1 });
  expect(page).toBeLessThan(10);
});

// rules/drives 3
test('what dies between a page and its cursor is read again, and nothing is found twice', async () => {
  const { id, doc, picked, files, listed } = await drive();
  drives.instance();
  await listed();
  await askedAgain(id);
  const { pool } = server.db;
  await pool.query(`create function die() returns trigger language plpgsql as $$ begin raise 'died'; end $$`);
  await pool.query(
    `create trigger die before update of cursor on drive_change_feeds for each row execute function die()`,
  );
  const other = world.document({ name: 'Ladders', in: picked, text: '# Ladders' });
  world.edit(doc, '# Forklifts, again');
  try {
    const lists = google.requests.length;
    await drives.due(id);
    await expect
      .poll(() => google.requests.slice(lists).some(({ method }) => method === 'drive.changes.list'))
      .toBe(true);
    await expect.poll(async () => (await drives.connection(id)).is_asked).toBe(false);
    expect(await files()).not.toHaveProperty(other);
  } finally {
    await pool.query('drop trigger die on drive_change_feeds');
    await pool.query('drop function die');
  }
  await drives.due(id);
  await expect.poll(files).toHaveProperty(other);
  await askedAgain(id);
  expect(await drives.findings(id, doc)).toEqual(['night', 'poll']);
  expect(await drives.findings(id, other)).toEqual(['poll']);
});

test('a quota answer leaves the connection as it is, and a revoked grant does not', async () => {
  const { id, email, listed } = await drive();
  drives.instance();
  await listed();
  google.switches.quota = 'user';
  await drives.due(id);
  await expect.poll(() => drives.connection(id)).toMatchObject({ state: 'connected', reason: 'quota' });
  google.switches.quota = 'none';
  google.oauth.revoke(email);
  await server.db.pool.query('update drive_connections set paused_until = null where id = $1', [id]);
  await drives.due(id);
  await expect.poll(() => drives.connection(id)).toMatchObject({ state: 'reconnect_needed', reason: 'access_lost' });
});

test('a quota of a drive that nothing rings for is said too, and is over by itself', async () => {
  const { id, listed } = await drive();
  drives.instance();
  await listed();
  await server.db.pool.query(
    `update drive_connections set state = 'degraded', state_reason = 'no_push', push = 'none' where id = $1`,
    [id],
  );
  google.switches.quota = 'user';
  await drives.due(id);
  await expect.poll(() => drives.connection(id)).toMatchObject({ state: 'degraded', reason: 'quota' });
  google.switches.quota = 'none';
  await server.db.pool.query('update drive_connections set paused_until = null where id = $1', [id]);
  await drives.due(id);
  await expect.poll(() => drives.connection(id)).toMatchObject({ state: 'degraded', reason: 'no_push' });
});

test('a page waits for whoever holds the connection before it takes the files, so that neither waits for the other', async () => {
  const { id, workspace, picked } = await drive();
  const { db } = server;
  const changed = world.document({ name: 'Ladders', in: picked, text: '# Ladders' });
  const turn = (await DRIVE_POLLS.claim(db.pool, 100)).find((each) => each.id === id)!;
  const { connection, drive: opened } = await openDrive(drives.services(), { workspaceId: workspace.id, id });
  const reader = {
    ctx: { ...driveCause(workspace.id), workspace, db, reach: 'workspace' as const },
    connection,
    drive: opened,
    foundBy: 'poll' as const,
    signal: AbortSignal.timeout(60_000),
    renewLease: (on: Runner) => DRIVE_POLLS.renew(on, turn),
    unavailableParents: new Set<string>(),
  };
  const holder = await db.pool.connect();
  try {
    await holder.query('begin');
    await holder.query('select 1 from drive_connections where id = $1 for no key update', [id]);
    const reading = readChangeFeeds(reader, turn, opened.log!);
    const waiting = async () =>
      (
        await db.pool.query(
          `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
        )
      ).rowCount;
    await expect.poll(waiting).toBe(1);
    await lockDrive(holder, workspace.id, id);
    await holder.query('commit');
    expect(await reading).toBe(false);
  } finally {
    holder.release();
  }
  expect(await drives.files(id)).toMatchObject({ [changed]: { state: 'discovered', by: 'poll' } });
});

test('an item that always fails keeps nothing of the log from being read, and pauses nothing', async () => {
  const { id, root, picked, doc, files, listed } = await drive();
  const odd = world.folder({ name: 'Odd', in: root });
  const moved = world.folder({ name: 'Moved', in: root });
  const within = world.document({ name: 'Within', in: moved, text: '# Within' });
  drives.instance();
  await listed();
  await askedAgain(id);
  for (const each of [doc, odd, moved]) {
    google.switches.failing.set(each, { status: 500, reason: 'internalError', of: 'all' });
  }
  world.remove(doc);
  world.document({ name: 'Of the odd', in: odd, text: '# Nothing' });
  world.move(moved, picked);
  const ladders = world.document({ name: 'Ladders', in: picked, text: '# Ladders' });
  await drives.due(id);
  await expect.poll(files).toMatchObject({ [ladders]: { state: 'discovered', by: 'poll' } });
  await askedAgain(id);
  expect(await files()).not.toHaveProperty(within);
  const { rows } = await server.db.pool.query(
    `select misses, paused_until, (select count(*)::int from drive_folders_to_list where connection_id = c.id) as left
     from drive_connections c where id = $1`,
    [id],
  );
  expect(rows).toEqual([{ misses: 0, paused_until: null, left: 0 }]);
});

// rules/drives 3
test('a page of changes goes on from what is done while one item is limited, which is left after two minutes', async () => {
  const { pool } = server.db;
  const { id, picked, doc, files, listed, asked } = await drive();
  const docs = Array.from({ length: 30 }, (_, n) => world.document({ name: `Page ${n}`, in: picked, text: '# Page' }));
  drives.instance();
  await listed();
  await askedAgain(id);
  await expect.poll(async () => Object.keys(await files()).length).toBe(31);
  google.switches.failing.set(doc, { status: 403, reason: 'userRateLimitExceeded', of: 'all' });
  for (const each of [...docs.slice(0, 15), doc, ...docs.slice(15)]) world.remove(each);
  const ladders = world.document({ name: 'Ladders', in: picked, text: '# Ladders' });
  const before = asked('drive.files.get');
  const again = async () => {
    const paused = async () =>
      (await pool.query('select from drive_connections where id = $1 and paused_until > now()', [id])).rowCount;
    await pool.query('update drive_connections set paused_until = null where id = $1', [id]);
    await drives.due(id);
    await expect.poll(paused).toBe(1);
  };
  for (let times = 0; times < 2; times += 1) await again();
  const gone = async () => Object.values(await files()).filter(({ state }) => state === 'gone').length;
  expect(await gone()).toBe(30);
  expect(await files()).toMatchObject({ [ladders]: { state: 'discovered' }, [doc]: { state: 'discovered' } });
  const done = asked('drive.files.get') - before;
  expect(done).toBe(30 + 2);
  await pool.query(
    `update drive_change_feeds set failing_since = now() - interval '3 minutes' where connection_id = $1`,
    [id],
  );
  await pool.query('update drive_connections set paused_until = null where id = $1', [id]);
  const ropes = world.document({ name: 'Ropes', in: picked, text: '# Ropes' });
  await drives.due(id);
  const feed = async () =>
    (await pool.query('select fetched, failing_since, cursor from drive_change_feeds where connection_id = $1', [id]))
      .rows;
  await expect.poll(feed).toEqual([{ fetched: [], failing_since: null, cursor: String(world.lists.latest) }]);
  expect(await files()).toHaveProperty(ropes);
  google.switches.failing.clear();
});

// rules/drives 2
test('a list of changes that refuses the credential is not believed while the account answers', async () => {
  const { pool } = server.db;
  const { id, listed, picked, files } = await drive();
  drives.instance();
  await listed();
  await askedAgain(id);
  google.switches.failing.set('', { status: 401, reason: 'authError', of: 'log' });
  await drives.due(id);
  const misses = async () =>
    (await pool.query<{ misses: number }>('select misses from drive_connections where id = $1', [id])).rows[0]?.misses;
  await expect.poll(misses).toBe(1);
  expect(await drives.connection(id)).not.toMatchObject({ state: 'reconnect_needed' });
  google.switches.failing.clear();
  const ladders = world.document({ name: 'Ladders', in: picked, text: '# Ladders' });
  await pool.query('update drive_connections set paused_until = null where id = $1', [id]);
  await drives.due(id);
  await expect.poll(files).toHaveProperty(ladders);
});

// rules/drives 2
test('a list of changes that is limited while the account answers pauses the drive for seconds', async () => {
  const { pool } = server.db;
  const { id, listed } = await drive();
  drives.instance();
  await listed();
  await askedAgain(id);
  google.switches.retryAfter = 3_600;
  google.switches.failing.set('', { status: 429, reason: 'rateLimitExceeded', of: 'log' });
  await drives.due(id);
  const rest = async () => {
    const { rows } = await pool.query<{ seconds: number | null }>(
      'select extract(epoch from paused_until - now())::float as seconds from drive_connections where id = $1',
      [id],
    );
    return rows[0]?.seconds ?? null;
  };
  await expect.poll(rest).not.toBeNull();
  expect(await rest()).toBeLessThan(7);
  google.switches.failing.clear();
  google.switches.retryAfter = undefined;
});

// rules/drives 3
test('a folder whose place in the list has expired is listed from its start, and keeps no others waiting', async () => {
  const { id, workspace, root, picked, files, listed } = await drive();
  const inner = world.folder({ name: 'Inner', in: root });
  const deep = world.document({ name: 'Deep', in: inner, text: '# Deep' });
  drives.instance();
  await listed();
  await askedAgain(id);
  await server.db.pool.query(
    `insert into drive_folders_to_list (workspace_id, connection_id, provider_id, page, pages, found_by, added_at)
     values ($1, $2, $3, 'user expired', 1, 'poll', now() - interval '1 day')`,
    [workspace.id, id, picked],
  );
  world.move(inner, picked);
  await drives.due(id);
  await expect.poll(files).toHaveProperty(deep);
});
