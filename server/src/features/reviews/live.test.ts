import { liveTopics } from '@training/shared/live';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../../test/follow.ts';
import { startTestServer } from '../../../test/server.ts';
import { card, castOf, edit, question } from './reviews-fixture.ts';

const server = await startTestServer();
const another = await startTestServer({ databaseUrl: server.databaseUrl });
const cast = await castOf(server);
const { workspace, trainer, reviewer } = cast;
const visitorOf = ({ headers }: typeof trainer) => ({ cookie: headers.cookie, workspace: workspace.slug });

// rules/review 22
test('on another instance, whoever looks at a module or at the queue sees each change of its state', async () => {
  const { module } = await cast.module();
  const module_id = module.id;
  await edit(trainer.client, module_id, 'flashcards', [card()]);
  await edit(trainer.client, module_id, 'quiz', [question()]);
  const editor = openPage(another.base, visitorOf(trainer), {
    topics: [liveTopics.module(module_id)],
    read: (client) => client.modules.get.query({ id: module_id }),
  });
  const queue = openPage(another.base, visitorOf(reviewer), {
    topics: [liveTopics.reviews],
    read: (client) => client.reviews.queue.query({}),
  });
  onTestFinished(() => {
    editor.stop();
    queue.stop();
  });
  const sees = (expected: object) => expect.poll(() => editor.seen.at(-1)).toMatchObject(expected);
  const waits = (expected: object[]) => expect.poll(() => queue.seen.at(-1)?.modules).toMatchObject(expected);
  await sees({ workflow: 'draft' });
  await waits([]);

  await trainer.client.reviews.submit.mutate({ module_id });
  await sees({ workflow: 'in_review', flashcards: { state: 'locked', state_by: trainer.fullName } });
  await waits([{ module_id, claimed_by: null }]);

  await reviewer.client.reviews.claim.mutate({ module_id });
  await sees({ claimed_by: { name: reviewer.fullName } });
  await waits([{ claimed_by: { name: reviewer.fullName } }]);

  const { round, ...hashes } = await server.make.hashes(module_id);
  const seen = (section: 'flashcards' | 'quiz') => ({ module_id, section, round, content_hash: hashes[section] });
  await reviewer.client.reviews.approve.mutate(seen('flashcards'));
  await sees({ flashcards: { state: 'approved' }, quiz: { state: 'locked' } });
  await waits([{ sections: { flashcards: 'approved' } }]);

  await reviewer.client.reviews.query.mutate({ ...seen('quiz'), comment: 'Is there only one answer?' });
  await sees({ workflow: 'changes_requested', quiz: { state: 'queried' } });
  await waits([]);

  await edit(trainer.client, module_id, 'quiz');
  await trainer.client.reviews.resubmit.mutate({ module_id });
  await sees({ workflow: 'in_review', round: 2, quiz: { state: 'locked' } });
  const again = await server.make.hashes(module_id);
  const last = { module_id, section: 'quiz' as const, round: again.round, content_hash: again.quiz };
  await reviewer.client.reviews.approve.mutate(last);
  await sees({ status: 'published', workflow: null });
  await waits([]);
});
