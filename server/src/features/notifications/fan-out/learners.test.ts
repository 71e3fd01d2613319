import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import type { TestWorkspace } from '../../../../test/make.ts';
import { EVENT_CONSUMERS } from '../../../app/jobs.ts';
import { sequenceAndDispatchEvents } from '../../events/assign-event-sequences.ts';
import { recordExpiringCertificates } from '../../assignments/run-nightly-tasks.ts';
import { makeDue, notificationsOf, sendAll } from '../notifications-fixture.ts';
import { checkRelevance } from '../outbox/is-still-relevant.ts';
import { notifyLearnersAndManagers } from './notify-learners.ts';

const server = await startTestServer();
const { make, db } = server;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;

/** A minute of the hour at which only the last hour is checked. */
const NOON = new Date('2031-05-07T12:30:00.000Z');
const at = (after: number) => new Date(NOON.getTime() + after);
const tellAt = (after: number) => notifyLearnersAndManagers(db, at(after), () => false);

async function training(status: 'published' | 'archived' = 'published') {
  const workspace = await make.workspace();
  const learner = await make.user(workspace, { fullName: 'Ana' });
  const course = await make.course(workspace);
  const module = await make.module(workspace, course.id, { status, title: 'Forklifts' });
  const owe = (changes: Parameters<typeof make.enrollment>[3] = {}, userId = learner.id) =>
    make.enrollment(workspace, userId, module.id, { assignedAt: at(-30 * DAY), ...changes });
  return { workspace, learner, module, owe };
}

/** Assigns a module to a user, dated `after` milliseconds after noon. */
async function assign(
  workspace: TestWorkspace,
  moduleId: string,
  userId: string,
  after: number,
  due_on: string | null = null,
) {
  const admin = await server.as('super_admin', workspace);
  const to = { kind: 'user', user_id: userId } as const;
  const { id } = await admin.assignments.create.mutate({ module_id: moduleId, to, due_on });
  await db.pool.query('update assignment_enrollments set added_at = $2 where assignment_id = $1', [id, at(after)]);
}

async function bellOf(workspace: TestWorkspace) {
  const rows = await notificationsOf(db, workspace.id);
  return rows
    .filter(({ channel }) => channel === 'inbox')
    .map(({ kind, reason }) => (reason ? `${kind} ${reason}` : kind));
}

const digestsOf = async (workspace: TestWorkspace) =>
  (await notificationsOf(db, workspace.id)).filter(({ kind }) => kind === 'learning.digest');

// rules/notifications 9
test('training that was assigned is told once, with its last day, and mailed with the day’s others', async () => {
  const { workspace, learner, module } = await training();
  await assign(workspace, module.id, learner.id, -60_000, '2031-05-27');
  await Promise.all([tellAt(0), tellAt(0)]);
  await tellAt(5 * 60_000);
  const rows = await notificationsOf(db, workspace.id);
  expect(rows).toMatchObject([
    { kind: 'learning.assigned', channel: 'inbox', state: 'sent', facts: { module_id: module.id } },
    { kind: 'learning.digest', channel: 'email', state: 'pending', due_at: new Date('2031-05-08T08:00:00.000Z') },
  ]);
  expect(rows[0]!.facts).toMatchObject({ due_at: '2031-05-28T00:00:00.000Z' });
});

// rules/notifications 9
test('what comes nearer and passes its last day is told by the clock, and again where the day is moved', async () => {
  const { workspace, owe } = await training();
  const { id } = await owe({ dueAt: at(7 * DAY - 60_000) });
  await tellAt(0);
  expect(await bellOf(workspace)).toEqual(['learning.due_soon']);
  await tellAt(7 * DAY);
  expect(await bellOf(workspace)).toEqual(['learning.due_soon', 'learning.overdue']);
  await db.pool.query('update enrollments set due_at = $2 where id = $1', [id, at(20 * DAY - 60_000)]);
  await tellAt(13 * DAY);
  expect(await bellOf(workspace)).toEqual(['learning.due_soon', 'learning.overdue', 'learning.due_soon']);
});

