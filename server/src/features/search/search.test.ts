import type { Role } from '@training/shared/permissions';
import type { SearchResults } from '@training/shared/search/search';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

async function forklifts() {
  const { workspace, call } = await server.api(['intake:create']);
  const own = await make.department(workspace, 'Warehouse');
  const other = await make.department(workspace, 'Transport');
  const course = await make.course(workspace, { title: 'Forklift basics', departmentId: own.id });
  const elsewhere = await make.course(workspace, { title: 'Forklift on the road', departmentId: other.id });
  const charging = await make.module(workspace, course.id, { title: 'Charging the battery', status: 'published' });
  const draft = await make.module(workspace, course.id, { title: 'Forklift draft' });
  const loading = await make.module(workspace, elsewhere.id, { title: 'Forklift loading' });
  const push = async (title: string, departmentId?: string) => {
    const body = { title, content: title, source_name: 'Wiki', ...(departmentId && { department_id: departmentId }) };
    return String((await call('POST', '/api/v1/intake', body)).json.id);
  };
  const suggested = {
    own: await push('Forklift news', own.id),
    other: await push('Forklift rules', other.id),
    unassigned: await push('Forklift for all'),
  };
  const person = await make.user(workspace, { fullName: 'Ana Forklift', email: 'ana@example.com' });
  const find = async (role: Role, query: string) => {
    const client = await server.as(role, workspace, role === 'trainer' ? own.id : undefined);
    return client.search.find.query({ query });
  };
  return { workspace, own, other, course, elsewhere, charging, draft, loading, suggested, person, find };
}

const idsOf = (found: SearchResults) =>
  Object.fromEntries(Object.entries(found).map(([kind, rows]) => [kind, rows.map(({ id }) => id).sort()]));
const sorted = (...ids: string[]) => ids.toSorted();

// rules/roles 6, rules/courses-and-modules 11
test('each role finds what its lists show, and nothing else', async () => {
  const { course, elsewhere, charging, draft, loading, suggested, person, find } = await forklifts();
  const everything = {
    courses: sorted(course.id, elsewhere.id),
    modules: sorted(charging.id, draft.id, loading.id),
    suggestions: sorted(suggested.own, suggested.other, suggested.unassigned),
    lessons: [],
  };
  for (const role of ['super_admin', 'auditor'] as const) {
    expect(idsOf(await find(role, 'forklift')), role).toEqual({ people: [person.id], ...everything });
  }
  expect(idsOf(await find('content_manager', 'forklift'))).toEqual({ people: [], ...everything });
  expect(idsOf(await find('trainer', 'forklift'))).toEqual({
    people: [],
    courses: [course.id],
    modules: sorted(charging.id, draft.id),
    suggestions: sorted(suggested.own, suggested.unassigned),
    lessons: [],
  });
  expect(idsOf(await find('learner', 'forklift'))).toEqual({
    people: [],
    courses: [],
    modules: [],
    suggestions: [],
    lessons: [charging.id],
  });
});

test('all words are found, in any order and case, of a module in the name of its course too', async () => {
  const { charging, person, find } = await forklifts();
  expect((await find('super_admin', 'BATTERY fork')).modules).toMatchObject([
    { id: charging.id, title: 'Charging the battery', course: 'Forklift basics', status: 'published' },
  ]);
  expect((await find('super_admin', 'forklift ana')).people).toMatchObject([{ id: person.id, is_active: true }]);
  expect((await find('super_admin', 'ana@example')).people).toHaveLength(1);
  expect((await find('super_admin', 'battery ana')).modules).toEqual([]);
});

test('the words are words, and no patterns', async () => {
  const { workspace, own, find } = await forklifts();
  const course = await make.course(workspace, { title: '100 % safe_work \\ today', departmentId: own.id });
  for (const query of ['100 %', 'safe_', '\\']) {
    expect((await find('trainer', query)).courses, query).toMatchObject([{ id: course.id }]);
  }
});

// rules/roles 6
test('what begins with the word comes first, who left comes last, and five of a kind are enough', async () => {
  const { workspace, find } = await forklifts();
  for (let n = 0; n < 6; n += 1) await make.user(workspace, { fullName: `Bo Lindana ${n}` });
  const gone = await make.user(workspace, { fullName: 'Ana Gone', isActive: false });
  const { people } = await find('super_admin', 'ana');
  expect(people).toHaveLength(5);
  expect(people[0]).toMatchObject({ full_name: 'Ana Forklift' });
  expect((await find('super_admin', 'ana g')).people).toMatchObject([{ id: gone.id, is_active: false }]);
  const names = (await find('super_admin', 'an')).people.map(({ full_name }) => full_name);
  expect(names).not.toContain('Ana Gone');
});

test('a module is found by the title that its working copy has', async () => {
  const { workspace, own, charging } = await forklifts();
  const trainer = await server.as('trainer', workspace, own.id);
  await trainer.reviews.revise.mutate({ module_id: charging.id });
  const { settings_version } = await trainer.modules.get.query({ id: charging.id });
  await trainer.modules.update.mutate({ id: charging.id, settings_version, title: 'Swapping cells' });
  expect((await trainer.search.find.query({ query: 'swapping' })).modules).toMatchObject([
    { id: charging.id, title: 'Swapping cells' },
  ]);
  const learner = await server.as('learner', workspace);
  expect((await learner.search.find.query({ query: 'swapping' })).lessons).toEqual([]);
});

test('nothing is looked for without a word', async () => {
  const { find } = await forklifts();
  await expect(find('super_admin', '  ')).rejects.toMatchObject({ data: { httpStatus: 400 } });
});
