import { afterAll, beforeEach, expect, test } from 'vitest';
import { startGoogleStandIn } from '../../../../test/drives/google-stand-in.ts';
import { startTestServer } from '../../../../test/server.ts';
import { changesOf } from '../poll/changes-fixture.ts';
import { markGoogleDrivesNoPush } from './open-change-feed-channel.ts';

const google = await startGoogleStandIn();
afterAll(() => google.stop());
beforeEach(() => google.reset());
const server = await startTestServer({ env: google.env });
const drives = changesOf(server, google.env);
const { world } = google;
const { pool } = server.db;
const pushOrigin = server.base;

let accounts = 0;

async function drive() {
  const email = `paul-${(accounts += 1)}@example.com`;
  const picked = world.folder({ name: 'Handbook', in: world.account(email) });
  const doc = world.document({ name: 'Forklifts', in: picked, text: '# Forklifts' });
  const credential = { auth: 'oauth' as const, refreshToken: google.oauth.grant(email) };
  const connection = await drives.connected({ kind: 'google', account: email, credential, pick: picked });
  const { id } = connection;
  async function rows() {
    const { rows: found } = await pool.query<{
      id: string;
      retired: boolean;
      resource: string | null;
      token_hash: Buffer;
    }>(
      `select id, retired_at is not null as retired, resource_id as resource, token_hash from drive_channels
       where connection_id = $1 order by id`,
      [id],
    );
    return found;
  }
  return {
    ...connection,
    email,
    picked,
    doc,
    rows,
    /** The channels open at the fake Google server. */
    open: () => [...google.channels.open.values()].filter((each) => each.email === email),
    listed: () => expect.poll(() => drives.files(id)).toHaveProperty(doc),
    rung: async () => {
      await expect.poll(async () => (await drives.connection(id)).push).toBe('channel');
    },
    renew: () => pool.query('update drive_change_feeds set due_at = now() where connection_id = $1', [id]),
  };
}

function push(channel: string, token: string | undefined, state = 'change', headers: Record<string, string> = {}) {
  return fetch(`${server.base}/api/drives/google/${channel}`, {
    method: 'POST',
    headers: {
      'x-goog-resource-state': state,
      ...(token !== undefined && { 'x-goog-channel-token': token }),
      ...headers,
    },
  });
}

test('a change is pushed, and is found at once; the token of a channel is known by its digest alone', async () => {
  const { id, doc, rows, open, listed, rung } = await drive();
  drives.instance({ pushOrigin });
  await listed();
  await rung();
  const [channel] = open();
  const token = channel?.token ?? '';
  expect(token.length).toBeGreaterThan(40);
  expect((await rows())[0]?.token_hash).toHaveLength(32);
  expect(JSON.stringify(await rows())).not.toContain(token);
  expect(channel!.expiresAt - Date.now()).toBeGreaterThan(6.9 * 86_400_000);
  world.edit(doc, '# Forklifts, faster');
  await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'push']);
  expect(await drives.connection(id)).toMatchObject({ state: 'connected', reason: null, push: 'channel' });
});

test('a push is dropped, comes twice, or late: what changes is found once', async () => {
  const { id, doc, open, listed, rung } = await drive();
  drives.instance({ pushOrigin });
  await listed();
  await rung();
  google.switches.dropRings = true;
  world.edit(doc, '# Forklifts, unheard');
  await drives.due(id);
  await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'poll']);
  const [channel] = open();
  for (let times = 0; times < 3; times += 1) expect((await push(channel!.id, channel!.token)).status).toBe(204);
  await expect
    .poll(async () => !(await drives.connection(id)).is_due && !(await drives.connection(id)).is_asked)
    .toBe(true);
  expect(await drives.findings(id, doc)).toEqual(['night', 'poll']);
});

// rules/drives 4
test('who has not the token pushes nothing: 401; of a channel that is not known, 404', async () => {
  const { id, open, listed, rung } = await drive();
  drives.instance({ pushOrigin });
  await listed();
  await rung();
  const [channel] = open();
  // The end of the first scan makes the drive due once more.
  await expect
    .poll(async () => !(await drives.connection(id)).is_due && !(await drives.connection(id)).is_asked)
    .toBe(true);
  await pool.query('update drive_connections set last_event_at = null where id = $1', [id]);
  const forged = await push(channel!.id, 'x'.repeat(43));
  expect(forged.status).toBe(401);
  expect(await forged.json()).toMatchObject({ code: 'notification_refused' });
  expect((await push(channel!.id, undefined)).status).toBe(401);
  expect((await push(channel!.id.replaceAll(/[0-9]/g, '0'), channel!.token)).status).toBe(404);
  expect((await push('no-uuid', channel!.token)).status).toBe(404);
  expect((await push(channel!.id, channel!.token, 'sync')).status).toBe(204);
  expect(await drives.connection(id)).toMatchObject({ rung_at: null, is_due: false });
  await pool.query(
    `update drive_connections set state = 'disconnected', disconnected_at = now(), sealed = null, key_id = null where id = $1`,
    [id],
  );
  expect((await push(channel!.id, channel!.token)).status).toBe(404);
});

