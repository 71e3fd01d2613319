import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, onTestFinished, test } from 'vitest';
import { connect } from '../../../test/database.ts';
import { startTestServer } from '../../../test/server.ts';
import { applyUnfinishedAssignments } from './apply-runs.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';

/** Requests wait for locks as briefly as this, in milliseconds. */
const server = await startTestServer({ limits: { lock: 300 } });
const { make, db } = server;

/** Someone else's transaction that holds the rows of `sql`, until it is released or the test ends. */
async function holding(sql: string, id: string): Promise<() => Promise<unknown>> {
  const other = await connect(server.databaseUrl);
  await other.query('begin');
  await other.query(`${sql} for update`, [id]);
  const release = () => other.query('rollback');
  onTestFinished(async () => void (await release()));
  return release;
}

// rules/assignments 11, rules/bounds 6
test('of several modules, one that others hold is refused as busy, and the others are assigned', async () => {
  const { workspace, course, module, admin, toDepartment } = await assignmentsOf(server);
  const held = await make.module(workspace, course.id, { status: 'published' });
  const third = await make.module(workspace, course.id, { status: 'published' });
  await holding('select from modules where id = $1', held.id);
  const { outcomes } = await admin.assignments.createSeveral.mutate({ course_ids: [course.id], to: [toDepartment] });
  expect(outcomes).toMatchObject([
    { module_id: module.id, refused: null },
    { module_id: held.id, assignment_id: null, refused: { code: 'busy' } },
    { module_id: third.id, refused: null },
  ]);
  const { assignments } = await admin.assignments.list.query({});
  expect(assignments.map((each) => each.module.id).toSorted()).toEqual([module.id, third.id].toSorted());
});

// rules/assignments 10, rules/bounds 6
test(
  'of several trainings, one that others hold is refused as busy, and the others are changed',
  { tags: ['deep'] },
  async () => {
    const { module, admin, person, assign, cycles } = await assignmentsOf(server);
    const [ana, bo] = [await person({ fullName: 'Ana' }), await person({ fullName: 'Bo' })];
    await assign({ due_on: dayIn(5) });
    const ids = [(await cycles(ana.id))[0]!.id, (await cycles(bo.id))[0]!.id];
    await holding('select from enrollments where id = $1', ids[0]!);
    const refused = [{ refused: { code: 'busy' } }, { refused: null }];
    const change = { kind: 'extend', due_on: dayIn(9) } as const;
    const extended = await admin.assignments.changeSeveral.mutate({ enrollment_ids: ids, change });
    expect(extended.outcomes).toMatchObject(refused);
    expect((await admin.assignments.remind.mutate({ enrollment_ids: ids })).outcomes).toMatchObject(refused);
    expect(await cycles(bo.id, module.id)).toMatchObject([{ due_on: dayIn(9) }]);
  },
);

// rules/managers 6, rules/assignments 10
test(
  'people beyond a team or a department are not named, even while others hold their trainings',
  { tags: ['deep'] },
  async () => {
    const { admin, trainer, person, assign, cycles, elsewhere, workspace, module } = await assignmentsOf(server);
    const boss = await person({ fullName: 'Boss' });
    const [ana, eve] = [await person({ fullName: 'Ana', managerId: boss.id }), await person({ fullName: 'Eve' })];
    const far = await person({ fullName: 'Far', departmentId: elsewhere.id });
    await assign({ due_on: dayIn(5) });
    await assign({ due_on: dayIn(5), to: { kind: 'user', user_id: far.id } });
    const ids = await Promise.all([far, eve, ana].map(async ({ id }) => (await cycles(id))[0]!.id));
    for (const id of ids) await holding('select from enrollments where id = $1', id);
    const client = server.client({ cookie: await server.signIn(boss.email), [WORKSPACE_HEADER]: workspace.slug });
    const hers = { enrollment_id: ids[2], full_name: 'Ana', module: module.title, refused: { code: 'busy' } };
    const nobody = { full_name: '', module: '' };
    for (const outcomes of [
      (await client.team.remind.mutate({ enrollment_ids: ids })).outcomes,
      (await client.team.excuse.mutate({ enrollment_ids: ids, reason: 'On leave' })).outcomes,
    ]) {
      const refused = { code: 'enrollment_not_found' };
      expect(outcomes).toMatchObject([
        hers,
        { enrollment_id: ids[0], ...nobody, refused },
        { enrollment_id: ids[1], ...nobody, refused },
      ]);
    }
    const named = async (by: typeof trainer) =>
      (await by.assignments.remind.mutate({ enrollment_ids: ids })).outcomes.map(({ full_name }) => full_name);
    expect(await named(trainer)).toEqual(['Ana', 'Eve', '']);
    expect(await named(admin)).toEqual(['Ana', 'Eve', 'Far']);
  },
);

// rules/assignments 6, rules/bounds 6
test(
  'an assignment whose people others hold is stored once, and applied when they are free',
  { tags: ['deep'] },
  async () => {
    const { workspace, module, admin, toDepartment, person, assign, cycles } = await assignmentsOf(server);
    const ana = await person();
    await assign({ to: { kind: 'user', user_id: ana.id } });
    const release = await holding('select from enrollments where id = $1', (await cycles(ana.id))[0]!.id);
    const one = await admin.assignments.create.mutate({ module_id: module.id, to: toDepartment });
    expect(one.applying).toEqual({ done: 0, total: 2, failing: [] });
    const { outcomes } = await admin.assignments.createSeveral.mutate({ module_ids: [module.id], to: [toDepartment] });
    expect(outcomes).toMatchObject([{ refused: null }]);
    await release();
    await applyUnfinishedAssignments(db);
    expect((await cycles(ana.id))[0]?.by).toHaveLength(3);
    const { rows } = await db.pool.query('select id from assignments where workspace_id = $1', [workspace.id]);
    expect(rows).toHaveLength(3);
  },
);
