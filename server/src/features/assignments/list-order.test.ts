import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';

const server = await startTestServer();
const { make, db } = server;

/** Assignments that two, one and no one of two people have completed, and one without people; the second is overdue. */
async function assignments() {
  const given = await assignmentsOf(server);
  const { workspace, course, department, elsewhere, admin, person, assign } = given;
  const [ana, ben] = [await person(), await person()];
  await make.user(workspace, { departmentId: elsewhere.id });
  await db.pool.query(`update users set is_active = false where workspace_id = $1 and role = 'trainer'`, [
    workspace.id,
  ]);
  const made = async (title: string, completedBy: { id: string }[], to = department.id) => {
    const module = await make.module(workspace, course.id, { status: 'published', title });
    const { id } = await assign({
      module_id: module.id,
      to: { kind: 'department', department_id: to },
      due_on: dayIn(9),
    });
    await db.pool.query(
      `update enrollments set started_at = now(), completed_at = now(), progress = 1 where module_id = $1 and user_id = any($2)`,
      [module.id, completedBy.map((each) => each.id)],
    );
    return { id, module };
  };
  await made('All', [ana, ben]);
  const half = await made('Half', [ana]);
  await made('None', []);
  const empty = await make.department(workspace);
  await made('Empty', [], empty.id);
  await db.pool.query(`update enrollments set due_at = now() - interval '1 day' where module_id = $1`, [
    half.module.id,
  ]);
  const read = async (input: Parameters<typeof admin.assignments.list.query>[0]) => {
    const { assignments: found, total } = await admin.assignments.list.query(input);
    expect(total).toBe(4);
    return found.map(({ module: { title } }) => title);
  };
  return { ...given, read, ben };
}

// rules/overview 9
test('assignments are sorted by the share that completed them, both ways and over all pages, those for no one last', async () => {
  const { read } = await assignments();
  expect(await read({ order: 'completed', descending: false })).toEqual(['None', 'Half', 'All', 'Empty']);
  expect(await read({ order: 'completed' })).toEqual(['All', 'Half', 'None', 'Empty']);
  expect(await read({ order: 'completed', limit: 2, offset: 1 })).toEqual(['Half', 'None']);
  expect((await read({ order: 'overdue' }))[0]).toBe('Half');
  expect(await read({ order: 'module', descending: false })).toEqual(['All', 'Empty', 'Half', 'None']);
});

test('a trainer’s order counts only the people of their department', async () => {
  const { workspace, elsewhere, assign, course, person } = await assignmentsOf(server);
  const own = await person();
  const other = await make.user(workspace, { departmentId: elsewhere.id });
  const trainer = await server.as('trainer', workspace, elsewhere.id);
  const role = { kind: 'role', role: 'learner' } as const;
  for (const [title, by] of [
    ['Here', other.id],
    ['There', own.id],
  ] as const) {
    const module = await make.module(workspace, course.id, { status: 'published', title });
    await assign({ module_id: module.id, to: role });
    await db.pool.query(
      `update enrollments set started_at = now(), completed_at = now(), progress = 1 where module_id = $1 and user_id = $2`,
      [module.id, by],
    );
  }
  const { assignments: found } = await trainer.assignments.list.query({ order: 'completed' });
  expect(found.map(({ module, counts }) => [module.title, counts.completed, counts.people])).toEqual([
    ['Here', 1, 1],
    ['There', 0, 1],
  ]);
});
