import { setTimeout as sleep } from 'node:timers/promises';
import { Registry } from 'prom-client';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { z } from 'zod';
import { startTestServer } from '../../../test/server.ts';
import { createLog } from '../log.ts';
import { computeBackoffDelay } from './backoff.ts';
import { defineLeaseQueue } from './define-queue.ts';
import { LEASE_FIELD_SCHEMAS, LeaseLostError, withRenewedLease } from './lease.ts';
import { QUEUE_METRICS, startQueueWorker } from './start-worker.ts';

const { db, make } = await startTestServer();
const { pool } = db;
await pool.query(`create table test_queue (workspace_id uuid not null, id uuid not null default gen_random_uuid(),
  due_at timestamptz(3) default now(), leased_until timestamptz(3), lease_id uuid, primary key (workspace_id, id))`);
beforeEach(() => pool.query('delete from test_queue; delete from queue_turns'));

const queueOf = (name: string, groups?: { by: string[] }) =>
  defineLeaseQueue({
    name,
    table: 'test_queue',
    key: { workspaceId: 'workspace_id', id: 'id' },
    seconds: 60,
    mostOfWorkspace: 3,
    ...(groups && { groups }),
    row: z.strictObject({ workspaceId: z.uuid(), id: z.uuid(), ...LEASE_FIELD_SCHEMAS }),
    returning: 'q.workspace_id as "workspaceId", q.id',
  });
const QUEUE = queueOf('test-queue');
const QUEUES = [
  ['looked at as a whole', QUEUE],
  ['looked at group by group', queueOf('test-queue-of-groups', { by: [] })],
] as const;

async function workspaces(...rows: number[]): Promise<string[]> {
  const made = await Promise.all(rows.map(() => make.workspace()));
  for (const [at, { id }] of made.entries()) {
    await pool.query(
      `insert into test_queue (workspace_id, due_at)
       select $1, now() - interval '1 hour' + n * interval '1 second' from generate_series(1, $2) n`,
      [id, rows[at]],
    );
  }
  return made.map(({ id }) => id);
}

const namesOf = (ids: string[], claimed: { workspaceId: string }[]) =>
  claimed
    .map(({ workspaceId }) => 'abcdef'.charAt(ids.indexOf(workspaceId)))
    .toSorted((one, other) => one.localeCompare(other));

describe.each(QUEUES)('a queue that is %s', (_, queue) => {
  test('of any number of instances one gets a row, and each workspace’s first comes before another’s second', async () => {
    const ids = await workspaces(5, 1, 2);
    expect(namesOf(ids, await queue.claim(pool, 3))).toEqual(['a', 'b', 'c']);
    const claimed = await Promise.all([1, 2, 3, 4].map(() => queue.claim(pool, 2)));
    const rest = await queue.claim(pool, 10);
    const all = [...claimed.flat(), ...rest];
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(namesOf(ids, all)).toEqual(['a', 'a', 'c']);
  });

  test('a workspace that was served longest ago is next, however many rows of another wait', async () => {
    const ids = await workspaces(20, 1);
    const served: string[] = [];
    // PostgreSQL's clock may be a few milliseconds behind ours.
    const past = new Date(Date.now() - 60_000);
    for (let n = 0; n < 6; n++) {
      const [claim] = await queue.claim(pool, 1);
      if (!claim) throw new Error('Rows are due');
      served.push(...namesOf(ids, [claim]).map(String));
      await queue.release(pool, claim, past);
      // Turns are stored to the millisecond.
      await sleep(2);
    }
    expect(served.join('')).toMatch(/^(ab){3}$|^(ba){3}$/);
  });

  test.each([-2, 2])('a row rests as long as was asked for where the clock is wrong by %d hours', async (hours) => {
    await workspaces(1);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hours * 3_600_000 });
    onTestFinished(() => void vi.useRealTimers());
    const [claim] = await queue.claim(pool, 1);
    await queue.release(pool, claim!, new Date(Date.now() + 30_000));
    const { rows } = await pool.query<{ rests: number }>(
      'select extract(epoch from due_at - now())::float8 as rests from test_queue',
    );
    expect(rows[0]!.rests).toBeGreaterThan(20);
    expect(rows[0]!.rests).toBeLessThan(40);
  });

  // rules/webhooks 11 and 17
  test('a lease that has ended is another’s, and the one who lost it can neither renew nor release', async () => {
    await workspaces(1);
    const [lost] = await queue.claim(pool, 1);
    expect(await queue.claim(pool, 1)).toEqual([]);
    await pool.query("update test_queue set leased_until = now() - interval '1 second'");
    const [ours] = await queue.claim(pool, 1);
    expect(ours).toMatchObject({ id: lost!.id });
    await expect(queue.renew(pool, lost!)).rejects.toBeInstanceOf(LeaseLostError);
    await queue.release(pool, lost!, null);
    await queue.renew(pool, ours!);
    await queue.release(pool, ours!, null);
    await expect(queue.renew(pool, ours!)).rejects.toBeInstanceOf(LeaseLostError);
    expect(await queue.claim(pool, 1)).toEqual([]);
  });

  test('a row that becomes due while it is worked on is due again once it is released', async () => {
    await workspaces(1);
    const [claim] = await queue.claim(pool, 1);
    await pool.query(`update test_queue set due_at = greatest(now(), due_at + interval '1 millisecond')`);
    await queue.release(pool, claim!, null);
    expect(await queue.claim(pool, 1)).toMatchObject([{ id: claim!.id }]);
  });
});

