import { randomUUID } from 'node:crypto';
import { liveTopics } from '@training/shared/live';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { workspaceLiveTopicOf } from '../../platform/topic-changes.ts';
import { ended, news, streamsOf } from './streams-fixture.ts';

const server = await startTestServer();
const { make, db, pools } = server;
const { open, moduleAndTrainer, count } = streamsOf(server);

/** Unhandled rejections, which would end the process. */
const unhandled: unknown[] = [];
const noticeUnhandled = (reason: unknown) => unhandled.push(reason);
process.on('unhandledRejection', noticeUnhandled);
afterAll(() => void process.off('unhandledRejection', noticeUnhandled));
beforeEach(() => {
  unhandled.length = 0;
});

test('one stream tells of all its topics, and of no other', async () => {
  const { workspace, cookie, topic, course, publish } = await moduleAndTrainer();
  const [second, third] = [await make.module(workspace, course.id), await make.module(workspace, course.id)];
  const stream = open(cookie, workspace, { topics: [topic, liveTopics.module(second.id)] });
  await expect.poll(() => stream.told).toEqual([news([topic, liveTopics.module(second.id)])]);
  await db.pool.query(`select pg_notify('live', $1)`, [
    workspaceLiveTopicOf(workspace.id, liveTopics.module(third.id)),
  ]);
  await db.pool.query(`select pg_notify('live', $1)`, [
    workspaceLiveTopicOf(workspace.id, liveTopics.module(second.id)),
  ]);
  await expect.poll(() => stream.told.slice(1)).toEqual([news([liveTopics.module(second.id)])]);
  await publish();
  await expect.poll(() => stream.told.slice(2)).toEqual([news([topic])]);
});

// rules/bounds 8
test('what is not there, of another workspace, somebody else’s or not for the role looks the same', async () => {
  const { workspace, cookie, department, topic } = await moduleAndTrainer();
  const theirs = await moduleAndTrainer();
  const elsewhere = await moduleAndTrainer(workspace);
  const colleague = await make.user(workspace, { role: 'trainer', departmentId: department.id });
  const { job } = await make.aiJob(workspace, colleague.id);
  const lost = [
    liveTopics.module(randomUUID()),
    theirs.topic,
    elsewhere.topic,
    liveTopics.aiJob(randomUUID()),
    liveTopics.aiJob(job.id),
    liveTopics.reviews,
    liveTopics.providerKeys,
  ];
  const stream = open(cookie, workspace, { topics: [...lost, topic] });
  await expect.poll(() => stream.told).toEqual([news([topic], lost)]);
  await theirs.publish();
  await elsewhere.publish();
  await db.pool.query(`select pg_notify('live', $1)`, [workspaceLiveTopicOf(workspace.id, liveTopics.reviews)]);
  await db.pool.query(`select pg_notify('live', $1)`, [workspaceLiveTopicOf(workspace.id, topic)]);
  await expect.poll(() => stream.told.slice(1)).toEqual([news([topic])]);
});

test('who is moved to another department meanwhile hears no more of the module', async () => {
  const { workspace, trainer, cookie, topic, publish } = await moduleAndTrainer();
  const stream = open(cookie, workspace, { topics: [topic] });
  await expect.poll(() => stream.told).toEqual([news([topic])]);
  const elsewhere = await make.department(workspace);
  await db.pool.query(`update users set department_id = $2 where id = $1`, [trainer.id, elsewhere.id]);
  await publish();
  await expect.poll(() => stream.told.slice(1)).toEqual([news([], [topic])]);
  await publish();
  expect(stream.told).toHaveLength(2);
});

