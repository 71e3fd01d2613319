import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { GradingVerdict } from '@training/shared/grading/grading';
import { ModelGradingFigures, type AiGradingTransparencyReport } from '@training/shared/grading/grading-report';
import { expect, onTestFinished, test } from 'vitest';
import { run } from '../../../../examples/sync-people-fixture.ts';
import { refused } from '../../reviews/reviews-fixture.ts';
import { modelGrade, RUBRIC, SAID, spokenQuestion, startGradingServer } from '../grading-fixture.ts';
import { storeHistory } from './history-fixture.ts';

const { server, providers, before, cast } = await startGradingServer();
const { pool } = server.db;
const BELT = 'I stop the belt with the red button';
const LOCK = 'I hang my own lock on the switch';
const half: GradingVerdict = { by: 'criteria', met: [true, false] };
const all: GradingVerdict = { by: 'criteria', met: [true, true] };
type Cast = Awaited<ReturnType<typeof cast>>;

async function download({ workspace, admin }: Cast, table: 'figures' | 'rows', query = '', who = admin) {
  const cookie = await server.signIn(who.email);
  return fetch(`${server.base}/api/workspaces/${workspace.slug}/grading-report/${table}${query}`, {
    headers: { cookie },
  });
}

/** Has the example program compare the downloads of a report; `change` may change what it gets first. */
async function recomputed(people: Cast, until: string, change = (figures: string) => figures) {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'grading-report-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const query = `?${new URLSearchParams({ until }).toString()}`;
  const texts = { figures: '', rows: '' };
  for (const table of ['figures', 'rows'] as const) {
    const answer = await download(people, table, query);
    expect(answer.headers.get('content-disposition')).toContain(`grading-${table}-${people.workspace.slug}-`);
    // `text()` would leave the byte order mark out.
    texts[table] = Buffer.from(await answer.arrayBuffer()).toString();
    writeFileSync(path.join(folder, `${table}.csv`), table === 'figures' ? change(texts.figures) : texts.rows);
  }
  const program = path.join(import.meta.dirname, '../../../../examples/grading-figures.ts');
  const files = ['rows', 'figures'].map((name) => path.join(folder, `${name}.csv`));
  return { ...texts, ...(await run(process.execPath, [program, ...files])) };
}

/** The figures of a report as they are in its CSV file. */
function cellsOf({ models, until, trust }: AiGradingTransparencyReport): Record<string, string>[] {
  const cells = (named: object) =>
    Object.fromEntries(Object.entries(named).map(([name, value]) => [name, value === null ? '' : String(value)]));
  return models.flatMap(({ groups, drift, missing: _missing, first, newest, threshold, ...total }) => {
    const { verdicts, wrong, shift, alarm } = drift;
    const of = { drift_verdicts: verdicts, drift_wrong: wrong, drift_shift: shift, drift_alarm: alarm };
    const now = cells({ first, newest, until, threshold_by: trust.by, threshold, ...of });
    const none = Object.fromEntries(Object.keys(now).map((name) => [name, '']));
    return [
      { ...cells({ ...total, language: 'all', given: 'all' }), ...now },
      ...groups.map((group) => ({ ...cells({ ...total, ...group }), ...none })),
    ];
  });
}

/** Reads CSV whose cells are all quoted. */
function linesOf(csv: string): Record<string, string>[] {
  const [names = [], ...lines] = csv
    .replace(/^\uFEFF/, '')
    .split('\r\n')
    .filter(Boolean)
    .map((line) => [...line.matchAll(/"((?:[^"]|"")*)"/g)].map(([, cell = '']) => cell.replaceAll('""', '"')));
  return lines.map((cells) => Object.fromEntries(names.map((name, n) => [name, cells[n] ?? ''])));
}

