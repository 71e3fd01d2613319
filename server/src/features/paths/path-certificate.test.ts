import { PathEvidence } from '@training/shared/evidence/path-evidence';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { createWorkspaceEntityManager } from '../../core/transaction.ts';
import { dayIn } from '../assignments/assignments-fixture.ts';
import { runNightlyTasks } from '../assignments/run-nightly-tasks.ts';
import { evidenceOn } from '../evidence/evidence-fixture.ts';
import { recordPathCompletionsOfEvents, recordPathCompletions } from '../evidence/record-path-completions.ts';
import { sequenceAndDispatchEvents } from '../events/assign-event-sequences.ts';
import { pathsOf } from './paths-fixture.ts';

const server = await startTestServer();
const { pool } = server.db;
const { get } = evidenceOn(server);

/** A path of two modules that a learner has been assigned, and what was recorded of it. */
async function owed() {
  const world = await pathsOf(server, 2);
  const { workspace, admin, path, member, modules } = world;
  const learner = await member('learner');
  await admin.paths.assign.mutate({
    path_id: path.id,
    to: { kind: 'user', user_id: learner.user.id },
    due_on: dayIn(9),
  });
  const cycleOf = async (n: number) => {
    const { rows } = await pool.query<{ id: string }>(
      'select id from enrollments where user_id = $1 and module_id = $2 and is_current',
      [learner.user.id, modules[n]!.id],
    );
    return rows[0]!.id;
  };
  const complete = async (n: number, expires = 300) => {
    const sql = `update enrollments set started_at = now(), completed_at = now(), progress = 1,
      expires_at = date_trunc('day', now()) + make_interval(days => $2) where id = $1`;
    await pool.query(sql, [await cycleOf(n), expires]);
  };
  const excuse = async (n: number) =>
    admin.assignments.waive.mutate({ enrollment_id: await cycleOf(n), reason: 'Drives one for years' });
  const cause = server.make.contextOf(workspace);
  const record = () =>
    createWorkspaceEntityManager(cause).transactional((em) =>
      recordPathCompletions(em, { ...cause, now: new Date() }, null),
    );
  const certificates = async () => (await learner.client.paths.mine.query()).certificates;
  const evidence = async () => {
    const { rows } = await pool.query<{ text: string }>(
      'select evidence as text from path_completions where workspace_id = $1 order by id',
      [workspace.id],
    );
    return rows.map(({ text }) => PathEvidence.parse(JSON.parse(text)));
  };
  return { ...world, learner, complete, excuse, record, certificates, evidence, cycleOf };
}

// rules/paths 9
test('a completed path has a certificate that names each module and what proves it, until the first of them expires', async () => {
  const { complete, record, certificates, evidence, learner, admin, workspace, path, elsewhere, cycleOf } =
    await owed();
  await complete(0, 300);
  expect(await record()).toBe(0);
  await complete(1, 200);
  const both = await Promise.all([record(), record()]);
  expect(both.toSorted((a, b) => a - b)).toEqual([0, 1]);
  const [certificate, ...others] = await certificates();
  expect([certificate?.title, certificate?.expires_on, others]).toEqual(['Forklift', dayIn(199), []]);
  const [proof] = await evidence();
  expect(proof).toMatchObject({
    path: { id: path.id, title: 'Forklift', version: 1 },
    person: { id: learner.user.id },
    modules: [
      { title: 'Step 1', state: 'completed', enrollment_id: await cycleOf(0) },
      { title: 'Step 2', state: 'completed', enrollment_id: await cycleOf(1) },
    ],
  });
  const { events } = await admin.audit.list.query({ action: 'learner.path_completed' });
  expect(events).toMatchObject([{ subject: { name: 'Forklift' }, changes: { user_id: learner.user.id } }]);
  const { people } = await admin.paths.people.query({ id: path.id });
  expect(people).toMatchObject([{ status: 'completed', certificate_id: certificate!.id }]);
  const address = `/path-certificates/${certificate!.id}`;
  const { response, bytes } = await get(workspace, learner.user.email, address);
  expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(Buffer.from(bytes).toString('latin1')).toContain('/ActualText (Certificate of a completed path)');
  for (const [role, department] of [
    ['learner', undefined],
    ['trainer', elsewhere.id],
  ] as const) {
    const stranger = await server.make.user(workspace, { role, ...(department && { departmentId: department }) });
    expect((await get(workspace, stranger.email, address)).response.status, role).toBe(404);
  }
});

