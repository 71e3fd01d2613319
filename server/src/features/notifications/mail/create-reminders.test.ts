import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../../../test/make.ts';
import { startMailing } from './mail-fixture.ts';
import { createReminders } from './create-reminders.ts';

const { server, smtp, sendAll } = await startMailing();
const { make, db } = server;
const { pool } = db;

type Seen = { recipient: string | null; kind: string; channel: string; day: string; days: number; because: string };

/** Creates a workspace with all roles, and a submitted module. */
async function waiting(submittedAt: string, zone = 'UTC') {
  const workspace = await make.workspace();
  await pool.query('update workspaces set time_zone = $2 where id = $1', [workspace.id, zone]);
  const department = await make.department(workspace);
  const trainer = await make.user(workspace, { role: 'trainer', departmentId: department.id, fullName: 'Trainer' });
  const people = {
    trainer,
    other: await make.user(workspace, { role: 'trainer', departmentId: department.id, fullName: 'Other trainer' }),
    claimer: await make.user(workspace, { role: 'content_manager', fullName: 'Claimer' }),
    manager: await make.user(workspace, { role: 'content_manager', fullName: 'Manager' }),
    admin: await make.user(workspace, { role: 'super_admin', fullName: 'Admin' }),
    auditor: await make.user(workspace, { role: 'auditor', fullName: 'Auditor' }),
  };
  const { module } = await make.moduleInReview(workspace, { departmentId: department.id, createdBy: trainer.id });
  await pool.query('update modules set submitted_at = $2 where id = $1', [module.id, submittedAt]);
  await pool.query('update review_rounds set submitted_by = $2 where module_id = $1', [module.id, trainer.id]);
  const contributes = (person: { id: string }) =>
    pool.query('insert into module_contributors values ($1, $2, 1, $3) on conflict do nothing', [
      workspace.id,
      module.id,
      person.id,
    ]);
  await contributes(trainer);
  const claim = (at: string) =>
    pool.query(`update modules set claimed_by = $2, claimed_by_name = 'Claimer', claimed_at = $3 where id = $1`, [
      module.id,
      people.claimer.id,
      at,
    ]);
  return { workspace, module, ...people, contributes, claim };
}

async function remindedOf(workspace: TestWorkspace, channel: string): Promise<Seen[]> {
  const { rows } = await pool.query<Seen>(
    `select u.full_name as recipient, n.kind, n.channel, n.part as day, (n.facts ->> 'waiting_days')::integer as days, n.because
     from notifications n left join users u on u.id = n.recipient_id
     where n.workspace_id = $1 and n.channel = $2 order by n.part, u.full_name`,
    [workspace.id, channel],
  );
  return rows;
}

/** Runs the reminders on each of the days, a while after the digest time. */
async function mornings(...days: string[]) {
  for (const day of days) await createReminders(db, undefined, new Date(`${day}T09:00:00Z`));
}

const who = (seen: Seen[]) => seen.map(({ day, recipient, kind }) => [day, recipient, kind]);

// 2031-05-05 is a Monday.

// rules/notifications 26
test('reviewers are reminded from the third working day on, super admins from the fifth, once a day, and weekends do not count', async () => {
  const { workspace } = await waiting('2031-05-08T15:00:00Z');
  await mornings('2031-05-09', '2031-05-10', '2031-05-11', '2031-05-12', '2031-05-13', '2031-05-14', '2031-05-15');
  expect(who(await remindedOf(workspace, 'inbox'))).toEqual([
    ['2031-05-13', 'Claimer', 'review.waits'],
    ['2031-05-13', 'Manager', 'review.waits'],
    ['2031-05-14', 'Claimer', 'review.waits'],
    ['2031-05-14', 'Manager', 'review.waits'],
    ['2031-05-15', 'Admin', 'review.waits_long'],
    ['2031-05-15', 'Claimer', 'review.waits'],
    ['2031-05-15', 'Manager', 'review.waits'],
  ]);
  expect((await remindedOf(workspace, 'email')).map(({ days }) => days)).toEqual([3, 3, 4, 4, 5, 5, 5]);
});

