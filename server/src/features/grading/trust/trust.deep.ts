import type { GradingVerdict } from '@training/shared/grading/grading';
import type { ConfidenceThresholdSetting } from '@training/shared/grading/grading-trust';
import type { ModelTask } from '@training/shared/provider-keys/provider-keys';
import { expect, onTestFinished, test } from 'vitest';
import { keyFor } from '../../../../test/ai/stand-in.ts';
import { newKey } from '../../../../test/key-server.ts';
import { twinOf } from '../../../../test/twin.ts';
import { extendAuditChain } from '../../audit/chain/extend-chain.ts';
import type { ResultModel } from '../../ai/jobs/provenance.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { modelGrade, SAID, startGradingServer } from '../grading-fixture.ts';
import { storePastGrades, type Past } from './past-grades-fixture.ts';

const { server, providers, before, cast } = await startGradingServer();
const { pool } = server.db;
const BELT = 'I stop the belt with the red button';
const LOCK = 'I hang my own lock on the switch';
const half: GradingVerdict = { by: 'criteria', met: [true, false] };
const all: GradingVerdict = { by: 'criteria', met: [true, true] };

type Cast = Awaited<ReturnType<typeof cast>>;

/** What becomes of an answer that the model grades with this confidence, by whatever it finds. */
async function answered(people: Cast, confidence: number, ...evidence: string[]) {
  const me = await before(people);
  providers.respond('oral_grading', () => modelGrade(confidence, ...(evidence.length > 0 ? evidence : [BELT, LOCK])));
  const { answer } = await me.type();
  const { state, trainer_reason } = await me.until(answer.answer_id, 'graded', 'trainer');
  providers.respond('oral_grading', undefined);
  return { ...me, answer_id: answer.answer_id, state, trainer_reason };
}

const stateOf = async (people: Cast, confidence: number) => (await answered(people, confidence)).state;
const reportOf = ({ admin }: Cast) => admin.client.grading.trust.query();
const set = ({ admin }: Cast, trust: ConfidenceThresholdSetting) => admin.client.workspace.trustGrades.mutate(trust);

/** A workspace whose model has graded once, and the others after it by the same instructions. */
async function withPast(...past: (Past & Partial<ResultModel>)[]) {
  const people = await cast();
  const first = await answered(people, 0.9);
  const { rows } = await pool.query<ResultModel>(
    `select provider, model, prompt from grades where workspace_id = $1 and answer_id = $2`,
    [people.workspace.id, first.answer_id],
  );
  const made = rows[0]!;
  const other = await before(people);
  const add = ({ provider, model, prompt, ...each }: Past & Partial<ResultModel>) =>
    storePastGrades(
      pool,
      { workspaceId: people.workspace.id, attemptId: other.attempt_id },
      { provider: provider ?? made.provider, model: model ?? made.model, prompt: prompt ?? made.prompt },
      each,
    );
  for (const each of past) await add(each);
  return { people, first, made, add };
}

// rules/grading 11
test('an override raises the threshold: what counted before waits for a trainer, who sees the proposal; what is surer counts', async () => {
  const { people, first } = await withPast({ grades: 39, confidence: 0.9 }, { grades: 20, confidence: 0.97 });
  expect(first).toMatchObject({ state: 'graded' });
  const before = { counted: 60, changed: 0, proposed: 0, differed: 0, waiting: 0, threshold: 0.7, missing: 0 };
  expect((await reportOf(people)).models).toMatchObject([before]);
  const { answer_id } = first;
  const reason = 'The lock is not on the switch.';
  await people.trainer.client.grading.override.mutate({ answer_id, grade: 1, verdict: half, reason });
  expect((await reportOf(people)).models).toMatchObject([{ ...before, changed: 1, threshold: 0.95 }]);

  const waits = await answered(people, 0.9);
  expect(waits).toMatchObject({ state: 'trainer', trainer_reason: 'unsure' });
  const seen = await people.trainer.client.grading.answerToGrade.query({ answer_id: waits.answer_id });
  expect(seen.grades).toMatchObject([{ kind: 'model', counts: false, score: 1, confidence: 0.9 }]);
  expect(await stateOf(people, 0.95)).toBe('graded');
  expect((await reportOf(people)).models).toMatchObject([{ counted: 61, changed: 1, waiting: 1 }]);

  // Whoever grades a proposal says whether it was right.
  await people.trainer.client.grading.grade.mutate({ answer_id: waits.answer_id, verdict: all });
  const another = await answered(people, 0.9);
  await people.trainer.client.grading.grade.mutate({ answer_id: another.answer_id, verdict: half });
  expect((await reportOf(people)).models).toMatchObject([{ counted: 61, proposed: 2, differed: 1, waiting: 0 }]);
});

