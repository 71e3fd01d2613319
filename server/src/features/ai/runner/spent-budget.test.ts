import { expect, test } from 'vitest';
import { sourceOf, startJobsServer, untilJob } from '../jobs/ai-jobs-fixture.ts';

const { server, providers, trainer } = await startJobsServer({ env: { AI_POOLED_MONTHLY_USD: '0.05' } });

// rules/ai 5
test('a job that may not spend what it needs fails at once, says what to do, and asks no provider', async () => {
  const { client } = await trainer();
  const { id } = await client.ai.generateCards.mutate({ source: sourceOf(1), count: 2 });
  const failed = await untilJob(client, id, 'failed', 'succeeded');
  expect(failed).toMatchObject({
    state: 'failed',
    error: {
      code: 'ai_budget_exhausted',
      detail: expect.stringMatching(
        /of the \$0\.05 that this workspace may spend .* adds a provider key under Settings/,
      ),
    },
  });
  expect(providers.requests).toEqual([]);
  const { rows } = await server.db.pool.query('select attempts, provider_failures from ai_jobs where id = $1', [id]);
  expect(rows).toEqual([{ attempts: 1, provider_failures: 0 }]);
});
