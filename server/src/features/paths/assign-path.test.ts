import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { newId } from '../../platform/ids.ts';
import { dayIn } from '../assignments/assignments-fixture.ts';
import { inOrder, pathsOf } from './paths-fixture.ts';

const server = await startTestServer();
const { make } = server;
const refused = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });
const COUNTS = { people: 0, not_started: 0, in_progress: 0, completed: 0, excused: 0, overdue: 0 };

/** A path that is assigned to a department of a learner and the trainer. */
async function assigned(size = 3, terms: object = {}) {
  const world = await pathsOf(server, size);
  const { member, admin, trainer, path, toDepartment, modules } = world;
  const learner = await member('learner');
  // Trainers study too.
  const other = { user: world.trainerUser };
  const assignment = await trainer.paths.assign.mutate({
    path_id: path.id,
    to: toDepartment,
    due_on: dayIn(10),
    ...terms,
  });
  const complete = async (n: number, userId = learner.user.id) => {
    const { id } = await cycleOf(n, userId);
    await server.db.pool.query(
      `update enrollments set started_at = now(), completed_at = now(), progress = 1 where id = $1`,
      [id],
    );
    return id;
  };
  const cycleOf = async (n: number, userId = learner.user.id) => {
    const { rows } = await server.db.pool.query<{ id: string; due_on: string; withdrawn: boolean }>(
      `select id, to_char(due_on, 'YYYY-MM-DD') as due_on, withdrawn_at is not null as withdrawn
       from enrollments where user_id = $1 and module_id = $2 order by cycle desc limit 1`,
      [userId, modules[n]!.id],
    );
    return rows[0]!;
  };
  const mine = async () => (await learner.client.paths.mine.query()).paths[0]!;
  const states = async () => (await mine()).steps.map(({ state }) => state);
  const standing = () => admin.paths.standing.query({ id: path.id });
  return { ...world, learner, other, assignment, complete, cycleOf, mine, states, standing };
}

// rules/paths 3, 4
test('a path of six modules is assigned to a department: its people owe all six by one day, and the first is open', async () => {
  const { learner, mine, standing, cycleOf, modules } = await assigned(6);
  for (const n of modules.keys()) expect(await cycleOf(n)).toMatchObject({ due_on: dayIn(10) });
  expect(await mine()).toMatchObject({
    title: 'Forklift',
    status: 'not_started',
    due_on: dayIn(10),
    overdue: false,
    steps: [
      { title: 'Step 1', state: 'open', missing: [] },
      { title: 'Step 2', state: 'locked', missing: ['Step 1'] },
      ...[3, 4, 5, 6].map((n) => ({ title: `Step ${n}`, state: 'locked', missing: [`Step ${n - 1}`] })),
    ],
  });
  const counts = { ...COUNTS, people: 2, not_started: 2 };
  expect(await standing()).toMatchObject({
    counts,
    assignments: [{ to: { kind: 'department', name: 'Transport' }, due_on: dayIn(10), applying: false, counts }],
    steps: modules.map((_, n) => ({ open: 2, completed: 0, at: n === 0 ? 2 : 0 })),
  });
  expect((await learner.client.learning.mine.query()).owed_total).toBe(6);
});

// rules/paths 4
test('a module opens when what it needs is done; until then it is neither shown nor started, nor from the library', async () => {
  const { learner, modules, complete, states } = await assigned();
  const [, second, third] = modules.map(({ id }) => id) as [string, string, string];
  const { learning } = learner.client;
  for (const module_id of [second, third]) {
    await expect(learning.open.query({ module_id })).rejects.toMatchObject(refused(409, 'module_locked'));
    await expect(learning.start.mutate({ module_id })).rejects.toMatchObject(refused(409, 'module_locked'));
  }
  await complete(0);
  expect(await states()).toEqual(['completed', 'open', 'locked']);
  expect(await learning.open.query({ module_id: second })).toMatchObject({ module_id: second });
  const { enrollment_id } = await learning.start.mutate({ module_id: second });
  await learning.beginAttempt.mutate({ enrollment_id });
  expect(await states()).toEqual(['completed', 'in_progress', 'locked']);
  await expect(learning.start.mutate({ module_id: third })).rejects.toMatchObject(refused(409, 'module_locked'));
});