test('what people override in another workspace, of another model, provider or version of the instructions says nothing', async () => {
  const wrong = { grades: 60, confidence: 0.9, said: 0.5 };
  const { people } = await withPast(wrong);
  expect(await stateOf(people, 1)).toBe('trainer');
  expect(await stateOf(await cast(), 0.7)).toBe('graded');
  const others = await withPast({ ...wrong, model: 'm' }, { ...wrong, provider: 'google' }, { ...wrong, prompt: 'p' });
  expect(await stateOf(others.people, 0.7)).toBe('graded');
  const { models } = await reportOf(others.people);
  expect(models.filter(({ threshold }) => threshold === null)).toHaveLength(3);
  expect(models.find(({ threshold }) => threshold !== null)).toMatchObject({ ...others.made, counted: 2, missing: 28 });
});

test('beside a twin of the same ids, what people said counts once', async () => {
  const { people, add } = await withPast({ grades: 60, confidence: 0.9 }, { grades: 40, confidence: 0.8, said: 0.5 });
  const alone = await reportOf(people);
  expect(alone.models).toMatchObject([{ counted: 101, changed: 40, threshold: 0.85 }]);
  const twin = await twinOf(server, people.workspace, { until: onTestFinished });
  // Events not sealed and changes not aggregated yet would be in the twin too, between the two reads of it.
  await extendAuditChain(server.db, people.workspace.id);
  const pending = () =>
    server.db.pool.query('select from module_stat_changes where workspace_id = $1', [people.workspace.id]);
  await expect.poll(async () => (await pending()).rowCount).toBe(0);
  await twin.copy();
  await add({ grades: 1, confidence: 0.9 });
  expect((await reportOf(people)).models).toMatchObject([{ counted: 102, changed: 40, threshold: 0.85 }]);
  const before = await twin.rows();
  await set(people, { by: 'nobody', figure: null });
  expect(await twin.rows()).toBe(before);
  await twin.remove();
});

test('what trainers confirm makes a model count again', async () => {
  const { people, add } = await withPast({ grades: 60, confidence: 0.9, said: 0.5, daysAgo: 30 });
  expect(await stateOf(people, 0.9)).toBe('trainer');
  await add({ grades: 500, confidence: 0.9, said: 1, counts: false, daysAgo: 8 });
  expect(await stateOf(people, 0.9)).toBe('graded');
});

test('overrides are not forgotten because many grades have counted since which nobody has had time to look at', async () => {
  const { people } = await withPast(
    { grades: 200, confidence: 0.9, daysAgo: 20 },
    { grades: 20, confidence: 0.9, said: 0, daysAgo: 20 },
    { grades: 600, confidence: 0.9 },
  );
  expect((await reportOf(people)).models).toMatchObject([{ counted: 500, changed: 0, threshold: null }]);
  expect(await stateOf(people, 0.9)).toBe('trainer');
});

test('while hundreds wait for trainers, the usual threshold does not let go what they have not caught up with', async () => {
  const { people } = await withPast({ grades: 500, confidence: 0.9, counts: false });
  expect((await reportOf(people)).models).toMatchObject([{ waiting: 500, threshold: null }]);
  expect(await stateOf(people, 0.9)).toBe('trainer');
});

