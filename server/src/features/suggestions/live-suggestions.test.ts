import { liveTopics } from '@training/shared/live';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../../test/follow.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer({ jobs: true });
const { make } = server;

/** A workspace with two departments, a client that pushes to it, and pages of the queue. */
async function queue() {
  const { workspace, call } = await server.api(['intake:create']);
  const [own, other] = [await make.department(workspace, 'Own'), await make.department(workspace, 'Other')];
  const push = async (content: string, department_id?: string) => {
    const source = { source_name: 'Wiki', source_url: 'https://wiki.example/ladders' };
    const { json } = await call('POST', '/api/v1/intake', {
      content,
      ...source,
      ...(department_id && { department_id }),
    });
    return String(json.id);
  };
  /** A page of pending suggestions, as seen by a user of the role. */
  async function page(role: 'trainer' | 'auditor' | 'learner', departmentId?: string) {
    const user = await make.user(workspace, { role, ...(departmentId && { departmentId }) });
    const cookie = await server.signIn(user.email);
    const shown = openPage(
      server.base,
      { cookie, workspace: workspace.slug },
      {
        topics: [liveTopics.suggestions],
        read: async (client) => (await client.suggestions.list.query({})).suggestions.map(({ id }) => id),
      },
    );
    onTestFinished(() => shown.stop());
    return { ...shown, client: server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug }) };
  }
  return { workspace, own, other, push, page };
}

// rules/suggestions 12
test('whoever looks at the queue sees each change of it as it happens', async () => {
  const { workspace, own, other, push, page } = await queue();
  const trainer = await page('trainer', own.id);
  const auditor = await page('auditor');
  const admin = await server.as('super_admin', workspace);
  await expect.poll(() => [trainer.seen.at(-1), auditor.seen.at(-1)]).toEqual([[], []]);
  const shows = (...ids: string[]) => expect.poll(() => [trainer.seen.at(-1), auditor.seen.at(-1)]).toEqual([ids, ids]);

  const first = await push('Ladders are checked each spring.', own.id);
  await shows(first);
  const second = await push('Ladders are checked by two people, in autumn and in spring.', own.id);
  await shows(second);
  await trainer.client.suggestions.dismiss.mutate({ id: second, reason: 'Old' });
  await shows();
  await trainer.client.suggestions.restore.mutate({ id: second });
  await shows(second);
  await admin.suggestions.move.mutate({ id: second, department_id: other.id });
  await expect.poll(() => [trainer.seen.at(-1), auditor.seen.at(-1)]).toEqual([[], [second]]);
  await admin.suggestions.move.mutate({ id: second, department_id: own.id });
  await shows(second);
  const course = await trainer.client.courses.create.mutate({ title: 'Ladders', emoji: '🪜' });
  await trainer.client.suggestions.accept.mutate({ id: second, course_id: course.id, generate: false });
  await shows();
});

test('a learner, and another workspace, are told nothing of it', async () => {
  const { push, page } = await queue();
  const elsewhere = await queue();
  const [learner, stranger, auditor] = [await page('learner'), await elsewhere.page('auditor'), await page('auditor')];
  await expect.poll(() => [stranger.seen.length, auditor.seen.length]).toEqual([1, 1]);
  const id = await push('Ladders are checked each spring.');
  await expect.poll(() => auditor.seen.at(-1)).toEqual([id]);
  expect(stranger.seen).toEqual([[]]);
  expect(learner.told).toMatchObject([{ type: 'news', changed: [], lost: [liveTopics.suggestions] }]);
});