test('a body of a push is thrown away up to 64 KiB, and refused beyond', async () => {
  const { open, listed, rung } = await drive();
  drives.instance({ pushOrigin });
  await listed();
  await rung();
  const [channel] = open();
  const send = (body: string) =>
    fetch(`${server.base}/api/drives/google/${channel!.id}`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain', 'x-goog-channel-token': channel!.token! },
      body,
    });
  expect((await send('anything')).status).toBe(204);
  expect((await send('x'.repeat(70_000))).status).toBe(413);
});

test(
  'two instances renew a channel once; the one before pushes until it is stopped, and is nobody’s after that',
  { tags: ['deep'] },
  async () => {
    const { id, open, rows, listed, rung, renew } = await drive();
    drives.instance({ pushOrigin });
    drives.instance({ pushOrigin });
    await listed();
    await rung();
    const [before] = open();
    // Google keeps the old channel for a while, as it may.
    google.answerNext('drive.channels.stop', (_request, response) => void response.writeHead(503).end());
    await renew();
    await expect.poll(async () => (await rows()).map(({ retired }) => retired)).toEqual([true, false]);
    expect(open()).toHaveLength(2);
    await pool.query('update drive_connections set last_event_at = null where id = $1', [id]);
    expect((await push(before!.id, before!.token)).status).toBe(204);
    expect((await drives.connection(id)).rung_at).not.toBeNull();
    await renew();
    await expect.poll(() => open().length).toBe(1);
    await expect.poll(async () => (await rows()).map(({ retired }) => retired)).toEqual([false]);
    expect((await push(before!.id, before!.token)).status).toBe(404);
    expect(
      google.requests.filter((each) => each.method === 'drive.changes.watch' && each.email === before!.email),
    ).toHaveLength(3);
  },
);

test('a channel whose opener died before Google answered pushes, and can be stopped', { tags: ['deep'] }, async () => {
  const { open, rows, listed, rung, renew } = await drive();
  drives.instance({ pushOrigin });
  await listed();
  await rung();
  const [channel] = open();
  await pool.query('update drive_channels set resource_id = null where id = $1', [channel!.id]);
  const headers = { 'x-goog-resource-id': channel!.resourceId };
  expect((await push(channel!.id, channel!.token, 'change', headers)).status).toBe(204);
  expect(await rows()).toMatchObject([{ resource: channel!.resourceId }]);
  await renew();
  await expect.poll(() => open().map((each) => each.id)).not.toContain(channel!.id);
});

test('where no channel can be opened the connection is degraded, and changes are found by asking; it heals', async () => {
  const { id, doc, listed, rung, renew } = await drive();
  google.answerNext('drive.changes.watch', (_request, response) => {
    response
      .writeHead(403, { 'content-type': 'application/json' })
      .end(
        JSON.stringify({ error: { code: 403, message: 'no', errors: [{ reason: 'pushNotAllowed', message: 'no' }] } }),
      );
  });
  drives.instance({ pushOrigin });
  await listed();
  await expect.poll(() => drives.connection(id)).toMatchObject({ state: 'degraded', reason: 'no_push', push: 'none' });
  world.edit(doc, '# Forklifts, asked for');
  await drives.due(id);
  await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'poll']);
  await renew();
  await rung();
  expect(await drives.connection(id)).toMatchObject({ state: 'connected', reason: null });
});

// rules/drives 2
test('a channel that always fails pauses nothing while the drive answers', async () => {
  const { id, doc, listed } = await drive();
  google.answerNext('drive.changes.watch', (_request, response) => void response.writeHead(500).end('{}'));
  drives.instance({ pushOrigin });
  await listed();
  await expect.poll(() => drives.connection(id)).toMatchObject({ state: 'degraded', reason: 'no_push', push: 'none' });
  const { rows } = await pool.query('select misses, paused_until from drive_connections where id = $1', [id]);
  expect(rows).toEqual([{ misses: 0, paused_until: null }]);
  world.edit(doc, '# Forklifts, not paused');
  await drives.due(id);
  await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'poll']);
});

test(
  'a thousand pushes have a drive asked a few times, and none of them fails but for being too many',
  { tags: ['deep'] },
  async () => {
    const { id, doc, email, open, listed, rung } = await drive();
    drives.instance({ pushOrigin });
    await listed();
    await rung();
    const [channel] = open();
    const before = google.requests.length;
    google.switches.dropRings = true;
    world.edit(doc, '# Forklifts, a thousand times');
    const statuses = new Set<number>();
    // 100 at a time: Google's maximum number of connections to one server.
    for (let sent = 0; sent < 1_000; sent += 100) {
      const answers = await Promise.all(Array.from({ length: 100 }, () => push(channel!.id, channel!.token)));
      for (const { status } of answers) statuses.add(status);
    }
    expect([...statuses].filter((status) => status !== 204 && status !== 503)).toEqual([]);
    expect(statuses).toContain(204);
    await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'push']);
    const asked = google.requests
      .slice(before)
      .filter((each) => each.method === 'drive.changes.list' && each.email === email);
    // At most once a second, however slow the machine is.
    expect(asked.length).toBeLessThan(100);
  },
);

