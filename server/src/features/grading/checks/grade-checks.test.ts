import type { GradingVerdict } from '@training/shared/grading/grading';
import { expect, test } from 'vitest';
import { newId } from '../../../platform/ids.ts';
import type { ResultModel } from '../../ai/jobs/provenance.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { modelGrade, SAID, startGradingServer } from '../grading-fixture.ts';
import { storePastGrades, type Past } from '../trust/past-grades-fixture.ts';
import { computeWeightedKappa } from './grading-agreement.ts';
import { isInSample } from './request-check-if-sampled.ts';
import { computeModelGradingDrift } from './model-grading-drift.ts';

const { server, providers, before, cast } = await startGradingServer();
const { pool } = server.db;
const BELT = 'I stop the belt with the red button';
const LOCK = 'I hang my own lock on the switch';
const half: GradingVerdict = { by: 'criteria', met: [true, false] };
const all: GradingVerdict = { by: 'criteria', met: [true, true] };
type Cast = Awaited<ReturnType<typeof cast>>;

/** Has an answer graded with full marks whose grade is part of the sample, or not. */
async function graded(people: Cast, isDrawn: boolean) {
  const me = await before(people);
  providers.respond('oral_grading', () => modelGrade(0.9, BELT, LOCK));
  const release = providers.hold();
  const { answer_id } = (await me.type()).answer;
  let key = newId();
  while (isInSample(key, { answerId: answer_id, number: 1 }) !== isDrawn) key = newId();
  await pool.query('update workspaces set grade_sample_key = $2 where id = $1', [people.workspace.id, key]);
  release();
  expect(await me.until(answer_id, 'graded', 'trainer')).toMatchObject({ state: 'graded', score: 1 });
  providers.respond('oral_grading', undefined);
  return { ...me, answer_id };
}

const checksOf = ({ client }: { client: Cast['trainer']['client'] }) => client.grading.checks.query({});

// rules/grading 12
test('a trainer grades a drawn answer without seeing its grade or its learner; the grade stays as it is', async () => {
  const people = await cast();
  const { trainer, colleague, admin } = people;
  await graded(people, false);
  expect(await checksOf(trainer)).toEqual({ items: [], total: 0 });
  const { answer_id, learner } = await graded(people, true);

  const { items, total } = await checksOf(trainer);
  expect(total).toBe(1);
  expect(items[0]?.answer).toMatchObject({ typed: SAID, question: { rubric: ['Stops the belt', 'Hangs a lock'] } });
  const shown = JSON.stringify(items);
  const { users } = await admin.client.users.list.query({});
  const name = users.find(({ id }) => id === learner.id)?.full_name ?? learner.id;
  for (const hidden of ['score', 'evidence', 'confidence', answer_id, learner.id, name]) {
    expect(shown.replaceAll('"confidence":null', '')).not.toContain(hidden);
  }

  const { id } = items[0]!;
  const wrongLength: GradingVerdict = { by: 'criteria', met: [true] };
  await refused(trainer.client.grading.check.mutate({ id, verdict: wrongLength }), 400, 'invalid_request');
  const checked = await trainer.client.grading.check.mutate({ id, verdict: half });
  expect(checked).toEqual({ answer_id, score: 0.5, model_score: 1, agrees: false });
  await refused(colleague.client.grading.check.mutate({ id, verdict: all }), 409, 'answer_not_waiting');
  expect(await checksOf(colleague)).toEqual({ items: [], total: 0 });
  expect(await learner.client.grading.answer.query({ answer_id })).toMatchObject({ state: 'graded', score: 1 });
  const { models } = await admin.client.grading.agreement.query();
  expect(models).toMatchObject([{ checked: 1, agreed: 0, kappa: null, waiting: 0 }]);
  expect(models[0]?.languages).toMatchObject([{ language: null, checked: 1 }]);
  expect(models[0]?.questions).toMatchObject([{ checked: 1, agreed: 0 }]);
  const { events } = await admin.client.audit.list.query({ action: 'grade.checked' });
  expect(events).toMatchObject([{ subject: { id: answer_id }, changes: { score: 0.5, model_score: 1 } }]);
});

