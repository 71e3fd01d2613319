import { afterAll, beforeEach, expect, test } from 'vitest';
import { startGoogleStandIn } from '../../../../test/drives/google-stand-in.ts';
import { startTestServer } from '../../../../test/server.ts';
import { changesOf } from './changes-fixture.ts';
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

test('what changes is found by asking, each time once, also where nothing rings', async () => {
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
    const taken = await DRIVE_POLLS.claim(pool, most);
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
  'a shared drive that was taken away (%i) leaves the other logs alone, is said of its folder, and crawls nothing',
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
