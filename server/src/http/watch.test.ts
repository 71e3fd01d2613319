import { connect as connectTcp } from 'node:net';
import type { ModuleDetail } from '@training/shared/modules';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { follow, streamClient } from '../../test/follow.ts';
import { startTestServer } from '../../test/server.ts';
import { moduleTopic } from '../features/modules/module-topic.ts';

const server = await startTestServer();
const { make } = server;

/** What would have ended the process. */
const unhandled: unknown[] = [];
const noticeUnhandled = (reason: unknown) => unhandled.push(reason);
process.on('unhandledRejection', noticeUnhandled);
afterAll(() => void process.off('unhandledRejection', noticeUnhandled));
beforeEach(() => {
  unhandled.length = 0;
});

/** A trainer, and a module that they watch. */
async function watching() {
  const workspace = await make.workspace();
  const department = await make.department(workspace);
  const trainer = await make.user(workspace, { role: 'trainer', departmentId: department.id });
  const course = await make.course(workspace, { departmentId: department.id });
  const module = await make.module(workspace, course.id);
  const cookie = await server.signIn(trainer.email);
  const query = new URLSearchParams({
    input: JSON.stringify({ id: module.id }),
    connectionParams: JSON.stringify({ [WORKSPACE_HEADER]: workspace.slug }),
  });
  return {
    workspace,
    trainer,
    course,
    module,
    cookie,
    path: `/api/trpc/modules.watch?${query.toString()}`,
    follow() {
      const stream = streamClient(server.base, { cookie, workspace: workspace.slug });
      const followed = follow<ModuleDetail>((handlers) => stream.modules.watch.subscribe({ id: module.id }, handlers));
      onTestFinished(() => followed.stop());
      return followed;
    },
    publish: () => server.db.pool.query(`select pg_notify('live', $1)`, [moduleTopic(workspace.id, module.id)]),
  };
}

type Watching = Awaited<ReturnType<typeof watching>>;

/** A client that asks for the stream and reads nothing of it until `read`, which resolves with all of it. */
function notReading({ cookie, path }: Watching) {
  const { hostname, port, host } = new URL(server.base);
  const socket = connectTcp(Number(port), hostname);
  socket.pause();
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\nAccept: text/event-stream\r\n\r\n`);
  onTestFinished(() => void socket.destroy());
  return {
    async readUntil(words: string) {
      let read = '';
      socket.setEncoding('utf8');
      for await (const chunk of socket) {
        // The end of what was read before may be the beginning of the words.
        read = read.slice(-words.length) + String(chunk);
        if (read.includes(words)) return true;
      }
      return false;
    },
  };
}

/** More than the buffers between the server and a client hold. */
const fillModule = (id: string) =>
  server.db.pool.query(
    `update sections set items = (select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'front', 'Front',
       'back', repeat('b', 10000))) from generate_series(1, 150)) where module_id = $1 and kind = 'flashcards'`,
    [id],
  );

test('two hundred who open a stream and leave at once harm nobody', async () => {
  const watched = await watching();
  const { cookie, path } = watched;
  const leave = async (after: number) => {
    const signal = AbortSignal.timeout(after);
    const read = async () => (await fetch(server.base + path, { headers: { cookie }, signal })).text();
    await expect(read()).rejects.toMatchObject({ name: 'TimeoutError' });
  };
  for (let wave = 0; wave < 10; wave++) {
    await Promise.all(Array.from({ length: 20 }, (_, n) => leave((n * 10 + wave) % 100)));
    await watched.publish();
  }
  const followed = watched.follow();
  await expect.poll(() => followed.seen.length).toBe(1);
  expect(unhandled).toEqual([]);
});

test.for([
  {
    name: 'cannot be read any more',
    change: ({ course }: Watching) =>
      server.db.pool.query('update courses set department_id = null where id = $1', [course.id]),
    status: 404,
  },
  {
    name: 'may not be read any more',
    change: ({ trainer }: Watching) =>
      server.db.pool.query(`update users set role = 'learner' where id = $1`, [trainer.id]),
    status: 403,
  },
])('who reads slowly is told that the module $name once they read on', async (given) => {
  const watched = await watching();
  await fillModule(watched.module.id);
  // The failure must meet a stream that has no room for what it has read last and waits for the next change already.
  // How many changes the buffers hold is the system's affair, so there is somebody for every number of them.
  const followed = watched.follow();
  const slow: ReturnType<typeof notReading>[] = [];
  for (let change = 1; change <= 8; change++) {
    slow.push(notReading(watched));
    await expect.poll(() => followed.seen.length).toBeGreaterThanOrEqual(change);
    await watched.publish();
  }
  await given.change(watched);
  await watched.publish();
  expect(await followed.ended).toMatchObject({ status: given.status });
  expect((await fetch(`${server.base}/readyz`)).status).toBe(200);
  expect(unhandled).toEqual([]);
  for (const each of slow) expect(await each.readUntil(`"httpStatus":${given.status}`)).toBe(true);
  expect(unhandled).toEqual([]);
});

test('who is moved to another department meanwhile sees no more of the module', async () => {
  const watched = await watching();
  const { workspace, trainer, module } = watched;
  const followed = watched.follow();
  await expect.poll(() => followed.seen.length).toBe(1);
  const elsewhere = await make.department(workspace);
  await server.db.pool.query(`update users set department_id = $2 where id = $1`, [trainer.id, elsewhere.id]);
  await server.db.pool.query(`update modules set title = 'Not for their eyes' where id = $1`, [module.id]);
  await watched.publish();
  expect(await followed.ended).toEqual({ code: 'module_not_found', status: 404 });
  expect(JSON.stringify(followed.seen)).not.toContain('Not for their eyes');
});