// rules/paths 5
test('a completion from before counts at once, and so does an excuse, which proves nothing', async () => {
  const { admin, learner, other, states, complete, cycleOf, standing } = await assigned();
  await complete(0);
  await admin.assignments.waive.mutate({ enrollment_id: (await cycleOf(1)).id, reason: 'Drives one for years' });
  expect(await states()).toEqual(['completed', 'excused', 'open']);
  await complete(2);
  expect((await standing()).counts).toEqual({ ...COUNTS, people: 2, completed: 1, not_started: 1 });
  for (const n of [0, 1, 2]) {
    const { id } = await cycleOf(n, other.user.id);
    await admin.assignments.waive.mutate({ enrollment_id: id, reason: 'Leaves soon' });
  }
  const after = await standing();
  expect(after.counts).toEqual({ ...COUNTS, people: 2, completed: 1, excused: 1 });
  expect(after.steps).toMatchObject([
    { completed: 1, excused: 1 },
    { completed: 0, excused: 2 },
    { completed: 1, excused: 1 },
  ]);
  const { people } = await admin.paths.people.query({ id: (await admin.paths.list.query({})).paths[0]!.id });
  expect(people.map(({ user_id, status, done }) => [user_id, status, done])).toEqual(
    expect.arrayContaining([
      [learner.user.id, 'completed', 3],
      [other.user.id, 'excused', 3],
    ]),
  );
});

// rules/paths 4, 6
test('a module that is also assigned by itself is open, and due by the earlier day', async () => {
  const { admin, learner, states, cycleOf, modules, toDepartment } = await assigned();
  const module_id = modules[2]!.id;
  const direct = await admin.assignments.create.mutate({ module_id, to: toDepartment, due_on: dayIn(5) });
  expect(await cycleOf(2)).toMatchObject({ due_on: dayIn(5) });
  expect(await states()).toEqual(['open', 'locked', 'open']);
  await learner.client.learning.open.query({ module_id });
  await admin.assignments.end.mutate({ id: direct.id });
  expect(await cycleOf(2)).toMatchObject({ due_on: dayIn(10), withdrawn: false });
  expect(await states()).toEqual(['open', 'locked', 'locked']);
});

// rules/paths 6
test('what was begun stays open, and a module that is hidden keeps no other closed', async () => {
  const { admin, trainer, path, written, learner, states, modules } = await assigned();
  await admin.reviews.unpublish.mutate({ module_id: modules[0]!.id, reason: 'Outdated' });
  expect(await states()).toEqual(['paused', 'open', 'locked']);
  await learner.client.learning.start.mutate({ module_id: modules[1]!.id });
  const [one, two, three] = modules.map(({ id }) => id);
  const steps = inOrder([one!, three!, two!]);
  const { department_id: _, ...changed } = written;
  await trainer.paths.update.mutate({ ...changed, steps, id: path.id, version: 1 });
  expect(await states()).toEqual(['paused', 'open', 'in_progress']);
});

// rules/paths 3
test('a part of a path’s assignment can’t be changed by itself; the whole is changed and ended with its version', async () => {
  const { admin, trainer, assignment, path, standing, cycleOf, toDepartment, learner, elsewhere, workspace } =
    await assigned();
  const { assignments } = await admin.assignments.list.query({});
  expect(assignments).toHaveLength(3);
  const [part] = assignments;
  expect(part).toMatchObject({ path: { id: path.id, title: 'Forklift' } });
  for (const change of [
    () => admin.assignments.end.mutate({ id: part!.id }),
    () => admin.assignments.update.mutate({ id: part!.id, version: 1, to: toDepartment }),
    () => admin.assignments.preview.query({ change: 'end', id: part!.id }),
  ])
    await expect(change()).rejects.toMatchObject(refused(409, 'assignment_of_path'));
  const changed = { id: assignment.id, version: 1, to: toDepartment, due_on: dayIn(20) };
  const outsider = await server.as('trainer', workspace, elsewhere.id);
  await expect(outsider.paths.updateAssignment.mutate(changed)).rejects.toMatchObject(refused(403, 'forbidden'));
  await trainer.paths.updateAssignment.mutate(changed);
  for (const n of [0, 1, 2]) expect(await cycleOf(n)).toMatchObject({ due_on: dayIn(20) });
  await expect(trainer.paths.updateAssignment.mutate(changed)).rejects.toMatchObject(refused(409, 'stale_version'));
  const preview = await trainer.paths.previewAssignment.query({ change: 'end', id: assignment.id });
  expect(preview).toMatchObject({ counts: { lost: 6 }, total: 6 });
  await expect(trainer.paths.archive.mutate({ id: path.id, archived: true })).rejects.toMatchObject(
    refused(409, 'path_assigned'),
  );
  await trainer.paths.endAssignment.mutate({ id: assignment.id, reason: 'Over' });
  expect(await cycleOf(1)).toMatchObject({ withdrawn: true });
  expect(await standing()).toMatchObject({ assignments: [], counts: COUNTS });
  expect(await learner.client.paths.mine.query()).toEqual({ paths: [], certificates: [] });
  const again = trainer.paths.endAssignment.mutate({ id: assignment.id });
  await expect(again).rejects.toMatchObject(refused(409, 'assignment_ended'));
  await trainer.paths.archive.mutate({ id: path.id, archived: true });
  const archived = trainer.paths.assign.mutate({ path_id: path.id, to: toDepartment });
  await expect(archived).rejects.toMatchObject(refused(409, 'path_archived'));
  await expect(trainer.paths.endAssignment.mutate({ id: newId() })).rejects.toMatchObject(
    refused(404, 'assignment_not_found'),
  );
});

