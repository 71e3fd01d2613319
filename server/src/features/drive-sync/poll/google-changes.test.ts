import { afterAll, beforeEach, expect, test } from 'vitest';
import { startGoogleStandIn } from '../../../../test/drives/google-stand-in.ts';
import { startTestServer } from '../../../../test/server.ts';
import { changesOf } from './changes-fixture.ts';
import { DRIVE_POLL_QUEUE } from './claim-due-drives.ts';
import { readChangeFeeds } from './read-change-feeds.ts';
import { createDriveEventContext } from '../connection/drive-subject.ts';
import { lockDriveFileUpdates } from '../ingest/lock-drive-file-updates.ts';
import { openDrive } from '../connection/open-drive.ts';
import type { StatementRunner } from '../../../database/statements/statement.ts';

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

test('what changes is found by asking, each time once, also where nothing is pushed', async () => {
  const { id, doc, picked, files, listed } = await drive();
  drives.instance({ pollSeconds: 1 });
  await listed();
  const other = world.document({ name: 'Ladders', in: picked, text: '# Ladders' });
  world.edit(doc, '# Forklifts, twice as fast');
  await expect.poll(files).toMatchObject({ [other]: { state: 'discovered', by: 'poll' } });
  await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'poll']);
  await askedAgain(id);
  expect(await drives.findings(id, doc)).toEqual(['night', 'poll']);
  expect(await drives.connection(id)).toMatchObject({ state: 'connected', push: 'none', rung_at: null });
});

test('two instances ask a drive once', { tags: ['deep'] }, async () => {
  const { id, listed, asked } = await drive();
  drives.instance();
  drives.instance();
  await listed();
  await askedAgain(id);
  const before = asked('drive.changes.list');
  for (let times = 0; times < 3; times += 1) await askedAgain(id);
  expect(asked('drive.changes.list')).toBe(before + 3);
});

test('of a workspace two drives are asked at once, and each workspace’s first before another’s second', async () => {
  const { make } = server;
  const { pool } = server.db;
  const busy = await make.workspace();
  const other = await make.workspace();
  const long = [await make.drive(busy), await make.drive(busy), await make.drive(busy)].map(({ id }) => id);
  const { id: short } = await make.drive(other);
  const due = (ids: string[], ago: string) =>
    pool.query('update drive_connections set due_at = now() - $2::interval where id = any ($1)', [ids, ago]);
  await due(long, '1 hour');
  await due([short], '1 minute');
  const mine = [...long, short];
  const take = async (most: number) => {
    const taken = await DRIVE_POLL_QUEUE.claim(pool, most);
    return taken.map(({ id }) => id).filter((id) => mine.includes(id));
  };
  await pool.query(`update drive_connections set due_at = now() + interval '1 day' where id <> all ($1)`, [mine]);
  expect(await take(2)).toEqual(expect.arrayContaining([short]));
  expect(await take(100)).toHaveLength(1);
  expect(await take(100)).toEqual([]);
  await pool.query(
    `update drive_connections set leased_until = null, due_at = now() + interval '1 day'
     where id = any ($1) and leased_until is not null`,
    [long],
  );
  expect(await take(100)).toHaveLength(1);
});

test('a file that goes to the trash, comes back and is removed for good is known to', async () => {
  const { id, doc, files, listed } = await drive();
  drives.instance();
  await listed();
  const state = async () => (await files())[doc]?.state;
  world.trash(doc);
  await drives.due(id);
  await expect.poll(state).toBe('trashed');
  world.restore(doc);
  await drives.due(id);
  await expect.poll(state).toBe('discovered');
  world.remove(doc);
  await drives.due(id);
  await expect.poll(state).toBe('gone');
});

test('a folder that is moved out takes all within it along, and back in again; one that was never seen is listed', async () => {
  const { id, root, picked, files, listed } = await drive();
  const inner = world.folder({ name: 'Inner', in: picked });
  const deep = world.document({ name: 'Deep', in: world.folder({ name: 'Deeper', in: inner }), text: 'Deep' });
  const strange = world.folder({ name: 'Strange', in: root });
  const unseen = world.document({ name: 'Unseen', in: world.folder({ name: 'Below', in: strange }), text: 'Unseen' });
  drives.instance();
  await listed();
  await expect.poll(files).toMatchObject({ [deep]: { state: 'discovered' } });
  world.move(inner, root);
  await drives.due(id);
  await expect.poll(files).toMatchObject({ [deep]: { state: 'out_of_scope' } });
  expect(await files()).not.toHaveProperty(unseen);
  world.move(inner, picked);
  world.move(strange, picked);
  await drives.due(id);
  await expect.poll(files).toMatchObject({ [deep]: { state: 'discovered' }, [unseen]: { state: 'discovered' } });
});

