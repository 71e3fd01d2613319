import { CourseOrder } from '@training/shared/courses/courses';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { authoringOn, refused } from './modules/authoring-fixture.ts';

const server = await startTestServer();
const { person, trainer, audited } = authoringOn(server);

// rules/courses-and-modules 2
test('a trainer makes a course in their own department, unpublished, and the audit log says so', async () => {
  const { client, department, user } = await trainer();
  const { id } = await client.courses.create.mutate({ title: '  Load securing ', emoji: '📦' });
  expect(await client.courses.get.query({ id })).toMatchObject({
    title: 'Load securing',
    emoji: '📦',
    department_id: department.id,
    published: false,
    published_at: null,
    modules: [],
  });
  expect(await audited(id)).toEqual([
    { action: 'course.created', actor: user.fullName, changes: { emoji: '📦', department_id: department.id } },
  ]);
});

// rules/audit 4
test('a course is changed with what was before and after, and what is the same leaves no trace', async () => {
  const { client, course } = await trainer();
  await client.courses.update.mutate({ id: course.id, version: 1, title: 'Forklifts', emoji: '🚜' });
  await client.courses.update.mutate({ id: course.id, version: 2, title: 'Forklifts' });
  await client.courses.update.mutate({ id: course.id, version: 2, emoji: '🏗️' });
  expect(await client.courses.get.query({ id: course.id })).toMatchObject({
    title: 'Forklifts',
    emoji: '🏗️',
    version: 3,
  });
  expect((await audited(course.id)).slice(1).map(({ changes }) => changes)).toEqual([
    { title: ['Driving forklifts', 'Forklifts'] },
    { emoji: ['🚜', '🏗️'] },
  ]);
});

test('of two who change a course at once one wins, and the other is told who did', async () => {
  const { client, user, course, workspace, department } = await trainer();
  const colleague = await person(workspace, 'trainer', department.id);
  const { id } = course;
  const attempts = await Promise.allSettled([
    client.courses.update.mutate({ id, version: 1, title: 'Forklifts' }),
    colleague.client.courses.update.mutate({ id, version: 1, emoji: '🏗️' }),
  ]);
  const won = attempts.findIndex(({ status }) => status === 'fulfilled');
  const winner = won === 0 ? user : colleague.user;
  expect(attempts[1 - won]).toMatchObject({
    status: 'rejected',
    reason: refused('stale_version', { detail: expect.stringContaining(winner.fullName) }),
  });
  const { title, emoji, version } = await client.courses.get.query({ id });
  expect([title, emoji]).toEqual(won === 0 ? ['Forklifts', '🚜'] : ['Driving forklifts', '🏗️']);
  expect(version).toBe(2);
  expect((await audited(id)).map(({ action }) => action)).toEqual(['course.created', 'course.updated']);
});

test.each(['👩‍👩‍👧', '🇩🇪', '1️⃣', '👍🏽', '📦'])('%s is one emoji', async (emoji) => {
  const { client } = await trainer();
  const { id } = await client.courses.create.mutate({ title: 'Emoji', emoji });
  expect(await client.courses.get.query({ id })).toMatchObject({ emoji });
});

// rules/courses-and-modules 2
test.each(['', 'a', 'ab', '1', '📦📦', '📦 ', '👩‍👩', '\u200d', '🇩', '\ud83d'])('%j is not one emoji', async (emoji) => {
  const { client, course } = await trainer();
  const refusal = refused('invalid_request', { errors: [expect.objectContaining({ path: 'emoji' })] });
  await expect(client.courses.create.mutate({ title: 'Emoji', emoji })).rejects.toMatchObject(refusal);
  await expect(client.courses.update.mutate({ id: course.id, version: 1, emoji })).rejects.toMatchObject(refusal);
});

test('a title is one line with something to see, of at most 200 characters', async () => {
  const { client } = await trainer();
  for (const title of ['', '  ', 'a\nb', '\ud800', 'x\0', 'x'.repeat(201)]) {
    await expect(client.courses.create.mutate({ title, emoji: '📦' })).rejects.toMatchObject(
      refused('invalid_request'),
    );
  }
  await client.courses.create.mutate({ title: '🚜'.repeat(200), emoji: '📦' });
});

test('a course is found by any part of its title, in any case, and as many are told as there are', async () => {
  const { client, course } = await trainer();
  for (const title of ['Forklifts at night', '50% slopes', 'Ladders'])
    await client.courses.create.mutate({ title, emoji: '📦' });
  const search = async (text: string, limit?: number) => {
    const { courses, total } = await client.courses.list.query({ search: text, ...(limit !== undefined && { limit }) });
    return { titles: courses.map(({ title }) => title), total };
  };
  expect(await search(' FORKLIFTS ')).toEqual({ titles: ['Driving forklifts', 'Forklifts at night'], total: 2 });
  expect(await search('forklifts', 1)).toEqual({ titles: ['Driving forklifts'], total: 2 });
  // Wildcards are escaped.
  expect(await search('%')).toEqual({ titles: ['50% slopes'], total: 1 });
  expect(await search('r_v')).toEqual({ titles: [], total: 0 });
  expect((await search('')).total).toBe(4);
  expect((await client.courses.list.query({ offset: 0, limit: 1 })).courses).toMatchObject([{ id: course.id }]);
});

// rules/overview 9
test('courses are listed in each order, both ways, on pages that have every course once', async () => {
  const { client } = await trainer();
  for (const title of ['ladders', 'Cranes']) await client.courses.create.mutate({ title, emoji: '📦' });
  const titles = async (order: CourseOrder, descending = false) =>
    (await client.courses.list.query({ order, descending })).courses.map(({ title }) => title);
  expect(await titles('created')).toEqual(['Driving forklifts', 'ladders', 'Cranes']);
  expect(await titles('created', true)).toEqual(['Cranes', 'ladders', 'Driving forklifts']);
  expect(await titles('title')).toEqual(['Cranes', 'Driving forklifts', 'ladders']);
  expect(await titles('title', true)).toEqual(['ladders', 'Driving forklifts', 'Cranes']);
  for (const order of CourseOrder.options) {
    const paged = [];
    for (const offset of [0, 1, 2])
      paged.push(...(await client.courses.list.query({ order, offset, limit: 1 })).courses);
    expect(paged.map(({ title }) => title)).toEqual(await titles(order));
  }
});

// rules/courses-and-modules 1
test('another department’s course is refused, another workspace’s is not there', async () => {
  const { course, workspace } = await trainer();
  const attempt = { id: course.id, version: 1, title: 'Taken over' };
  const colleague = await trainer(workspace);
  await expect(colleague.client.courses.update.mutate(attempt)).rejects.toMatchObject(refused('forbidden'));
  const stranger = await trainer();
  await expect(stranger.client.courses.update.mutate(attempt)).rejects.toMatchObject(refused('course_not_found'));
  for (const role of ['learner', 'content_manager', 'auditor', 'super_admin'] as const) {
    const client = await server.as(role, workspace);
    await expect(client.courses.update.mutate(attempt)).rejects.toMatchObject(refused('forbidden'));
    await expect(client.courses.create.mutate({ title: 'x', emoji: '📦' })).rejects.toMatchObject(refused('forbidden'));
  }
  expect(await audited(course.id)).toHaveLength(1);
});