// rules/paths 7
test('a change of modules is previewed person by person, and then is what happens', async () => {
  const { trainer, path, written, learner, other, module, modules, complete, cycleOf, states } = await assigned();
  await complete(0);
  const added = await module('Step 4');
  const [one, two, three] = modules.map(({ id }) => id) as [string, string, string];
  const steps = [
    { module_id: one, requires: [] },
    { module_id: three, requires: [] },
    { module_id: added.id, requires: [three] },
  ];
  const asked = { id: path.id, version: 1, steps };
  const preview = await trainer.paths.preview.query(asked);
  expect(preview).toMatchObject({
    people: 2,
    counts: { new: 2, lost: 2 },
    total: 4,
    doors: [{ module_id: three, title: 'Step 3', opens: 2, closes: 0 }],
  });
  expect(preview.trainings).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ user_id: learner.user.id, module: 'Step 4', outcome: 'new', due_on: dayIn(10) }),
      expect.objectContaining({ user_id: other.user.id, module: 'Step 2', outcome: 'lost' }),
    ]),
  );
  expect(await states()).toEqual(['completed', 'open', 'locked']);
  const { department_id: _, ...changed } = written;
  await trainer.paths.update.mutate({ ...changed, ...asked });
  expect(await states()).toEqual(['completed', 'open', 'locked']);
  expect(await cycleOf(1)).toMatchObject({ withdrawn: true });
  expect((await trainer.paths.get.query({ id: path.id })).steps.map(({ module_id }) => module_id)).toEqual([
    one,
    three,
    added.id,
  ]);
  await expect(trainer.paths.preview.query(asked)).rejects.toMatchObject(refused(409, 'stale_version'));
  // All modules replaced at once.
  const replaced = inOrder([two, (await module('Step 5')).id]);
  await trainer.paths.update.mutate({ ...changed, id: path.id, version: 2, steps: replaced });
  expect(await states()).toEqual(['open', 'locked']);
});

// rules/paths 7
test('a trainer doesn’t change what people of other departments owe by their path; a super admin does', async () => {
  const { admin, trainer, path, written, elsewhere, modules } = await assigned();
  await admin.paths.assign.mutate({ path_id: path.id, to: { kind: 'department', department_id: elsewhere.id } });
  const { department_id: _, ...changed } = written;
  const asked = { id: path.id, version: 1, steps: inOrder([modules[0]!.id, modules[1]!.id]) };
  await expect(trainer.paths.preview.query(asked)).rejects.toMatchObject(refused(403, 'forbidden'));
  await expect(trainer.paths.update.mutate({ ...changed, ...asked })).rejects.toMatchObject(refused(403, 'forbidden'));
  expect(await trainer.paths.update.mutate({ ...changed, title: 'Lift', id: path.id, version: 1 })).toMatchObject({
    title: 'Lift',
  });
  const { version, steps } = await admin.paths.update.mutate({ ...changed, ...asked, version: 2 });
  expect([version, steps.length]).toEqual([3, 2]);
});