// rules/sign-in 4
test('who loses the role hears no more of what it took, and goes on hearing of the rest', async () => {
  const { workspace, topic, publish } = await moduleAndTrainer();
  const admin = await make.user(workspace, { role: 'super_admin' });
  const stream = open(await server.signIn(admin.email), workspace, { topics: [topic, liveTopics.providerKeys] });
  await expect.poll(() => stream.told).toEqual([news([topic, liveTopics.providerKeys])]);
  await db.pool.query(`update users set role = 'content_manager' where id = $1`, [admin.id]);
  await db.pool.query(`select pg_notify('live', $1)`, [workspaceLiveTopicOf(workspace.id, liveTopics.providerKeys)]);
  await expect.poll(() => stream.told.slice(1)).toEqual([news([], [liveTopics.providerKeys])]);
  await publish();
  await expect.poll(() => stream.told.slice(2)).toEqual([news([topic])]);
});

test.for([
  ['is deactivated', `update users set is_active = false where email = $1`],
  [
    'signs out elsewhere',
    `delete from directory.auth_sessions s using directory.identities i where i.id = s.user_id and i.email = $1`,
  ],
  [
    'has had the time of the session',
    `update directory.auth_sessions s set expires_at = now() from directory.identities i where i.id = s.user_id and i.email = $1`,
  ],
])('who %s hears nothing more, and the stream ends', async ([, change]) => {
  const { workspace, trainer, cookie, topic, publish } = await moduleAndTrainer();
  const stream = open(cookie, workspace, { topics: [topic] });
  await expect.poll(() => stream.told).toEqual([news([topic])]);
  await db.pool.query(change!, [trainer.email]);
  await publish();
  await stream.closed;
  expect(stream.told.slice(1)).toEqual([ended('signed_out')]);
});

test('a token follows nothing', async () => {
  const { workspace, token } = await server.api(['catalog:read', 'users:read']);
  const query = new URLSearchParams({ input: JSON.stringify({ tab: randomUUID(), topics: [liveTopics.reviews] }) });
  const answer = await fetch(`${server.base}/api/trpc/live.follow?${query.toString()}`, {
    headers: { authorization: `Bearer ${token.token}`, accept: 'text/event-stream' },
  });
  expect(await answer.text()).toContain('"httpStatus":403');
  expect(workspace.id).toBeTruthy();
});

// rules/bounds 8
test('of sixty streams of one session eight are open; the others are told so, and have ended', async () => {
  const { workspace, cookie, topic, publish } = await moduleAndTrainer();
  await expect.poll(count).toBe(0);
  const streams = Array.from({ length: 60 }, () => open(cookie, workspace, { topics: [topic] }));
  await expect.poll(() => streams.every(({ told }) => told.length === 1), { timeout: 60_000 }).toBe(true);
  const [refused, kept] = [streams.filter(isRefused), streams.filter((stream) => !isRefused(stream))];
  expect([refused.length, kept.length]).toEqual([52, 8]);
  await Promise.all(refused.map(({ closed }) => closed));
  expect(await count()).toBe(8);
  await publish();
  await expect.poll(() => kept.every(({ told }) => told.length === 2)).toBe(true);
  // Another session of the same user stands for another browser.
  const elsewhere = open(await anotherSession(cookie), workspace, { topics: [topic] });
  await expect.poll(() => elsewhere.told).toEqual([news([topic])]);
  kept[0]!.leave();
  await expect.poll(count).toBe(8);
  const next = open(cookie, workspace, { topics: [topic] });
  await expect.poll(() => next.told).toEqual([news([topic])]);

  function isRefused({ told }: (typeof streams)[number]) {
    return told[0]?.type === 'end' && told[0].reason === 'full';
  }
  async function anotherSession(of: string): Promise<string> {
    const { rows } = await db.pool.query<{ email: string }>('select email from users where workspace_id = $1', [
      workspace.id,
    ]);
    const another = await server.signIn(rows[0]!.email);
    expect(another).not.toBe(of);
    return another;
  }
});

