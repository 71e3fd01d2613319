import { expect, onTestFinished, test } from 'vitest';
import { startLarkStandIn, type LarkStandIn } from '../../../../test/drives/lark-stand-in.ts';
import { startTestServer } from '../../../../test/server.ts';
import { CRAWL_QUEUE } from '../crawl/claim-crawl.ts';
import { runCrawlSlice } from '../crawl/run-crawl-slice.ts';
import { LarkEventStore } from '../push/lark-event-store.ts';
import { changesOf } from './changes-fixture.ts';

const server = await startTestServer();
const { pool } = server.db;

let apps = 0;

/** Connects an app with a long connection and one document in a picked folder, already listed and subscribed to. */
async function drive() {
  const lark = await startLarkStandIn({
    again: 200,
    app: { appId: `cli_long${(apps += 1)}`, appSecret: 'app-secret' },
  });
  onTestFinished(() => lark.stop());
  const drives = changesOf(server, lark.env);
  const picked = lark.drive.addFolder('Handbook');
  const doc = lark.drive.addDocx('Forklifts', 'Forklifts');
  lark.drive.move(doc, picked);
  const { appId, appSecret } = lark.app;
  const credential = {
    auth: 'app' as const,
    kind: 'lark' as const,
    appId,
    appSecret,
    encryptKey: null,
    verificationToken: null,
  };
  const connection = await drives.connected({ kind: 'lark', appId, push: 'long_connection', credential, pick: picked });
  const { id } = connection;
  // Otherwise the next test's instances would poll this drive at another fake server.
  onTestFinished(async () => {
    await pool.query(
      `update drive_connections set state = 'disconnected', disconnected_at = now(), sealed = null, key_id = null
       where id = $1`,
      [id],
    );
  });
  return {
    ...connection,
    lark,
    drives,
    picked,
    doc,
    files: () => drives.files(id),
    ready: async () => {
      await expect.poll(() => drives.files(id)).toHaveProperty(doc);
      await expect.poll(() => lark.sockets.open).toBe(1);
      await expect.poll(() => [picked, doc].every((token) => lark.api.subscriptions.has(token))).toBe(true);
      await expect.poll(async () => (await drives.connection(id)).is_asked).toBe(false);
    },
    /** The files that events named and that weren't requested yet. */
    queued: async () => {
      const { rows } = await pool.query<{ provider_id: string }>(
        'select provider_id from drive_files_to_request where connection_id = $1',
        [id],
      );
      return rows.map(({ provider_id }) => provider_id);
    },
  };
}

async function isAnyInsertWaiting(): Promise<boolean> {
  const { rows } = await pool.query<{ is_waiting: boolean }>(
    `select exists (select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'
       and query like '%drive_files_to_request%') as is_waiting`,
  );
  return rows[0]!.is_waiting;
}

/** Number of requests that asked for single files. */
const askedFor = (lark: LarkStandIn) => lark.api.asked.get('POST /drive/v1/metas/batch_query') ?? 0;

test('what is edited is told, asked for, and found by push', async () => {
  const { id, lark, drives, doc, ready, queued } = await drive();
  drives.instance();
  await ready();
  lark.drive.edit(doc, 'Forklifts, faster');
  await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'push']);
  await expect.poll(queued).toEqual([]);
  expect((await drives.connection(id)).rung_at).not.toBeNull();
});

// rules/drives 3
test('what is edited while it is requested is requested again', async () => {
  const { id, lark, drives, doc, ready, queued } = await drive();
  drives.instance();
  await ready();
  const answer = lark.api.answer.bind(lark.api);
  let isEdited = false;
  lark.api.answer = (request) => {
    const answered = answer(request);
    if (!isEdited && request.url.pathname.endsWith('/metas/batch_query')) {
      isEdited = true;
      lark.drive.edit(doc, 'Forklifts, faster still');
    }
    return answered;
  };
  lark.drive.edit(doc, 'Forklifts, faster');
  await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'push', 'push']);
  await expect.poll(queued).toEqual([]);
});

