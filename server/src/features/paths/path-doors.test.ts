import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { dayIn } from '../assignments/assignments-fixture.ts';
import { inOrder, pathsOf } from './paths-fixture.ts';

const server = await startTestServer();
const { pool } = server.db;
const refused = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });

/** A path that a learner of the department doesn't owe yet. */
async function unassigned(size = 3) {
  const world = await pathsOf(server, size);
  const { admin, member, path, modules, toDepartment } = world;
  const learner = await member('learner');
  const assign = (terms: object = {}) =>
    admin.paths.assign.mutate({ path_id: path.id, to: toDepartment, due_on: dayIn(10), ...terms });
  const cycleOf = async (n: number) =>
    (
      await pool.query<{ id: string }>(
        'select id from enrollments where user_id = $1 and module_id = $2 and is_current',
        [learner.user.id, modules[n]!.id],
      )
    ).rows[0]!.id;
  const complete = async (n: number) =>
    pool.query(`update enrollments set started_at = now(), completed_at = now(), progress = 1 where id = $1`, [
      await cycleOf(n),
    ]);
  const excuse = async (n: number) =>
    admin.assignments.waive.mutate({ enrollment_id: await cycleOf(n), reason: 'Drives one for years' });
  const hide = (n: number) => admin.reviews.unpublish.mutate({ module_id: modules[n]!.id, reason: 'Outdated' });
  const show = (n: number) =>
    pool.query(
      `update modules m set status = 'published', live_revision_id = r.id
       from module_revisions r where r.workspace_id = m.workspace_id and r.module_id = m.id and m.id = $1`,
      [modules[n]!.id],
    );
  const mine = async () => (await learner.client.paths.mine.query()).paths[0]!;
  const states = async () => (await mine()).steps.map(({ state }) => state);
  const counts = async () => (await admin.paths.standing.query({ id: path.id })).counts;
  return { ...world, learner, assign, cycleOf, complete, excuse, hide, show, mine, states, counts };
}

// rules/paths 4
test('a learner can’t read a module that a path keeps closed; others can, and the learner once it is open', async () => {
  const { assign, modules, learner, trainer, admin, complete, member, elsewhere } = await unassigned(2);
  await assign();
  const look = { id: modules[1]!.id };
  const other = await member('learner', elsewhere.id);
  await expect(learner.client.modules.live.query(look)).rejects.toMatchObject(refused(409, 'module_locked'));
  for (const client of [trainer, admin, other.client])
    expect(await client.modules.live.query(look)).toMatchObject({ title: 'Step 2' });
  expect(await learner.client.modules.live.query({ id: modules[0]!.id })).toMatchObject({ title: 'Step 1' });
  await complete(0);
  expect(await learner.client.modules.live.query(look)).toMatchObject({ title: 'Step 2' });
});

// rules/paths 8, rules/learning 3
test('a path is completed without a module that is hidden, which counts again once it is published', async () => {
  const { assign, complete, hide, show, mine, counts, admin, path, learner } = await unassigned();
  await assign();
  await complete(0);
  await hide(2);
  expect(await mine()).toMatchObject({ status: 'in_progress' });
  await complete(1);
  expect(await mine()).toMatchObject({ status: 'completed', steps: [{}, {}, { state: 'paused' }] });
  expect(await counts()).toMatchObject({ people: 2, completed: 1, not_started: 1 });
  const { steps } = await admin.paths.standing.query({ id: path.id });
  expect(steps).toMatchObject([{ completed: 1 }, { completed: 1 }, { open: 0 }]);
  const { people } = await admin.paths.people.query({ id: path.id, status: 'completed' });
  expect(people).toMatchObject([{ user_id: learner.user.id, done: 2, steps: 2, at: null }]);
  await show(2);
  expect(await mine()).toMatchObject({ status: 'in_progress', steps: [{}, {}, { state: 'open' }] });
});

// rules/paths 8
test('nobody has started or finished a path of which all modules are hidden', async () => {
  const { assign, hide, counts } = await unassigned(1);
  await assign();
  await hide(0);
  expect(await counts()).toMatchObject({ people: 2, not_started: 2 });
});

// rules/paths 3
test('a path with a hidden module is assigned; the module is owed once it is published', async () => {
  const { assign, hide, show, mine, states, member, path } = await unassigned(2);
  await hide(1);
  const { client } = await member('trainer');
  const preview = { change: 'create', path_id: path.id, to: { kind: 'role', role: 'learner' } } as const;
  await expect(client.paths.previewAssignment.query(preview)).rejects.toMatchObject(refused(403, 'forbidden'));
  await expect(assign({ due_on: dayIn(-3) })).rejects.toMatchObject(refused(400, 'invalid_request'));
  await assign();
  expect(await mine()).toMatchObject({ status: 'not_started', due_on: dayIn(10) });
  expect(await states()).toEqual(['open', 'paused']);
  await show(1);
  expect(await states()).toEqual(['open', 'locked']);
});

// rules/paths 5
test('who studies an excused module by choice keeps open what it has opened', async () => {
  const { admin, path, assign, excuse, learner, modules, states } = await unassigned(2);
  await assign();
  await excuse(0);
  expect(await states()).toEqual(['excused', 'open']);
  await learner.client.learning.start.mutate({ module_id: modules[0]!.id });
  expect(await states()).toEqual(['in_progress', 'open']);
  await learner.client.learning.open.query({ module_id: modules[1]!.id });
  const first = (await admin.paths.standing.query({ id: path.id })).assignments[0]!;
  await assign({ again: true });
  await learner.client.learning.open.query({ module_id: modules[1]!.id });
  await admin.paths.endAssignment.mutate({ id: first.id });
  expect(await states()).toEqual(['in_progress', 'locked']);
});

// rules/paths 4, 7
test('the preview counts a module as closed only if every path keeps it closed, and each person once', async () => {
  const { assign, path, trainer, admin, written, modules, states, toDepartment } = await unassigned(2);
  const [one, two] = modules.map(({ id }) => id) as [string, string];
  await assign();
  await assign({ again: true, due_on: dayIn(20) });
  const asked = { id: path.id, version: 1, steps: [one, two].map((module_id) => ({ module_id, requires: [] })) };
  const opens = async (id: string, steps: typeof written.steps = asked.steps) =>
    (await trainer.paths.preview.query({ ...asked, id, steps })).doors.map(({ opens, closes }) => [opens, closes]);
  expect(await opens(path.id)).toEqual([[2, 0]]);
  const free = await admin.paths.create.mutate({ ...written, title: 'Free', steps: asked.steps });
  await admin.paths.assign.mutate({ path_id: free.id, to: toDepartment, due_on: dayIn(10) });
  expect(await states()).toEqual(['open', 'open']);
  expect(await opens(path.id)).toEqual([[0, 0]]);
  expect(await opens(free.id, inOrder([one, two]))).toEqual([[0, 2]]);
});
