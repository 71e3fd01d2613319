import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { authoringOn, refused } from '../modules/authoring-fixture.ts';

const server = await startTestServer();
const { trainer, audited } = authoringOn(server);

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

test('a course is changed with what was before and after, and what is the same leaves no trace', async () => {
  const { client, course } = await trainer();
  await client.courses.update.mutate({ id: course.id, title: 'Forklifts', emoji: '🚜' });
  await client.courses.update.mutate({ id: course.id, title: 'Forklifts' });
  await client.courses.update.mutate({ id: course.id, emoji: '🏗️' });
  expect(await client.courses.get.query({ id: course.id })).toMatchObject({ title: 'Forklifts', emoji: '🏗️' });
  expect((await audited(course.id)).slice(1).map(({ changes }) => changes)).toEqual([
    { title: ['Driving forklifts', 'Forklifts'] },
    { emoji: ['🚜', '🏗️'] },
  ]);
});

test.each(['👩‍👩‍👧', '🇩🇪', '1️⃣', '👍🏽', '📦'])('%s is one emoji', async (emoji) => {
  const { client } = await trainer();
  const { id } = await client.courses.create.mutate({ title: 'Emoji', emoji });
  expect(await client.courses.get.query({ id })).toMatchObject({ emoji });
});

test.each(['', 'a', 'ab', '1', '📦📦', '📦 ', '👩‍👩', '\u200d', '🇩', '\ud83d'])('%j is not one emoji', async (emoji) => {
  const { client, course } = await trainer();
  const refusal = refused('invalid_request', { errors: [expect.objectContaining({ path: 'emoji' })] });
  await expect(client.courses.create.mutate({ title: 'Emoji', emoji })).rejects.toMatchObject(refusal);
  await expect(client.courses.update.mutate({ id: course.id, emoji })).rejects.toMatchObject(refusal);
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

test('another department’s course is refused, another workspace’s is not there', async () => {
  const { course, workspace } = await trainer();
  const attempt = { id: course.id, title: 'Taken over' };
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