// rules/grading 12
test('nobody checks a grade that they have changed, nor one of another department or their own', async () => {
  const people = await cast();
  const { trainer, colleague, admin, person, department } = people;
  const { answer_id, learner } = await graded(people, true);
  await trainer.client.grading.override.mutate({ answer_id, grade: 1, verdict: half, reason: 'No lock.' });
  expect((await checksOf(trainer)).total).toBe(0);
  expect((await checksOf(admin)).total).toBe(0);
  expect((await checksOf(colleague)).total).toBe(1);
  const { id } = (await checksOf(colleague)).items[0]!;
  const other = await person('trainer', (await admin.client.departments.create.mutate({ name: 'Elsewhere' })).id);
  expect(department.id).not.toBe(other.id);
  await refused(other.client.grading.check.mutate({ id, verdict: all }), 404, 'answer_not_found');
  await refused(trainer.client.grading.check.mutate({ id, verdict: all }), 404, 'answer_not_found');
  await refused(learner.client.grading.check.mutate({ id, verdict: all }), 403, 'forbidden');
  await refused(trainer.client.grading.agreement.query(), 403, 'forbidden');
});

// rules/grading 12
test('one in twenty is drawn, by each workspace’s key, and the same each time', () => {
  const answers = Array.from({ length: 20_000 }, () => ({ answerId: newId(), number: 1 }));
  const [key, other] = [newId(), newId()];
  const drawn = answers.filter((each) => isInSample(key, each));
  expect(drawn.length).toBeGreaterThan(850);
  expect(drawn.length).toBeLessThan(1_150);
  expect(answers.filter((each) => isInSample(key, each))).toEqual(drawn);
  expect(drawn.filter((each) => isInSample(other, each)).length).toBeLessThan(drawn.length / 5);
});

test('kappa is 1 for the same points, near 0 for points by chance, below 0 for opposite ones', () => {
  const pairs = (...of: [number, number][]) => of.map(([model, person]) => ({ model, person }));
  expect(computeWeightedKappa(pairs([0, 0], [0.5, 0.5], [1, 1]))).toBe(1);
  expect(computeWeightedKappa(pairs([0, 1], [1, 0], [0, 0], [1, 1]))).toBe(0);
  expect(computeWeightedKappa(pairs([0, 1], [1, 0]))).toBe(-1);
  // By hand: 1 − (0.25 ÷ 4) ÷ (0.5625 + 0.5 − 2 × 0.625 × 0.5).
  expect(computeWeightedKappa(pairs([0, 0], [0.5, 0], [1, 1], [1, 1]))).toBe(0.857);
  expect(computeWeightedKappa(pairs([1, 1], [1, 1]))).toBeNull();
  expect(computeWeightedKappa(pairs([1, 0]))).toBeNull();
});

/** A workspace with past grades of the model that has just graded. */
async function withPast(...past: Past[]) {
  const people = await cast();
  const first = await graded(people, true);
  const { rows } = await pool.query<ResultModel>('select provider, model, prompt from grades where answer_id = $1', [
    first.answer_id,
  ]);
  const made = rows[0]!;
  const { attempt_id: attemptId } = await before(people);
  const workspaceId = people.workspace.id;
  for (const each of past) await storePastGrades(pool, { workspaceId, attemptId }, made, each);
  return { people, first, made, attemptId, workspaceId };
}

// rules/grading 11
test('a check that disagrees raises the threshold by its share of all that counted', async () => {
  const { people, first } = await withPast({ grades: 99, confidence: 0.9 }, { grades: 60, confidence: 0.97 });
  const threshold = async () => (await people.admin.client.grading.trust.query()).models[0]?.threshold;
  expect(await threshold()).toBe(0.7);
  const [item] = (await checksOf(people.trainer)).items;
  expect(item?.answer.typed).toBe(SAID);
  await people.trainer.client.grading.check.mutate({ id: item!.id, verdict: half });
  expect(await threshold()).toBe(0.95);
  // Somebody who sees the grade and leaves its points has the last word.
  const { answer_id } = first;
  const reason = 'Heard again.';
  await people.colleague.client.grading.override.mutate({ answer_id, grade: 1, verdict: all, reason });
  expect(await threshold()).toBe(0.7);
});

