import { liveTopics } from '@training/shared/live';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, onTestFinished, test } from 'vitest';
import { openPage } from '../../../test/follow.ts';
import { startTestServer } from '../../../test/server.ts';
import type { TestWorkspace } from '../../../test/make.ts';
import { newId } from '../../platform/ids.ts';
import { castOf, refused } from '../reviews/reviews-fixture.ts';
import { notificationsOf, tell } from './notifications-fixture.ts';

const server = await startTestServer({ jobs: true });
// Another instance on the same database.
const other = await startTestServer({ jobs: true, databaseUrl: server.databaseUrl });
const { make, db } = server;

async function personOf(workspace: TestWorkspace, role: 'learner' | 'super_admin' | 'auditor' = 'super_admin') {
  const user = await make.user(workspace, { role });
  const cookie = await server.signIn(user.email);
  return { ...user, cookie, client: server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug }) };
}

let told = 0;
async function tellOf(workspace: TestWorkspace, recipientId: string, ...names: string[]) {
  for (const name of names) {
    const subject = { kind: 'webhook_endpoint', id: null, name } as const;
    const ctx = { ...make.contextOf(workspace), now: new Date(Date.now() + ++told) };
    const kind = 'webhook.switched_off';
    await tell(ctx, { kind, because: 'super_admin', subject, part: `${told}`, recipientId });
  }
}

// rules/notifications 5
test('a submission is told once to each, by two instances, and shows in an open page of the other one at once', async () => {
  const cast = await castOf(server);
  const cookie = cast.reviewer.headers.cookie;
  const page = openPage(
    other.base,
    { cookie, workspace: cast.workspace.slug },
    {
      topics: [liveTopics.inbox(cast.reviewer.id)],
      read: (client) => client.notifications.unseen.query(),
    },
  );
  onTestFinished(() => page.stop());
  await expect.poll(() => page.seen.at(-1)).toEqual({ unseen: 0 });
  for (let n = 1; n <= 3; n++) {
    const { module } = await cast.module();
    await cast.trainer.client.reviews.submit.mutate({ module_id: module.id });
    await expect.poll(() => page.seen.at(-1)).toEqual({ unseen: n });
  }
  const rows = (await notificationsOf(db, cast.workspace.id)).filter(({ channel }) => channel === 'inbox');
  expect(rows).toHaveLength(3 * 3);
  const { items } = await cast.reviewer.client.notifications.inbox.query({});
  await cast.reviewer.client.notifications.see.mutate({ ids: items.map(({ id }) => id) });
  await expect.poll(() => page.seen.at(-1)).toEqual({ unseen: 0 });
});

test('nobody follows the bell of somebody else', async () => {
  const workspace = await make.workspace();
  const [me, colleague] = [await personOf(workspace), await personOf(workspace)];
  const asked = [liveTopics.inbox(me.id), liveTopics.inbox(colleague.id)];
  const visitor = { cookie: me.cookie, workspace: workspace.slug };
  const page = openPage(server.base, visitor, { topics: asked, read: async () => 0 });
  onTestFinished(() => page.stop());
  await expect
    .poll(() => page.told[0])
    .toEqual({ type: 'news', changed: [liveTopics.inbox(me.id)], lost: [liveTopics.inbox(colleague.id)] });
});

test('the bell is paged, newest first, each once, also while more comes', async () => {
  const workspace = await make.workspace();
  const { id, client } = await personOf(workspace);
  await tellOf(workspace, id, 'a', 'b', 'c', 'd', 'e');
  const first = await client.notifications.inbox.query({ limit: 2 });
  await tellOf(workspace, id, 'f');
  const second = await client.notifications.inbox.query({ limit: 2, after: first.next! });
  const third = await client.notifications.inbox.query({ limit: 2, after: second.next! });
  const names = [first, second, third].map(({ items }) => items.map(({ subject }) => subject.name));
  expect([names, third.next, third.unseen]).toEqual([[['e', 'd'], ['c', 'b'], ['a']], null, 6]);
});