// rules/paths 3, rules/assignments 7
test('no one takes a module out of a path for themselves alone', async () => {
  const { member, elsewhere, admin, modules, written } = await assigned();
  const own = await member('super_admin', elsewhere.id);
  const path = await admin.paths.create.mutate({ ...written, department_id: null });
  await admin.paths.assign.mutate({ path_id: path.id, to: { kind: 'user', user_id: own.user.id } });
  const steps = inOrder([modules[0]!.id]);
  const asked = { id: path.id, version: 1, steps };
  const { department_id: _, ...changed } = written;
  await expect(own.client.paths.preview.query(asked)).rejects.toMatchObject(refused(403, 'self_grading'));
  await expect(own.client.paths.update.mutate({ ...changed, ...asked })).rejects.toMatchObject(
    refused(403, 'self_grading'),
  );
});

// rules/paths 3, rules/assignments 5
test('who joins the department gets the whole path, who leaves loses what is unfinished, and inactive people don’t count', async () => {
  const { workspace, department, elsewhere, admin, learner, other, complete, states, standing, mine } =
    await assigned();
  await complete(0);
  const joiner = await make.user(workspace, { departmentId: elsewhere.id });
  await admin.users.upsert.mutate({ email: joiner.email, department_id: department.id });
  expect((await standing()).counts).toEqual({ ...COUNTS, people: 3, not_started: 2, in_progress: 1 });
  await admin.users.upsert.mutate({ email: learner.user.email, department_id: elsewhere.id });
  await admin.users.upsert.mutate({ email: other.user.email, deactivate: true });
  expect((await standing()).counts).toEqual({ ...COUNTS, people: 1, not_started: 1 });
  await admin.users.upsert.mutate({ email: learner.user.email, department_id: department.id });
  expect((await standing()).counts).toEqual({ ...COUNTS, people: 2, not_started: 1, in_progress: 1 });
  expect(await mine()).toMatchObject({ status: 'in_progress' });
  expect(await states()).toEqual(['completed', 'open', 'locked']);
});

// rules/paths 8
test('overdue counts who has an open module past its day; the list finds them, and trainers see their own people', async () => {
  const { workspace, elsewhere, admin, path, learner, other, standing, complete } = await assigned();
  await complete(0);
  await server.db.pool.query(
    `update enrollments set due_on = current_date - 3, due_at = now() - interval '2 days' where user_id = $1 and completed_at is null`,
    [learner.user.id],
  );
  const { counts, steps } = await standing();
  expect(counts).toEqual({ ...COUNTS, people: 2, in_progress: 1, not_started: 1, overdue: 1 });
  expect(steps).toMatchObject([
    { completed: 1, open: 1, overdue: 0, at: 1 },
    { open: 2, overdue: 1, at: 1 },
    { open: 2, overdue: 1, at: 0 },
  ]);
  const late = await admin.paths.people.query({ id: path.id, overdue: true });
  expect(late).toMatchObject({
    people: [{ user_id: learner.user.id, status: 'in_progress', done: 1, steps: 3, at: 'Step 2', overdue: true }],
    total: 1,
  });
  const rest = await admin.paths.people.query({ id: path.id, status: 'not_started' });
  expect(rest.people.map(({ user_id }) => user_id)).toEqual([other.user.id]);
  const outsider = await server.as('trainer', workspace, elsewhere.id);
  expect(await outsider.paths.people.query({ id: path.id })).toEqual({ people: [], total: 0 });
  expect((await outsider.paths.standing.query({ id: path.id })).counts).toEqual(COUNTS);
});

// rules/paths 5
test('repeated anew, earlier completions neither count nor open anything', async () => {
  const { states, complete, trainer, path, assignment, toDepartment } = await assigned();
  await complete(0);
  await trainer.paths.endAssignment.mutate({ id: assignment.id });
  await trainer.paths.assign.mutate({ path_id: path.id, to: toDepartment });
  expect(await states()).toEqual(['completed', 'open', 'locked']);
  await trainer.paths.endAssignment.mutate({
    id: (await trainer.paths.standing.query({ id: path.id })).assignments[0]!.id,
  });
  await trainer.paths.assign.mutate({ path_id: path.id, to: toDepartment, again: true });
  expect(await states()).toEqual(['open', 'locked', 'locked']);
});
