import {
  traitsOfNotificationCategory,
  traitsOfNotificationKind,
  SwitchableCategory,
  NotificationCategory,
  NotificationKind,
} from '@training/shared/notifications/notifications';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { refused } from '../reviews/reviews-fixture.ts';
import { notificationsOf, tell } from './notifications-fixture.ts';

const server = await startTestServer();
const { make, db } = server;

// rules/notifications 1
test('every category that is in the matrix has a row there, and every kind belongs to a category', () => {
  const inMatrix = NotificationCategory.options.filter((category) => traitsOfNotificationCategory(category).inMatrix);
  expect(SwitchableCategory.options.toSorted()).toEqual(inMatrix.toSorted());
  const used = NotificationKind.options.map((kind) => traitsOfNotificationKind(kind).category);
  expect([...new Set(used)].toSorted()).toEqual(NotificationCategory.options.toSorted());
});

// rules/notifications 1 and 3
test('what is kept of notifications names no category, kind or reason but those that are registered', async () => {
  const { rows } = await db.pool.query<{ text: string }>(
    `select prosrc as text from pg_proc where pronamespace = 'public'::regnamespace and prosrc ilike '%into notifications%'`,
  );
  // Rows are inserted only by statements, which take the categories from the table of kinds.
  expect(rows).toEqual([]);
  const workspace = await make.workspace();
  const { id } = await make.user(workspace);
  for (const kind of NotificationKind.options) {
    const subject = { kind: 'training', id: null, name: kind } as const;
    await tell(make.contextOf(workspace), { kind, because: 'studies_it', subject, recipientId: id });
    await tell(make.contextOf(workspace), { kind, because: 'channel', subject, recipientId: null });
  }
  const kept = await notificationsOf(db, workspace.id);
  for (const kind of NotificationKind.options) {
    const channels = kept.filter((row) => row.kind === kind).map(({ channel }) => channel);
    expect(channels.toSorted(), kind).toEqual(Object.keys(traitsOfNotificationKind(kind).channels).toSorted());
  }
});

// rules/notifications 2
test('mail is on and chat off until somebody switches', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const { categories, times, mail, chat } = await admin.notifications.matrix.query();
  expect(categories).toEqual(SwitchableCategory.options.map((category) => ({ category, email: true, chat: false })));
  expect([times, mail.state, chat]).toEqual([{ quiet: null, digest_at: '08:00' }, 'unused', null]);
});

test('each switch is saved as it is moved, and what is moved to where it stands leaves no trace', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const move = (channel: 'email' | 'chat', enabled: boolean) =>
    admin.notifications.switch.mutate({ category: 'approval_decision', channel, enabled });
  await move('email', true);
  await move('email', false);
  await move('email', false);
  const { categories } = await move('chat', true);
  expect(categories).toContainEqual({ category: 'approval_decision', email: false, chat: true });
  const { events } = await admin.audit.list.query({ action: 'notifications.switched' });
  expect(events.map(({ subject, changes }) => [subject.name, changes])).toEqual([
    ['Approval decision', { chat: [false, true] }],
    ['Approval decision', { email: [true, false] }],
  ]);
});

test('two who move switches at once both find theirs moved', async () => {
  const workspace = await make.workspace();
  const [one, other] = [await server.as('super_admin', workspace), await server.as('super_admin', workspace)];
  await Promise.all(
    SwitchableCategory.options.flatMap((category, n) => [
      (n % 2 ? one : other).notifications.switch.mutate({ category, channel: 'email', enabled: false }),
      (n % 2 ? other : one).notifications.switch.mutate({ category, channel: 'chat', enabled: true }),
    ]),
  );
  const { categories } = await one.notifications.matrix.query();
  expect(categories).toEqual(SwitchableCategory.options.map((category) => ({ category, email: false, chat: true })));
});

