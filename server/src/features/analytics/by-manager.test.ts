import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { days } from './analytics-fixture.ts';

const server = await startTestServer();
const { make } = server;

/** Top manages Boss, who manages Ana and Bo of two departments; Eve reports to nobody. Each has a training. */
async function world() {
  const workspace = await make.workspace();
  const [sales, stores] = [await make.department(workspace), await make.department(workspace)];
  const course = await make.course(workspace, { published: true });
  const module = await make.module(workspace, course.id, { status: 'published', validityDays: 365 });
  const top = await make.user(workspace, { role: 'auditor' });
  const person = async (fields: object, cycle: object) => {
    const { id } = await make.user(workspace, fields);
    await make.enrollment(workspace, id, module.id, cycle);
    return id;
  };
  const overdue = { dueAt: days(-3), assignedAt: days(-9) };
  const completed = {
    assignedAt: days(-9),
    startedAt: days(-8),
    completedAt: days(-7),
    progress: 1,
    expiresAt: days(9),
  };
  const boss = await person({ managerId: top.id, departmentId: sales.id }, overdue);
  await person({ fullName: 'Ana', managerId: boss, departmentId: sales.id }, { ...overdue, startedAt: days(-2) });
  await person({ fullName: 'Bo', managerId: boss, departmentId: stores.id }, completed);
  await person({ fullName: 'Gone', managerId: boss, isActive: false, departmentId: sales.id }, overdue);
  await person({ fullName: 'Eve', departmentId: sales.id }, overdue);
  return { workspace, module, sales, top: top.id, boss };
}

// rules/analytics 23
test('of a manager’s team, at every level and of active people only, all parts say the same', async () => {
  const { workspace, module, top, boss } = await world();
  const auditor = await server.as('auditor', workspace);
  for (const [manager_id, team] of [
    [top, { assigned: 3, completed: 1, overdue: 2, people: ['Ana', 'Bo'] }],
    [boss, { assigned: 2, completed: 1, overdue: 1, people: ['Ana', 'Bo'] }],
  ] as const) {
    const { modules, learners, recertification } = await auditor.analytics.read.query({ manager_id });
    const { assigned, completed, overdue } = team;
    expect(modules).toMatchObject([{ assigned, completed, overdue }]);
    expect(learners).toMatchObject({ total: assigned });
    expect(learners?.items.map(({ full_name }) => full_name)).toEqual(expect.arrayContaining([...team.people]));
    expect(recertification).toMatchObject({ due_soon: 1, never_certified: assigned - 1 });
    const { departments, expiring } = await auditor.analytics.breakdown.query({ manager_id });
    const sum = (of: 'assigned' | 'completed' | 'overdue') => departments.reduce((n, each) => n + each[of], 0);
    expect([sum('assigned'), sum('completed'), sum('overdue')]).toEqual([assigned, completed, overdue]);
    expect(expiring).toMatchObject([{ certificates: 1 }]);
    const { points } = await auditor.analytics.trend.query({ manager_id });
    expect(points.at(-1)).toMatchObject({ overdue, expiring: 1 });
    for (const [list, total] of [
      ['overdue', overdue],
      ['expiring', 1],
    ] as const) {
      expect(await auditor.analytics.concerns.query({ list, manager_id })).toMatchObject({ total });
    }
    expect(await auditor.analytics.items.query({ module_id: module.id, manager_id })).toMatchObject({ people: 2 });
  }
});

// rules/analytics 8 and 23
test('trainers see the part of a team that is of their department, and learners themselves', async () => {
  const { workspace, module, sales, top, boss } = await world();
  const trainer = await server.as('trainer', workspace, sales.id);
  expect((await trainer.analytics.read.query({ manager_id: boss })).learners).toMatchObject({
    total: 1,
    items: [{ full_name: 'Ana' }],
  });
  expect(await trainer.analytics.concerns.query({ list: 'overdue', manager_id: boss })).toMatchObject({ total: 1 });
  const refused = { data: { httpStatus: 404, app_code: 'manager_not_found' } };
  const lists = (client: typeof trainer, manager_id: string) => [
    () => client.analytics.read.query({ manager_id }),
    () => client.analytics.concerns.query({ list: 'overdue', manager_id }),
    () => client.analytics.breakdown.query({ manager_id }),
    () => client.analytics.trend.query({ manager_id }),
    () => client.analytics.items.query({ module_id: module.id, manager_id }),
  ];
  for (const list of lists(trainer, top)) await expect(list()).rejects.toMatchObject(refused);
  const learner = await server.as('learner', workspace, sales.id);
  await expect(learner.analytics.read.query({ manager_id: boss })).rejects.toMatchObject(refused);
  const other = await server.as('auditor', await make.workspace());
  for (const list of lists(other, boss)) await expect(list()).rejects.toMatchObject(refused);
});