// rules/grading 13
test(
  'each figure of a report is recomputed from its rows by a program of its own, and one that is changed is found',
  { tags: ['deep'] },
  async () => {
    const people = await cast();
    const { attempt_id: attemptId } = await before(people);
    await storeHistory(pool, { workspaceId: people.workspace.id, attemptId }, 3_000);
    const report = await people.admin.client.grading.report.query({});
    expect(report.models).toHaveLength(3);
    for (const figure of ModelGradingFigures.keyof().options) {
      expect(
        report.models.some((model) => Number(model[figure]) > 0),
        figure,
      ).toBe(true);
    }
    for (const model of report.models) {
      expect(model.drift.shift).not.toBeNull();
      expect(model.groups.map(({ language }) => language)).toEqual(expect.arrayContaining(['en', 'de', null]));
    }
    expect(new Set(report.models.map(({ threshold }) => threshold)).size).toBeGreaterThan(1);

    const { figures, rows, ...ran } = await recomputed(people, report.until);
    expect(ran).toEqual({ code: 0, stdout: '306 figures are the same, 0 differ\n', stderr: '' });
    expect(linesOf(figures)).toEqual(cellsOf(report));

    const changed = await recomputed(people, report.until, (text) => text.replace(/"0\.\d+"/, '"0.123"'));
    expect(changed).toMatchObject({ code: 1, stdout: '305 figures are the same, 1 differ\n' });
    expect(changed.stderr).toMatch(/ is \S+ by the rows, 0\.123 in the report\n$/);

    const named = linesOf(figures)[0]!;
    const ofVersion = ['provider', 'model', 'prompt'].map((name) => `"${named[name]}"`).join(',');
    const without = await recomputed(people, report.until, (text) =>
      text
        .split('\r\n')
        .filter((line) => !line.startsWith(ofVersion))
        .join('\r\n'),
    );
    expect(without.code).toBe(1);
    expect(without.stderr).toContain(
      `${named['provider']} · ${named['model']} · ${named['prompt']}: not in the report`,
    );

    // Of what happens later, nothing is in a report of an earlier moment, nor in its rows.
    const answer = await pool.query<{ id: string }>(
      `select answer_id as id from grades where workspace_id = $1 and kind = 'model' and counts and answer_id not in (
       select answer_id from grades where workspace_id = $1 and number = 2 union select answer_id from appeals) limit 1`,
      [people.workspace.id],
    );
    const reason = 'No lock.';
    await pool.query(
      `insert into grades (workspace_id, answer_id, number, kind, counts, score, by_name, comment, at)
     values ($1, $2, 2, 'override', true, 0.1, 'Tom Trainer', $3, now())`,
      [people.workspace.id, answer.rows[0]!.id, reason],
    );
    await pool.query(`update appeals set decided_at = now() where workspace_id = $1 and decided_at is null`, [
      people.workspace.id,
    ]);
    expect(await people.admin.client.grading.report.query({ until: report.until })).toEqual(report);
    const again = await recomputed(people, report.until);
    expect(linesOf(again.figures)).toEqual(linesOf(figures));
    const unnamed = (csv: string) => linesOf(csv).map(({ question: _question, ...each }) => each);
    expect(unnamed(again.rows)).toEqual(unnamed(rows));
    expect(await people.admin.client.grading.report.query({})).not.toEqual(report);
  },
);

/** Has an answer graded by what the model finds, and returns it. */
async function answered(people: Cast, confidence: number, ...evidence: string[]) {
  const me = await before(people);
  providers.respond('oral_grading', () => modelGrade(confidence, ...evidence));
  const { answer } = await me.type();
  await me.until(answer.answer_id, 'graded', 'trainer');
  providers.respond('oral_grading', undefined);
  return { ...me, answer_id: answer.answer_id };
}

// rules/grading 13
test('a report counts what people did about answers, and names nobody', async () => {
  const people = await cast();
  const { trainer, admin, workspace } = people;
  const { grading } = trainer.client;
  const overridden = await answered(people, 0.9, BELT, LOCK);
  await grading.override.mutate({ answer_id: overridden.answer_id, grade: 1, verdict: half, reason: 'No lock.' });
  const appealed = await answered(people, 0.9, BELT);
  await appealed.learner.client.grading.appeal.mutate({ answer_id: appealed.answer_id, words: 'I said both.' });
  await grading.decideAppeal.mutate({ answer_id: appealed.answer_id, verdict: all, comment: 'Heard again.' });
  const open = await answered(people, 0.9, BELT);
  await open.learner.client.grading.appeal.mutate({ answer_id: open.answer_id, words: 'I said both.' });
  const unsure = await answered(people, 0.72, BELT, 'I call the fire brigade at once');
  await grading.grade.mutate({ answer_id: unsure.answer_id, verdict: half });

  const spoken = await before(people);
  providers.respond('oral_grading', () => modelGrade(0.95, BELT, LOCK));
  const { answer } = await spoken.speak({ text: SAID, language: 'de', confidence: 0.99 }, 'de-AT');
  await spoken.heard(answer.answer_id);
  await spoken.learner.client.grading.confirmTranscript.mutate({ answer_id: answer.answer_id });
  await spoken.until(answer.answer_id, 'graded', 'trainer');
  providers.respond('oral_grading', undefined);
  const silent = await before(people);
  const { answer: nothing } = await silent.type('… – …');
  await silent.until(nothing.answer_id, 'graded');

  const report = await admin.client.grading.report.query({});
  const model = report.models.find(({ provider }) => provider !== null)!;
  expect(model).toMatchObject({
    graded: 5,
    counted: 4,
    doubted: 1,
    unsure: 0,
    proposals_confirmed: 1,
    overrides_lowered: 1,
    appeals_open: 1,
    appeals_raised: 1,
    appeals_upheld: 0,
  });
  expect(model.groups).toMatchObject([
    { language: null, given: 'typed', graded: 4 },
    { language: 'de', given: 'spoken', graded: 1, counted: 1 },
  ]);
  expect(report.models.find(({ provider }) => provider === null)).toMatchObject({
    graded: 1,
    counted: 1,
    threshold: 0.7,
  });
  const { rows, figures, ...ran } = await recomputed(people, report.until);
  expect(ran).toMatchObject({ code: 0, stderr: '' });

  const { rows: people_ } = await pool.query<{ name: string; id: string }>(
    'select full_name as name, id from users where workspace_id = $1',
    [workspace.id],
  );
  const ids = [overridden, appealed, open, unsure].map(({ answer_id }) => answer_id);
  const secret = [...ids, ...people_.flatMap(({ name, id }) => [name, id]), SAID, BELT, 'I said both.', workspace.id];
  for (const each of [rows, figures, JSON.stringify(report)]) {
    for (const word of secret) expect(each).not.toContain(word);
  }
});

