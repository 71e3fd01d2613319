import { expect, test } from 'vitest';
import { startJobsServer, untilJob } from '../ai/jobs/ai-jobs-fixture.ts';
import { castOf, refused } from '../reviews/reviews-fixture.ts';

const { server } = await startJobsServer();

// rules/learning 12
test('a trainer sees what learners say of a module, not who said it, and has it analysed', async () => {
  const cast = await castOf(server);
  const { module } = await cast.module({ status: 'published' });
  const module_id = module.id;
  const { trainer, outsider, admin } = cast;
  const nothing = { items: [], total: 0, comments: 0, average: null, ratings: [0, 0, 0, 0, 0] };
  expect(await trainer.client.learning.feedbackOf.query({ module_id })).toEqual(nothing);
  await refused(trainer.client.learning.analyseFeedback.mutate({ module_id }), 400, 'invalid_request');

  const said: [number | null, string | null][] = [
    [5, 'The part about brakes was clear and good.'],
    [2, 'The pallets were confusing and too long.'],
    [null, 'More pictures of the pallets, please.'],
    [4, null],
  ];
  for (const [rating, comment] of said) {
    const { client } = await cast.person('learner');
    const { enrollment_id } = await client.learning.start.mutate({ module_id });
    await client.learning.feedback.mutate({ enrollment_id, rating, comment });
  }
  const page = await trainer.client.learning.feedbackOf.query({ module_id, limit: 2 });
  expect(page).toMatchObject({ total: 4, comments: 3, average: 3.67, ratings: [0, 1, 0, 1, 1] });
  expect(page.items).toEqual([
    { rating: 4, comment: null, revision: 1, at: expect.any(String) },
    { rating: null, comment: said[2]![1], revision: 1, at: expect.any(String) },
  ]);
  expect((await admin.client.learning.feedbackOf.query({ module_id })).total).toBe(4);
  await refused(outsider.client.learning.feedbackOf.query({ module_id }), 404, 'module_not_found');
  await refused(outsider.client.learning.analyseFeedback.mutate({ module_id }), 404, 'module_not_found');
  await refused(cast.learner.client.learning.feedbackOf.query({ module_id }), 403, 'forbidden');

  const { id } = await trainer.client.learning.analyseFeedback.mutate({ module_id });
  const done = await untilJob(trainer.client, id, 'succeeded', 'failed');
  expect(done).toMatchObject({
    state: 'succeeded',
    feature: 'feedback_analysis',
    title: expect.stringContaining(module.title),
  });
  const { sentiment } = done.feature === 'feedback_analysis' && done.result ? done.result : { sentiment: null };
  expect(sentiment && sentiment.positive + sentiment.mixed + sentiment.negative).toBe(3);
});