// rules/paths 9
test('an excuse completes the rest at once, and the certificate says that it proves nothing; excuses alone give none', async () => {
  const { complete, excuse, certificates, evidence, record } = await owed();
  await complete(0);
  await excuse(1);
  expect(await certificates()).toHaveLength(1);
  const [proof] = await evidence();
  expect(proof?.modules[1]).toMatchObject({ state: 'excused', completed_at: null, evidence_sha256: null });
  const other = await owed();
  await other.excuse(0);
  await other.excuse(1);
  expect(await other.record()).toBe(0);
  expect(await record()).toBe(0);
});

// rules/paths 9
test('the night records what nothing else did, such as a module taken out, once; a module added later gives a new one', async () => {
  const { complete, certificates, trainer, path, written, modules, module, evidence, record } = await owed();
  await complete(0);
  const { department_id: _, ...changed } = written;
  const [first] = modules;
  const one = [{ module_id: first!.id, requires: [] }];
  await trainer.paths.update.mutate({ ...changed, steps: one, id: path.id, version: 1 });
  await runNightlyTasks(server.db, undefined, new Date(Date.now() + 86_400_000));
  await runNightlyTasks(server.db, undefined, new Date(Date.now() + 2 * 86_400_000));
  expect(await certificates()).toHaveLength(1);
  const added = await module('Step 3');
  modules[1] = added;
  const two = [...one, { module_id: added.id, requires: [] }];
  await trainer.paths.update.mutate({ ...changed, steps: two, id: path.id, version: 2 });
  expect(await record()).toBe(0);
  await complete(1);
  expect(await record()).toBe(1);
  expect((await evidence()).map(({ modules: named }) => named.length)).toEqual([1, 2]);
});

// rules/paths 9, rules/evidence 6
test('the last module that is completed here records its path; evidence that the log does not bind is no certificate', async () => {
  const { complete, certificates, learner, workspace, modules, cycleOf } = await owed();
  await complete(0);
  const data = { user_id: learner.user.id, module_id: modules[1]!.id };
  await complete(1);
  await pool.query(
    `insert into outgoing_events (workspace_id, id, type, at, data)
     values ($1, gen_random_uuid(), 'learner.module_completed', now(), $2)`,
    [workspace.id, JSON.stringify({ ...data, enrollment_id: await cycleOf(1) })],
  );
  await sequenceAndDispatchEvents(server.db, workspace.id, [recordPathCompletionsOfEvents]);
  const [certificate] = await certificates();
  await expect(pool.query('update path_completions set evidence = $1', ['{}'])).rejects.toThrow('only appended');
  await pool.query(
    `insert into path_completions
     select workspace_id, gen_random_uuid(), path_id, user_id, completed_at, expires_at, cycles, event_at, event_id,
       replace(evidence, 'Step', 'Other') from path_completions where id = $1`,
    [certificate!.id],
  );
  const [forged] = (await certificates()).filter(({ id }) => id !== certificate!.id);
  expect((await get(workspace, learner.user.email, `/path-certificates/${forged!.id}`)).response.status).toBe(404);
  expect((await get(workspace, learner.user.email, `/path-certificates/${certificate!.id}`)).response.status).toBe(200);
});

// rules/paths 2, 9
test('a certificate leaves out a module that is hidden before it is done', async () => {
  const { complete, record, evidence, admin, modules } = await owed();
  await admin.reviews.unpublish.mutate({ module_id: modules[1]!.id, reason: 'Outdated' });
  await complete(0);
  expect(await record()).toBe(1);
  const [{ modules: named } = { modules: [] }] = await evidence();
  expect(named).toMatchObject([{ title: 'Step 1', state: 'completed' }]);
});