// rules/grading 14
test('what a provider is sent of an answer names neither its learner nor the workspace', async () => {
  const people = await cast();
  const asked = spokenQuestion('What do you do before you clear the belt of press RX-77?');
  const me = await before(people, asked);
  providers.respond('oral_grading', () => modelGrade(0.95, BELT, LOCK));
  const from = providers.requests.length;
  const { answer } = await me.speak({ text: SAID, language: 'en', confidence: 0.99 }, 'en');
  await me.heard(answer.answer_id);
  await me.learner.client.grading.confirmTranscript.mutate({ answer_id: answer.answer_id });
  await me.until(answer.answer_id, 'graded');
  providers.respond('oral_grading', undefined);
  const sent = providers.requests.slice(from);
  const [heard, ...graded] = sent.map(({ provider, path: address, body }) => ({
    provider,
    text: `${address} ${body}`,
  }));
  expect(heard?.provider).toBe('deepgram');
  expect(heard?.text).toContain('mip_opt_out=true');
  expect(heard?.text).toContain('RX');
  for (const criterion of RUBRIC) expect(heard?.text).not.toContain(criterion);
  expect(graded.map(({ provider }) => provider)).toEqual(['anthropic', 'anthropic']);
  expect(graded[0]?.text).toContain(SAID);
  for (const criterion of RUBRIC) expect(graded[0]?.text).toContain(criterion);
  const { rows } = await pool.query<{ name: string; email: string }>(
    'select full_name as name, email from users where workspace_id = $1 and id = $2',
    [people.workspace.id, me.learner.id],
  );
  const { name, email } = rows[0]!;
  const { id, slug } = people.workspace;
  for (const { text } of [heard!, ...graded]) {
    for (const secret of [name, email, me.learner.id, answer.answer_id, id, slug]) expect(text).not.toContain(secret);
  }
  const { recipients } = await people.admin.client.grading.report.query({});
  // The stand-ins are at addresses that the operator has set.
  expect(recipients).toMatchObject([
    { call: 'grading', provider: 'anthropic', own: false, address: 'operator', host: null },
    { call: 'second_look', provider: 'anthropic', own: false, address: 'operator', host: null },
    { call: 'transcription', provider: 'deepgram', own: false, address: 'operator', host: null },
  ]);
});

// rules/grading 13
test('super admins and auditors read and download the report, nobody else does, and none of another workspace', async () => {
  const people = await cast();
  const auditor = await people.person('auditor');
  expect((await auditor.client.grading.report.query({})).models).toEqual([]);
  expect((await download(people, 'rows', '', auditor)).status).toBe(200);
  for (const who of [people.trainer, people.reviewer, await people.person('learner')]) {
    await refused(who.client.grading.report.query({}), 403, 'forbidden');
    expect((await download(people, 'rows', '', who)).status).toBe(403);
    expect((await download(people, 'figures', '', who)).status).toBe(403);
  }
  const others = await cast();
  expect((await download(people, 'rows', '', others.admin)).status).toBe(403);
  await answered(others, 0.9, BELT, LOCK);
  expect((await people.admin.client.grading.report.query({})).models).toEqual([]);
  expect(linesOf(await (await download(people, 'rows')).text())).toEqual([]);
});
