import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeEach, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { DriveChange } from '../drive.ts';
import { failing, MARIA, startGoogle } from './google-fixture.ts';

const { google, world, open } = await startGoogle();
const root = world.account(MARIA);
const feed = open().feed ?? expect.fail('Google keeps a list of changes');
const HOUR = 3_600_000;

/** Returns all changes since the cursor, and the next cursor. */
async function changesSince(cursor: string, driveId: string | null = null) {
  const changes: DriveChange[] = [];
  let next = cursor;
  for (let more = true; more;) {
    const page = await feed.changes(driveId, next);
    changes.push(...page.changes);
    ({ next, more } = page);
  }
  return { changes, next };
}
const told = ({ changes }: { changes: DriveChange[] }) => changes.map(({ id, item }) => [id, item?.name ?? null]);

describe('a list of changes', () => {
  test('has each thing once, by its last change, and goes on from where it ended', async () => {
    const cursor = await feed.start(null);
    const first = world.document({ name: 'First', in: root, text: 'Text' });
    const second = world.file({ name: 'Second.txt', in: root, mimeType: 'text/plain', content: 'Text' });
    world.edit(first, 'Another text');
    const found = await changesSince(cursor);
    expect(told(found)).toEqual([
      [second, 'Second.txt'],
      [first, 'First'],
    ]);
    expect(told(await changesSince(found.next))).toEqual([]);
    world.rename(second, 'Renamed.txt');
    expect(told(await changesSince(found.next))).toEqual([[second, 'Renamed.txt']]);
  });

  test('comes a page at a time', async () => {
    const cursor = await feed.start(null);
    const ids = Array.from({ length: 5 }, (_, i) => world.document({ name: `Page ${i}`, in: root, text: 'Text' }));
    google.switches.pageSize = 2;
    expect((await feed.changes(null, cursor)).more).toBe(true);
    google.requests.length = 0;
    expect((await changesSince(cursor)).changes.map(({ id }) => id)).toEqual(ids);
    expect(google.requests).toHaveLength(3);
  });

  test('says when something changed, not when it was edited last', async () => {
    const id = world.document({ name: 'Moved', in: root, text: 'Text' });
    Object.assign(world.get(id), { modifiedAt: Date.parse('2020-01-01T00:00:00Z') });
    const cursor = await feed.start(null);
    world.move(id, world.folder({ name: 'Elsewhere', in: root }));
    const { changes } = await changesSince(cursor);
    const moved = changes.find((change) => change.id === id);
    expect(moved?.item?.changedAt?.getTime()).toBeGreaterThan(Date.now() - HOUR);
  });

  test('tells of the trash with the file, and of what is gone or not shared any more without it', async () => {
    const [thrown = '', gone = '', theirs = ''] = [root, root, world.account('omar@example.com')].map((folder) =>
      world.document({ name: 'Document', in: folder, text: 'Text' }),
    );
    world.share(theirs, MARIA);
    const cursor = await feed.start(null);
    world.trash(thrown);
    world.remove(gone);
    world.unshare(theirs, MARIA);
    const { changes } = await changesSince(cursor);
    expect(changes).toEqual([
      { id: thrown, item: expect.objectContaining({ id: thrown, trashed: true }) },
      { id: gone, item: undefined },
      { id: theirs, item: undefined },
    ]);
  });

  test('tells nothing of what the account never saw', async () => {
    const cursor = await feed.start(null);
    world.document({ name: 'Omar’s', in: world.account('omar@example.com'), text: 'Text' });
    expect(told(await changesSince(cursor))).toEqual([]);
  });

  test('of a shared drive has what is in it, and what has left it', async () => {
    const team = world.sharedDrive('Team', [MARIA]);
    const kept = world.document({ name: 'Kept', in: team, text: 'Text' });
    const moved = world.document({ name: 'Moved', in: team, text: 'Text' });
    const cursor = await feed.start(team);
    world.edit(kept, 'Another text');
    world.move(moved, root);
    world.document({ name: 'Maria’s own', in: root, text: 'Text' });
    expect(told(await changesSince(cursor, team))).toEqual([
      [kept, 'Kept'],
      [moved, null],
    ]);
  });

  test('of the account has what is merely shared with it out of others’ shared drives', async () => {
    const theirs = world.sharedDrive('Theirs', ['omar@example.com']);
    const folder = world.folder({ name: 'For guests', in: theirs });
    world.share(folder, MARIA);
    const cursor = await feed.start(null);
    const id = world.document({ name: 'Welcome', in: folder, text: 'Text' });
    expect(told(await changesSince(cursor))).toEqual([[id, 'Welcome']]);
  });

  test.each([400, 404, 410] as const)('that is not known any more (%i) must be begun anew', async (status) => {
    const cursor = await feed.start(null);
    world.forgetPlaces();
    google.switches.cursorStatus = status;
    await expect(feed.changes(null, cursor)).rejects.toEqual(failing('cursor_refused'));
    expect(told(await changesSince(await feed.start(null)))).toEqual([]);
  });

  test.each([
    ['says neither where it goes on nor where it ended', '{"changes":[]}'],
    ['has no changes', '{"newStartPageToken":"9"}'],
  ])('that %s is no answer', async (_, body) => {
    google.answerNext('drive.changes.list', (_request, response) => response.end(body));
    await expect(feed.changes(null, '1')).rejects.toEqual(failing('unavailable'));
  });

  test.each([
    ['a change without its file', '{"newStartPageToken":"9","changes":[{"fileId":"a","removed":false}]}'],
    ['a change of nothing', '{"newStartPageToken":"9","changes":[{"removed":true}]}'],
  ])('that has %s is without it', async (_, body) => {
    google.answerNext('drive.changes.list', (_request, response) => response.end(body));
    expect(await feed.changes(null, '1')).toEqual({ changes: [], next: '9', more: false });
  });

  test('may tell of a shared drive itself, which is no file', async () => {
    const body = '{"newStartPageToken":"9","changes":[{"changeType":"drive","removed":false}]}';
    google.answerNext('drive.changes.list', (_, response) => response.end(body));
    expect(await feed.changes(null, '1')).toEqual({ changes: [], next: '9', more: false });
  });
});