test('whether anything is pushed follows the address, whichever the server was started with before', async () => {
  const { id, rows, listed, rung } = await drive();
  const first = drives.instance({ pushOrigin });
  await listed();
  await rung();
  await first.stop();
  const silent = drives.instance();
  await expect.poll(() => drives.connection(id)).toMatchObject({ state: 'degraded', reason: 'no_push', push: 'none' });
  await silent.stop();
  drives.instance({ pushOrigin });
  await rung();
  expect(await drives.connection(id)).toMatchObject({ state: 'connected', reason: null });
  expect((await rows()).filter(({ retired }) => !retired)).toHaveLength(1);
});

// rules/drives 3
test('a channel that ended without a word is opened anew once several finds were not rung for, and that is said', async () => {
  const { id, doc, open, rows, listed, rung } = await drive();
  drives.instance({ pushOrigin });
  await listed();
  await rung();
  const find = async (n: number) => {
    const before = (await drives.findings(id, doc)).length;
    world.edit(doc, `# Forklifts, ${n}`);
    await drives.due(id);
    await expect.poll(async () => (await drives.findings(id, doc)).length).toBe(before + 1);
    await expect.poll(async () => (await drives.connection(id)).is_asked).toBe(false);
  };
  const later = () =>
    pool.query(
      `update drive_change_feeds set unrung_since = unrung_since - interval '11 minutes' where connection_id = $1`,
      [id],
    );
  // Late notifications reset the count.
  const [channel] = open();
  google.switches.dropRings = true;
  for (let n = 0; n < 4; n++) {
    await find(n);
    await later();
    if (n % 2 === 1) expect((await push(channel!.id, channel!.token)).status).toBe(204);
    await expect.poll(async () => (await drives.connection(id)).is_due).toBe(false);
  }
  expect((await rows()).map((each) => each.id)).toEqual([channel!.id]);
  google.channels.lose();
  for (let n = 10; n < 12; n++) await find(n);
  await later();
  // The drive counts as having no push notifications until the new channel sends one.
  await find(12);
  await expect.poll(() => drives.connection(id)).toMatchObject({ state: 'degraded', reason: 'no_push', push: 'none' });
  await expect.poll(() => open().length).toBe(1);
  const [anew] = open();
  expect(anew!.id).not.toBe(channel!.id);
  expect(await drives.connection(id)).toMatchObject({ state: 'degraded', reason: 'no_push' });
  google.switches.dropRings = false;
  world.edit(doc, '# Forklifts, rung for');
  await rung();
  expect(await drives.connection(id)).toMatchObject({ state: 'connected', reason: null });
  await expect.poll(async () => (await drives.findings(id, doc)).at(-1)).toBe('push');
});

// rules/drives 3
test('without an address that Google reaches, a drive that cannot be marked keeps no other from being marked', async () => {
  const [first, second] = [await drive(), await drive()];
  const ids = [first.id, second.id].toSorted();
  await pool.query(`update drive_connections set push = 'channel' where id = any($1)`, [ids]);
  await pool.query(`alter table drive_connections add constraint fails check (id <> '${ids[0]}' or push = 'channel')`);
  await expect(markGoogleDrivesNoPush(server.db, new Date())).rejects.toThrow('fails');
  expect(await drives.connection(ids[1]!)).toMatchObject({ reason: 'no_push', push: 'none' });
  await pool.query('alter table drive_connections drop constraint fails');
  await markGoogleDrivesNoPush(server.db, new Date());
  expect(await drives.connection(ids[0]!)).toMatchObject({ reason: 'no_push', push: 'none' });
});

// rules/drives 3
test.each([
  ['has already ended', -86_400_000],
  ['ends at once', 1_000],
  ['ends in thirty thousand years', 9e14],
])('a channel that %s is not opened again and again', async (_, life) => {
  const { id, rows, listed } = await drive();
  google.answerNext(
    'drive.changes.watch',
    (_request, response) => {
      const expiration = String(Math.round(Date.now() + life));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ kind: 'api#channel', id: 'x', resourceId: 'odd', expiration }));
    },
    1_000,
  );
  drives.instance({ pushOrigin });
  await listed();
  const due = async () => {
    const { rows: found } = await pool.query<{ minutes: number }>(
      `select extract(epoch from due_at - now())::float / 60 as minutes from drive_change_feeds
       where connection_id = $1 and leased_until is null`,
      [id],
    );
    return found[0]?.minutes;
  };
  await expect.poll(due).toBeGreaterThan(4);
  expect(await due()).toBeLessThan(4 * 24 * 60);
  expect((await rows()).length).toBe(life > 1e9 ? 1 : 0);
});
