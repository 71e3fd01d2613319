import { setTimeout as sleep } from 'node:timers/promises';
import { describe, test, vi, type TestContext } from 'vitest';
import { startLarkStandIn, type LarkStandIn } from '../../../../test/drives/lark-stand-in.ts';
import type { LarkFileEvent } from './events.ts';
import { createLarkDrive } from './lark-drive.ts';

type Started = { stop: () => Promise<void> };
/** Connections of each stand-in, which stop before it when the test ends. */
const connections = new WeakMap<LarkStandIn, Started[]>();

/** Starts a fake Lark until the test ends. Tests run beside each other, because Lark's pauses are whole seconds. */
async function standIn(onTestFinished: TestContext['onTestFinished']): Promise<LarkStandIn> {
  const started: Started[] = [];
  onTestFinished(async () => {
    for (const each of started.toReversed()) await each.stop();
  });
  const lark = await startLarkStandIn({ again: 50 });
  started.push(lark);
  connections.set(lark, started);
  return lark;
}

/** Opens a connection that stores events; `storing` stands for the database. */
function connect(lark: LarkStandIn, storing: (event: LarkFileEvent) => Promise<void> = async () => undefined) {
  const provider = createLarkDrive({ app: undefined, apiUrls: { lark: lark.url, feishu: lark.url } });
  const stopping = new AbortController();
  const events: LarkFileEvent[] = [];
  const times = { connected: 0, disconnected: 0 };
  const log = { info: () => undefined, warn: () => undefined };
  const over = provider.keepLongConnection(
    { kind: 'lark', ...lark.app },
    {
      async onEvent(event) {
        await storing(event);
        events.push(event);
      },
      onConnected: () => times.connected++,
      onDisconnected: () => times.disconnected++,
      stopping: stopping.signal,
      log,
    },
  );
  over.catch(() => undefined);
  const stop = async () => {
    stopping.abort();
    await over.catch(() => undefined);
  };
  connections.get(lark)?.push({ stop });
  return { events, times, over, stop };
}

const edit = (lark: LarkStandIn, token = 'doc1') => lark.message('drive.file.edit_v1', token);
const untilConnected = (lark: LarkStandIn, opened = 1) =>
  vi.waitUntil(() => lark.sockets.opened >= opened, { timeout: 60_000 });