test('what changes outside of what was picked is not kept', async () => {
  const { id, root, listed } = await drive();
  drives.instance();
  await listed();
  const elsewhere = world.folder({ name: 'Private', in: root });
  world.document({ name: 'Diary', in: elsewhere, text: 'Dear diary' });
  await askedAgain(id);
  world.document({ name: 'Diary of 2027', in: elsewhere, text: 'Dear diary' });
  await askedAgain(id);
  const { rows } = await server.db.pool.query<{ name: string }>(
    `select name from drive_files where connection_id = $1 and state <> 'out_of_scope' and not is_folder`,
    [id],
  );
  expect(rows).toEqual([{ name: 'Forklifts' }]);
});

// rules/drives 3
test.each([404, 403] as const)(
  'a shared drive that was taken away (%i) leaves the other feeds alone, is said of its folder, and crawls nothing',
  async (status) => {
    const { pool } = server.db;
    const { id, workspace, email, doc, files, listed, asked } = await drive();
    const team = world.sharedDrive('Team', [email]);
    const folder = world.folder({ name: 'Of the team', in: team });
    await pool.query(
      `insert into drive_folders (workspace_id, id, connection_id, provider_id, drive_id, name, picked_by_name, picked_at)
       values ($1, gen_random_uuid(), $2, $3, $4, 'Of the team', 'Carla', now())`,
      [workspace.id, id, folder, team],
    );
    await pool.query(
      'insert into drive_change_feeds (workspace_id, connection_id, drive_id, cursor) values ($1, $2, $3, $4)',
      [workspace.id, id, team, String(world.lists.latest)],
    );
    const admin = await server.as('super_admin', workspace);
    const problem = async () => {
      const { drives: cards } = await admin.drives.list.query();
      return cards[0]?.folders?.find(({ provider_id }) => provider_id === folder)?.problem;
    };
    drives.instance();
    await listed();
    await askedAgain(id);
    google.switches.strangers = status;
    world.leave(team, email);
    const lists = asked('drive.files.list');
    for (let times = 0; times < 3; times++) await askedAgain(id);
    expect(await problem()).toBe(status === 404 ? 'not_found' : 'forbidden');
    world.edit(doc, '# Forklifts, all the same');
    await drives.due(id);
    await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'poll']);
    const { rows: crawls } = await pool.query('select from drive_crawls where connection_id = $1', [id]);
    expect(crawls).toEqual([]);
    expect(asked('drive.files.list')).toBe(lists);
    // The shared drive comes back: changes made in between are found.
    const missed = world.document({ name: 'Missed', in: folder, text: '# Missed' });
    world.join(team, email);
    await drives.due(id);
    await expect.poll(files).toHaveProperty(missed);
    await expect.poll(problem).toBe(null);
  },
);

// rules/drives 2, 3
test.each([
  [500, 'internalError'],
  [401, 'authError'],
  [403, 'userRateLimitExceeded'],
])(
  'a shared drive whose list of changes always answers %i (%s) pauses nothing, and the lists after it are read',
  { tags: ['deep'] },
  async (status, reason) => {
    const { pool } = server.db;
    const { id, workspace, email, listed } = await drive();
    const teams = [world.sharedDrive('One', [email]), world.sharedDrive('Two', [email])].toSorted();
    const folders = teams.map((team) => world.folder({ name: `Of ${team}`, in: team }));
    for (const [n, team] of teams.entries()) {
      await pool.query(
        `insert into drive_folders (workspace_id, id, connection_id, provider_id, drive_id, name, picked_by_name, picked_at)
       values ($1, gen_random_uuid(), $2, $3, $4, 'Of a team', 'Carla', now())`,
        [workspace.id, id, folders[n], team],
      );
      await pool.query(
        'insert into drive_change_feeds (workspace_id, connection_id, drive_id, cursor) values ($1, $2, $3, $4)',
        [workspace.id, id, team, String(world.lists.latest)],
      );
    }
    const admin = await server.as('super_admin', workspace);
    const problems = async () => {
      const { drives: cards } = await admin.drives.list.query();
      return folders.map((folder) => cards[0]?.folders?.find(({ provider_id }) => provider_id === folder)?.problem);
    };
    drives.instance();
    await listed();
    await askedAgain(id);
    google.switches.failing.set(teams[0]!, { status, reason, of: 'log' });
    const made = folders.map((folder) => world.document({ name: 'Ladders', in: folder, text: '# Ladders' }));
    await askedAgain(id);
    await expect.poll(() => drives.files(id)).toMatchObject({ [made[1]!]: { state: 'discovered', by: 'poll' } });
    expect(await problems()).toEqual(['unavailable', null]);
    const { rows } = await pool.query('select misses, paused_until from drive_connections where id = $1', [id]);
    expect(rows).toEqual([{ misses: 0, paused_until: null }]);
    google.switches.failing.clear();
    await askedAgain(id);
    await expect.poll(() => drives.files(id)).toHaveProperty(made[0]!);
    expect(await problems()).toEqual([null, null]);
  },
);

