import { liveTopics } from '@training/shared/live';
import { MAX_MENU_COUNT } from '@training/shared/overview/overview';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../../test/follow.ts';
import { startTestServer } from '../../../test/server.ts';
import { edit } from '../reviews/reviews-fixture.ts';
import { worldOf } from './overview-fixture.ts';

const server = await startTestServer();
const { make, db } = server;
const { workspace, trainer, outsider, reviewer, admin, auditor, learner, ours, department } = await worldOf(server);

// rules/overview 7
test('each role has counts of the pages on which it can do something, and of no other', async () => {
  const pagesOf = async (client: typeof trainer.client) => Object.keys(await client.overview.counts.query());
  expect(await pagesOf(learner.client)).toEqual(['training', 'manages']);
  expect(await pagesOf(trainer.client)).toEqual(['training', 'courses', 'recommended', 'grading', 'manages']);
  expect(await pagesOf(reviewer.client)).toEqual(['training', 'recommended', 'reviews', 'manages']);
  expect(await pagesOf(auditor.client)).toEqual(['manages']);
  expect(await pagesOf(admin.client)).toEqual(['training', 'recommended', 'reviews', 'grading', 'settings', 'manages']);
});

test('a trainer’s counts are of the own department, and of what is nobody’s', async () => {
  expect(await trainer.client.overview.counts.query()).toMatchObject({ courses: 1, recommended: 1, grading: 0 });
  const { call } = await server.api(['intake:create'], workspace);
  await call('POST', '/api/v1/intake', { content: 'For all', source_name: 'Wiki' });
  expect(await trainer.client.overview.counts.query()).toMatchObject({ recommended: 2 });
  expect(await outsider.client.overview.counts.query()).toMatchObject({ courses: 1, recommended: 2 });
  expect(await reviewer.client.overview.counts.query()).toMatchObject({ recommended: 3 });
});

// rules/overview 7
test('training counts what one owes and can study, and not what is done, waived or hidden', async () => {
  const counts = async () => (await learner.client.overview.counts.query()).training;
  expect(await counts()).toBe(0);
  const owed = await make.enrollment(workspace, learner.id, ours.live.id);
  await make.enrollment(workspace, learner.id, ours.draft.id);
  expect(await counts()).toBe(1);
  await db.pool.query(
    `update enrollments set waived_at = now(), waived_by_name = 'T', waived_reason = 'R' where id = $1`,
    [owed.id],
  );
  expect(await counts()).toBe(0);
});

test('what a trainer is to grade is counted for their department, and not for another', async () => {
  const { attempt } = await make.attempt(workspace, ours.late.id, (await spokenModule()).id);
  const { answer } = await make.spokenAnswer(workspace, ours.late.id, attempt.id, 'By hand');
  expect(await trainer.client.overview.counts.query()).toMatchObject({ grading: 1 });
  expect(await outsider.client.overview.counts.query()).toMatchObject({ grading: 0 });
  // A grade without an appeal needs no decision; an appeal does.
  await db.pool.query(
    `insert into appeals (workspace_id, answer_id, words, at, decide_by) values ($1, $2, 'But', now(), now() + interval '1 day')`,
    [workspace.id, answer.id],
  );
  expect(await trainer.client.overview.counts.query()).toMatchObject({ grading: 2 });
});

const spokenModule = () => make.module(workspace, ours.course.id, { status: 'published' });

// rules/overview 7
test('nothing is counted further than it is shown', async () => {
  await db.pool.query(
    `insert into suggestions (workspace_id, id, status, title, content, text_hash, source_name, source_key, department_id, created_at)
     select $1, gen_random_uuid(), 'pending', 'Many', 'Many', decode(md5(n::text), 'hex'), 'Wiki', 'wiki', $2, now()
     from generate_series(1, 130) n`,
    [workspace.id, department.id],
  );
  expect(await trainer.client.overview.counts.query()).toMatchObject({ recommended: MAX_MENU_COUNT });
  expect(await trainer.client.overview.read.query()).toMatchObject({ suggestions: { total: MAX_MENU_COUNT } });
});

// rules/overview 3 and 8
test('on another instance the counts follow the review: of who decides, and of who is asked', async () => {
  const another = await startTestServer({ databaseUrl: server.databaseUrl });
  const page = (who: typeof trainer, topic: 'content' | 'reviews') => {
    const visitor = { cookie: who.headers.cookie, workspace: workspace.slug };
    const open = openPage(another.base, visitor, {
      topics: [liveTopics[topic]],
      read: (client) => client.overview.counts.query(),
    });
    onTestFinished(() => open.stop());
    return open;
  };
  const author = page(trainer, 'content');
  const decider = page(reviewer, 'reviews');
  await expect.poll(() => author.seen.at(-1)).toMatchObject({ courses: 1 });
  await expect.poll(() => decider.seen.at(-1)).toMatchObject({ reviews: 2 });
  await edit(trainer.client, ours.asked.id, 'quiz');
  await trainer.client.reviews.resubmit.mutate({ module_id: ours.asked.id });
  await expect.poll(() => author.seen.at(-1)).toMatchObject({ courses: 0 });
  await expect.poll(() => decider.seen.at(-1)).toMatchObject({ reviews: 3 });
  const { round, quiz } = await make.hashes(ours.waiting.id);
  await reviewer.client.reviews.query.mutate({
    module_id: ours.waiting.id,
    section: 'quiz',
    round,
    content_hash: quiz,
    comment: 'Which?',
  });
  await expect.poll(() => author.seen.at(-1)).toMatchObject({ courses: 1 });
});

// rules/managers 7
test('whoever begins or ends to manage someone has My team in the menu, or not, without a reload', async () => {
  const report = await make.user(workspace);
  const { headers } = learner;
  const { memberships } = await learner.client.session.current.query();
  const { user } = memberships[0]!;
  const open = openPage(
    server.base,
    { cookie: headers.cookie, workspace: workspace.slug },
    { topics: [liveTopics.inbox(user.id)], read: (client) => client.overview.counts.query() },
  );
  onTestFinished(() => open.stop());
  await expect.poll(() => open.seen.at(-1)).toMatchObject({ manages: false });
  await admin.client.users.save.mutate({ id: report.id, manager_id: user.id });
  await expect.poll(() => open.seen.at(-1)).toMatchObject({ manages: true });
  await admin.client.users.save.mutate({ id: report.id, manager_id: null });
  await expect.poll(() => open.seen.at(-1)).toMatchObject({ manages: false });
});