// rules/notifications 9
test('a day brings at most one mail, and none where all of it was seen or is done', async () => {
  const { workspace, owe, learner } = await training();
  const course = await make.course(workspace);
  const other = await make.module(workspace, course.id, { status: 'published' });
  const { id } = await owe({ dueAt: at(7 * DAY - 60_000) });
  await tellAt(0);
  await assign(workspace, other.id, learner.id, HOUR - 60_000);
  await tellAt(HOUR);
  expect(await digestsOf(workspace)).toHaveLength(1);
  await db.pool.query(`update enrollments set completed_at = $2, started_at = $2 where id = $1`, [id, at(HOUR)]);
  await db.pool.query(
    `update notifications set seen_at = now() where workspace_id = $1 and kind = 'learning.assigned'`,
    [workspace.id],
  );
  await tellAt(1.5 * HOUR);
  expect(await bellOf(workspace)).toEqual(['learning.due_soon not_true', 'learning.assigned']);
  await makeDue(db, workspace.id);
  expect((await sendAll(db)).filter((mail) => mail.workspace.id === workspace.id)).toEqual([]);
  expect(await digestsOf(workspace)).toMatchObject([{ state: 'suppressed', reason: 'seen' }]);
});

test('who is inactive, does not study, or cannot study it at the moment is told nothing', async () => {
  const { workspace, owe } = await training();
  const leaver = await make.user(workspace, { isActive: false });
  const auditor = await make.user(workspace, { role: 'auditor' });
  for (const { id } of [leaver, auditor]) await owe({ dueAt: at(-30_000) }, id);
  await tellAt(0);
  expect(await bellOf(workspace)).toEqual([]);
  const paused = await training('archived');
  await paused.owe({ dueAt: at(-30_000) });
  await tellAt(0);
  expect(await bellOf(paused.workspace)).toEqual([]);
});

// rules/notifications 9
test('the bell is silent about a module while nobody can study it, and has it again when it is restored', async () => {
  const { workspace, learner, module, owe } = await training();
  await owe({ dueAt: at(-30_000) });
  await tellAt(0);
  const cookie = await server.signIn(learner.email);
  const { notifications } = server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug });
  const admin = await server.as('super_admin', workspace);
  const told = async () => {
    const { items, unseen } = await notifications.inbox.query({});
    expect((await notifications.inbox.query({ unseen: true })).items).toEqual(items);
    expect(await notifications.unseen.query()).toEqual({ unseen });
    return { kinds: items.map(({ kind }) => kind), unseen };
  };
  const overdue = { kinds: ['learning.overdue'], unseen: 1 };
  expect(await told()).toEqual(overdue);
  await admin.reviews.archive.mutate({ module_id: module.id, reason: 'Outdated' });
  expect(await told()).toEqual({ kinds: [], unseen: 0 });
  await tellAt(HOUR / 2);
  await notifications.see.mutate({ ids: [], older_than: at(DAY).toISOString() });
  await admin.reviews.restore.mutate({ module_id: module.id, reason: 'Needed' });
  expect(await told()).toEqual(overdue);
});

test('a grade that counts is told with its score; an override of it once more', async () => {
  const { workspace, learner, module } = await training();
  const { attempt } = await make.attempt(workspace, learner.id, module.id);
  const { answer } = await make.spokenAnswer(workspace, learner.id, attempt.id, 'With the legs');
  const grade = (number: number, score: number, counts: boolean, kind = 'trainer') =>
    db.pool.query(
      `insert into grades (workspace_id, answer_id, number, kind, counts, score, typed, by_name, at)
       values ($1, $2, $3, $7, $4, $5, case when $7 = 'model' then true end, 'Tom', $6)`,
      [workspace.id, answer.id, number, counts, score, at(-60_000), kind],
    );
  await grade(1, 0.2, false);
  // The model's own grade, which the learner sees at once.
  await grade(4, 0.3, true, 'model');
  await grade(2, 0.4, true);
  await tellAt(0);
  await grade(3, 0.9, true);
  await tellAt(60_000);
  const graded = (await notificationsOf(db, workspace.id)).filter(({ kind }) => kind === 'learning.graded');
  expect(graded.map(({ facts, part }) => [part, facts['score']])).toEqual([
    ['2', 0.4],
    ['3', 0.9],
  ]);
});

