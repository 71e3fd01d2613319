import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../../test/make.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;
const DAY = 86_400_000;
const inDays = (days: number) => new Date(Date.now() + days * DAY);

async function signedIn(workspace: TestWorkspace, email: string) {
  return server.client({ cookie: await server.signIn(email), [WORKSPACE_HEADER]: workspace.slug });
}

/** Two departments with two people each, who are behind in different ways. */
async function world() {
  const workspace = await make.workspace();
  const warehouse = await make.department(workspace, 'Warehouse');
  const office = await make.department(workspace, 'Office');
  const course = await make.course(workspace, { title: 'Safety' });
  const module = await make.module(workspace, course.id, { status: 'published', title: 'Lockout', validityDays: 365 });
  const hidden = await make.module(workspace, course.id, { status: 'draft', title: 'Hidden' });
  const person = (fullName: string, departmentId: string, isActive = true) =>
    make.user(workspace, { fullName, departmentId, isActive });
  const late = await person('Late', warehouse.id);
  const risky = await person('Risky', warehouse.id);
  const halfway = await person('Halfway', office.id);
  const expired = await person('Expired', office.id);
  const expiring = await person('Expiring', office.id);
  const gone = await person('Gone', warehouse.id, false);
  const waived = await person('Waived', warehouse.id);
  const started = { startedAt: inDays(-5), assignedAt: inDays(-10) };
  const certificate = (until: Date) => ({
    ...started,
    completedAt: inDays(-2),
    progress: 1,
    attempts: 1,
    bestScore: 1,
    finalScore: 1,
    expiresAt: until,
  });
  await make.enrollment(workspace, late.id, module.id, { dueAt: inDays(-1) });
  await make.enrollment(workspace, late.id, hidden.id, { dueAt: inDays(-1) });
  await make.enrollment(workspace, gone.id, module.id, { dueAt: inDays(-1) });
  await make.enrollment(workspace, waived.id, module.id, {
    dueAt: inDays(-1),
    waivedAt: inDays(-1),
    waivedByName: 'Test',
    waivedReason: 'Off sick',
  });
  await make.enrollment(workspace, risky.id, module.id, { ...started, dueAt: inDays(3), progress: 0.2 });
  await make.enrollment(workspace, halfway.id, module.id, { ...started, dueAt: inDays(3), progress: 0.7 });
  await make.enrollment(workspace, expired.id, module.id, certificate(inDays(-1)));
  await make.enrollment(workspace, expiring.id, module.id, certificate(inDays(10)));
  return { workspace, warehouse, office, course, module };
}

test('each list has the people whom it is about, and nobody who owes nothing', async () => {
  const { workspace, office, course } = await world();
  const auditor = await server.as('auditor', workspace);
  const names = async (list: 'overdue' | 'at_risk' | 'expired' | 'expiring', scope: object = {}) => {
    const { concerns, total } = await auditor.analytics.concerns.query({ list, ...scope });
    expect(total).toBe(concerns.length);
    return concerns.map(({ full_name }) => full_name);
  };
  expect(await names('overdue')).toEqual(['Late']);
  expect(await names('at_risk')).toEqual(['Risky']);
  expect(await names('expired')).toEqual(['Expired']);
  expect(await names('expiring')).toEqual(['Expiring']);
  expect(await names('expiring', { window_days: 5 })).toEqual([]);
  expect(await names('overdue', { department_id: office.id })).toEqual([]);
  expect(await names('overdue', { course_id: course.id })).toEqual(['Late']);
});

test('departments add up, and the days on which certificates run out are listed', async () => {
  const { workspace } = await world();
  const auditor = await server.as('auditor', workspace);
  const { departments, expiring, time_zone } = await auditor.analytics.breakdown.query({});
  expect(departments).toMatchObject([
    { department: 'Office', assigned: 3, completed: 2, overdue: 0, completion_rate: 0.6667 },
    { department: 'Warehouse', assigned: 2, completed: 0, overdue: 1, completion_rate: 0 },
  ]);
  expect(time_zone).toBe('UTC');
  expect(expiring).toEqual([{ day: inDays(10).toISOString().slice(0, 10), certificates: 1 }]);
  const { modules } = await auditor.analytics.read.query({ include: ['modules'] });
  const assigned = modules?.reduce((sum, module) => sum + module.assigned, 0);
  expect(departments.reduce((sum, department) => sum + department.assigned, 0)).toBe(assigned);
});