test('a workspace whose time zone the database lacks is not reminded, and holds up no other', async () => {
  const [lost, { workspace }] = [
    await waiting('2034-05-08T15:00:00Z', 'Mars/Olympus'),
    await waiting('2034-05-08T15:00:00Z'),
  ];
  await mornings('2034-05-12');
  expect(await remindedOf(workspace, 'inbox')).not.toEqual([]);
  expect(await remindedOf(lost.workspace, 'inbox')).toEqual([]);
  await pool.query(`update workspaces set time_zone = 'UTC' where id = $1`, [lost.workspace.id]);
});

// rules/notifications 26
test('who has claimed the review is reminded from the second working day of the claim on', async () => {
  const { workspace, claim } = await waiting('2031-05-05T09:00:00Z');
  await claim('2031-05-06T16:00:00Z');
  await mornings('2031-05-07', '2031-05-08');
  expect(await remindedOf(workspace, 'inbox')).toMatchObject([
    { day: '2031-05-08', recipient: 'Claimer', kind: 'review.claimed_waits', because: 'claimed_it', days: 2 },
    { day: '2031-05-08', recipient: 'Manager', kind: 'review.waits', because: 'may_decide', days: 3 },
  ]);
});

test('whoever wrote a part of it is not asked to decide on it', async () => {
  const { workspace, contributes, manager, admin } = await waiting('2031-05-05T09:00:00Z');
  for (const person of [manager, admin]) await contributes(person);
  await mornings('2031-05-12');
  expect(who(await remindedOf(workspace, 'inbox'))).toEqual([['2031-05-12', 'Claimer', 'review.waits']]);
});

// rules/notifications 26
test('of a query its submitter is reminded from the third working day on, and the authors where they are gone', async () => {
  const { workspace, module, trainer, other, contributes } = await waiting('2031-05-01T09:00:00Z');
  await contributes(other);
  await pool.query(`update sections set state = 'queried', state_since = $2 where module_id = $1`, [
    module.id,
    '2031-05-07T23:30:00Z',
  ]);
  await pool.query(`update modules set workflow = 'changes_requested', status = 'changes_requested' where id = $1`, [
    module.id,
  ]);
  await mornings('2031-05-09', '2031-05-12');
  expect(await remindedOf(workspace, 'inbox')).toMatchObject([
    { day: '2031-05-12', recipient: 'Trainer', kind: 'query.waits', because: 'submitted_it', days: 3 },
  ]);
  await pool.query('update users set is_active = false where id = $1', [trainer.id]);
  await mornings('2031-05-13');
  expect((await remindedOf(workspace, 'inbox')).at(-1)).toMatchObject({
    day: '2031-05-13',
    recipient: 'Other trainer',
    because: 'wrote_it',
  });
});

test('the chat channel is told once a day of each module that has waited for three days', async () => {
  const { workspace } = await waiting('2031-05-05T09:00:00Z');
  await mornings('2031-05-07', '2031-05-08', '2031-05-12');
  expect(who(await remindedOf(workspace, 'chat'))).toEqual([
    ['2031-05-08', null, 'review.waits'],
    ['2031-05-12', null, 'review.waits_long'],
  ]);
});

test.each([
  // Submitted at the same moment, which is Friday in Berlin and Saturday in Kiritimati.
  [
    'Europe/Berlin',
    '2031-03-28T20:00:00Z',
    ['2031-04-01T05:55:00Z', '2031-04-02T05:55:00Z'],
    '2031-04-02T06:05:00Z',
    '2031-04-02',
  ],
  ['Pacific/Kiritimati', '2031-03-28T20:00:00Z', ['2031-03-31T20:00:00Z'], '2031-04-01T18:05:00Z', '2031-04-02'],
  // Clocks went back on the Sunday in between.
  [
    'America/New_York',
    '2031-10-30T14:00:00Z',
    ['2031-11-03T14:05:00Z', '2031-11-04T12:55:00Z'],
    '2031-11-04T13:05:00Z',
    '2031-11-04',
  ],
])(
  'in %s the days and the hour of the workspace count, also where its clocks change',
  async (zone, submitted, early, then, day) => {
    const { workspace } = await waiting(submitted, zone);
    for (const moment of early) await createReminders(db, undefined, new Date(moment));
    expect(await remindedOf(workspace, 'inbox')).toEqual([]);
    await createReminders(db, undefined, new Date(then));
    expect(new Set((await remindedOf(workspace, 'inbox')).map((seen) => seen.day))).toEqual(new Set([day]));
  },
);