describe.concurrent('a long connection', () => {
  test('an event is handed over, and answered once it is stored', async ({ expect, onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    const stored = Promise.withResolvers<void>();
    const { events, times } = connect(lark, () => stored.promise);
    await untilConnected(lark);
    const message = edit(lark);
    const id = lark.sockets.send(message) ?? '';
    await expect.poll(() => lark.sockets.pings).toBeGreaterThan(1);
    expect(lark.sockets.acks).toEqual([]);
    stored.resolve();
    expect(await lark.sockets.acked(id)).toEqual({ messageId: id, code: 200 });
    expect(events).toMatchObject([{ fileToken: 'doc1', appId: lark.app.appId }]);
    expect(times).toEqual({ connected: 1, disconnected: 0 });
  });

  test('what is subscribed to is told of when it changes, and nothing else', async ({ expect, onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    const { events } = connect(lark);
    await untilConnected(lark);
    const folder = lark.drive.addFolder('Watched');
    const docx = lark.drive.addDocx('Watched', 'text', folder);
    lark.api.subscriptions.add(folder).add(docx);
    lark.drive.edit(lark.drive.addDocx('Not watched', 'text'), 'else');
    lark.drive.edit(docx, 'new');
    const made = lark.drive.addDocx('New', 'text', folder);
    await expect
      .poll(() => events)
      .toMatchObject([
        { fileToken: docx, folderToken: null },
        { fileToken: made, folderToken: folder },
      ]);
  });

  test('an event that comes in one packet with the answer to the handshake is not lost', async ({
    expect,
    onTestFinished,
  }) => {
    const lark = await standIn(onTestFinished);
    lark.sockets.withHandshake = { id: 'first', event: edit(lark, 'early') };
    const { events } = connect(lark);
    expect(await lark.sockets.acked('first')).toMatchObject({ code: 200 });
    expect(events).toMatchObject([{ fileToken: 'early' }]);
  });

  test('an event that comes in two frames is one event, and answered once', async ({ expect, onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    const { events } = connect(lark);
    await untilConnected(lark);
    const id = lark.sockets.send(edit(lark, 'long'), { parts: 2 }) ?? '';
    await lark.sockets.acked(id);
    expect(events).toMatchObject([{ fileToken: 'long' }]);
    expect(lark.sockets.acks).toHaveLength(1);
  });

  test('an event that could not be stored is answered with 500, and comes again', async ({
    expect,
    onTestFinished,
  }) => {
    const lark = await standIn(onTestFinished);
    let away = true;
    const { events } = connect(lark, async () => {
      if (away) throw new Error('the database is away');
    });
    await untilConnected(lark);
    lark.tell(edit(lark));
    await expect.poll(() => lark.sockets.acks).toMatchObject([{ code: 500 }]);
    away = false;
    await expect.poll(() => events).toHaveLength(1);
    await expect.poll(() => lark.sockets.acks.at(-1)).toMatchObject({ code: 200 });
  });

  // rules/drives 4
  test(
    'where storing takes longer than Lark waits, it is told that it failed before that',
    { tags: ['deep'] },
    async ({ expect, onTestFinished }) => {
      const lark = await standIn(onTestFinished);
      const { events } = connect(lark, () => sleep(6_000, undefined, { ref: false }));
      await untilConnected(lark);
      const ack = await lark.sockets.acked(lark.sockets.send(edit(lark)) ?? '');
      expect(ack.code).toBe(500);
      expect(events).toEqual([]);
    },
  );

  test('what is no event about files is answered, and goes no further', async ({ expect, onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    const { events } = connect(lark);
    await untilConnected(lark);
    for (const message of [{}, { schema: '1.0' }, lark.message('drive.file.read_v1', 'doc1')]) {
      expect(await lark.sockets.acked(lark.sockets.send(message) ?? '')).toMatchObject({ code: 200 });
    }
    expect(events).toEqual([]);
  });

  test('a connection that is cut comes back, says so, and hears what comes then', async ({
    expect,
    onTestFinished,
  }) => {
    const lark = await standIn(onTestFinished);
    const { events, times } = connect(lark);
    await untilConnected(lark);
    lark.sockets.cut();
    await untilConnected(lark, 2);
    await lark.sockets.acked(lark.sockets.send(edit(lark, 'later')) ?? '');
    expect(events).toMatchObject([{ fileToken: 'later' }]);
    expect(times).toEqual({ connected: 2, disconnected: 1 });
  });

  test('a connection that is open and dead is given up after two pings without an answer', async ({
    expect,
    onTestFinished,
  }) => {
    const lark = await standIn(onTestFinished);
    const { times } = connect(lark);
    await untilConnected(lark);
    await expect.poll(() => lark.sockets.pings).toBeGreaterThan(0);
    lark.sockets.silent = true;
    await untilConnected(lark, 2);
    lark.sockets.silent = false;
    expect(times.disconnected).toBeGreaterThan(0);
  });

  test(
    'a connection whose far end never says another word is left, and not kept beside the next one',
    { tags: ['deep'] },
    async ({ expect, onTestFinished }) => {
      const lark = await standIn(onTestFinished);
      lark.sockets.deaf = true;
      connect(lark);
      await untilConnected(lark, 2);
      await expect.poll(() => lark.sockets.deafLeft).toBe(1);
    },
  );

  test(
    'as long as pings are answered, a connection is kept',
    { tags: ['deep'] },
    async ({ expect, onTestFinished }) => {
      const lark = await standIn(onTestFinished);
      connect(lark);
      await expect.poll(() => lark.sockets.pings).toBeGreaterThan(4);
      expect(lark.sockets.opened).toBe(1);
    },
  );

  test(
    'Lark may change its pace in an answer to a ping, and is pinged at that from then on',
    { tags: ['deep'] },
    async ({ expect, onTestFinished }) => {
      const lark = await standIn(onTestFinished);
      lark.sockets.pace = { ...lark.sockets.pace, PingInterval: 300 };
      lark.sockets.paceLater = { ...lark.sockets.pace, PingInterval: 1 };
      connect(lark);
      await expect.poll(() => lark.sockets.pings).toBeGreaterThan(2);
      expect(lark.sockets.opened).toBe(1);
    },
  );

  test.for<[string, Buffer]>([
    ['no frame', Buffer.from('no frame')],
    ['a frame that is too long', Buffer.alloc(2 * 1024 * 1024)],
  ])('%s ends the connection, and there is another one', async ([_what, bytes], { onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    connect(lark);
    await untilConnected(lark);
    lark.sockets.sendRaw(bytes);
    await untilConnected(lark, 2);
  });

  test('messages that are never whole keep nobody from hearing others', async ({ expect, onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    const { events } = connect(lark);
    await untilConnected(lark);
    for (let count = 0; count < 40; count++) lark.sockets.sendEndlessPart(`endless ${count}`, 500_000);
    await lark.sockets.acked(lark.sockets.send(edit(lark, 'whole')) ?? '');
    expect(events).toMatchObject([{ fileToken: 'whole' }]);
  });

  test('more events than are stored at once are told to come again', async ({ expect, onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    const stored = Promise.withResolvers<void>();
    const { events } = connect(lark, () => stored.promise);
    await untilConnected(lark);
    for (let count = 0; count < 120; count++) lark.sockets.send(edit(lark, `doc ${count}`));
    await expect.poll(() => lark.sockets.acks.filter(({ code }) => code === 500)).toHaveLength(20);
    stored.resolve();
    await expect.poll(() => lark.sockets.acks.filter(({ code }) => code === 200)).toHaveLength(100);
    expect(events).toHaveLength(100);
  });

  test('an app that is refused is not tried again: its access is lost', async ({ expect, onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    lark.api.faults.appRefused = true;
    await expect(connect(lark).over).rejects.toMatchObject({ outcome: 'access_lost' });
  });

  test('an app whose secret is changed while it is connected has lost its access when it connects again', async ({
    expect,
    onTestFinished,
  }) => {
    const lark = await standIn(onTestFinished);
    const { over } = connect(lark);
    await untilConnected(lark);
    lark.api.faults.appRefused = true;
    lark.sockets.cut();
    await expect(over).rejects.toMatchObject({ outcome: 'access_lost' });
  });

  test('it ends when it is told to, and leaves no connection behind', async ({ expect, onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    const { stop, over } = connect(lark);
    await untilConnected(lark);
    await stop();
    await over;
    await expect.poll(() => lark.sockets.open).toBe(0);
  });

  test('it ends also while it waits to connect again', async ({ expect, onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    const { stop, over, times } = connect(lark);
    await untilConnected(lark);
    await lark.stop();
    connections.get(lark)?.splice(0, 1);
    await expect.poll(() => times.disconnected).toBe(1);
    await stop();
    await over;
  });

  test('an event of another app is answered, and not handed over', async ({ expect, onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    const { events } = connect(lark);
    await untilConnected(lark);
    const message = edit(lark);
    const forged = lark.sockets.send({ ...message, header: { ...message.header, app_id: 'cli_another' } }) ?? '';
    expect(await lark.sockets.acked(forged)).toMatchObject({ code: 200 });
    const own = lark.sockets.send(edit(lark, 'doc2')) ?? '';
    await lark.sockets.acked(own);
    expect(events.map(({ fileToken }) => fileToken)).toEqual(['doc2']);
  });

  test('an event that cannot be stored is no event, and what comes with it is handed over', async ({
    expect,
    onTestFinished,
  }) => {
    const lark = await standIn(onTestFinished);
    const { events } = connect(lark);
    await untilConnected(lark);
    for (const id of ['a\0b', 'a\ud800', '', 'x'.repeat(201), '🂡']) {
      const message = edit(lark);
      const odd = lark.sockets.send({ ...message, event: { ...message.event, file_token: id } }) ?? '';
      expect(await lark.sockets.acked(odd)).toMatchObject({ code: 200 });
    }
    await lark.sockets.acked(lark.sockets.send(edit(lark)) ?? '');
    expect(events).toHaveLength(1);
  });

  test('who tells much and takes no answers is left, and connected to again', async ({ onTestFinished }) => {
    const lark = await standIn(onTestFinished);
    // Longer than the test, so that the disconnection isn't caused by missing pings.
    lark.sockets.pace = { ...lark.sockets.pace, PingInterval: 300 };
    connect(lark);
    await untilConnected(lark);
    lark.sockets.flood(edit(lark), 60_000);
    await untilConnected(lark, 2);
  });
});