const rung: IncomingHttpHeaders[] = [];
const statuses: number[] = [];
const bell = createServer((request, response) => {
  rung.push(request.headers);
  response.writeHead(statuses.shift() ?? 204).end();
}).listen(0, '127.0.0.1');
await once(bell, 'listening');
const address = `http://127.0.0.1:${z.object({ port: z.number() }).parse(bell.address()).port}/bell`;

describe('a channel', () => {
  beforeEach(async () => {
    google.channels.lose();
    await google.channels.settled();
    rung.length = 0;
    statuses.length = 0;
  });
  afterAll(() => {
    bell.close();
    bell.closeAllConnections();
  });

  const channel = (changes: { expiresAt?: Date; address?: string } = {}) => ({
    id: randomUUID(),
    token: 'a token of ours',
    address,
    expiresAt: new Date(Date.now() + 24 * HOUR),
    ...changes,
  });
  const states = () => rung.map((headers) => headers['x-goog-resource-state']);

  test('says hello, and rings when something has changed, without saying what', async () => {
    const asked = channel();
    const opened = await feed.watch(null, await feed.start(null), asked);
    expect(opened.expiresAt).toEqual(asked.expiresAt);
    await google.channels.settled();
    world.document({ name: 'New', in: root, text: 'Text' });
    await google.channels.settled();
    expect(states()).toEqual(['sync', 'change']);
    expect(rung[1]).toMatchObject({
      'x-goog-channel-id': asked.id,
      'x-goog-channel-token': asked.token,
      'x-goog-resource-id': opened.resourceId,
      'x-goog-message-number': '3',
      'content-length': '0',
    });
  });

  test('of a shared drive rings for that drive alone', async () => {
    const team = world.sharedDrive('Team with a bell', [MARIA]);
    await feed.watch(team, await feed.start(team), channel());
    world.document({ name: 'Maria’s own', in: root, text: 'Text' });
    await google.channels.settled();
    expect(states()).toEqual(['sync']);
    world.document({ name: 'The team’s', in: team, text: 'Text' });
    await google.channels.settled();
    expect(states()).toEqual(['sync', 'change']);
  });

  test('rings once more where nobody took it, and not at all where rings are dropped', async () => {
    await feed.watch(null, await feed.start(null), channel());
    await google.channels.settled();
    statuses.push(503);
    const id = world.document({ name: 'Told twice', in: root, text: 'Text' });
    await google.channels.settled();
    expect(states()).toEqual(['sync', 'change', 'change']);
    expect(new Set(rung.slice(1).map((headers) => headers['x-goog-message-number'])).size).toBe(1);
    google.switches.dropRings = true;
    world.edit(id, 'Another text');
    await google.channels.settled();
    expect(rung).toHaveLength(3);
  });

  test('rings once for many changes that come together', async () => {
    await feed.watch(null, await feed.start(null), channel());
    await google.channels.settled();
    for (let i = 0; i < 100; i++) world.document({ name: `Document ${i}`, in: root, text: 'Text' });
    await google.channels.settled();
    expect(rung.length).toBeGreaterThan(1);
    expect(rung.length).toBeLessThan(10);
  });

  test('lives for a week at most, whatever is asked for', async () => {
    const opened = await feed.watch(
      null,
      await feed.start(null),
      channel({ expiresAt: new Date(Date.now() + 30 * 24 * HOUR) }),
    );
    expect(opened.expiresAt.getTime()).toBeLessThanOrEqual(Date.now() + 7 * 24 * HOUR);
  });

  test('that is stopped rings no more, and can be stopped again', async () => {
    const asked = channel();
    const { resourceId } = await feed.watch(null, await feed.start(null), asked);
    await google.channels.settled();
    await feed.stop({ id: asked.id, resourceId });
    await feed.stop({ id: asked.id, resourceId });
    world.document({ name: 'Unheard', in: root, text: 'Text' });
    await google.channels.settled();
    expect(states()).toEqual(['sync']);
  });

  test('that Google does not know any more is stopped already', async () => {
    const body = '{"error":{"code":404,"errors":[{"domain":"global","reason":"channelUnknown"}]}}';
    let asked = 0;
    google.answerNext('drive.channels.stop', (_, response) => {
      asked++;
      response.writeHead(404).end(body);
    });
    await feed.stop({ id: randomUUID(), resourceId: 'resource' });
    expect(asked).toBe(1);
  });

  test('from a place that is not known any more means a list that must be begun anew', async () => {
    const cursor = await feed.start(null);
    world.forgetPlaces();
    await expect(feed.watch(null, cursor, channel())).rejects.toEqual(failing('cursor_refused'));
  });

  test.each([
    ['Google does not take', 'http://example.com/bell'],
    ['is none', 'nowhere'],
  ])('to an address that %s cannot be had, which is no lost access', async (_, wrong) => {
    const cursor = await feed.start(null);
    await expect(feed.watch(null, cursor, channel({ address: wrong }))).rejects.toEqual(failing('forbidden'));
  });

  test('to an address that Google does not know as ours cannot be had, though it answers 401', async () => {
    const body = '{"error":{"code":401,"errors":[{"domain":"global","reason":"push.webhookUrlUnauthorized"}]}}';
    google.answerNext('drive.changes.watch', (_, response) => response.writeHead(401).end(body));
    const before = google.oauth.tokenRequests;
    await expect(feed.watch(null, '1000', channel())).rejects.toEqual(failing('forbidden'));
    expect(google.oauth.tokenRequests).toBe(before);
  });

  test('with a name that another one has cannot be had, and the place stays good', async () => {
    const cursor = await feed.start(null);
    const asked = channel();
    await feed.watch(null, cursor, asked);
    await expect(feed.watch(null, cursor, asked)).rejects.toEqual(failing('forbidden'));
  });
});