test('where digests go out just before midnight, the look after it reminds people of the day that has ended', async () => {
  const { workspace } = await waiting('2031-05-08T15:00:00Z', 'Europe/Berlin');
  await pool.query(
    `insert into notification_settings (workspace_id, digest_at, updated_at) values ($1, '23:58', now())`,
    [workspace.id],
  );
  for (let at = Date.parse('2031-05-12T20:00:00Z'); at < Date.parse('2031-05-13T23:00:00Z'); at += 5 * 60_000) {
    await createReminders(db, undefined, new Date(at));
  }
  expect(who(await remindedOf(workspace, 'inbox'))).toEqual([
    ['2031-05-13', 'Claimer', 'review.waits'],
    ['2031-05-13', 'Manager', 'review.waits'],
  ]);
});

test('two instances at once, and a second look on the same day, remind nobody twice', async () => {
  const { workspace } = await waiting('2031-05-05T09:00:00Z');
  const at = new Date('2031-05-08T09:00:00Z');
  await Promise.all([1, 2, 3].map(() => createReminders(db, undefined, at)));
  await createReminders(db, undefined, new Date('2031-05-08T20:00:00Z'));
  await pool.query('delete from reminder_days where workspace_id = $1', [workspace.id]);
  await createReminders(db, undefined, at);
  expect(await remindedOf(workspace, 'inbox')).toHaveLength(2);
  expect(await remindedOf(workspace, 'email')).toHaveLength(2);
});

// rules/notifications 26
test('the bell keeps only the reminders of the day', async () => {
  const { workspace } = await waiting('2031-05-05T09:00:00Z');
  await mornings('2031-05-08', '2031-05-09');
  const { rows } = await pool.query<{ part: string; state: string; reason: string | null }>(
    `select distinct part, state, reason from notifications where workspace_id = $1 and channel = 'inbox' order by part`,
    [workspace.id],
  );
  expect(rows).toEqual([
    { part: '2031-05-08', state: 'suppressed', reason: 'said_otherwise' },
    { part: '2031-05-09', state: 'sent', reason: null },
  ]);
});

test('all that waits for a person is one mail a day, and nothing that was decided meanwhile is in it', async () => {
  const monday = '2031-05-05T09:00:00Z';
  const { workspace, manager, module } = await waiting(monday);
  const others = await Promise.all([1, 2, 3].map(() => make.moduleInReview(workspace)));
  const ids = others.map((other) => other.module.id);
  await pool.query('update modules set submitted_at = $2 where id = any ($1)', [ids, monday]);
  await mornings('2031-05-08');
  await pool.query(`update sections set state = 'approved' where module_id = $1`, [module.id]);
  await sendAll(workspace);
  const [mail, ...more] = smtp.to(manager.email);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('3 modules are waiting for you');
  expect(mail!.text).not.toContain(module.title);
  for (const other of others) {
    expect(mail!.text).toContain(`The review of “${other.module.title}” has waited 3 working days`);
  }
});

// rules/notifications 22
test('a second mail of reminders on one day is not sent', async () => {
  const { workspace, manager } = await waiting('2031-05-05T09:00:00Z');
  await mornings('2031-05-08');
  await sendAll(workspace);
  await mornings('2031-05-09');
  await sendAll(workspace);
  expect(smtp.to(manager.email)).toHaveLength(1);
  const { rows } = await pool.query<{ state: string; reason: string | null }>(
    `select state, reason from notifications where recipient_id = $1 and channel = 'email' order by part`,
    [manager.id],
  );
  expect(rows).toEqual([
    { state: 'sent', reason: null },
    { state: 'suppressed', reason: 'daily_limit' },
  ]);
});