test('what was completed, waived, moved or hidden since it was told is in no mail when that is about to be sent', async () => {
  const changes = {
    completed: 'update enrollments set started_at = now(), completed_at = now(), progress = 1 where id = $1',
    waived: `update enrollments set waived_at = now(), waived_by_name = 'Tom', waived_reason = 'Knows it' where id = $1`,
    'taken back': 'update enrollments set is_current = false, withdrawn_at = now() where id = $1',
    hidden: `update modules m set status = 'archived' from enrollments e where e.id = $1 and m.id = e.module_id`,
    'still owed': 'select from enrollments where id = $1',
  };
  const becomes: Record<string, string | undefined> = {};
  for (const [name, change] of Object.entries(changes)) {
    const { workspace, learner, module } = await training();
    await assign(workspace, module.id, learner.id, -60_000);
    await tellAt(0);
    const { rows } = await db.pool.query<{ id: string }>('select id from enrollments where user_id = $1', [learner.id]);
    await db.pool.query(change, [rows[0]!.id]);
    const [digest] = await digestsOf(workspace);
    const [verdict] = await checkRelevance(db.pool, workspace.id, [digest!.id], at(DAY));
    becomes[name] = verdict?.do === 'suppress' ? verdict.reason : verdict?.do;
  }
  expect(becomes).toEqual({
    completed: 'not_true',
    waived: 'not_true',
    'taken back': 'not_true',
    hidden: 'not_true',
    'still owed': 'send',
  });
});

test('a certificate that runs out soon is told to whose it is when other systems are told', async () => {
  const { workspace, learner, owe } = await training();
  const expiresAt = new Date(Date.now() + 10 * DAY);
  const done = new Date(Date.now() - 100 * DAY);
  await owe({ startedAt: done, completedAt: done, expiresAt, assignedAt: done });
  await recordExpiringCertificates(db, workspace, new Date(), () => false);
  while (await sequenceAndDispatchEvents(db, workspace.id, EVENT_CONSUMERS));
  expect(await notificationsOf(db, workspace.id)).toMatchObject([
    { kind: 'learning.digest', channel: 'email', recipient: learner.fullName },
    { kind: 'learning.expiring', channel: 'inbox', facts: { expires_at: expiresAt.toISOString() } },
  ]);
});

test('what no look has found for a while is found within the hour, and what is older is no news', async () => {
  const { workspace, learner, module } = await training();
  const course = await make.course(workspace);
  const old = await make.module(workspace, course.id, { status: 'published' });
  await assign(workspace, module.id, learner.id, -DAY);
  await assign(workspace, old.id, learner.id, -4 * DAY);
  await tellAt(0);
  expect(await bellOf(workspace)).toEqual([]);
  await tellAt(HOUR / 2);
  expect(await bellOf(workspace)).toEqual(['learning.assigned']);
});

// rules/notifications 9
test('training that is taken back unseen and given back is told again', async () => {
  const workspace = await make.workspace();
  const [department, elsewhere] = [await make.department(workspace), await make.department(workspace)];
  const learner = await make.user(workspace, { departmentId: department.id });
  const course = await make.course(workspace);
  const module = await make.module(workspace, course.id, { status: 'published', title: 'Forklifts' });
  const admin = await server.as('super_admin', workspace);
  const to = { kind: 'department', department_id: department.id } as const;
  await admin.assignments.create.mutate({ module_id: module.id, to });
  const move = ({ id }: { id: string }) => admin.users.upsert.mutate({ email: learner.email, department_id: id });
  const dated = (after: number) =>
    db.pool.query('update assignment_enrollments set added_at = $2 where workspace_id = $1 and removed_at is null', [
      workspace.id,
      at(after),
    ]);
  await dated(-60_000);
  await tellAt(0);
  await move(elsewhere);
  await dated(0);
  // The first minutes of an hour are those in which what is not true any more is withdrawn.
  await tellAt(HOUR / 2);
  expect(await bellOf(workspace)).toEqual(['learning.assigned not_true']);
  await move(department);
  await dated(DAY);
  await tellAt(DAY + 60_000);
  await tellAt(DAY + 120_000);
  expect(await bellOf(workspace)).toEqual(['learning.assigned']);
  expect(await digestsOf(workspace)).toHaveLength(2);
});
