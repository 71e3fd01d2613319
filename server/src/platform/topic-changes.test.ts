import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect, onTestFinished, test } from 'vitest';
import { connect, freshDatabaseUrl } from '../../test/database.ts';
import { TopicChangeListener, publishTopics, workspaceLiveTopicOf } from './topic-changes.ts';

const url = await freshDatabaseUrl();
const WORKSPACE = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';
const topic = workspaceLiveTopicOf(WORKSPACE, 'thing/one');

/** A program that publishes a topic and kills itself once that is committed. */
const COMMIT_AND_DIE = `
  import pg from 'pg';
  import { publishTopics } from './topic-changes.ts';
  const [, url, topic] = process.argv;
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('begin');
  await publishTopics(client, topic);
  await client.query('commit');
  process.kill(process.pid, 'SIGKILL');
`;

function open(databaseUrl = url): { live: TopicChangeListener; warnings: string[] } {
  const warnings: string[] = [];
  const live = new TopicChangeListener([databaseUrl], { warn: (_fields, message) => void warnings.push(message) });
  onTestFinished(() => live.close());
  return { live, warnings };
}

/** Counts the ticks of a topic until it is stopped or `live` is closed. */
function count(live: TopicChangeListener, of = topic) {
  const stopping = new AbortController();
  let ticks = 0;
  const run = async () => {
    for await (const _ of live.ticks(of, stopping.signal)) ticks++;
    return 'ended';
  };
  return { ticks: () => ticks, ended: run(), stop: () => stopping.abort() };
}

/** Terminates the listening connection from outside. */
async function endListening(client: pg.Client): Promise<number> {
  const { rowCount } = await client.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name = 'training-live' and datname = current_database()`,
  );
  return rowCount ?? 0;
}

test('a tick comes at the start, and after each change of the topic and no other', async () => {
  const { live } = open();
  const client = await connect(url);
  const counted = count(live);
  await expect.poll(counted.ticks).toBe(1);
  await publishTopics(client, topic);
  await expect.poll(counted.ticks).toBe(2);
  const other = count(live, workspaceLiveTopicOf(WORKSPACE, 'thing/two'));
  await expect.poll(other.ticks).toBe(1);
  await publishTopics(client, workspaceLiveTopicOf(WORKSPACE, 'thing/two'));
  await expect.poll(other.ticks).toBe(2);
  expect(counted.ticks()).toBe(2);
});

test('a change counts when its transaction commits, and never when it is rolled back', async () => {
  const { live } = open();
  const client = await connect(url);
  const counted = count(live);
  await expect.poll(counted.ticks).toBe(1);
  await client.query('begin');
  await publishTopics(client, topic);
  await client.query('rollback');
  const last = count(live, workspaceLiveTopicOf(WORKSPACE, 'thing/last'));
  await client.query('begin');
  await publishTopics(client, topic);
  await publishTopics(await connect(url), workspaceLiveTopicOf(WORKSPACE, 'thing/last'));
  // What another transaction has stored later is sent; so would be what was rolled back or isn't committed.
  await expect.poll(last.ticks).toBe(2);
  const before = counted.ticks();
  await client.query('commit');
  await expect.poll(counted.ticks).toBe(2);
  expect(before).toBe(1);
});

test('whoever is slow hears of many changes once', async () => {
  const { live } = open();
  const client = await connect(url);
  const last = workspaceLiveTopicOf(WORKSPACE, 'thing/last');
  const counted = count(live, last);
  const ticks = live.ticks(topic);
  await ticks.next();
  await expect.poll(counted.ticks).toBe(1);
  for (let i = 0; i < 50; i++) await publishTopics(client, topic);
  await publishTopics(client, last);
  await expect.poll(counted.ticks).toBe(2);
  await ticks.next();
  let third: unknown;
  const waiting = ticks.next().then((result) => (third = result));
  await publishTopics(client, last);
  await expect.poll(counted.ticks).toBe(3);
  expect(third).toBeUndefined();
  await live.close();
  await waiting;
  expect(third).toMatchObject({ done: true });
});

test('a connection that the database ends is made again, and what changed meanwhile is not missed', async () => {
  const { live } = open();
  const client = await connect(url);
  const counted = count(live);
  await expect.poll(counted.ticks).toBe(1);
  expect(await endListening(client)).toBe(1);
  // At this moment there may be no listening connection.
  await publishTopics(client, topic);
  await expect.poll(counted.ticks).toBeGreaterThanOrEqual(2);
  await expect
    .poll(async () => {
      await publishTopics(client, topic);
      return counted.ticks();
    })
    .toBeGreaterThan(3);
});

test('a database that cannot be reached is tried again, and looked at all the same', { tags: ['deep'] }, async () => {
  const { live, warnings } = open('postgresql://nobody@127.0.0.1:1/nothing');
  const counted = count(live);
  await expect.poll(() => warnings.length).toBeGreaterThan(1);
  expect(warnings[0]).toBe('Couldn’t listen for changes; retrying');
  await expect.poll(counted.ticks).toBe(1);
});

test('an end by the signal or by closing comes at once, also while nothing can be heard yet', async () => {
  const { live } = open('postgresql://nobody@127.0.0.1:1/nothing');
  // Far less than a database gets for the first connection. Both ends wait for no timer, so they come earlier even on a
  // slow machine.
  const late = sleep(1_000, 'late');
  const waiting = count(live);
  const other = count(live);
  waiting.stop();
  expect(await Promise.race([waiting.ended, late])).toBe('ended');
  const closed = live.close();
  expect(await Promise.race([other.ended, late])).toBe('ended');
  await closed;
  expect(await count(live).ended).toBe('ended');
});

test('nothing is kept of those who have gone, and one connection serves all', async () => {
  const { live } = open();
  const client = await connect(url);
  const own = workspaceLiveTopicOf(WORKSPACE, 'thing/of-many');
  const many = Array.from({ length: 30 }, () => count(live, own));
  await expect.poll(() => many.every((each) => each.ticks() === 1)).toBe(true);
  expect(await endListening(client)).toBe(1);
  await expect.poll(() => many.every((each) => each.ticks() === 2)).toBe(true);
  for (const each of many) each.stop();
  await Promise.all(many.map(({ ended }) => ended));
  await publishTopics(client, own);
  expect(many.every((each) => each.ticks() <= 3)).toBe(true);
});

// rules/bounds 8
test('a change of a server that is killed right after its commit reaches all instances', async () => {
  const [one, other] = [count(open().live), count(open().live)];
  await expect.poll(() => [one.ticks(), other.ticks()]).toEqual([1, 1]);
  const killed = spawn(process.execPath, ['--input-type=module', '--eval', COMMIT_AND_DIE, url, topic], {
    cwd: import.meta.dirname,
    stdio: 'inherit',
  });
  expect(await once(killed, 'exit')).toEqual([null, 'SIGKILL']);
  await expect.poll(() => Math.min(one.ticks(), other.ticks())).toBe(2);
});

test('what was stored while no instance listened is sent by the next', async () => {
  const stored = workspaceLiveTopicOf(WORKSPACE, 'thing/stored');
  const client = await connect(url);
  const heard: (string | undefined)[] = [];
  client.on('notification', ({ payload }) => void heard.push(payload));
  await client.query('listen live');
  for (let i = 0; i < 3; i++) await publishTopics(client, stored);
  expect(heard).toEqual([]);
  open().live.follow(topic, () => undefined);
  await expect.poll(() => heard).toContain(stored);
  expect(heard.filter((each) => each === stored)).toHaveLength(1);
});
