import type { AiJobState } from '@training/shared/ai/ai-jobs';
import { liveTopics } from '@training/shared/live';
import { expect, onTestFinished, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { openPage } from '../../../../test/follow.ts';
import { POOLED } from '../../ai/jobs/ai-jobs-fixture.ts';
import { approveBoth, edit, refused } from '../../reviews/reviews-fixture.ts';
import { modelGrade, SAID, spokenQuestion, startGradingServer } from '../grading-fixture.ts';

const { server, providers, before, cast, makeLate } = await startGradingServer();
const { pool } = server.db;
const FULL = ['I stop the belt with the red button', 'I hang my own lock on the switch'];

async function jobsOf(answer_id: string) {
  const { rows } = await pool.query<{ feature: string; state: AiJobState; input: unknown }>(
    `select feature, state, input from ai_jobs where destination_id = $1 order by created_at, id`,
    [answer_id],
  );
  return rows;
}

/** Has the pooled key for speech or grading play a scenario for the rest of the test. */
function play(key: string, scenario: Parameters<typeof providers.setScenario>[1]) {
  providers.setScenario(key, scenario);
  onTestFinished(() => providers.setScenario(key, undefined));
}

// rules/grading 2
test('speech that never answers stops nobody: in time the trainers listen, and nothing is asked any more', async () => {
  const me = await before();
  play(POOLED.transcription, 'slow');
  const { answer } = await me.speak();
  await expect.poll(async () => (await jobsOf(answer.answer_id))[0]?.state).toBe('running');
  await makeLate(answer.answer_id);
  const handed = await me.until(answer.answer_id, 'trainer', 'graded');
  expect(handed).toMatchObject({ state: 'trainer', trainer_reason: 'late', transcript: null });
  expect(await jobsOf(answer.answer_id)).toEqual([{ feature: 'speech_to_text', state: 'cancelled', input: null }]);
});

// rules/grading 5
test('a grade that a busy provider puts off goes to the trainers in time', async () => {
  const me = await before();
  play(POOLED.generation, 'limited');
  const { answer } = await me.type();
  await expect.poll(async () => (await jobsOf(answer.answer_id))[0]?.state).toBe('queued');
  await makeLate(answer.answer_id);
  expect(await me.until(answer.answer_id, 'trainer', 'graded')).toMatchObject({ trainer_reason: 'late' });
  await me.trainer.client.grading.grade.mutate({
    answer_id: answer.answer_id,
    verdict: { by: 'criteria', met: [true, true] },
  });
  expect(await me.attempt()).toMatchObject({ state: 'passed', status: 'completed' });
});

test('a workspace’s own key that fails parks no learner: the trainers grade, and a rotation wakes nothing', async () => {
  const people = await cast();
  const me = await before(people);
  const key = keyFor('good', 'own-grading');
  const { models } = await people.admin.client.providerKeys.list.query();
  const model = models.anthropic[0]?.id ?? '';
  const own = await people.admin.client.providerKeys.add.mutate({ provider: 'anthropic', model, key });
  providers.setScenario(key, 'bad');
  const { answer } = await me.type();
  await expect.poll(async () => (await jobsOf(answer.answer_id))[0]?.state).toBe('parked');
  await makeLate(answer.answer_id);
  expect(await me.until(answer.answer_id, 'trainer')).toMatchObject({ trainer_reason: 'late' });
  const rotation = { id: own.id, version: own.version, key: keyFor('good', 'own-better') };
  await people.admin.client.providerKeys.rotate.mutate(rotation);
  expect(await jobsOf(answer.answer_id)).toMatchObject([{ state: 'cancelled' }]);
});

test.each([
  ['refuses the recording', POOLED.transcription, 'refuses', 'speak'],
  ['refuses the pooled key for speech', POOLED.transcription, 'bad', 'speak'],
  ['refuses the pooled key for grading', POOLED.generation, 'no-credit', 'type'],
  ['refuses to grade what was said', POOLED.generation, 'refuses', 'type'],
] as const)('where the provider %s, the trainers get the answer at once', async (_, key, scenario, how) => {
  const me = await before();
  play(key, scenario);
  const { answer } = await me[how]();
  const handed = await me.until(answer.answer_id, 'trainer', 'graded');
  // What only trainers can make use of is not told to the learner.
  expect(handed).toMatchObject({ trainer_reason: 'failed', note: null });
  const theirs = await me.trainer.client.grading.answerToGrade.query({ answer_id: answer.answer_id });
  expect(theirs.note).toMatch(/^The provider .+\.$/);
});

test('a transcript that is confirmed twice at once is graded once', async () => {
  const me = await before();
  providers.respond('oral_grading', () => modelGrade(0.9, ...FULL));
  const { answer } = await me.speak();
  const { answer_id } = await me.heard(answer.answer_id);
  const { grading } = me.learner.client;
  await Promise.all([grading.confirmTranscript.mutate({ answer_id }), grading.confirmTranscript.mutate({ answer_id })]);
  const graded = await me.until(answer_id, 'graded', 'trainer');
  providers.respond('oral_grading', undefined);
  expect(graded.grades).toHaveLength(1);
  expect((await jobsOf(answer_id)).map(({ feature }) => feature)).toEqual(['speech_to_text', 'oral_grading']);
});

test('what becomes of an answer is told live, to its learner and to nobody else', async () => {
  const me = await before();
  const release = providers.hold();
  onTestFinished(release);
  const { answer } = await me.type();
  const { answer_id } = answer;
  const follow = ({ headers }: { headers: Record<string, string> }) =>
    openPage(
      server.base,
      { cookie: headers.cookie ?? '', workspace: me.workspace.slug },
      {
        topics: [liveTopics.answer(answer_id)],
        read: (client) => client.grading.answer.query({ answer_id }),
        isLast: ({ state }) => state === 'graded' || state === 'trainer',
      },
    );
  const page = follow(me.learner);
  // A trainer grades it, but it is not theirs to follow.
  const others = follow(me.trainer);
  await expect.poll(() => page.seen.length).toBeGreaterThan(0);
  release();
  expect(await page.ended).toBe('complete');
  expect(page.seen.at(-1)).toMatchObject({ answer_id });
  expect(await others.ended).toMatchObject({ status: 404 });
});

test('the jobs of an answer stand in nobody’s list, and nobody cancels them', async () => {
  const me = await before();
  const { client } = me.trainer;
  const release = providers.hold();
  onTestFinished(release);
  const { enrollment_id } = await client.learning.start.mutate({ module_id: me.module_id });
  const { id: attempt_id } = await client.learning.beginAttempt.mutate({ enrollment_id });
  const response = { by: 'text', text: SAID } as const;
  const given = { attempt_id, question_id: me.question_id, response };
  const { answer } = await client.grading.answerSpoken.mutate(given);
  const { rows } = await pool.query<{ id: string }>('select id from ai_jobs where destination_id = $1', [
    answer.answer_id,
  ]);
  const [{ id } = { id: '' }] = rows;
  expect((await client.ai.list.query({})).jobs.map((job) => job.id)).not.toContain(id);
  await refused(client.ai.get.query({ id }), 404, 'ai_job_not_found');
  await refused(client.ai.cancel.mutate({ id }), 404, 'ai_job_not_found');
});

test('somebody who is deactivated while their answer is graded has its grade when they are back', async () => {
  const me = await before();
  providers.respond('oral_grading', () => modelGrade(0.9, ...FULL));
  const release = providers.hold();
  onTestFinished(release);
  const { answer } = await me.type();
  await me.admin.client.users.upsert.mutate({ email: me.learner.email, deactivate: true });
  release();
  const state = async () => {
    const { rows } = await pool.query('select state from answers where id = $1', [answer.answer_id]);
    return rows[0];
  };
  await expect.poll(state).toEqual({ state: 'graded' });
  providers.respond('oral_grading', undefined);
});

// rules/grading 10
test('an answer that waits for a trainer goes on to a newer revision, and its grade counts there', async () => {
  const people = await cast();
  const me = await before(people);
  play(POOLED.generation, 'refuses');
  const { answer } = await me.type();
  await me.until(answer.answer_id, 'trainer');
  const { module_id, enrollment_id } = me;
  // A new card: the question stays as it is.
  const { trainer, reviewer } = people;
  await trainer.client.reviews.revise.mutate({ module_id });
  await edit(trainer.client, module_id, 'flashcards');
  await trainer.client.reviews.submit.mutate({ module_id });
  const { client } = me.learner;
  await approveBoth(reviewer.client, module_id, await server.make.hashes(module_id));
  await client.learning.upgrade.mutate({ enrollment_id, revision: 2 });
  const opened = await client.learning.open.query({ module_id });
  const carried = opened.attempt?.answers[0];
  expect(carried).toMatchObject({ carried: true, state: 'trainer' });
  expect(carried?.answer_id).not.toBe(answer.answer_id);
  // By whichever name, it is one answer.
  const seen = await client.grading.answer.query({ answer_id: carried!.answer_id });
  expect(seen.answer_id).toBe(answer.answer_id);
  expect((await trainer.client.grading.queue.query({})).total).toBe(1);
  await trainer.client.grading.grade.mutate({
    answer_id: carried!.answer_id,
    verdict: { by: 'criteria', met: [true, true] },
  });
  const { attempt } = await client.learning.open.query({ module_id });
  expect(attempt).toMatchObject({ state: 'passed', score: 1 });
  expect(attempt?.answers[0]).toMatchObject({ carried: true, state: 'graded', score: 1 });
});

// rules/grading 2
test('recordings beyond the room of a workspace, or the day of a person, are refused with words: the answer is typed', async () => {
  const me = await before();
  await pool.query(
    `insert into recordings (workspace_id, id, user_id, created_at, state)
     select $1, gen_random_uuid(), $2, now(), 'deleted' from generate_series(1, 300)`,
    [me.workspace.id, me.learner.id],
  );
  await refused(me.speak(), 429, 'rate_limited', { detail: expect.stringMatching(/Type your answer/) });
  const people = await cast();
  const other = await before(people);
  await pool.query(
    `insert into recordings (workspace_id, id, user_id, created_at, state, size, media_type, hash)
     values ($1, gen_random_uuid(), $2, now(), 'stored', 2147000000, 'audio/wav', 'x'), ($1, gen_random_uuid(), $2, now(), 'stored', 2000000, 'audio/wav', 'y')`,
    [people.workspace.id, people.trainer.id],
  );
  await refused(other.speak(), 409, 'storage_full', { detail: expect.stringMatching(/Type your answer/) });
  expect((await other.type()).answer.state).toBe('grading');
});

test('a rubric as long as a module may have one is graded', async () => {
  const people = await cast();
  const long = { ...spokenQuestion(), rubric: Array.from({ length: 20 }, (_, n) => `${n} ${'x'.repeat(990)}`) };
  const me = await before(people, long);
  const { answer } = await me.type();
  expect(answer.state).toBe('grading');
  expect((await me.until(answer.answer_id, 'graded', 'trainer')).trainer_reason).not.toBe('failed');
});
