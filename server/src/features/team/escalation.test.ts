import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { listCurrentDigestItems } from '../notifications/mail/digests.ts';
import { notificationsOf, sendAll, makeDue } from '../notifications/notifications-fixture.ts';
import { notifyLearnersAndManagers, withdrawDoneNotifications } from '../notifications/fan-out/notify-learners.ts';

const server = await startTestServer();
const { make, db } = server;
const DAY = 86_400_000;

/** A minute of the hour at which only the last hour is checked. */
const NOON = new Date('2031-05-07T12:30:00.000Z');
const at = (after: number) => new Date(NOON.getTime() + after);
const tellAt = (after: number) => notifyLearnersAndManagers(db, at(after), () => false);

/** Top manages Boss, who manages Ana; she owes something by a minute before noon. */
async function late() {
  const workspace = await make.workspace();
  const createdAt = at(-90 * DAY);
  const person = (fullName: string, managerId?: string) =>
    make.user(workspace, { fullName, createdAt, updatedAt: createdAt, ...(managerId && { managerId }) });
  const top = await person('Top');
  const boss = await person('Boss', top.id);
  const ana = await person('Ana', boss.id);
  const course = await make.course(workspace);
  const module = await make.module(workspace, course.id, { title: 'Ladders', status: 'published' });
  const owed = await make.enrollment(workspace, ana.id, module.id, { dueAt: at(-60_000), assignedAt: at(-30 * DAY) });
  const set = (setting: string, days: number | null) =>
    db.pool.query(`update workspaces set ${setting} = $2 where id = $1`, [workspace.id, days]);
  const told = async () =>
    (await notificationsOf(db, workspace.id))
      .filter(({ channel, state }) => channel === 'inbox' && state === 'sent')
      .map(({ kind, recipient }) => `${recipient}: ${kind}`)
      .sort();
  return { workspace, boss, ana, module, owed, person, set, told };
}

const AT_ONCE = ['Ana: learning.overdue', 'Boss: learning.report_overdue'];

// rules/managers 10
test('overdue training is told to its learner and their manager, and after 14 days to the next one, once each', async () => {
  const { told } = await late();
  await tellAt(0);
  await tellAt(5 * 60_000);
  expect(await told()).toEqual(AT_ONCE);
  await tellAt(13 * DAY);
  expect(await told()).toEqual(AT_ONCE);
  await tellAt(14 * DAY);
  await tellAt(14 * DAY + 5 * 60_000);
  expect(await told()).toEqual([...AT_ONCE, 'Top: learning.report_overdue_long']);
});

// rules/managers 10
test('the workspace sets the days, and can switch managers off', async () => {
  const { set, told } = await late();
  await set('manager_told_days', 3);
  await set('next_manager_told_days', null);
  await tellAt(0);
  expect(await told()).toEqual(['Ana: learning.overdue']);
  await tellAt(3 * DAY);
  await tellAt(14 * DAY);
  expect(await told()).toEqual(AT_ONCE);
});

// rules/managers 10, rules/notifications 9
test('learners are told as many days before as the workspace sets', async () => {
  const { workspace, owed, set, told } = await late();
  await db.pool.query('update enrollments set due_at = $2 where id = $1', [owed.id, at(20 * DAY - 60_000)]);
  await tellAt(13 * DAY - 3_600_000);
  expect(await told()).toEqual([]);
  await set('due_soon_days', 10);
  await tellAt(10 * DAY);
  expect(await told()).toEqual(['Ana: learning.due_soon']);
  expect((await notificationsOf(db, workspace.id)).length).toBeGreaterThan(1);
});

// rules/managers 5 and 10
test('whoever was the manager on that day is told, also if it is told later', async () => {
  const { workspace, ana, person, told } = await late();
  const next = await person('Next');
  await db.pool.query('update users set manager_id = $2, updated_at = $3 where id = $1', [ana.id, next.id, at(30_000)]);
  await tellAt(60_000);
  expect(await told()).toEqual(AT_ONCE);
  // 13:00 is when the last three days are looked at.
  await tellAt(30 * 60_000);
  const rows = await notificationsOf(db, workspace.id);
  const managers = rows.filter(({ kind }) => kind === 'learning.report_overdue').map(({ recipient }) => recipient);
  expect(managers).toEqual(['Boss']);
});

// rules/managers 10
test('a manager’s entry leaves once the training is done, and says whose it is', async () => {
  const { workspace, ana, owed, module, told } = await late();
  await tellAt(0);
  const rows = await notificationsOf(db, workspace.id);
  expect(rows.find(({ kind }) => kind === 'learning.report_overdue')).toMatchObject({
    because: 'manages_them',
    facts: { module_id: module.id, person: 'Ana', due_at: at(-60_000).toISOString() },
  });
  await db.pool.query(
    'update enrollments set started_at = assigned_at, completed_at = $2, progress = 1 where id = $1',
    [owed.id, at(60_000)],
  );
  await withdrawDoneNotifications(db.pool, workspace.id, [ana.id]);
  expect(await told()).toEqual([]);
});

// rules/managers 10
test('the mail of a day goes to the manager, unless somebody else manages the person by then', async () => {
  for (const isReplaced of [false, true]) {
    const { workspace, ana, boss } = await late();
    await tellAt(0);
    if (isReplaced)
      await db.pool.query('update users set manager_id = null, updated_at = now() where id = $1', [ana.id]);
    await makeDue(db, workspace.id);
    const sent = (await sendAll(db)).filter(({ recipient }) => recipient?.id === boss.id);
    expect(sent.map(({ kind, because }) => [kind, because])).toEqual(
      isReplaced ? [] : [['learning.digest', 'manages_them']],
    );
    if (sent[0]) {
      const digest = await listCurrentDigestItems(db.pool, sent[0]);
      expect(digest).toMatchObject({ total: 1, items: [{ title: 'Ana: “Ladders” is overdue', path: '/team' }] });
    }
  }
});
