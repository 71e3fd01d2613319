import type { GradingVerdict } from '@training/shared/grading/grading';
import { expect, test } from 'vitest';
import type { Client } from '../../../../test/server.ts';
import { tamper } from '../../../../test/tamper.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { RUBRIC, startGradingServer } from '../grading-fixture.ts';

// Without keys every answer goes to the trainers.
const { server, before, cast } = await startGradingServer({ env: { ANTHROPIC_API_KEY: '', DEEPGRAM_API_KEY: '' } });
const { pool } = server.db;

const all: GradingVerdict = { by: 'criteria', met: [true, true] };
const none: GradingVerdict = { by: 'criteria', met: [false, false] };
const half: GradingVerdict = { by: 'criteria', met: [true, false] };
/** Expects a call to be refused, in these words. */
async function refusedSaying(call: Promise<unknown>, httpStatus: number, app_code: string, words: RegExp) {
  await expect(call).rejects.toMatchObject({ data: { httpStatus, app_code }, message: expect.stringMatching(words) });
}

const ids = ({ items }: { items: { answer: { answer_id: string } }[] }) => items.map(({ answer }) => answer.answer_id);

/** Whose answer a colleague has graded with half of the marks. */
async function graded(people?: Awaited<ReturnType<typeof cast>>) {
  const me = await before(people);
  const { answer } = await me.type();
  const answer_id = answer.answer_id;
  await me.trainer.client.grading.grade.mutate({ answer_id, verdict: half, comment: 'The lock is missing.' });
  return { ...me, answer_id };
}

// rules/grading 2 and 6
test('without keys a recording and a typed answer wait for the trainers of the course, who has waited longest first', async () => {
  const me = await before(await cast());
  const spoken = (await me.speak()).answer;
  expect(spoken).toMatchObject({ state: 'trainer', trainer_reason: 'no_key', recording: { media_type: 'audio/wav' } });
  const queue = await me.trainer.client.grading.queue.query({});
  expect(queue).toMatchObject({ total: 1, answers: 1, appeals: 0 });
  const [item] = queue.items;
  expect(item).toMatchObject({ task: 'answer', since: spoken.given_at });
  expect(item?.answer).toMatchObject({
    answer_id: spoken.answer_id,
    learner: { id: me.learner.id, name: me.learner.fullName },
    question: { rubric: RUBRIC },
    may: { grade: true, decide_appeal: false, override: false },
  });
  // Neither another department's, nor a super admin's while somebody of the department can, nor a reviewer's.
  expect((await me.outsider.client.grading.queue.query({})).total).toBe(0);
  expect((await me.admin.client.grading.queue.query({})).total).toBe(0);
  await refused(me.reviewer.client.grading.queue.query({}), 403, 'forbidden');
  await refused(me.learner.client.grading.queue.query({}), 403, 'forbidden');
});