// rules/drives 3
test('what an event names while the drive is polled anyway is requested by the poll after that', async () => {
  const { id, workspace, lark, drives, doc, ready, queued } = await drive();
  drives.instance({ pollSeconds: 600 });
  await ready();
  const other = await pool.connect();
  onTestFinished(() => other.release(true));
  await other.query('begin');
  await other.query(
    `insert into drive_files_to_request (workspace_id, connection_id, provider_id, last_event, added_at)
     values ($1, $2, $3, gen_random_uuid(), now())`,
    [workspace.id, id, doc],
  );
  // Due, and waked a moment ago.
  await pool.query(
    `update drive_connections set paused_until = now() + interval '1 hour', due_at = now(),
       last_event_at = now() + interval '1 minute' where id = $1`,
    [id],
  );
  lark.drive.edit(doc, 'Forklifts, faster');
  await expect.poll(isAnyInsertWaiting).toBe(true);
  await pool.query('update drive_connections set paused_until = null where id = $1', [id]);
  await expect.poll(async () => (await drives.connection(id)).is_due).toBe(false);
  await expect.poll(async () => (await drives.connection(id)).is_asked).toBe(false);
  await other.query('rollback');
  // The next poll without a wake-up is due only after a minute.
  await expect.poll(() => drives.findings(id, doc), { timeout: 30_000 }).toEqual(['night', 'push']);
  await expect.poll(queued).toEqual([]);
});

// rules/drives 3
test('an event that comes again is answered again, also in two frames', { tags: ['deep'] }, async () => {
  const { id, lark, drives, doc, ready, queued } = await drive();
  drives.instance();
  await ready();
  const message = lark.message('drive.file.edit_v1', doc);
  for (const parts of [1, 2, 1] as const) {
    const sent = lark.sockets.send(message, { parts })!;
    expect(await lark.sockets.acked(sent)).toMatchObject({ code: 200 });
  }
  await expect.poll(queued).toEqual([]);
  expect((await drives.connection(id)).state).toBe('connected');
});

test('while a drive is left alone, nothing is asked for that it tells of', async () => {
  const { id, lark, drives, doc, ready, queued } = await drive();
  drives.instance();
  await ready();
  await pool.query(`update drive_connections set paused_until = now() + interval '1 hour' where id = $1`, [id]);
  const asked = askedFor(lark);
  lark.drive.edit(doc, 'Forklifts, meanwhile');
  await expect.poll(queued).toEqual([doc]);
  expect(await drives.connection(id)).toMatchObject({ is_asked: false });
  expect(askedFor(lark)).toBe(asked);
});

test('what is made in a folder is found by listing it, with what is in the folders within', async () => {
  const { lark, drives, picked, files, ready } = await drive();
  drives.instance();
  await ready();
  const inner = lark.drive.addFolder('Inner', picked);
  const deep = lark.drive.addDocx('Deep', 'Deep', inner);
  const other = lark.drive.addDocx('Ladders', 'Ladders', picked);
  await expect.poll(files).toMatchObject({ [other]: { by: 'push' }, [deep]: { by: 'push' } });
  await expect.poll(() => [inner, deep, other].every((token) => lark.api.subscriptions.has(token))).toBe(true);
});

test('what an app is told of that nobody picked is neither stored nor asked for', async () => {
  const { lark, drives, ready, queued, files } = await drive();
  drives.instance();
  await ready();
  const strange = lark.drive.addDocx('Strange', 'Strange');
  const asked = askedFor(lark);
  const sent = lark.sockets.send(lark.message('drive.file.edit_v1', strange))!;
  expect(await lark.sockets.acked(sent)).toMatchObject({ code: 200 });
  expect(await queued()).toEqual([]);
  expect(askedFor(lark)).toBe(asked);
  expect(await files()).not.toHaveProperty(strange);
});

test('a thousand events of a file at once cost a request or two', { tags: ['deep'] }, async () => {
  const { id, lark, drives, doc, ready, queued } = await drive();
  const instance = drives.instance();
  await ready();
  await instance.stop();
  const events = new LarkEventStore(server.pools.jobs);
  const app = { kind: 'lark', appId: lark.app.appId } as const;
  const event = { appId: app.appId, fileToken: doc, folderToken: null };
  await Promise.all(Array.from({ length: 1_000 }, () => events.store(app, event)));
  lark.drive.edit(doc, 'Forklifts, a thousand times');
  const asked = askedFor(lark);
  drives.instance();
  await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'push']);
  await expect.poll(queued).toEqual([]);
  expect(askedFor(lark) - asked).toBeLessThanOrEqual(2);
});