test('an appeal says nothing while it is open; decided otherwise the grade was wrong, with the same points it was right', async () => {
  const people = await cast();
  const appealed = async (verdict: GradingVerdict) => {
    const { answer_id, learner, state } = await answered(people, 0.9, BELT);
    expect(state).toBe('graded');
    await learner.client.grading.appeal.mutate({ answer_id, words: 'I said both.' });
    return () => people.trainer.client.grading.decideAppeal.mutate({ answer_id, verdict, comment: 'Heard again.' });
  };
  const known = async () => {
    const { counted, changed, waiting, missing } = (await reportOf(people)).models[0]!;
    return { counted, changed, waiting, missing };
  };
  const decide = await appealed(all);
  expect(await known()).toEqual({ counted: 1, changed: 0, waiting: 1, missing: 30 });
  await decide();
  expect(await known()).toEqual({ counted: 1, changed: 1, waiting: 0, missing: 29 });
  await (
    await appealed(half)
  )();
  expect(await known()).toEqual({ counted: 2, changed: 1, waiting: 0, missing: 28 });
});

test('a grade that is overridden and then given back its points was right: the last word counts', async () => {
  const people = await cast();
  const { answer_id } = await answered(people, 0.9);
  const override = (grade: number, verdict: GradingVerdict) =>
    people.trainer.client.grading.override.mutate({ answer_id, grade, verdict, reason: 'Heard again.' });
  await override(1, half);
  expect((await reportOf(people)).models).toMatchObject([{ counted: 1, changed: 1 }]);
  await override(2, all);
  expect((await reportOf(people)).models).toMatchObject([{ counted: 1, changed: 0 }]);
});

// rules/grading 11
test('a fixed figure, and always a trainer, hold for the next grade, whatever was said of the model', async () => {
  const { people } = await withPast({ grades: 60, confidence: 0.9, said: 0.5 });
  expect(await stateOf(people, 1)).toBe('trainer');
  await set(people, { by: 'figure', figure: 0.85 });
  expect(await stateOf(people, 0.84)).toBe('trainer');
  expect(await stateOf(people, 0.85)).toBe('graded');
  expect((await reportOf(people)).trust).toEqual({ by: 'figure', figure: 0.85 });
  await set(people, { by: 'nobody', figure: null });
  expect(await stateOf(people, 1)).toBe('trainer');

  const quiet = await cast();
  expect(await stateOf(quiet, 0.7)).toBe('graded');
  await set(quiet, { by: 'nobody', figure: null });
  expect(await stateOf(quiet, 1)).toBe('trainer');
  await set(quiet, { by: 'trainers', figure: null });
  expect(await stateOf(quiet, 0.7)).toBe('graded');
});

test('the threshold is for the speech recognition too, until its speaker has corrected the words', async () => {
  const people = await cast();
  await set(people, { by: 'figure', figure: 0.9 });
  const spoken = async (text?: string) => {
    const me = await before(people);
    providers.respond('oral_grading', () => modelGrade(0.95, BELT, LOCK));
    const { answer } = await me.speak({ text: SAID, language: 'en', confidence: 0.8 });
    await me.heard(answer.answer_id);
    const { answer_id } = answer;
    await me.learner.client.grading.confirmTranscript.mutate({ answer_id, ...(text !== undefined && { text }) });
    const { state } = await me.until(answer_id, 'graded', 'trainer');
    providers.respond('oral_grading', undefined);
    return state;
  };
  expect(await spoken()).toBe('trainer');
  expect(await spoken(`${SAID} So.`)).toBe('graded');
  expect((await reportOf(people)).models).toMatchObject([{ counted: 1, waiting: 1 }]);
});