test('a worker works on no more than its slots, claims the next when one ends, and waits for them when it stops', async () => {
  await workspaces(3, 3);
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const gate = Promise.withResolvers<void>();
  let running = 0;
  let most = 0;
  const worker = startQueueWorker({
    queue: QUEUE.name,
    name: 'Testing',
    slots: 2,
    pollInterval: 3_600_000,
    claim: (free) => QUEUE.claim(pool, free),
    async run(claim) {
      most = Math.max(most, ++running);
      await gate.promise;
      await QUEUE.release(pool, claim, null);
      running--;
    },
    describe: ({ id }) => ({ id }),
    log: createLog('silent'),
    stopping: stopping.signal,
  });
  await expect.poll(() => running).toBe(2);
  gate.resolve();
  const left = async () => (await pool.query('select from test_queue where due_at is not null')).rowCount;
  await expect.poll(left).toBe(0);
  expect(most).toBe(2);
  await workspaces(1);
  worker.notify();
  await expect.poll(left).toBe(0);
  stopping.abort();
  await worker.stop();
  expect(running).toBe(0);
});

test('items that hang give up their slots, but only so many of them', async () => {
  await workspaces(...Array.from({ length: 6 }, () => 3));
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const gate = Promise.withResolvers<void>();
  let running = 0;
  const worker = startQueueWorker({
    queue: QUEUE.name,
    name: 'Testing',
    slots: 2,
    hanging: { after: 50, most: 3 },
    pollInterval: 20,
    claim: (free) => QUEUE.claim(pool, free),
    async run(claim) {
      running++;
      await gate.promise;
      await QUEUE.release(pool, claim, null);
    },
    describe: ({ id }) => ({ id }),
    log: createLog('silent'),
    stopping: stopping.signal,
  });
  await expect.poll(() => running).toBe(5);
  await sleep(200);
  expect(running).toBe(5);
  gate.resolve();
  await expect.poll(() => running).toBe(18);
  stopping.abort();
  await worker.stop();
});

test('an item that fails is logged with what it is, and a lost lease is not', async () => {
  await workspaces(2);
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const errors = [new LeaseLostError(), new Error('Broken')];
  const logged: [object, string][] = [];
  startQueueWorker({
    queue: 'failing',
    name: 'Testing',
    slots: 1,
    pollInterval: 3_600_000,
    claim: (free) => QUEUE.claim(pool, free),
    run: () => Promise.reject(errors.shift() ?? new Error('There are two')),
    describe: ({ workspaceId }) => ({ workspace_id: workspaceId }),
    log: { warn: (fields, message) => void logged.push([fields, message]) },
    stopping: stopping.signal,
  });
  await expect.poll(() => errors).toEqual([]);
  await expect.poll(() => logged).toMatchObject([[{ err: { message: 'Broken' } }, 'Testing failed; retrying']]);
});