// rules/grading 12
test(
  'people who give other points to 8 of the newest 50 raise an alarm, once a day, to super admins',
  { tags: ['deep'] },
  async () => {
    const { people, workspaceId } = await withPast(
      { grades: 42, confidence: 0.9, said: 1 },
      { grades: 7, confidence: 0.9, said: 0.5 },
    );
    const told = async () => {
      const { rows } = await pool.query<{ recipient_id: string; problem: unknown }>(
        `select recipient_id, facts -> 'problem' as problem from notifications
       where workspace_id = $1 and kind = 'grading.drifted' and channel = 'inbox'`,
        [workspaceId],
      );
      return rows;
    };
    await people.admin.client.workspace.trustGrades.mutate({ by: 'figure', figure: 0.7 });
    await graded(people, false);
    expect(await told()).toEqual([]);
    const { answer_id } = await graded(people, false);
    const reason = 'No lock.';
    await people.trainer.client.grading.override.mutate({ answer_id, grade: 1, verdict: half, reason });
    await graded(people, false);
    await graded(people, false);
    expect(await told()).toEqual([
      { recipient_id: people.admin.id, problem: { of: 'grading', verdicts: 50, wrong: 8, newest: 50, points: 0 } },
    ]);
    const { models } = await people.admin.client.grading.agreement.query();
    expect(models[0]?.drift).toMatchObject({ verdicts: 50, wrong: 8, alarm: true });
  },
);

// rules/grading 12
test('a model that begins to grant everything raises an alarm within 50 grades, though nobody looks at them', async () => {
  const { made, attemptId, workspaceId } = await withPast();
  const questions = [newId(), newId(), newId()];
  let attempts = 1;
  /** A question is answered once in an attempt. */
  const add = async (grades: number, score: string) => {
    await pool.query(
      `with tried as (
         insert into attempts (workspace_id, id, enrollment_id, number, revision_id, pass_score, state, started_at, ended_at)
         select workspace_id, gen_random_uuid(), enrollment_id, $8::integer + n, revision_id, pass_score, 'superseded', now(), now()
         from attempts, generate_series(1, $4::integer) n where workspace_id = $1 and id = $2
         returning id, number - $8::integer as n
       ), given as (
         insert into answers (workspace_id, id, attempt_id, question_id, item_hash, kind, response, given_at, state, score)
         select $1::uuid, gen_random_uuid(), tried.id, ($3::uuid[])[1 + n % 3], '', 'spoken', '{"text": "So."}', now(), 'graded', ${score}
         from tried returning id, score)
       insert into grades (workspace_id, answer_id, number, kind, counts, score, confidence, compared, provider, model,
         prompt, typed, by_name, at)
       select $1::uuid, id, 1, 'model', true, score, 0.9, 0.9, $5, $6, $7, true, 'AI grading', clock_timestamp() from given`,
      [workspaceId, attemptId, questions, grades, made.provider, made.model, made.prompt, attempts],
    );
    attempts += grades;
  };
  const alarm = async () =>
    (await computeModelGradingDrift(pool, { workspaceId, now: new Date(Date.now() + 1_000) }, made)).alarm;
  // Honest: half of the answers lack something, of other questions more.
  await add(200, 'case when n % 2 = 0 then 1 else 0.5 end');
  expect(await alarm()).toBe(false);
  await add(50, 'case when n % 2 = 0 then 1 else 0.5 end');
  expect(await alarm()).toBe(false);
  let granted = 0;
  while (granted < 50 && !(await alarm())) {
    await add(1, '1');
    granted++;
  }
  expect(await alarm()).toBe(true);
  expect(granted).toBeLessThanOrEqual(50);
});

// rules/grading 8
test(
  'who has checked a grade neither decides an appeal about it nor overrides it afterwards',
  { tags: ['deep'] },
  async () => {
    const people = await cast();
    const { trainer, colleague, admin } = people;
    const { answer_id, learner } = await graded(people, true);
    const { id } = (await checksOf(trainer)).items[0]!;
    await trainer.client.grading.check.mutate({ id, verdict: half });
    // The check said 0.5; the grade follows, and its learner appeals.
    await colleague.client.grading.override.mutate({ answer_id, grade: 1, verdict: half, reason: 'No lock.' });
    await learner.client.grading.appeal.mutate({ answer_id, words: 'I named the lock.' });

    const seen = await trainer.client.grading.answerToGrade.query({ answer_id });
    expect(seen.may).toEqual({ grade: false, decide_appeal: false, override: false });
    const deciding = trainer.client.grading.decideAppeal.mutate({ answer_id, verdict: half, comment: 'As I checked.' });
    await refused(deciding, 403, 'self_grading');
    await admin.client.grading.decideAppeal.mutate({ answer_id, verdict: all, comment: 'The lock is named.' });
    const overriding = trainer.client.grading.override.mutate({
      answer_id,
      grade: 3,
      verdict: half,
      reason: 'No lock.',
    });
    await refused(overriding, 403, 'self_grading');
  },
);