// rules/analytics 8
test('a trainer sees their own department, whatever they ask for, and a learner nobody', async () => {
  const { workspace, office, warehouse } = await world();
  const trainer = await server.as('trainer', workspace, office.id);
  const scope = { department_id: warehouse.id };
  expect((await trainer.analytics.concerns.query({ list: 'overdue' })).total).toBe(0);
  expect((await trainer.analytics.concerns.query({ list: 'overdue', ...scope })).total).toBe(0);
  expect((await trainer.analytics.breakdown.query(scope)).departments).toEqual([]);
  expect((await trainer.analytics.breakdown.query({})).departments).toMatchObject([{ department: 'Office' }]);
  const learner = await server.as('learner', workspace, warehouse.id);
  for (const asked of [learner.analytics.concerns.query({ list: 'overdue' }), learner.analytics.breakdown.query({})]) {
    await expect(asked).rejects.toMatchObject({ data: { httpStatus: 403 } });
  }
});

test('a workspace sees nothing of another', async () => {
  await world();
  const auditor = await server.as('auditor', await make.workspace());
  expect((await auditor.analytics.concerns.query({ list: 'overdue' })).total).toBe(0);
  expect(await auditor.analytics.breakdown.query({})).toMatchObject({ departments: [], expiring: [] });
});

test('a page of a list holds no more than it should, and the total stays', async () => {
  const { workspace, module } = await world();
  for (let n = 0; n < 5; n++) {
    await make.enrollment(workspace, (await make.user(workspace)).id, module.id, { dueAt: inDays(-2 - n) });
  }
  const client = await server.as('auditor', workspace);
  const first = await client.analytics.concerns.query({ list: 'overdue', limit: 4 });
  const second = await client.analytics.concerns.query({ list: 'overdue', limit: 4, offset: 4 });
  expect([first.total, first.concerns.length, second.total, second.concerns.length]).toEqual([6, 4, 6, 2]);
  expect(second.concerns.at(-1)?.full_name).toBe('Late');
});

test('tables have every learner once, and no cell is run as a formula', async () => {
  const { workspace, warehouse } = await world();
  await make.user(workspace, { fullName: '=1+1', departmentId: warehouse.id });
  for (let n = 0; n < 510; n += 1) await make.user(workspace);
  const { email } = await make.user(workspace, { role: 'auditor' });
  const get = async (path: string) => {
    const response = await fetch(`${server.base}/api/workspaces/${workspace.slug}/analytics/${path}`, {
      headers: { cookie: await server.signIn(email) },
    });
    return { response, text: await response.text() };
  };
  const { response, text } = await get('learners');
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8');
  const ids = text
    .trimEnd()
    .split('\r\n')
    .slice(1)
    .map((line) => line.slice(1, 37));
  expect(new Set(ids).size).toBe(ids.length);
  const auditor = await signedIn(workspace, email);
  const { learners } = await auditor.analytics.read.query({ include: ['learners'], limit: 1 });
  expect(ids.length).toBe(learners?.total);
  expect(text).toContain('"\'=1+1"');
  expect((await get('modules')).text).toContain('"Lockout"');
  expect((await get('modules?window_days=0')).response.status).toBe(400);
  expect((await get('people')).response.status).toBe(400);
});

// rules/analytics 20
test('a list is sorted by any column, both ways, and pages follow each other', async () => {
  const { workspace, warehouse, office, module } = await world();
  const late = async (fullName: string, departmentId: string, progress: number, days: number) =>
    make.enrollment(workspace, (await make.user(workspace, { fullName, departmentId })).id, module.id, {
      dueAt: inDays(-days),
      startedAt: inDays(-90),
      progress,
    });
  await late('anna', office.id, 0.5, 30);
  await late('Zoe', warehouse.id, 0.25, 20);
  const client = await server.as('auditor', workspace);
  type Order = 'date' | 'person' | 'department' | 'module' | 'progress' | 'attempts';
  const names = async (order: Order, descending = false, page: object = {}) =>
    (await client.analytics.concerns.query({ list: 'overdue', order, descending, ...page })).concerns.map(
      ({ full_name }) => full_name,
    );
  expect(await names('date')).toEqual(['anna', 'Zoe', 'Late']);
  expect(await names('date', true)).toEqual(['Late', 'Zoe', 'anna']);
  expect(await names('person')).toEqual(['anna', 'Late', 'Zoe']);
  expect(await names('person', true)).toEqual(['Zoe', 'Late', 'anna']);
  expect(await names('progress')).toEqual(['Late', 'Zoe', 'anna']);
  expect((await names('department'))[0]).toBe('anna');
  expect((await names('department', true)).at(-1)).toBe('anna');
  for (const order of ['module', 'attempts'] as const) {
    const pages = [await names(order, true, { limit: 2 }), await names(order, true, { limit: 2, offset: 2 })];
    expect(pages.flat()).toEqual(await names(order, true));
  }
});