test('metrics say how long items waited and took, how they ended, and how many are worked on', async () => {
  await workspaces(3);
  const registry = new Registry();
  for (const metric of QUEUE_METRICS) registry.registerMetric(metric);
  const valuesOf = async (name: string) => {
    const lines: string[] = (await registry.metrics()).split('\n');
    return lines.filter((line) => line.startsWith(`${name}{`) && line.includes('"measured"'));
  };
  const stopping = new AbortController();
  onTestFinished(() => stopping.abort());
  const [first, ...ends] = [Promise.withResolvers<void>(), new Error('Broken'), new LeaseLostError()] as const;
  let begun = 0;
  startQueueWorker({
    queue: 'measured',
    name: 'Testing',
    slots: 3,
    pollInterval: 3_600_000,
    claim: (free) => QUEUE.claim(pool, free),
    run: () => (begun++ === 0 ? first.promise : Promise.reject(ends.pop()!)),
    describe: () => ({}),
    log: createLog('silent'),
    stopping: stopping.signal,
  });
  await expect.poll(() => valuesOf('queue_work_in_progress')).toEqual(['queue_work_in_progress{queue="measured"} 1']);
  first.resolve();
  await expect.poll(() => valuesOf('queue_work_in_progress')).toEqual(['queue_work_in_progress{queue="measured"} 0']);
  expect(await valuesOf('queue_wait_seconds_count')).toEqual(['queue_wait_seconds_count{queue="measured"} 3']);
  expect((await valuesOf('queue_work_duration_seconds_count')).toSorted()).toEqual(
    ['done', 'failed', 'lease_lost'].map(
      (outcome) => `queue_work_duration_seconds_count{queue="measured",outcome="${outcome}"} 1`,
    ),
  );
});

test('a lease is renewed while work goes on, and the work is aborted once it is lost', async () => {
  let renewals = 0;
  const lease = {
    seconds: 0.03,
    renew: () => (++renewals < 3 ? Promise.resolve() : Promise.reject(new LeaseLostError())),
    log: createLog('silent'),
    fields: {},
  };
  const working = withRenewedLease(lease, (lost) => {
    const { promise, reject } = Promise.withResolvers<never>();
    lost.addEventListener('abort', () => reject(lost.reason));
    return promise;
  });
  await expect(working).rejects.toBeInstanceOf(LeaseLostError);
  expect(renewals).toBe(3);
});

test('work is aborted once its lease ended because the database was away, and not before', async () => {
  let renewals = 0;
  const away = () => (renewals++, Promise.reject(new Error('The database is away')));
  const lease = { seconds: 0.09, renew: away, log: createLog('silent'), fields: {} };
  const working = withRenewedLease(lease, (lost) => {
    const { promise, reject } = Promise.withResolvers<never>();
    lost.addEventListener('abort', () => reject(lost.reason));
    return promise;
  });
  await expect(working).rejects.toBeInstanceOf(LeaseLostError);
  expect(renewals).toBeGreaterThanOrEqual(2);
});

test('delays grow with some chance, are at least what the other side asks for, and end or stay at the longest', () => {
  expect([1, 2, 3].map((failures) => computeBackoffDelay([5, 60], failures, { chance: 0 }))).toEqual([
    5,
    60,
    undefined,
  ]);
  expect(computeBackoffDelay([5], 1, { chance: 1 })).toBe(6);
  expect(computeBackoffDelay([5], 1, { asked: 30, chance: 0 })).toBe(30);
  const doubled = (failures: number) => computeBackoffDelay({ first: 5, longest: 900 }, failures, { chance: 0 });
  expect([1, 2, 3, 9, 1_000].map(doubled)).toEqual([5, 10, 20, 900, 900]);
});
