import { MAX_ASSIGNMENTS_PER_CALL, type SeveralAssignmentsOutcomes } from '@training/shared/assignments/assign-several';
import type { AssignmentAudience } from '@training/shared/assignments/assignments';
import { expect, test } from 'vitest';
import { newId } from '../../platform/ids.ts';
import { startTestServer } from '../../../test/server.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';

const server = await startTestServer();
const { make } = server;

const toPerson = ({ id }: { id: string }): AssignmentAudience => ({ kind: 'user', user_id: id });
const toAll = ({ id }: { id: string }): AssignmentAudience => ({ kind: 'department', department_id: id });

// rules/assignments 11
test('five modules go to three departments and two people at once, as the preview said', async () => {
  const { workspace, course, module, department, elsewhere, admin, person, cycles } = await assignmentsOf(server);
  const third = await make.department(workspace);
  const more = [];
  for (let n = 0; n < 4; n++) more.push(await make.module(workspace, course.id, { status: 'published' }));
  await make.module(workspace, course.id);
  const inside = await person();
  const loose = await make.user(workspace, { departmentId: (await make.department(workspace)).id });
  const to = [toAll(department), toAll(elsewhere), toAll(third), toPerson(inside), toPerson(loose)];
  const chosen = { course_ids: [course.id], to, due_on: dayIn(10) };
  const shown = await admin.assignments.previewSeveral.query(chosen);
  // The trainer of the department, and the two people.
  expect(shown).toMatchObject({ assignments: 25, counts: { new: 15 }, total: 15, refused: [] });
  expect(shown.weeks).toMatchObject([{ due: 15, already: 0 }]);
  const of = shown.trainings.find(({ user_id, module_id }) => user_id === inside.id && module_id === module.id);
  expect(of?.through).toEqual([toAll(department), toPerson(inside)]);
  expect((await admin.assignments.list.query({})).total).toBe(0);
  const { outcomes } = await admin.assignments.createSeveral.mutate(chosen);
  expect(outcomes).toHaveLength(25);
  expect(outcomes.filter(({ refused, assignment_id }) => refused !== null || assignment_id === null)).toEqual([]);
  for (const { id } of [module, ...more]) {
    expect(await cycles(loose.id, id)).toMatchObject([{ due_on: dayIn(10) }]);
    expect((await cycles(inside.id, id))[0]?.by).toHaveLength(2);
  }
  expect((await admin.assignments.previewSeveral.query(chosen)).counts).toEqual({ joined: 15 });
});

// rules/assignments 11
test('a request that is repeated, also at once, makes nothing twice and makes the rest', async () => {
  const { workspace, course, module, department, elsewhere, admin, person, cycles } = await assignmentsOf(server);
  const inside = await person();
  const other = await make.module(workspace, course.id, { status: 'published' });
  const asked = { module_ids: [module.id], to: [toAll(department), toAll(elsewhere)], request_id: newId() };
  const ids = ({ outcomes }: SeveralAssignmentsOutcomes) => new Set(outcomes.map(({ assignment_id }) => assignment_id));
  const answers = await Promise.all([1, 2, 3].map(() => admin.assignments.createSeveral.mutate(asked)));
  for (const answer of answers) expect(ids(answer)).toEqual(ids(answers[0]!));
  expect(ids(answers[0]!).size).toBe(2);
  expect((await admin.assignments.list.query({})).total).toBe(2);
  expect((await cycles(inside.id))[0]?.by).toHaveLength(1);
  const rest = await admin.assignments.createSeveral.mutate({ ...asked, module_ids: [module.id, other.id] });
  expect(ids(rest).size).toBe(4);
  expect((await admin.assignments.list.query({})).total).toBe(4);
  await admin.assignments.createSeveral.mutate({ ...asked, request_id: newId() });
  expect((await admin.assignments.list.query({})).total).toBe(6);
});

// rules/assignments 11
test('one of several assignments can be given to the audience of another', async () => {
  const { module, department, elsewhere, admin } = await assignmentsOf(server);
  const asked = { module_ids: [module.id], to: [toAll(department), toAll(elsewhere)], request_id: newId() };
  const { outcomes } = await admin.assignments.createSeveral.mutate(asked);
  const id = outcomes[0]!.assignment_id!;
  const changed = await admin.assignments.update.mutate({ id, version: 1, to: toAll(elsewhere) });
  expect(changed).toMatchObject({ to: { department_id: elsewhere.id }, version: 2 });
  const back = await admin.assignments.update.mutate({ id, version: 2, to: toAll(department) });
  expect(back).toMatchObject({ to: { department_id: department.id }, version: 3 });
});

// rules/assignments 11
test('a repeated request on other terms, or whose assignment was ended, is refused: nothing is assigned so', async () => {
  const { module, department, admin } = await assignmentsOf(server);
  const asked = { module_ids: [module.id], to: [toAll(department)], due_on: dayIn(3), request_id: newId() };
  const repeated = async (terms = {}) =>
    (await admin.assignments.createSeveral.mutate({ ...asked, ...terms })).outcomes[0];
  const made = await repeated();
  const id = made!.assignment_id!;
  for (const terms of [
    { due_on: dayIn(5) },
    { due_on: null, due_days: 5 },
    { joiners: false },
    { again: true },
    { window_days: 7 },
  ]) {
    const refused = { code: 'invalid_request', detail: expect.stringContaining('request_id') };
    expect(await repeated(terms)).toMatchObject({ assignment_id: null, refused });
  }
  expect(made).toMatchObject({ refused: null });
  expect(await repeated()).toEqual(made);
  await admin.assignments.update.mutate({ id, version: 1, to: toAll(department), due_on: dayIn(9) });
  expect(await repeated()).toEqual(made);
  await admin.assignments.end.mutate({ id });
  expect(await repeated()).toMatchObject({ assignment_id: null, refused: { code: 'assignment_ended' } });
});