// rules/drives 3
test('one instance holds the connection of an app; where it is killed, another one takes it over, and all is listed', async () => {
  const { id, lark, drives, doc, files } = await drive();
  // The lease of an instance that died.
  await pool.query(
    `insert into directory.lark_connections (kind, app_id, leased_until, lease_id)
     values ('lark', $1, now() + interval '1 hour', gen_random_uuid())`,
    [lark.app.appId],
  );
  drives.instance();
  drives.instance();
  await expect.poll(files).toHaveProperty(doc);
  // A poll is identified by its start time, so wait until the current one has ended.
  await expect.poll(async () => (await drives.connection(id)).is_asked).toBe(false);
  expect(lark.sockets.open).toBe(0);
  await pool.query(`update drive_connections set last_polled_at = now() - interval '1 hour' where id = $1`, [id]);
  const polled = (await drives.connection(id)).polled_at!;
  await pool.query(`update directory.lark_connections set leased_until = now() where app_id = $1`, [lark.app.appId]);
  await expect.poll(() => lark.sockets.open).toBe(1);
  await expect.poll(async () => (await drives.connection(id)).polled_at!.getTime()).toBeGreaterThan(polled.getTime());
  expect(lark.sockets.opened).toBe(1);
});

test('a connection that is cut is made again, and whoever holds none says so', async () => {
  const { id, lark, drives, doc, ready } = await drive();
  drives.instance();
  await ready();
  await pool.query(`update drive_connections set state = 'degraded', state_reason = 'no_push' where id = $1`, [id]);
  lark.sockets.cut();
  await expect.poll(() => lark.sockets.opened).toBe(2);
  await expect.poll(() => drives.connection(id)).toMatchObject({ state: 'connected', reason: null });
  lark.drive.edit(doc, 'Forklifts, again');
  await expect.poll(() => drives.findings(id, doc)).toEqual(['night', 'push']);
});

test('after a connection was lost everything is listed, however lately that was done', { tags: ['deep'] }, async () => {
  const { id, lark, drives, ready } = await drive();
  drives.instance();
  await ready();
  const crawls = async () =>
    (await pool.query('select cause from drive_crawls where connection_id = $1 order by started_at', [id])).rows;
  await expect.poll(crawls).toEqual([{ cause: 'poll' }]);
  await pool.query(
    `update drive_crawls set state = 'done', finished_at = now(), started_at = now() - interval '2 minutes'
     where connection_id = $1`,
    [id],
  );
  await pool.query(`update drive_connections set last_polled_at = now() - interval '2 minutes' where id = $1`, [id]);
  lark.sockets.cut();
  await expect.poll(() => lark.sockets.opened).toBe(2);
  await expect.poll(crawls).toEqual([{ cause: 'poll' }, { cause: 'poll' }]);
});

test('an app whose secret was taken back must be connected again', async () => {
  const { id, lark, drives } = await drive();
  lark.app.appSecret = 'another';
  drives.instance();
  await expect.poll(() => drives.connection(id)).toMatchObject({ state: 'reconnect_needed', reason: 'access_lost' });
});

test('what may not be subscribed to is left, and the rest is', async () => {
  const { lark, drives, picked, id } = await drive();
  const forbidden = lark.drive.addDocx('Forbidden', 'Forbidden', picked);
  const allowed = lark.drive.addDocx('Allowed', 'Allowed', picked);
  lark.drive.share(forbidden, false);
  drives.instance();
  await expect.poll(() => lark.api.subscriptions.has(allowed)).toBe(true);
  const left = async () => {
    const { rows } = await pool.query<{ id: string; later: boolean }>(
      `select provider_id as id, subscribe_at > now() + interval '1 hour' as later from drive_files
       where connection_id = $1 and subscribe_at is not null`,
      [id],
    );
    return rows;
  };
  await expect.poll(left).toEqual([{ id: forbidden, later: true }]);
});

// rules/drives 2, 3
test('what can never be subscribed to pauses nothing, keeps nothing else waiting, and is retried after an hour', async () => {
  const { lark, drives, picked, doc, id } = await drive();
  const odd = lark.drive.addDocx('Odd', 'Odd', picked);
  const other = lark.drive.addDocx('Other', 'Other', picked);
  for (const token of [picked, odd]) lark.api.faults.unsubscribable.add(token);
  drives.instance();
  await expect.poll(() => [doc, other].every((token) => lark.api.subscriptions.has(token))).toBe(true);
  const left = async () => {
    const { rows } = await pool.query<{ id: string; later: boolean }>(
      `select provider_id as id, subscribe_at > now() + interval '50 minutes' as later from (
         select provider_id, subscribe_at from drive_files where connection_id = $1
         union all select provider_id, subscribe_at from drive_folders where connection_id = $1) items
       where subscribe_at is not null order by provider_id`,
      [id],
    );
    return rows;
  };
  await expect.poll(left).toEqual([odd, picked].toSorted().map((token) => ({ id: token, later: true })));
  const { rows } = await pool.query('select misses, paused_until from drive_connections where id = $1', [id]);
  expect(rows).toEqual([{ misses: 0, paused_until: null }]);
});