test('a trainer grades by the rubric; the attempt follows, and who comes second is told', async () => {
  const me = await before(await cast());
  const { answer } = await me.type();
  const { answer_id } = answer;
  const short: GradingVerdict = { by: 'criteria', met: [true] };
  await refused(me.trainer.client.grading.grade.mutate({ answer_id, verdict: short }), 400, 'invalid_request');
  const both = await Promise.allSettled([
    me.trainer.client.grading.grade.mutate({ answer_id, verdict: all, comment: 'Well said.' }),
    me.colleague.client.grading.grade.mutate({ answer_id, verdict: all, comment: 'Well said.' }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await refused(me.trainer.client.grading.grade.mutate({ answer_id, verdict: all }), 409, 'answer_not_waiting');
  const mine = await me.learner.client.grading.answer.query({ answer_id });
  expect(mine).toMatchObject({ state: 'graded', score: 1, trainer_reason: 'no_key', appeal_by: null });
  expect(mine.grades).toMatchObject([{ kind: 'trainer', comment: 'Well said.', counts: true }]);
  expect(await me.attempt()).toEqual({ state: 'passed', score: 1, status: 'completed' });
  expect((await me.trainer.client.grading.queue.query({})).total).toBe(0);
  const { rows } = await pool.query(`select actor_name, changes from audit_events where subject_id = $1`, [answer_id]);
  expect(rows).toMatchObject([{ changes: { learner: me.learner.fullName, score: 1 } }]);
});

// rules/grading 6
test('nobody grades their own answer: another trainer does or, where there is none, a super admin', async () => {
  const me = await before(await cast());
  const mine = await me.trainer.client.learning.start.mutate({ module_id: me.module_id });
  const attempt = await me.trainer.client.learning.beginAttempt.mutate({ enrollment_id: mine.enrollment_id });
  const response = { by: 'text', text: 'I stop the belt.' } as const;
  const given = { attempt_id: attempt.id, question_id: me.question_id, response };
  const { answer } = await me.trainer.client.grading.answerSpoken.mutate(given);
  const { answer_id } = answer;
  await refused(me.trainer.client.grading.grade.mutate({ answer_id, verdict: all }), 403, 'self_grading');
  expect(ids(await me.trainer.client.grading.queue.query({}))).toEqual([]);
  expect(ids(await me.colleague.client.grading.queue.query({}))).toEqual([answer_id]);
  await refused(me.outsider.client.grading.grade.mutate({ answer_id, verdict: all }), 404, 'answer_not_found');
  await refused(me.admin.client.grading.grade.mutate({ answer_id, verdict: all }), 403, 'forbidden');

  await pool.query('update users set is_active = false where id = $1', [me.colleague.id]);
  expect(ids(await me.admin.client.grading.queue.query({}))).toEqual([answer_id]);
  await me.admin.client.grading.grade.mutate({ answer_id, verdict: { by: 'score', score: 0.25 } });
  expect(await me.trainer.client.grading.answer.query({ answer_id })).toMatchObject({ state: 'graded', score: 0.25 });
});

// rules/grading 6
test('the answer of somebody who is deactivated waits until they are back', { tags: ['deep'] }, async () => {
  const me = await before(await cast());
  const { answer } = await me.type();
  await pool.query('update users set is_active = false where id = $1', [me.learner.id]);
  expect(ids(await me.trainer.client.grading.queue.query({}))).toEqual([]);
  const verdict = { answer_id: answer.answer_id, verdict: half };
  await refused(me.trainer.client.grading.grade.mutate(verdict), 403, 'forbidden');
  await pool.query('update users set is_active = true where id = $1', [me.learner.id]);
  expect(ids(await me.trainer.client.grading.queue.query({}))).toEqual([answer.answer_id]);
});

// rules/grading 7 and 8
test('a grade is appealed once, and decided by another person than who gave it; the first grade stays as it was', async () => {
  const me = await graded(await cast());
  const { answer_id } = me;
  const { grading } = me.learner.client;
  expect(await me.attempt()).toMatchObject({ state: 'failed', score: 0.5 });
  const words = 'I did say that I hang my lock.';
  const both = await Promise.allSettled([
    grading.appeal.mutate({ answer_id, words }),
    grading.appeal.mutate({ answer_id, words }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  await refused(grading.appeal.mutate({ answer_id, words }), 409, 'appealed_already');

  const decision = { answer_id, verdict: all, comment: 'The lock is in the last sentence.' };
  await refused(me.trainer.client.grading.decideAppeal.mutate(decision), 403, 'self_grading');
  await refused(me.outsider.client.grading.decideAppeal.mutate(decision), 404, 'answer_not_found');
  await refused(me.admin.client.grading.decideAppeal.mutate(decision), 403, 'forbidden');
  // Who gave the grade cannot get round that, while the appeal is open.
  const override = { answer_id, grade: 1, verdict: half, reason: 'It stays.' };
  await refused(me.trainer.client.grading.override.mutate(override), 409, 'answer_not_waiting');
  expect(ids(await me.trainer.client.grading.queue.query({}))).toEqual([]);
  const { items } = await me.colleague.client.grading.queue.query({ task: 'appeal' });
  expect(items).toMatchObject([{ task: 'appeal', answer: { answer_id, appeal: { words, decided_at: null } } }]);
  await me.colleague.client.grading.decideAppeal.mutate(decision);
  await refused(me.colleague.client.grading.decideAppeal.mutate(decision), 409, 'answer_not_waiting');

  const mine = await grading.answer.query({ answer_id });
  expect(mine).toMatchObject({ score: 1, appeal: { decided_by: me.colleague.fullName } });
  expect(mine.grades).toMatchObject([
    { number: 1, kind: 'trainer', score: 0.5, comment: 'The lock is missing.', by: me.trainer.fullName },
    { number: 2, kind: 'appeal', score: 1, comment: decision.comment, by: me.colleague.fullName },
  ]);
  expect(await me.attempt()).toMatchObject({ state: 'passed', score: 1, status: 'completed' });
  const { rows } = await pool.query('select action from audit_events where subject_id = $1 order by at, id', [
    answer_id,
  ]);
  expect(rows.map(({ action }) => action)).toEqual(['answer.graded', 'answer.appealed', 'appeal.decided']);
  await expect(pool.query('update grades set score = 1 where answer_id = $1', [answer_id])).rejects.toThrow(
    /never changed/,
  );
  await expect(pool.query('delete from grades where answer_id = $1', [answer_id])).rejects.toThrow(/never changed/);
});

// rules/grading 8
test('where the department has nobody else, or seven days have passed, a super admin decides the appeal', async () => {
  const late = await graded(await cast());
  await late.learner.client.grading.appeal.mutate({ answer_id: late.answer_id, words: 'Please look again.' });
  expect(ids(await late.admin.client.grading.queue.query({}))).toEqual([]);
  await pool.query(`update appeals set decide_by = now() - interval '1 second' where answer_id = $1`, [late.answer_id]);
  expect(ids(await late.admin.client.grading.queue.query({}))).toEqual([late.answer_id]);
  expect(ids(await late.colleague.client.grading.queue.query({}))).toEqual([late.answer_id]);

  const alone = await graded(late);
  await alone.learner.client.grading.appeal.mutate({ answer_id: alone.answer_id, words: 'Please look again.' });
  await pool.query('update users set is_active = false where id = $1', [alone.colleague.id]);
  const decision = { answer_id: alone.answer_id, verdict: half, comment: 'It stays.' };
  await alone.admin.client.grading.decideAppeal.mutate(decision);
  expect(await alone.attempt()).toMatchObject({ state: 'failed', score: 0.5 });
});

// rules/grading 8
test(
  'an appeal for which nobody is left to decide waits before super admins, until there is another person',
  { tags: ['deep'] },
  async () => {
    const me = await graded(await cast());
    const { answer_id } = me;
    await pool.query('update users set is_active = false where id = $1', [me.colleague.id]);
    const override = { answer_id, grade: 1, verdict: { by: 'score' as const, score: 0.25 }, reason: 'Too much.' };
    await me.admin.client.grading.override.mutate(override);
    await me.learner.client.grading.appeal.mutate({ answer_id, words: 'Please look again.' });
    const { items, appeals } = await me.admin.client.grading.queue.query({});
    expect({ items, appeals }).toMatchObject({
      appeals: 1,
      items: [{ answer: { answer_id, may: { decide_appeal: false } } }],
    });
    expect(ids(await me.trainer.client.grading.queue.query({}))).toEqual([]);
    const decision = { answer_id, verdict: half, comment: 'It stays.' };
    const detail = expect.stringContaining('make another person one');
    await refused(me.admin.client.grading.decideAppeal.mutate(decision), 403, 'self_grading', { detail });
    const another = await me.person('trainer', me.department.id);
    expect(ids(await me.admin.client.grading.queue.query({}))).toEqual([]);
    expect(ids(await another.client.grading.queue.query({}))).toEqual([answer_id]);
  },
);

// rules/grading 8
test(
  'full marks, an answer without a grade, and a grade of long ago cannot be appealed',
  { tags: ['deep'] },
  async () => {
    const me = await graded();
    const { answer_id } = me;
    const words = 'Why?';
    await tamper(pool, `update grades set at = now() - interval '31 days' where answer_id = $1`, [answer_id]);
    await refused(me.learner.client.grading.appeal.mutate({ answer_id, words }), 409, 'answer_not_waiting');
    await refused(me.trainer.client.grading.appeal.mutate({ answer_id, words }), 404, 'answer_not_found');

    const other = await before();
    const { answer } = await other.type();
    const appeal = () => other.learner.client.grading.appeal.mutate({ answer_id: answer.answer_id, words });
    await refused(appeal(), 409, 'answer_not_waiting');
    await other.trainer.client.grading.grade.mutate({ answer_id: answer.answer_id, verdict: all });
    await refused(appeal(), 409, 'answer_not_waiting');
  },
);

// rules/grading 7
test('a grade is overridden with a reason, by the department or a super admin, who have seen the newest', async () => {
  const me = await graded(await cast());
  const { answer_id } = me;
  const verdict = { by: 'score', score: 0.9 } as const;
  await refused(
    me.trainer.client.grading.override.mutate({ answer_id, grade: 1, verdict, reason: '' }),
    400,
    'invalid_request',
  );
  const reason = 'The question was unclear.';
  await refused(
    me.outsider.client.grading.override.mutate({ answer_id, grade: 1, verdict, reason }),
    404,
    'answer_not_found',
  );
  await refused(me.reviewer.client.grading.override.mutate({ answer_id, grade: 1, verdict, reason }), 403, 'forbidden');
  const seen = await me.trainer.client.grading.override.mutate({ answer_id, grade: 1, verdict, reason });
  expect(seen).toMatchObject({ score: 0.9, grades: [{ number: 1 }, { number: 2, kind: 'override', comment: reason }] });
  await refused(
    me.admin.client.grading.override.mutate({ answer_id, grade: 1, verdict, reason }),
    409,
    'stale_version',
  );
  await me.admin.client.grading.override.mutate({ answer_id, grade: 2, verdict: { by: 'score', score: 1 }, reason });
  expect(await me.attempt()).toMatchObject({ state: 'passed', score: 1, status: 'completed' });
  // A completion stays, whatever becomes of a grade.
  await me.admin.client.grading.override.mutate({ answer_id, grade: 3, verdict: { by: 'score', score: 0 }, reason });
  expect(await me.attempt()).toMatchObject({ status: 'completed' });
  const { rows } = await pool.query(
    `select changes from audit_events where subject_id = $1 and action = 'grade.overridden' order by at, id`,
    [answer_id],
  );
  expect(rows[0]?.changes).toMatchObject({ score: [0.5, 0.9], comment: reason });
  const { items, total } = await me.trainer.client.grading.graded.query({ module_id: me.module_id });
  expect([total, items[0]?.answer_id]).toEqual([1, answer_id]);
  expect((await me.outsider.client.grading.graded.query({})).total).toBe(0);
});

/** Whose answer the first trainer graded 0, and a colleague on appeal 1. */
async function wonAppeal() {
  const me = await before(await cast());
  const { answer_id } = (await me.type()).answer;
  await me.trainer.client.grading.grade.mutate({ answer_id, verdict: none });
  await me.learner.client.grading.appeal.mutate({ answer_id, words: 'I said both.' });
  await me.colleague.client.grading.decideAppeal.mutate({ answer_id, verdict: all, comment: 'So it is.' });
  const lower = (client: Client, grade: number, score = 0) =>
    client.grading.override.mutate({ answer_id, grade, verdict: { by: 'score', score }, reason: 'No.' });
  const appeal = () => me.learner.client.grading.appeal.mutate({ answer_id, words: 'I did say both.' });
  return { ...me, answer_id, lower, appeal };
}

// rules/grading 7
test(
  'after an appeal only somebody who has neither graded nor decided overrides the grade; others are told why not',
  { tags: ['deep'] },
  async () => {
    const { answer_id, lower, trainer, colleague, admin, person, department } = await wonAppeal();
    await refusedSaying(lower(trainer.client, 2), 403, 'self_grading', /You graded this answer/);
    await refusedSaying(lower(colleague.client, 2), 403, 'self_grading', /You decided an appeal/);
    const seen = async ({ client }: { client: Client }) => client.grading.answerToGrade.query({ answer_id });
    expect(await seen(trainer)).toMatchObject({ may: { override: false }, judged_as: 'trainer' });
    expect(await seen(colleague)).toMatchObject({ may: { override: false }, judged_as: 'appeal' });
    expect(await seen(admin)).toMatchObject({ may: { override: true }, judged_as: null });
    // Whatever has become of them since.
    await admin.client.users.upsert.mutate({ email: colleague.email, role: 'super_admin' });
    await refusedSaying(lower(colleague.client, 2), 403, 'self_grading', /You decided an appeal/);
    const third = await person('trainer', department.id);
    const both = await Promise.allSettled([lower(third.client, 2, 0.5), lower(admin.client, 2, 0.5)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const [winner, loser] = both[0].status === 'fulfilled' ? [third, admin] : [admin, third];
    await refusedSaying(lower(loser.client, 2), 409, 'stale_version', new RegExp(winner.fullName));
    await refusedSaying(lower(winner.client, 3), 403, 'self_grading', /You overrode its grade/);
    await lower(loser.client, 3);
  },
);

// rules/grading 8
test(
  'an override downward after an appeal is appealed again, and decided by who has done nothing about the answer',
  { tags: ['deep'] },
  async () => {
    const { answer_id, lower, appeal, trainer, colleague, admin, learner, person, ...me } = await wonAppeal();
    const mine = () => learner.client.grading.answer.query({ answer_id });
    expect(await mine()).toMatchObject({ score: 1, appeal_by: null });
    await refusedSaying(appeal(), 409, 'appealed_already', /appeal again if the grade is lowered/);
    const third = await person('trainer', me.department.id);
    await lower(third.client, 2);
    // Up again a little: it is still lower than what was decided.
    await lower(admin.client, 3, 0.25);
    expect(await mine()).toMatchObject({
      score: 0.25,
      appeal: { words: 'I said both.' },
      appeal_by: expect.any(String),
    });
    const twice = await Promise.allSettled([appeal(), appeal()]);
    expect(twice.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    expect(await mine()).toMatchObject({
      appeal_by: null,
      appeal: { words: 'I did say both.', decided_at: null },
      earlier_appeals: [{ words: 'I said both.', decided_by: colleague.fullName }],
    });
    await refusedSaying(appeal(), 409, 'appealed_already', /waits/);

    // All trainers of the department have judged it, and one of the super admins: the other decides, and at once.
    const other = await person('super_admin');
    const decision = { answer_id, verdict: half, comment: 'Half.' };
    for (const { client } of [trainer, colleague, third, admin]) {
      expect(ids(await client.grading.queue.query({}))).toEqual([]);
      await refused(client.grading.decideAppeal.mutate(decision), 403, 'self_grading');
      await refusedSaying(lower(client, 4), 409, 'answer_not_waiting', /appeal/);
    }
    expect(ids(await other.client.grading.queue.query({}))).toEqual([answer_id]);
    expect(await other.client.overview.counts.query()).toMatchObject({ grading: 1 });
    await other.client.grading.decideAppeal.mutate(decision);
    await refused(appeal(), 409, 'appealed_already');
    expect(await mine()).toMatchObject({ score: 0.5, appeal_by: null, appeal: { decided_by: other.fullName } });
    const fourth = await person('trainer', me.department.id);
    await lower(fourth.client, 5, 0.75);
    // Higher than what was decided.
    expect(await mine()).toMatchObject({ score: 0.75, appeal_by: null });
  },
);

test(
  'of an override and an appeal at once, either comes first, and the learner can still appeal',
  { tags: ['deep'] },
  async () => {
    const { answer_id, lower, appeal, person, department, admin, learner } = await wonAppeal();
    const third = await person('trainer', department.id);
    await lower(third.client, 2, 0.5);
    const both = await Promise.allSettled([lower(admin.client, 3, 0.25), appeal()]);
    expect(both[1].status).toBe('fulfilled');
    const { score, appeal: open } = await learner.client.grading.answer.query({ answer_id });
    expect(score).toBe(both[0].status === 'fulfilled' ? 0.25 : 0.5);
    expect(open).toMatchObject({ words: 'I did say both.', decided_at: null });
  },
);

// rules/grading 7
test('a refusal says truly who graded', { tags: ['deep'] }, async () => {
  const me = await before(await cast());
  const { answer_id } = (await me.type()).answer;
  const { trainer, colleague, admin, learner } = me;
  const decision = { answer_id, verdict: all, comment: 'So it is.' };
  await refusedSaying(
    trainer.client.grading.decideAppeal.mutate(decision),
    409,
    'answer_not_waiting',
    /hasn’t been appealed/,
  );
  await trainer.client.grading.grade.mutate({ answer_id, verdict: half });
  const grade = { answer_id, verdict: all };
  await refusedSaying(trainer.client.grading.grade.mutate(grade), 409, 'answer_not_waiting', /You have already graded/);
  const named = new RegExp(`${trainer.fullName} has already graded`);
  await refusedSaying(colleague.client.grading.grade.mutate(grade), 409, 'answer_not_waiting', named);
  await learner.client.grading.appeal.mutate({ answer_id, words: 'Both.' });
  const waits = new RegExp(`${trainer.fullName} graded this answer.*super admins.* from `);
  await refusedSaying(admin.client.grading.decideAppeal.mutate(decision), 403, 'forbidden', waits);
  await pool.query('update users set is_active = false where id = $1', [learner.id]);
  await refusedSaying(colleague.client.grading.decideAppeal.mutate(decision), 403, 'forbidden', /is deactivated/);
  await pool.query('update users set is_active = true where id = $1', [learner.id]);
  await colleague.client.grading.decideAppeal.mutate(decision);
  const mine = colleague.client.grading.decideAppeal.mutate(decision);
  await refusedSaying(mine, 409, 'answer_not_waiting', /You have already decided/);
  const theirs = new RegExp(`${colleague.fullName} has already decided`);
  await refusedSaying(admin.client.grading.decideAppeal.mutate(decision), 409, 'answer_not_waiting', theirs);
});

test('a trainer who is moved to another department loses its answers at once', { tags: ['deep'] }, async () => {
  const me = await before(await cast());
  const { answer } = await me.type();
  await me.admin.client.users.upsert.mutate({ email: me.trainer.email, department_id: await elsewhere(me) });
  const grading = me.trainer.client.grading.grade.mutate({ answer_id: answer.answer_id, verdict: all });
  await refused(grading, 404, 'answer_not_found');
  expect(ids(await me.trainer.client.grading.queue.query({}))).toEqual([]);
  expect(ids(await me.colleague.client.grading.queue.query({}))).toEqual([answer.answer_id]);
});

async function elsewhere({ outsider }: Awaited<ReturnType<typeof before>>): Promise<string> {
  const { rows } = await pool.query<{ department_id: string }>('select department_id from users where id = $1', [
    outsider.id,
  ]);
  return rows[0]!.department_id;
}