// rules/notifications 2
test('what is switched off stays off when the channel is removed and connected again', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const connect = () =>
    db.pool.query(
      `insert into chat_connections (workspace_id, id, kind, name, host, sealed, key_id, version, state, created_at, created_by_name)
       values ($1, gen_random_uuid(), 'slack', 'training', 'hooks.slack.com', $2, 'test', 1, 'working', now(), 'Test')`,
      [workspace.id, Buffer.alloc(40, 1)],
    );
  await connect();
  const category = 'module_submitted';
  await admin.notifications.switch.mutate({ category, channel: 'chat', enabled: true });
  await admin.notifications.switch.mutate({ category, channel: 'chat', enabled: false });
  await db.pool.query('delete from chat_connections where workspace_id = $1', [workspace.id]);
  await connect();
  const { categories, chat } = await admin.notifications.matrix.query();
  expect(chat).toMatchObject({ state: 'working', host: 'hooks.slack.com' });
  expect(categories).toContainEqual({ category, email: true, chat: false });
  const told = { kind: 'module.submitted', because: 'channel', recipientId: null } as const;
  await tell(make.contextOf(workspace), { ...told, subject: { kind: 'module', id: null, name: 'Forklifts' } });
  expect(await notificationsOf(db, workspace.id)).toMatchObject([{ channel: 'chat', reason: 'switched_off' }]);
  const auditor = await server.as('auditor', workspace);
  const seen = await auditor.notifications.matrix.query();
  expect(seen.categories).toEqual(categories);
  expect(seen.chat).toMatchObject({ state: 'working', host: null, name: null, created_by: null });
});

test('quiet hours and the time of digests are times of the day, and are kept', async () => {
  const workspace = await make.workspace();
  const admin = await server.as('super_admin', workspace);
  const times = { quiet: { from: '20:00', to: '06:30' }, digest_at: '07:15' };
  expect((await admin.notifications.setTimes.mutate(times)).times).toEqual(times);
  await admin.notifications.setTimes.mutate(times);
  const { events } = await admin.audit.list.query({ action: 'notifications.updated' });
  expect(events.map(({ changes }) => changes)).toEqual([
    { quiet_hours: [null, '20:00–06:30'], digest_at: ['08:00', '07:15'] },
  ]);
  for (const wrong of ['7:15', '24:00', '12:60', 'noon']) {
    await refused(admin.notifications.setTimes.mutate({ quiet: null, digest_at: wrong }), 400, 'invalid_request');
  }
  const never = { quiet: { from: '08:00', to: '08:00' }, digest_at: '08:00' };
  await refused(admin.notifications.setTimes.mutate(never), 400, 'invalid_request');
});

// rules/notifications 2
test('only super admins move switches, and learners, trainers and reviewers do not see them', async () => {
  const workspace = await make.workspace();
  const auditor = await server.as('auditor', workspace);
  const off = { category: 'ai_suggestions', channel: 'email', enabled: false } as const;
  await refused(auditor.notifications.switch.mutate(off), 403, 'forbidden');
  for (const role of ['learner', 'trainer', 'content_manager'] as const) {
    const { notifications } = await server.as(role, workspace);
    await refused(notifications.matrix.query(), 403, 'forbidden');
    await refused(notifications.switch.mutate(off), 403, 'forbidden');
    await refused(notifications.trace.query({}), 403, 'forbidden');
  }
});

test.each([
  ['Europe/Berlin', '2026-03-29T00:30:00Z', '22:00', '02:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-10-25T00:15:00Z', '22:00', '06:00', '2026-10-25T05:00:00.000Z'],
  ['Asia/Kolkata', '2026-06-01T18:30:00Z', '22:00', '06:00', '2026-06-02T00:30:00.000Z'],
  ['UTC', '2026-06-01T12:30:00Z', '12:00', '13:00', '2026-06-01T13:00:00.000Z'],
  ['UTC', '2026-06-01T13:00:00Z', '12:00', '13:00', '2026-06-01T13:00:00.000Z'],
  ['UTC', '2026-06-01T11:59:59Z', '12:00', '13:00', '2026-06-01T11:59:59.000Z'],
])('in %s, quiet hours at %s from %s to %s end at %s', async (zone, at, from, to, end) => {
  const { rows } = await db.pool.query<{ until: Date }>('select after_quiet_hours($2, $1, $3, $4) as until', [
    zone,
    at,
    from,
    to,
  ]);
  expect(rows[0]!.until.toISOString()).toBe(end);
});

test.each([
  ['Europe/Berlin', '2026-03-28T12:00:00Z', '02:30', '2026-03-29T01:30:00.000Z'],
  ['Europe/Berlin', '2026-10-24T12:00:00Z', '08:00', '2026-10-25T07:00:00.000Z'],
  ['America/New_York', '2026-06-01T12:00:00Z', '08:00', '2026-06-02T12:00:00.000Z'],
  ['America/New_York', '2026-06-01T11:59:59Z', '08:00', '2026-06-01T12:00:00.000Z'],
])('in %s, after %s the clock shows %s next at %s', async (zone, at, clock, next) => {
  const { rows } = await db.pool.query<{ next: Date }>('select next_local_time($2, $1, $3) as next', [zone, at, clock]);
  expect(rows[0]!.next.toISOString()).toBe(next);
});
