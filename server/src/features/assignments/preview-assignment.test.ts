import type { AssignmentEffectOnPerson, PreviewAssignmentChange } from '@training/shared/assignments/assignments';
import { expect, test } from 'vitest';
import type { z } from 'zod';
import { startTestServer } from '../../../test/server.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';

const server = await startTestServer();
const { make } = server;

/** One person of each kind, and what becomes of each. */
async function everybody() {
  const given = await assignmentsOf(server);
  const { person, complete, workspace, module, assign, elsewhere, trainer } = given;
  const people = {
    new: await person(),
    joined: await person(),
    completed: await person(),
    expired: await person(),
    waived: await person(),
    inactive: await person({ isActive: false }),
    elsewhere: await make.user(workspace, { departmentId: elsewhere.id }),
  };
  await assign({ to: { kind: 'user', user_id: people.joined.id } });
  await complete(people.completed.id);
  await complete(people.expired.id, { expires: -1 });
  const { id } = await make.enrollment(workspace, people.waived.id, module.id);
  await trainer.assignments.waive.mutate({ enrollment_id: id, reason: 'Holds another certificate' });
  const preview = (input: z.input<typeof PreviewAssignmentChange>) => given.admin.assignments.preview.query(input);
  return { ...given, people, preview };
}

const outcomes = ({ people }: { people: { user_id: string; outcome: AssignmentEffectOnPerson }[] }) =>
  Object.fromEntries(people.map(({ user_id, outcome }) => [user_id, outcome]));

// rules/assignments 4
test('before it is made: who gets it, who has it, who is left out, and nothing is written', async () => {
  const { preview, people, module, toDepartment, admin, cycles, assign } = await everybody();
  const due_on = dayIn(10);
  const create = { change: 'create', module_id: module.id, to: toDepartment, due_on } as const;
  const shown = await preview(create);
  // The trainer and whoever is expired get it too.
  expect(shown.counts).toEqual({ new: 3, joined: 1, completed: 1, waived: 1, inactive: 1 });
  expect(shown.total).toBe(7);
  const of = outcomes(shown);
  expect(of).toMatchObject({
    [people.new.id]: 'new',
    [people.joined.id]: 'joined',
    [people.completed.id]: 'completed',
    [people.expired.id]: 'new',
    [people.waived.id]: 'waived',
    [people.inactive.id]: 'inactive',
  });
  expect(of).not.toHaveProperty(people.elsewhere.id);
  const page = await preview({ ...create, outcome: 'new', limit: 2, offset: 2 });
  expect(page).toMatchObject({ total: 3, people: [{ outcome: 'new', due_on }] });
  expect((await preview({ ...create, again: true })).counts).toEqual({ new: 5, joined: 1, inactive: 1 });
  expect((await admin.assignments.list.query({})).total).toBe(1);
  expect(await cycles(people.new.id)).toEqual([]);
  const made = await assign({ due_on });
  expect(made.counts).toMatchObject({ people: 6, open: 4, completed: 1, waived: 1 });
});

// rules/assignments 4
test('before it is changed or ended: who loses it, and who keeps it because something else covers them', async () => {
  const { preview, people, elsewhere, admin, assign } = await everybody();
  const { id } = await assign();
  await admin.users.upsert.mutate({ email: people.waived.email, deactivate: true });
  expect((await preview({ change: 'end', id })).counts).toEqual({ lost: 3, released: 3 });
  const to = { kind: 'department', department_id: elsewhere.id } as const;
  const moved = await preview({ change: 'update', id, version: 1, to });
  expect(moved.counts).toEqual({ new: 1, lost: 3, released: 3 });
  expect(outcomes(moved)).toMatchObject({ [people.new.id]: 'lost', [people.joined.id]: 'released' });
  const nowhere = { ...to, department_id: id };
  await expect(preview({ change: 'update', id, version: 1, to: nowhere })).rejects.toMatchObject({
    data: { app_code: 'department_not_found' },
  });
  await admin.assignments.end.mutate({ id });
  expect((await admin.assignments.get.query({ id })).counts.people).toBe(0);
});

// rules/assignments 4
test('the load of a week has what becomes due by it, and what the same people owe by then already', async () => {
  const { preview, module, course, workspace, person, assign, toDepartment, admin } = await everybody();
  const other = await make.module(workspace, course.id, { status: 'published' });
  const busy = await person();
  await assign({ module_id: other.id, to: { kind: 'user', user_id: busy.id }, due_on: dayIn(10) });
  const create = { change: 'create', module_id: module.id, to: toDepartment, due_on: dayIn(10) } as const;
  const { weeks } = await preview(create);
  expect(weeks).toHaveLength(1);
  expect(weeks[0]).toMatchObject({ due: 5, already: 1 });
  const monday = new Date(weeks[0]!.from);
  expect(monday.getUTCDay()).toBe(1);
  expect(dayIn(10) >= weeks[0]!.from && dayIn(3) < weeks[0]!.from).toBe(true);
  // What nobody can study is not owed.
  await admin.reviews.archive.mutate({ module_id: other.id, reason: 'Outdated' });
  expect((await preview(create)).weeks).toMatchObject([{ due: 5, already: 0 }]);
});