// rules/notifications 5
test('all that was shown and is older is marked at once; what came meanwhile stays new, and its mail is sent', async () => {
  const workspace = await make.workspace();
  const { id, client } = await personOf(workspace);
  await tellOf(workspace, id, 'a', 'b', 'c');
  const { items } = await client.notifications.inbox.query({ limit: 2 });
  await tellOf(workspace, id, 'd');
  const shown = { ids: items.map((item) => item.id), older_than: items.at(-1)!.at };
  expect(await client.notifications.see.mutate(shown)).toEqual({ unseen: 1 });
  const fresh = await client.notifications.inbox.query({ unseen: true });
  expect(fresh.items.map(({ subject }) => subject.name)).toEqual(['d']);
  const mails = (await notificationsOf(db, workspace.id)).filter(({ channel }) => channel === 'email');
  expect(mails.map(({ reason, state }) => reason ?? state)).toEqual(['seen', 'seen', 'seen', 'pending']);
});

test('everybody has a bell, and sees and marks only their own', async () => {
  const workspace = await make.workspace();
  const [learner, auditor] = [await personOf(workspace, 'learner'), await personOf(workspace, 'auditor')];
  await tellOf(workspace, learner.id, 'mine');
  const { items } = await learner.client.notifications.inbox.query({});
  expect(items.map(({ subject }) => subject.name)).toEqual(['mine']);
  expect(await auditor.client.notifications.inbox.query({})).toEqual({ items: [], next: null, unseen: 0 });
  const { id } = items[0]!;
  await auditor.client.notifications.see.mutate({ ids: [id], older_than: new Date(Date.now() + 60_000).toISOString() });
  expect(await learner.client.notifications.unseen.query()).toEqual({ unseen: 1 });
  await refused(auditor.client.notifications.why.query({ id }), 404, 'notification_not_found');
});

// rules/notifications 12
test('several of a kind about one module are one entry with their number, which is seen as a whole', async () => {
  const workspace = await make.workspace();
  const { id, client } = await personOf(workspace, 'learner');
  const course = await make.course(workspace);
  const [safety, phishing] = [await make.module(workspace, course.id), await make.module(workspace, course.id)];
  const graded = async (moduleId: string, name: string, score: number) => {
    const ctx = { ...make.contextOf(workspace), now: new Date(Date.now() + ++told) };
    const subject = { kind: 'answer', id: newId(), name } as const;
    const facts = { module_id: moduleId, score };
    await tell(ctx, { kind: 'learning.graded', because: 'studies_it', subject, facts, recipientId: id });
  };
  for (const score of [0.1, 0.2, 0.3]) await graded(safety.id, 'Fire safety', score);
  await graded(phishing.id, 'Phishing', 1);
  await graded(safety.id, 'Fire safety', 0.4);
  const { items, unseen } = await client.notifications.inbox.query({});
  expect(items.map(({ subject, count, facts }) => [subject.name, count, facts.score])).toEqual([
    ['Fire safety', 4, 0.4],
    ['Phishing', 1, 1],
  ]);
  expect(unseen).toBe(2);
  const page = await client.notifications.inbox.query({ limit: 1 });
  const rest = await client.notifications.inbox.query({ limit: 1, after: page.next! });
  expect(rest.items.map(({ subject }) => subject.name)).toEqual(['Phishing']);
  expect(rest.next).toBeNull();
  expect(await client.notifications.see.mutate({ ids: [items[0]!.id] })).toEqual({ unseen: 1 });
  await graded(safety.id, 'Fire safety', 0.5);
  const after = await client.notifications.inbox.query({});
  expect(after.items.map(({ count, seen }) => [count, seen])).toEqual([
    [5, false],
    [1, false],
  ]);
});

test('unseen ones are counted up to a hundred', async () => {
  const workspace = await make.workspace();
  const { id, client } = await personOf(workspace);
  await db.pool.query(
    `insert into notifications (workspace_id, id, category, kind, channel, recipient_id, because, subject_kind, subject_name,
       part, state, at, finished_at)
     select $1, gen_random_uuid(), 'webhooks', 'webhook.switched_off', 'inbox', $2, 'super_admin', 'webhook_endpoint',
       n::text, n::text, 'sent', now(), now() from generate_series(1, 120) n`,
    [workspace.id, id],
  );
  expect(await client.notifications.unseen.query()).toEqual({ unseen: 100 });
});

test('who is deactivated while they mark something marks nothing', async () => {
  const workspace = await make.workspace();
  const { id, client } = await personOf(workspace);
  await tellOf(workspace, id, 'x');
  await db.pool.query('update users set is_active = false where id = $1', [id]);
  await expect(client.notifications.see.mutate({ ids: [], older_than: '2099-01-01T00:00:00.000Z' })).rejects.toThrow();
  expect((await notificationsOf(db, workspace.id)).every(({ seen_at }) => seen_at === null)).toBe(true);
});
