import type { NotificationKind } from '@training/shared/notifications/notifications';
import { expect, test } from 'vitest';
import type { TestWorkspace } from '../../../../test/make.ts';
import { tell } from '../notifications-fixture.ts';
import { buttonOf, startMailing } from './mail-fixture.ts';

const mailing = await startMailing();
const { smtp, server, send, sendAll, reviewer, kept, instance } = mailing;
const { make } = server;
const { pool } = server.db;

/** Creates suggestions through the API and notifies the user. */
async function suggested(workspace: TestWorkspace, person: { id: string }, ...titles: string[]) {
  const { call } = await server.api(['intake:create'], workspace);
  const since = new Date(Date.now() - 1_000).toISOString();
  const ids: string[] = [];
  for (const title of titles) {
    const article = { title, content: `Text of ${title}`, source_name: 'Wiki' };
    ids.push(String((await call('POST', '/api/v1/intake', article)).json.id));
    await tell(make.contextOf(workspace), {
      kind: 'suggestions.new',
      because: 'may_act',
      subject: { kind: 'suggestions', id: null, name: 'Suggestions' },
      recipientId: person.id,
      facts: { count: 1, since },
    });
  }
  return ids;
}

/** Backdates the user's sent mails by a day. */
const yesterday = (person: { id: string }) =>
  pool.query(`update notifications set finished_at = finished_at - interval '1 day' where recipient_id = $1`, [
    person.id,
  ]);

test('suggestions are one mail a day that lists them, each with its link, however many instances look', async () => {
  const { workspace, person } = await reviewer();
  const ids = await suggested(workspace, person, 'Lifting', 'Lashing <b>', 'Loading');
  await mailing.due(workspace);
  await Promise.all([send(), send(instance({ db: server.pools.jobs })), send()]);
  const [mail, ...more] = smtp.to(person.email);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('3 new suggestions wait for you');
  for (const id of ids) expect(mail!.text).toContain(`${server.base}/${workspace.slug}/recommended/${id}`);
  expect(mail!.html).toContain('Lashing &lt;b&gt;');
  expect(buttonOf(mail!).pathname).toBe(`/${workspace.slug}/recommended`);
});

test('what was accepted or dismissed since is not listed, and a digest with nothing left is not sent', async () => {
  const [some, none] = [await reviewer(), await reviewer()];
  const gone = `update suggestions set status = 'dismissed', dismissed_at = now(), dismissed_by_name = 'Bo', dismiss_reason = 'Old' where title = $1 and workspace_id = $2`;
  for (const { workspace, person } of [some, none]) {
    await suggested(workspace, person, 'Lifting', 'Lashing');
    await pool.query(gone, ['Lifting', workspace.id]);
  }
  await pool.query(gone, ['Lashing', none.workspace.id]);
  for (const { workspace } of [some, none]) await sendAll(workspace);
  expect(smtp.to(some.person.email).map(({ subject }) => subject)).toEqual([
    'A new suggestion is waiting for you: “Lashing”',
  ]);
  expect(smtp.to(none.person.email)).toEqual([]);
  expect(await kept(none.person)).toMatchObject([{ state: 'suppressed', reason: 'not_true' }]);
});

// rules/notifications 22
test('a second digest of a day waits for the next one', async () => {
  const { workspace, person } = await reviewer();
  await suggested(workspace, person, 'Lifting');
  await sendAll(workspace);
  await pool.query(`update notifications set part = 'earlier' where recipient_id = $1`, [person.id]);
  await suggested(workspace, person, 'Loading');
  await sendAll(workspace);
  expect(smtp.to(person.email)).toHaveLength(1);
  const [, waits] = await kept(person);
  expect(waits).toMatchObject({ state: 'pending', attempts: 0 });
  const { rows } = await pool.query(`select next_local_time(now(), 'UTC', '08:00') as next`);
  expect(waits!.due_at).toEqual(rows[0].next);
  await yesterday(person);
  await sendAll(workspace);
  expect(smtp.to(person.email)).toHaveLength(2);
});

/** Creates inbox notifications for a learner, and the daily mail. */
async function learns(workspace: TestWorkspace, person: { id: string }, ...kinds: NotificationKind[]) {
  const { module, course } = await make.moduleInReview(workspace);
  const because = 'studies_it' as const;
  const named = { recipientId: person.id, because, facts: { module_id: module.id, score: 0.8 } };
  const name = 'Forklift basics';
  for (const kind of kinds) {
    // A module of its own with an open enrollment.
    const owed = await make.module(workspace, course.id, { status: 'published' });
    const { id } = await make.enrollment(workspace, person.id, owed.id);
    const subject = { kind: 'enrollment' as const, id, name };
    await tell(make.contextOf(workspace), { ...named, kind, subject });
  }
  const subject = { kind: 'training' as const, id: null, name: 'Training' };
  // Gives earlier digests another key, as if they were from another day.
  await pool.query(`update notifications set part = id where recipient_id = $1 and kind = 'learning.digest'`, [
    person.id,
  ]);
  await tell(make.contextOf(workspace), { ...named, kind: 'learning.digest', subject });
  return module;
}

test('a learner gets at most one mail a day, with all that waits unseen in the bell', async () => {
  const { workspace, person } = await reviewer({ role: 'learner' });
  const module = await learns(workspace, person, 'learning.assigned', 'learning.graded');
  await learns(workspace, person, 'learning.overdue');
  await sendAll(workspace);
  await learns(workspace, person, 'learning.expiring');
  await sendAll(workspace);
  const [mail, ...more] = smtp.to(person.email);
  expect(more).toEqual([]);
  for (const said of ['was assigned to you', 'was graded', 'You scored 80 %', 'is overdue']) {
    expect(mail!.text).toContain(said);
  }
  expect(mail!.text).toContain(`${server.base}/${workspace.slug}/training/${module.id}`);
  expect(mail!.header('list-unsubscribe')).toBeDefined();
  await yesterday(person);
  await pool.query(
    `update notifications set seen_at = now() where recipient_id = $1 and kind <> 'learning.expiring' and channel = 'inbox'`,
    [person.id],
  );
  await sendAll(workspace);
  const next = smtp.to(person.email)[1];
  expect(next!.subject).toBe('Your certificate of “Forklift basics” expires soon');
  expect(next!.text).not.toContain('is overdue');
});

test('a learner who has looked at everything in the bell gets no mail', async () => {
  const { workspace, person } = await reviewer({ role: 'learner' });
  await learns(workspace, person, 'learning.assigned');
  await pool.query(`update notifications set seen_at = now() where recipient_id = $1 and channel = 'inbox'`, [
    person.id,
  ]);
  await sendAll(workspace);
  expect(smtp.to(person.email)).toEqual([]);
  expect(await kept(person)).toMatchObject([{ state: 'suppressed', reason: 'seen' }]);
});
