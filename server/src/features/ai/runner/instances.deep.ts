import { expect, onTestFinished, test } from 'vitest';
import { sourceOf, startJobsServer, untilJob } from '../jobs/ai-jobs-fixture.ts';

// This server answers the console; separate processes run the jobs.
const { server, providers, trainer, startInstance } = await startJobsServer({ jobs: false });
const { pool } = server.db;
// Prevents the processes from creating the demo workspace.
await server.make.workspace();

/** Number of requests for cards, without checks. */
const cardsAsked = () =>
  providers.requests.filter(({ feature, isCheck }) => feature === 'card_generation' && !isCheck).length;

/** Starts a job with several parts, and waits until the first part is done and the second is pending. */
async function startInTheMiddle() {
  const someone = await trainer();
  let release = () => {};
  const before = cardsAsked();
  providers.respond('check', ({ fronts }) => {
    release = providers.hold();
    onTestFinished(release);
    return { items: fronts.map(({ n }) => ({ n, answer: '', options: [], passage: 'carries', reason: '' })) };
  });
  const { id } = await someone.client.ai.generateCards.mutate({ source: sourceOf(3), count: 3 });
  await expect.poll(() => cardsAsked()).toBe(before + 2);
  const job = await someone.client.ai.get.query({ id });
  expect(job).toMatchObject({ state: 'running', progress: { done: 2 } });
  providers.respond('check', undefined);
  return { ...someone, id, before, parts: job.progress.total / 2, release: () => release() };
}

// rules/ai 6
test('a job whose server is killed goes on elsewhere from what is finished, once its lease is up', async () => {
  const first = startInstance();
  await first.base;
  const { client, id, before, parts, release } = await startInTheMiddle();
  first.child.kill('SIGKILL');
  await first.ended;
  release();
  const second = startInstance();
  await second.base;
  // The job isn't claimed while the first server may be alive; other jobs of its workspace are.
  const other = await client.ai.generateCards.mutate({ source: sourceOf(1), count: 1 });
  await untilJob(client, other.id, 'succeeded');
  expect(await client.ai.get.query({ id })).toMatchObject({ state: 'running' });
  await pool.query(`update ai_jobs set leased_until = now() - interval '1 second' where id = $1`, [id]);
  await untilJob(client, id, 'succeeded');
  // One call per part, one more for the interrupted part, and one for the other job.
  expect(cardsAsked() - before).toBe(parts + 2);
});

// rules/operation 10, rules/ai 6
test('SIGTERM gives the jobs back within the time to drain, and another instance goes on at once', async () => {
  const first = startInstance();
  await first.base;
  const { client, id, before, parts, release, watch } = await startInTheMiddle();
  const followed = watch(id);
  const started = performance.now();
  first.child.kill('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(performance.now() - started).toBeLessThan(20_000);
  expect(await client.ai.get.query({ id })).toMatchObject({ state: 'queued', error: null, progress: { done: 2 } });
  release();
  const second = startInstance();
  await second.base;
  expect(await followed.ended).toBe('complete');
  expect(followed.seen.at(-1)).toMatchObject({ state: 'succeeded' });
  expect(cardsAsked() - before).toBe(parts + 1);
});

test('of two instances each job is run by one, and a job that was cancelled elsewhere is broken off', async () => {
  const instances = [startInstance(), startInstance()];
  await Promise.all(instances.map(({ base }) => base));
  const { client } = await trainer();
  const before = cardsAsked();
  const jobs = await Promise.all(
    Array.from({ length: 10 }, () => client.ai.generateCards.mutate({ source: sourceOf(1), count: 2 })),
  );
  for (const { id } of jobs) await untilJob(client, id, 'succeeded');
  expect(cardsAsked() - before).toBe(10);
  const release = providers.hold();
  onTestFinished(release);
  const { id } = await client.ai.generateCards.mutate({ source: sourceOf(3), count: 3 });
  await expect.poll(() => cardsAsked() - before).toBe(11);
  await client.ai.cancel.mutate({ id });
  const outcomes = `select outcome from ai_calls order by at desc, id desc limit 1`;
  await expect.poll(async () => (await pool.query(outcomes)).rows).toEqual([{ outcome: 'aborted' }]);
});