test('where nothing tells, everything is listed now and then', async () => {
  const { id, lark, drives, doc } = await drive();
  await pool.query(`update drive_connections set push = 'none' where id = $1`, [id]);
  drives.instance();
  await expect.poll(() => drives.files(id)).toHaveProperty(doc);
  const crawls = async () => (await pool.query('select cause from drive_crawls where connection_id = $1', [id])).rows;
  await expect.poll(crawls).toEqual([{ cause: 'poll' }]);
  expect(lark.sockets.opened).toBe(0);
  await drives.due(id);
  await expect.poll(async () => (await drives.connection(id)).is_due).toBe(false);
  expect(await crawls()).toHaveLength(1);
});

// rules/drives 3
test(
  'what is found by listing although it was subscribed to is subscribed to anew, with its folder',
  { tags: ['deep'] },
  async () => {
    const { id, lark, drives, doc, picked, ready } = await drive();
    drives.instance();
    await ready();
    const crawl = async () => {
      await pool.query(`update drive_crawls set due_at = now() where connection_id = $1`, [id]);
      const services = { ...drives.services(), stopping: new AbortController().signal, isBusy: () => false };
      for (const each of await CRAWL_QUEUE.claim(pool, 100))
        if (each.connectionId === id) await runCrawlSlice(services, each);
    };
    await expect
      .poll(async () => (await pool.query('select from drive_crawls where connection_id = $1', [id])).rowCount)
      .toBe(1);
    // Lark ended the subscriptions without a word.
    lark.api.subscriptions.clear();
    lark.drive.edit(doc, 'Forklifts, unheard');
    lark.drive.setClock(() => Date.now() + 120_000);
    lark.drive.edit(doc, 'Forklifts, unheard again');
    const made = lark.drive.addDocx('Unheard', 'Unheard', picked);
    await crawl();
    expect(await drives.findings(id, doc)).toEqual(['night', 'poll']);
    await expect.poll(() => [picked, doc, made].every((token) => lark.api.subscriptions.has(token))).toBe(true);
  },
);

test('where nothing is picked, nothing is listed', async () => {
  const { id, drives } = await drive();
  await pool.query('delete from drive_folders where connection_id = $1', [id]);
  await pool.query('delete from drive_folders_to_list where connection_id = $1', [id]);
  drives.instance();
  await expect.poll(async () => (await drives.connection(id)).polled_at).not.toBeNull();
  await expect.poll(async () => (await drives.connection(id)).is_asked).toBe(false);
  expect((await pool.query('select from drive_crawls where connection_id = $1', [id])).rowCount).toBe(0);
});

// rules/drives 2, 3
test(
  'a file that is limited for an hour pauses its drive for seconds, and the events of others are handled',
  { tags: ['deep'] },
  async () => {
    const { id, lark, drives, picked, doc, ready, files } = await drive();
    const other = lark.drive.addDocx('Ladders', 'Ladders');
    lark.drive.move(other, picked);
    drives.instance();
    await ready();
    await expect.poll(files).toHaveProperty(other);
    await expect.poll(() => lark.api.subscriptions.has(other)).toBe(true);
    lark.api.faults.limitedItems.add(doc);
    lark.drive.edit(doc, 'Forklifts, faster');
    lark.drive.edit(other, 'Ladders, longer');
    await expect.poll(() => drives.findings(id, other)).toEqual(['night', 'push']);
    const left = async () => {
      const { rows } = await pool.query<{ token: string; seconds: number }>(
        `select f.provider_id as token, extract(epoch from c.paused_until - now())::float as seconds
         from drive_files_to_request f join drive_connections c on c.id = f.connection_id
         where c.id = $1 and c.leased_until is null`,
        [id],
      );
      return rows;
    };
    await expect.poll(left).toMatchObject([{ token: doc, seconds: expect.any(Number) }]);
    expect((await left())[0]?.seconds).toBeLessThan(7);
    // An hour goes by as far as the event knows: it is left to the next scan.
    await pool.query(
      `update drive_files_to_request set added_at = now() - interval '3 minutes' where provider_id = $1`,
      [doc],
    );
    await pool.query('update drive_connections set paused_until = null where id = $1', [id]);
    await expect.poll(left).toEqual([]);
  },
);
