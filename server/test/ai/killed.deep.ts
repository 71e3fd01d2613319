import { GeneratedCards } from '@training/shared/ai/generated-items';
import { expect, test } from 'vitest';
import { POOLED, startJobsServer } from '../../src/features/ai/jobs/ai-jobs-fixture.ts';

/** It runs no jobs: whatever is done is done by the processes. */
const { server, providers, trainer, startInstance } = await startJobsServer({ jobs: false });
const { pool } = server.db;

/** A lease lasts a minute. */
const LEASE = 60_000;

const rule = (n: number) => `Rule ${n} is about the gate with the number ${n}.`;
const source = { title: 'Gates', text: Array.from({ length: 40 }, (_, n) => rule(n + 10)).join('\n') };

// rules/ai 16
test('who is killed in the middle of an answer loses no card that was whole, and repeats one call, for the rest', async () => {
  const { client, workspace } = await trainer();
  providers.setPace(60);
  const first = startInstance();
  await first.base;
  const { id } = await client.ai.generateCards.mutate({ source, count: 16 });
  const soFar = async () => {
    const job = await client.ai.get.query({ id });
    return job.feature === 'card_generation' ? job.so_far : [];
  };
  await expect.poll(async () => (await soFar()).length, { timeout: 60_000 }).toBeGreaterThan(3);
  first.child.kill('SIGKILL');
  await first.ended;
  const kept = (await soFar()).map(({ front }) => front);
  expect(kept.length).toBeGreaterThan(3);
  expect(kept.length).toBeLessThan(16);

  providers.setPace(0);
  startInstance();
  const stateOf = async () => (await client.ai.get.query({ id })).state;
  await expect.poll(stateOf, { timeout: 2 * LEASE, interval: 500 }).toBe('succeeded');
  const { cards } = GeneratedCards.parse((await client.ai.get.query({ id })).result);
  const fronts = cards.map(({ front }) => front);
  expect(new Set(fronts).size).toBe(16);
  expect(fronts).toEqual(expect.arrayContaining(kept));
  const asked = providers.requests.filter(({ key, isCheck }) => key === POOLED.generation && !isCheck);
  expect(asked.map(({ body }) => Number(/Count: (\d+)/.exec(body)?.[1]))).toEqual([20, 20 - kept.length]);
  const { rows } = await pool.query('select interruptions from ai_jobs where workspace_id = $1', [workspace.id]);
  expect(rows).toEqual([{ interruptions: 1 }]);
}, 300_000);