// rules/assignments 11
test('the preview says who has a module already, has done it, or gets it later, and lists one kind alone', async () => {
  const { workspace, course, module, department, admin, person, assign, complete } = await assignmentsOf(server);
  const next = await make.module(workspace, course.id, { status: 'published' });
  const [owes, done, away] = [await person(), await person(), await person({ isActive: false })];
  await assign({ to: toPerson(owes) });
  await complete(done.id);
  const chosen = { module_ids: [module.id, next.id], to: [toAll(department), toPerson(owes)] };
  const { counts } = await admin.assignments.previewSeveral.query(chosen);
  expect(counts).toEqual({ new: 4, joined: 1, completed: 1, inactive: 2 });
  const completed = await admin.assignments.previewSeveral.query({ ...chosen, outcome: 'completed' });
  expect(completed.trainings).toMatchObject([{ user_id: done.id, module_id: module.id, outcome: 'completed' }]);
  const inactive = await admin.assignments.previewSeveral.query({
    ...chosen,
    outcome: 'inactive',
    limit: 1,
    offset: 1,
  });
  expect(inactive).toMatchObject({ total: 2, trainings: [{ user_id: away.id }] });
  const again = await admin.assignments.previewSeveral.query({ ...chosen, again: true });
  expect(again.counts).toEqual({ new: 5, joined: 1, inactive: 2 });
});

// rules/assignments 11
test('a refused module or audience is named with its reason and stops no other', async () => {
  const { workspace, course, module, department, elsewhere, trainer, person, cycles } = await assignmentsOf(server);
  const draft = await make.module(workspace, course.id, { title: 'Draft' });
  const ana = await person();
  const chosen = { module_ids: [draft.id, module.id], to: [toAll(elsewhere), toPerson(ana), toPerson(ana)] };
  const { assignments, refused, counts } = await trainer.assignments.previewSeveral.query(chosen);
  expect({ assignments, counts }).toEqual({ assignments: 1, counts: { new: 1 } });
  const { outcomes } = await trainer.assignments.createSeveral.mutate(chosen);
  expect(outcomes.filter((each) => each.refused !== null).map((each) => each.refused)).toEqual(
    refused.map((each) => each.refused),
  );
  const codes = (module_id: string) =>
    outcomes.filter((each) => each.module_id === module_id).map((each) => each.refused?.code ?? 'done');
  expect(codes(draft.id)).toEqual(['module_state', 'module_state']);
  expect(codes(module.id)).toEqual(['forbidden', 'done']);
  expect(await cycles(ana.id)).toHaveLength(1);
  const unknown = await trainer.assignments.createSeveral.mutate({
    module_ids: [department.id],
    to: [toPerson(ana)],
  });
  expect(unknown.outcomes).toMatchObject([{ module: '', refused: { code: 'module_not_found' } }]);
});

// rules/assignments 1, rules/roles 1
test('a draft of another department is as unknown to a trainer as a module that does not exist', async () => {
  const { workspace, elsewhere, trainer, admin, person } = await assignmentsOf(server);
  const course = await make.course(workspace, { departmentId: elsewhere.id });
  const draft = await make.module(workspace, course.id, { title: 'Closure of the northern site' });
  const to = toPerson(await person());
  const refused = [{ module_id: draft.id, module: '', refused: { code: 'module_not_found' } }];
  const several = { module_ids: [draft.id], to: [to] };
  expect((await trainer.assignments.previewSeveral.query(several)).refused).toMatchObject(refused);
  expect((await trainer.assignments.createSeveral.mutate(several)).outcomes).toMatchObject(refused);
  const one = { module_id: draft.id, to };
  const unknown = { message: `There is no module ${draft.id} that you can see.` };
  await expect(trainer.assignments.create.mutate(one)).rejects.toMatchObject(unknown);
  await expect(trainer.assignments.preview.query({ change: 'create', ...one })).rejects.toMatchObject(unknown);
  await expect(admin.assignments.create.mutate(one)).rejects.toThrow('isn’t published');
});

// rules/assignments 11
test('too much at once is refused in words, and so are courses without a published module', async () => {
  const { workspace, course, admin, department } = await assignmentsOf(server);
  const given = { kind: 'role', role: 'learner' } as const;
  for (let n = 0; n < 4; n++) await make.module(workspace, course.id, { status: 'published' });
  const people = [];
  for (let n = 0; n < 41; n++) people.push(toPerson(await make.user(workspace)));
  for (const change of [admin.assignments.createSeveral.mutate, admin.assignments.previewSeveral.query]) {
    await expect(change({ course_ids: [course.id], to: people })).rejects.toThrow(
      `5 modules for 41 audiences are 205 assignments; at most ${MAX_ASSIGNMENTS_PER_CALL} can be made at once`,
    );
    const empty = await make.course(workspace, { departmentId: department.id });
    await expect(change({ course_ids: [empty.id], to: [given] })).rejects.toThrow('no published module');
    await expect(change({ to: [given] })).rejects.toThrow('at least one module');
  }
  expect((await admin.assignments.list.query({})).total).toBe(0);
});