// rules/drives 3
test('a cursor that is refused is forgotten, and everything is crawled through anew', { tags: ['deep'] }, async () => {
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

test('a list of changes that leads in a circle is left alone for a while', { tags: ['deep'] }, async () => {
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
test(
  'what dies between a page and its cursor is read again, and nothing is found twice',
  { tags: ['deep'] },
  async () => {
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
  },
);

test('a quota answer leaves the connection as it is, and a revoked grant does not', { tags: ['deep'] }, async () => {
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

test('a quota of a drive without push is said too, and is over by itself', { tags: ['deep'] }, async () => {
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

test(
  'a page waits for whoever holds the connection before it takes the files, so that neither waits for the other',
  { tags: ['deep'] },
  async () => {
    const { id, workspace, picked } = await drive();
    const { db } = server;
    const changed = world.document({ name: 'Ladders', in: picked, text: '# Ladders' });
    const turn = (await DRIVE_POLL_QUEUE.claim(db.pool, 100)).find((each) => each.id === id)!;
    const { connection, drive: opened } = await openDrive(drives.services(), { workspaceId: workspace.id, id });
    const reader = {
      ctx: { ...createDriveEventContext(workspace.id), workspace, db, reach: 'workspace' as const },
      connection,
      drive: opened,
      foundBy: 'poll' as const,
      signal: AbortSignal.timeout(60_000),
      renewLease: (on: StatementRunner) => DRIVE_POLL_QUEUE.renew(on, turn),
      unavailableParents: new Set<string>(),
    };
    const holder = await db.pool.connect();
    try {
      await holder.query('begin');
      await holder.query('select 1 from drive_connections where id = $1 for no key update', [id]);
      const reading = readChangeFeeds(reader, turn, opened.feed!);
      const waiting = async () =>
        (
          await db.pool.query(
            `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`,
          )
        ).rowCount;
      await expect.poll(waiting).toBe(1);
      await lockDriveFileUpdates(holder, workspace.id, id);
      await holder.query('commit');
      expect(await reading).toBe(false);
    } finally {
      holder.release();
    }
    expect(await drives.files(id)).toMatchObject({ [changed]: { state: 'discovered', by: 'poll' } });
  },
);

test(
  'an item that always fails keeps nothing of the feed from being read, and pauses nothing',
  { tags: ['deep'] },
  async () => {
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
  },
);

// rules/drives 3
test(
  'a page of changes goes on from what is done while one item is limited, which is left after two minutes',
  { tags: ['deep'] },
  async () => {
    const { pool } = server.db;
    const { id, picked, doc, files, listed, asked } = await drive();
    const docs = Array.from({ length: 30 }, (_, n) =>
      world.document({ name: `Page ${n}`, in: picked, text: '# Page' }),
    );
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
  },
);

// rules/drives 2
test(
  'a list of changes that refuses the credential is not believed while the account answers',
  { tags: ['deep'] },
  async () => {
    const { pool } = server.db;
    const { id, listed, picked, files } = await drive();
    drives.instance();
    await listed();
    await askedAgain(id);
    google.switches.failing.set('', { status: 401, reason: 'authError', of: 'log' });
    await drives.due(id);
    const misses = async () =>
      (await pool.query<{ misses: number }>('select misses from drive_connections where id = $1', [id])).rows[0]
        ?.misses;
    await expect.poll(misses).toBe(1);
    expect(await drives.connection(id)).not.toMatchObject({ state: 'reconnect_needed' });
    google.switches.failing.clear();
    const ladders = world.document({ name: 'Ladders', in: picked, text: '# Ladders' });
    await pool.query('update drive_connections set paused_until = null where id = $1', [id]);
    await drives.due(id);
    await expect.poll(files).toHaveProperty(ladders);
  },
);

// rules/drives 2
test(
  'a list of changes that is limited while the account answers pauses the drive for seconds',
  { tags: ['deep'] },
  async () => {
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
  },
);

// rules/drives 3
test(
  'a folder whose place in the list has expired is listed from its start, and keeps no others waiting',
  { tags: ['deep'] },
  async () => {
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
  },
);