test('evidence that is not in the answer goes to a trainer by any threshold, and says nothing about it', async () => {
  const people = await cast();
  await set(people, { by: 'figure', figure: 0.7 });
  const { answer_id, state, trainer_reason } = await answered(people, 1, BELT, 'I call the fire brigade at once');
  expect({ state, trainer_reason }).toEqual({ state: 'trainer', trainer_reason: 'unsure' });
  await people.trainer.client.grading.grade.mutate({ answer_id, verdict: all });
  expect((await reportOf(people)).models).toEqual([]);
});

test('where no model was asked, an answer without a word counts as nothing, but not where a trainer grades all', async () => {
  const people = await cast();
  const silent = async () => {
    const me = await before(people);
    const { answer } = await me.type('… – …');
    return (await me.until(answer.answer_id, 'graded', 'trainer')).state;
  };
  expect(await silent()).toBe('graded');
  await set(people, { by: 'nobody', figure: null });
  expect(await silent()).toBe('trainer');
});

// rules/grading 11, rules/workspaces 3
test('super admins set it, auditors read it, nobody else does either; the audit log says what it was', async () => {
  const { workspace, admin, ...people } = await cast();
  const auditor = await people.person('auditor');
  await admin.client.workspace.trustGrades.mutate({ by: 'figure', figure: 0.85 });
  await admin.client.workspace.trustGrades.mutate({ by: 'figure', figure: 0.85 });
  await admin.client.workspace.trustGrades.mutate({ by: 'nobody', figure: null });
  expect((await auditor.client.grading.trust.query()).trust).toEqual({ by: 'nobody', figure: null });
  const { events } = await auditor.client.audit.list.query({ action: 'workspace.updated' });
  expect(events.map(({ subject, changes }) => [subject.id, changes])).toEqual([
    [workspace.id, { grading_trust: ['from 85 % confidence', 'never'] }],
    [workspace.id, { grading_trust: ['from what trainers said', 'from 85 % confidence'] }],
  ]);
  const trust = { by: 'trainers', figure: null } as const;
  await refused(auditor.client.workspace.trustGrades.mutate(trust), 403, 'forbidden');
  for (const { client } of [people.trainer, people.reviewer, await people.person('learner')]) {
    await refused(client.workspace.trustGrades.mutate(trust), 403, 'forbidden');
    await refused(client.grading.trust.query(), 403, 'forbidden');
  }
});

let unset: Promise<Cast> | undefined;

test.each([
  { by: 'figure', figure: 0.69 },
  { by: 'figure', figure: 1.01 },
  { by: 'figure', figure: 0.755 },
  { by: 'figure', figure: null },
  { by: 'trainers', figure: 0.8 },
  { by: 'nobody', figure: 1 },
] as const)('%o is no such setting', async (trust) => {
  const { admin } = await (unset ??= cast());
  await refused(admin.client.workspace.trustGrades.mutate(trust), 400, 'invalid_request');
});

// rules/grading 11
test('another model for grading starts at the usual threshold, whatever people said of the model before', async () => {
  const { people } = await withPast({ grades: 39, confidence: 0.9, said: 0 });
  expect(await stateOf(people, 0.9)).toBe('trainer');
  const { providerKeys } = people.admin.client;
  const own = await providerKeys.add.mutate(newKey('anthropic', keyFor('good', 'grader')));
  expect(await stateOf(people, 0.9)).toBe('trainer');
  const change = (version: number, task: ModelTask, model: string) =>
    providerKeys.changeTaskModel.mutate({ id: own.id, version, task, model });
  await change(1, 'grading', 'claude-sonnet-5-5');
  await change(2, 'second_look', 'claude-haiku-5-5');
  expect(await stateOf(people, 0.9)).toBe('graded');
  const [latest, former] = (await reportOf(people)).models;
  expect(latest).toMatchObject({
    model: 'claude-sonnet-5-5',
    checked_by: { provider: 'anthropic', model: 'claude-haiku-5-5' },
    counted: 1,
    threshold: 0.7,
  });
  expect(latest!.missing).toBeGreaterThan(0);
  expect(former).toMatchObject({ model: 'claude-opus-5-5', checked_by: { model: 'claude-opus-5-5' } });
});