test(
  'a change of an 8 MB module is told to forty with a few words, and with as many looks as to one',
  { tags: ['deep'] },
  async () => {
    const { workspace, department, module, topic, cookie, publish } = await moduleAndTrainer();
    await db.pool.query(
      `update sections set items = (select jsonb_agg(jsonb_build_object('id', gen_random_uuid(), 'front', 'Front',
       'back', repeat('b', 10000))) from generate_series(1, 800)) where module_id = $1 and kind = 'flashcards'`,
      [module.id],
    );
    const people = [cookie];
    while (people.length < 10) {
      const colleague = await make.user(workspace, { role: 'trainer', departmentId: department.id });
      people.push(await server.signIn(colleague.email));
    }
    const alone = open(cookie, workspace, { topics: [topic] });
    await expect.poll(() => alone.told.length).toBe(1);
    const looksAtOne = await looksOf(async () => {
      await publish();
      await expect.poll(() => alone.told.length).toBe(2);
    });
    alone.leave();

    const forty = people.flatMap((each) => Array.from({ length: 4 }, () => open(each, workspace, { topics: [topic] })));
    await expect.poll(() => forty.every(({ told }) => told.length === 1)).toBe(true);
    const before = forty.map(({ bytes }) => bytes());
    const looks = await looksOf(async () => {
      await publish();
      await expect.poll(() => forty.every(({ told }) => told.length === 2)).toBe(true);
    });
    expect(looks).toBe(looksAtOne);
    expect(looks).toBe(3);
    for (const [at, { bytes }] of forty.entries()) expect(bytes() - before[at]!).toBeLessThan(200);
  },
);

/** Returns the number of times a connection of the stream pool is used during `work`. */
async function looksOf(work: () => Promise<void>): Promise<number> {
  let taken = 0;
  const onTaken = () => void taken++;
  pools.streams.pool.on('acquire', onTaken);
  await work();
  pools.streams.pool.off('acquire', onTaken);
  return taken;
}

// rules/bounds 8
test('of a hundred changes in a row the page is told a few times', async () => {
  const { workspace, cookie, topic, publish } = await moduleAndTrainer();
  const stream = open(cookie, workspace, { topics: [topic] });
  await expect.poll(() => stream.told.length).toBe(1);
  const started = performance.now();
  await Promise.all(Array.from({ length: 100 }, publish));
  const last = liveTopics.module((await make.module(workspace, (await make.course(workspace)).id)).id);
  const after = open(cookie, workspace, { topics: [topic, last] });
  await expect.poll(() => after.told.length).toBe(1);
  await expect.poll(() => stream.told.length).toBeGreaterThan(1);
  const turns = Math.ceil((performance.now() - started) / 250) + 1;
  expect(stream.told.length - 1).toBeLessThanOrEqual(turns);
});

test('a new stream of the same page ends the one before', async () => {
  const { workspace, cookie, topic } = await moduleAndTrainer();
  const before = open(cookie, workspace, { topics: [topic] });
  await expect.poll(() => before.told.length).toBe(1);
  const after = open(cookie, workspace, { topics: [topic], tab: before.tab });
  await before.closed;
  expect(before.told.slice(1)).toEqual([ended('replaced')]);
  await expect.poll(() => after.told).toEqual([news([topic])]);
  const stranger = await moduleAndTrainer();
  const theirs = open(stranger.cookie, stranger.workspace, { topics: [stranger.topic], tab: before.tab });
  await expect.poll(() => theirs.told).toEqual([news([stranger.topic])]);
  expect(after.told).toHaveLength(1);
});

test(
  'two hundred who open a stream and leave at once harm nobody, and leave nothing behind',
  { tags: ['deep'] },
  async () => {
    await expect.poll(count).toBe(0);
    const { workspace, cookie, topic, publish } = await moduleAndTrainer();
    for (let wave = 0; wave < 10; wave++) {
      const leaving = Array.from({ length: 20 }, (_, n) =>
        open(cookie, workspace, { topics: [topic], signal: AbortSignal.timeout((n * 10 + wave) % 100) }),
      );
      await Promise.all(leaving.map(({ closed }) => closed));
      await publish();
    }
    await expect.poll(count).toBe(0);
    const stays = open(cookie, workspace, { topics: [topic] });
    await expect.poll(() => stays.told).toEqual([news([topic])]);
    expect(unhandled).toEqual([]);
  },
);
