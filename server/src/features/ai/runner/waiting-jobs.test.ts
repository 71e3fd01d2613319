import { expect, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { POOLED, sourceOf, untilJob } from '../jobs/ai-jobs-fixture.ts';
import { startWaitingJobs } from './waiting-jobs-fixture.ts';

const { pool, keysAsked, now, providers, runningJob, withOwnKey } = await startWaitingJobs();

// rules/provider-keys 9, rules/ai 4
test('a job that meets a failing own key is parked, and goes on from what is finished after the rotation', async () => {
  const { trainer, admin, key, rotate } = await withOwnKey();
  let answered = 0;
  providers.respond('card_generation', ({ source }) => {
    // The key fails in the middle of the job, before the second part is checked.
    if (++answered === 2) providers.setScenario(key, 'bad');
    const quote = source.split('.', 1)[0] ?? '';
    return { cards: [{ front: `Card ${answered}?`, back: 'Yes.', quote }] };
  });
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(4), count: 8 });
  const parked = await untilJob(trainer.client, id, 'parked', 'failed', 'succeeded');
  expect(parked).toMatchObject({ state: 'parked', result: null, finished_at: null });
  // The owner sees the reason, with the same code as for any call with a failing key.
  expect(parked.error).toEqual({ code: 'provider_key_failed', detail: expect.stringContaining('Anthropic') });
  expect(JSON.stringify(parked)).not.toContain(key);
  expect(parked.progress).toMatchObject({ done: 3, step: expect.stringMatching(/own provider key/) });
  const status = await admin.client.providerKeys.list.query();
  expect(status.capabilities[0]).toMatchObject({ parked_jobs: 1, own: { failing_since: expect.any(String) } });

  const better = keyFor('good', 'rotated');
  await rotate(better);
  const done = await untilJob(trainer.client, id, 'succeeded', 'failed');
  providers.respond('card_generation', undefined);
  expect(done).toMatchObject({ state: 'succeeded', error: null });
  // The first key made one and a half parts, the second the rest; no part was repeated, and the pooled key was never
  // used.
  const asked = keysAsked().filter((each) => each === key || each === better);
  expect(asked.slice(0, 4)).toEqual([key, key, key, key]);
  expect(asked.slice(4).every((each) => each === better)).toBe(true);
  expect(asked).toHaveLength(done.progress.total + 1);
  expect(keysAsked()).not.toContain(POOLED.generation);
});

test('a parked job goes on with the pooled key once the own key is removed', async () => {
  const { trainer, admin, key, own } = await withOwnKey();
  providers.setScenario(key, 'no-credit');
  const { id } = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  await untilJob(trainer.client, id, 'parked');
  await admin.client.providerKeys.remove.mutate({ id: own.id });
  await untilJob(trainer.client, id, 'succeeded');
  expect(keysAsked()).toContain(POOLED.generation);
});

// rules/ai 6
test('a job whose server went away is taken up again, but not for ever', async () => {
  const { trainer, workspace } = await withOwnKey();
  const left = await runningJob(workspace, trainer.user.id);
  const alive = await runningJob(workspace, trainer.user.id);
  const deadly = await runningJob(workspace, trainer.user.id);
  await pool.query(`update ai_jobs set interruptions = 5 where id = $1`, [deadly.id]);
  await pool.query(`update ai_jobs set leased_until = now() - interval '1 second' where id = any($1)`, [
    [left.id, deadly.id],
  ]);
  await untilJob(trainer.client, left.id, 'succeeded');
  expect((await untilJob(trainer.client, deadly.id, 'failed')).error).toEqual({
    code: 'internal_error',
    detail: expect.stringMatching(/interrupted 6 times/),
  });
  expect(await trainer.client.ai.get.query({ id: alive.id })).toMatchObject({ state: 'running' });
});

// rules/ai 5
test('of many jobs with one key one meets the limit, and the others wait for it without asking', async () => {
  const { workspace, trainer, key } = await withOwnKey();
  providers.setScenario(key, { status: 429, headers: { 'retry-after': '300' }, body: {} });
  const first = await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) });
  await expect.poll(async () => (await trainer.client.ai.get.query({ id: first.id })).retry_at).not.toBeNull();
  const others = [];
  for (let n = 0; n < 5; n++) others.push(await trainer.client.ai.generateCards.mutate({ source: sourceOf(1) }));
  for (const { id } of others) {
    await expect.poll(async () => (await trainer.client.ai.get.query({ id })).retry_at).not.toBeNull();
    const { progress, retry_at: retryAt } = await trainer.client.ai.get.query({ id });
    expect(progress.step).toBe('The provider is busy');
    expect(Date.parse(retryAt ?? '') - Date.now()).toBeGreaterThan(60_000);
  }
  expect(keysAsked().filter((each) => each === key)).toHaveLength(1);
  // Nothing has failed, so no tries are used up.
  const { rows } = await pool.query(
    'select count(*)::int as jobs, sum(provider_failures)::int as failures from ai_jobs where workspace_id = $1',
    [workspace.id],
  );
  expect(rows).toEqual([{ jobs: 6, failures: 1 }]);

  providers.setScenario(key, undefined);
  for (const { id } of [first, ...others]) await now(id);
  for (const { id } of [first, ...others]) await untilJob(trainer.client, id, 'succeeded', 'failed');
});
