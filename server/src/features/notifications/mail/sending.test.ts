import { liveTopics } from '@training/shared/live';
import { expect, test } from 'vitest';
import { openPage } from '../../../../test/follow.ts';
import { claimNotificationsOfMail } from './claim-mail.ts';
import { buttonOf, oneClickOf, startMailing } from './mail-fixture.ts';

const mailing = await startMailing();
const { smtp, server, send, sendAll, reviewer, submitted, kept, failureOf, instance } = mailing;
const { pool } = server.db;

// rules/notifications 20
test('a mail says what happened, who did it, why one gets it, and leads by its one button to where it is decided', async () => {
  const { workspace, person } = await reviewer();
  const { module } = await submitted(workspace, person);
  expect(await sendAll(workspace)).toEqual({ sent: 1, away: false });
  const [mail] = smtp.to(person.email);
  expect(mail).toMatchObject({ subject: `Ana Souza submitted “${module.title}” for review` });
  for (const body of [mail!.text, mail!.html]) {
    expect(body).toContain(`Ana Souza submitted “${module.title}” for review`);
    expect(body).toContain('You review, and may decide on this module.');
    expect(body).toContain(workspace.name);
    expect(body).toContain(oneClickOf(mail!).replaceAll('&', '&amp;'));
  }
  expect(buttonOf(mail!).href).toBe(`${server.base}/${workspace.slug}/reviews/${module.id}`);
  expect(mail!.text).toContain(buttonOf(mail!).href);
  expect(await kept(person)).toMatchObject([{ state: 'sent', attempts: 1 }]);
});

// rules/notifications 5
test('nothing is mailed within the minute in which the bell may be looked at, nor what was seen there', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  expect(await send()).toEqual({ sent: 0, away: false });
  await pool.query(`update notifications set seen_at = now() where channel = 'inbox' and recipient_id = $1`, [
    person.id,
  ]);
  await sendAll(workspace);
  expect(smtp.to(person.email)).toEqual([]);
  expect(await kept(person)).toMatchObject([{ state: 'suppressed', reason: 'seen' }]);
});

// rules/notifications 21
test('whoever follows the one-click address out of a mail gets no more of its kind, and others still', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  await sendAll(workspace);
  const [mail] = smtp.to(person.email);
  expect(mail!.header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const posted = await fetch(oneClickOf(mail!), {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  expect(posted.status).toBe(200);
  await submitted(workspace, person);
  await submitted(workspace, person, { kind: 'review.waits', part: '2031-05-05' });
  await sendAll(workspace);
  const states = (await kept(person)).map(({ kind, state, reason }) => [kind, state, reason]);
  expect(states).toEqual([
    ['module.submitted', 'sent', null],
    ['module.submitted', 'suppressed', 'unsubscribed'],
    ['review.waits', 'sent', null],
  ]);
});

test('a category that is switched off between the cause and the sending is not mailed, and neither is who was deactivated', async () => {
  const [first, second] = [await reviewer(), await reviewer()];
  for (const { workspace, person } of [first, second]) await submitted(workspace, person);
  await pool.query(`insert into notification_switches values ($1, 'module_submitted', 'email', false, now())`, [
    first.workspace.id,
  ]);
  await pool.query('update users set is_active = false where id = $1', [second.person.id]);
  for (const { workspace } of [first, second]) await sendAll(workspace);
  expect(await kept(first.person)).toMatchObject([{ state: 'suppressed', reason: 'switched_off' }]);
  expect(await kept(second.person)).toMatchObject([{ state: 'suppressed', reason: 'inactive' }]);
  expect([...smtp.to(first.person.email), ...smtp.to(second.person.email)]).toEqual([]);
});

// rules/notifications 6
test('what is due in quiet hours, also over midnight, goes out when they end', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  // From an hour ago until in two hours, on either side of midnight.
  const { rows } = await pool.query<{ ends: Date }>(
    `insert into notification_settings
     select $1, to_char(now() - interval '1 hour', 'HH24:MI'), to_char(now() + interval '2 hours', 'HH24:MI'), '08:00', now()
     returning date_trunc('minute', now()) + interval '2 hours' as ends`,
    [workspace.id],
  );
  await sendAll(workspace);
  expect(await kept(person)).toMatchObject([{ state: 'pending', attempts: 0, due_at: rows[0]!.ends }]);
  await pool.query('delete from notification_settings where workspace_id = $1', [workspace.id]);
  await sendAll(workspace);
  expect(smtp.to(person.email)).toHaveLength(1);
});

// rules/notifications 22
test('several of a kind are one mail with a list, and one that comes within the minute is waited for', async () => {
  const { workspace, person } = await reviewer();
  const modules = [await submitted(workspace, person), await submitted(workspace, person)];
  const age = `update notifications set due_at = now() - make_interval(secs => $2) where subject_id = $1 and channel = 'email'`;
  await pool.query(age, [modules[0]!.module.id, 5]);
  await pool.query(age, [modules[1]!.module.id, -30]);
  expect(await send()).toEqual({ sent: 0, away: false });
  await pool.query(age, [modules[1]!.module.id, 1]);
  expect(await send()).toEqual({ sent: 1, away: false });
  const [mail, ...more] = smtp.to(person.email);
  expect(more).toEqual([]);
  expect(mail!.subject).toBe('2 modules are waiting for review');
  for (const { module } of modules) {
    expect(mail!.html).toContain(module.title);
    expect(mail!.text).toContain(`${server.base}/${workspace.slug}/reviews/${module.id}`);
  }
  expect(await kept(person)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
});

// rules/notifications 22
test('what is not true any more drops out of a mail, and the rest is told', async () => {
  const { workspace, person } = await reviewer();
  const [gone, left] = [await submitted(workspace, person), await submitted(workspace, person)];
  await pool.query(`update sections set state = 'editable' where module_id = $1`, [gone.module.id]);
  await sendAll(workspace);
  const [mail] = smtp.to(person.email);
  expect(mail!.subject).toContain(left.module.title);
  expect(await kept(person)).toMatchObject([{ state: 'suppressed', reason: 'not_true' }, { state: 'sent' }]);
});

test('a server that cannot take it now is tried again, and the mail keeps its id', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  smtp.treat(person.email, '451 4.7.1 Greylisted');
  await sendAll(workspace);
  const [waits] = await kept(person);
  expect(waits).toMatchObject({ state: 'pending', attempts: 1, error: expect.stringContaining('Greylisted') });
  expect(waits!.due_at!.getTime()).toBeGreaterThan(Date.now() + 50_000);
  expect(await send()).toEqual({ sent: 0, away: false });
  smtp.treat(person.email, undefined);
  await sendAll(workspace);
  expect(smtp.to(person.email).map(({ messageId }) => messageId)).toEqual([`<${waits!.mail_id}@acme.example>`]);
  expect(await kept(person)).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

// rules/notifications 24
test('tries are bounded: then it is given up, and the row says what the server answered', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  smtp.treat(person.email, '451 4.7.1 Never');
  let tries = 0;
  while ((await sendAll(workspace)).sent > 0) tries++;
  expect(tries).toBe(6);
  expect(await kept(person)).toMatchObject([
    { state: 'failed', reason: 'gave_up', error: expect.stringContaining('Never') },
  ]);
  expect(await failureOf(person)).toBeUndefined();
});

// rules/notifications 25
// rules/notifications 2
test('the settings say what the last tries came to, and an address that is refused says nothing about the server', async () => {
  const { workspace, person } = await reviewer();
  const admin = await server.as('super_admin', workspace);
  const mail = async () => (await admin.notifications.matrix.query()).mail;
  await submitted(workspace, person);
  await sendAll(workspace);
  expect(await mail()).toMatchObject({ state: 'working', failed_at: null });
  const { person: refused } = await reviewer({}, workspace);
  await submitted(workspace, refused);
  smtp.treat(refused.email, '550 5.1.1 No such user');
  await sendAll(workspace);
  expect(await kept(refused)).toMatchObject([{ state: 'failed', reason: 'address_refused' }]);
  expect(await mail()).toMatchObject({ state: 'working', failed_at: null });
  const viewer = await server.make.user(workspace, { role: 'super_admin' });
  const page = openPage(
    server.base,
    { cookie: await server.signIn(viewer.email), workspace: workspace.slug },
    {
      topics: [liveTopics.notifications],
      read: async (client) => (await client.notifications.matrix.query()).mail.state,
    },
  );
  await expect.poll(page.connections).toBe(1);
  await submitted(workspace, person);
  smtp.treat(person.email, '451 4.3.0 Try again later');
  await sendAll(workspace);
  expect(await kept(person)).toMatchObject([{ state: 'sent' }, { state: 'pending', attempts: 1 }]);
  expect(await mail()).toMatchObject({ state: 'failing', failed_at: expect.any(String) });
  await expect.poll(() => page.seen.at(-1)).toBe('failing');
  smtp.treat(person.email, undefined);
  await sendAll(workspace);
  expect(await mail()).toMatchObject({ state: 'working' });
  await expect.poll(() => page.seen.at(-1)).toBe('working');
  page.stop();
});

test('an address that is refused for good gets no more mails until it is another one', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  smtp.treat(person.email, '550 5.1.1 No such user');
  await sendAll(workspace);
  expect(await kept(person)).toMatchObject([{ state: 'failed', reason: 'address_refused' }]);
  expect(await failureOf(person)).toEqual({ email: person.email, error: expect.stringContaining('No such user') });
  smtp.treat(person.email, undefined);
  await submitted(workspace, person);
  await sendAll(workspace);
  expect(await kept(person)).toMatchObject([{}, { state: 'suppressed', reason: 'address_refused' }]);
  expect(smtp.to(person.email)).toEqual([]);
  await pool.query(`update users set email = 'another-' || email where id = $1`, [person.id]);
  await submitted(workspace, person);
  await sendAll(workspace);
  expect(smtp.to(`another-${person.email}`)).toHaveLength(1);
  expect(await failureOf(person)).toBeUndefined();
});

// rules/notifications 25
test('who manages people sees whose address is refused and why, tries again, and what was missed is sent', async () => {
  const { workspace, person } = await reviewer();
  const [admin, auditor] = [await server.as('super_admin', workspace), await server.as('auditor', workspace)];
  await submitted(workspace, person);
  smtp.treat(person.email, '550 5.1.1 No such user');
  await sendAll(workspace);
  await submitted(workspace, person);
  await sendAll(workspace);
  const asked = { user_ids: [person.id] };
  const failures = [{ user_id: person.id, error: expect.stringContaining('No such user'), at: expect.any(String) }];
  expect(await auditor.notifications.mailFailures.query(asked)).toEqual(failures);
  const again = { user_id: person.id };
  await expect(auditor.notifications.tryMailAgain.mutate(again)).rejects.toMatchObject({ data: { httpStatus: 403 } });
  smtp.treat(person.email, undefined);
  expect(await admin.notifications.tryMailAgain.mutate(again)).toEqual({ mails: 2 });
  expect(await admin.notifications.tryMailAgain.mutate(again)).toEqual({ mails: 0 });
  expect(await admin.notifications.mailFailures.query(asked)).toEqual([]);
  await sendAll(workspace);
  expect(smtp.to(person.email).map(({ subject }) => subject)).toEqual(['2 modules are waiting for review']);
  const { rows } = await pool.query(`select action, subject_name from audit_events where subject_id = $1`, [person.id]);
  expect(rows).toEqual([{ action: 'notifications.address_tried', subject_name: person.email }]);
});

test('an address that is refused again after it was tried is shown again', async () => {
  const { workspace, person } = await reviewer();
  const admin = await server.as('super_admin', workspace);
  await submitted(workspace, person);
  smtp.treat(person.email, '550 5.1.1 No such user');
  await sendAll(workspace);
  await admin.notifications.tryMailAgain.mutate({ user_id: person.id });
  await sendAll(workspace);
  expect(await admin.notifications.mailFailures.query({ user_ids: [person.id] })).toHaveLength(1);
  expect(await kept(person)).toMatchObject([{ state: 'failed', reason: 'address_refused' }]);
});

// rules/notifications 24
test('a mail that is refused for what it says is not tried again, and says nothing about its recipient', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  smtp.treat(person.email, { data: '554 5.7.1 Looks like spam' });
  await sendAll(workspace);
  expect(await kept(person)).toMatchObject([{ state: 'failed', reason: 'gave_up', attempts: 1 }]);
  expect(await failureOf(person)).toBeUndefined();
});

// rules/notifications 24
test('a silent server costs one mail an attempt, and keeps the others waiting without one', async () => {
  const { workspace, person } = await reviewer();
  const people = [person];
  while (people.length < 8) people.push((await reviewer({}, workspace)).person);
  for (const each of people) await submitted(workspace, each);
  smtp.keepSilent(true);
  const hasty = instance({}, `${smtp.url}?greetingTimeout=300`);
  expect(await sendAll(workspace, hasty)).toMatchObject({ away: true });
  const rows = (await Promise.all(people.map(kept))).flat();
  const tried = rows.filter(({ attempts }) => attempts > 0);
  expect(tried.length).toBeGreaterThan(0);
  expect(tried.length).toBeLessThanOrEqual(3);
  expect(rows.every(({ state }) => state === 'pending')).toBe(true);
  smtp.keepSilent(false);
  await sendAll(workspace);
  expect(people.map(({ email }) => smtp.to(email).length)).toEqual(people.map(() => 1));
});

// rules/notifications 23
test('a server that takes a mail and dies before it says so gets it thrice at most, with one id', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  smtp.treat(person.email, 'drop');
  while ((await sendAll(workspace)).sent > 0);
  const ids = smtp.to(person.email).map(({ messageId }) => messageId);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
  expect(await kept(person)).toMatchObject([{ state: 'failed', reason: 'gave_up' }]);
});

test('what an instance that died had taken is sent by another once its lease has ended, thrice at most', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  await mailing.due(workspace);
  const mail = { workspaceId: workspace.id, recipientId: person.id, category: 'module_submitted' } as const;
  const end = () =>
    pool.query(
      `update notifications set leased_until = now() - interval '1 second' where recipient_id = $1 and state = 'sending'`,
      [person.id],
    );
  expect(await claimNotificationsOfMail(pool, mail, new Date())).toHaveLength(1);
  expect(await claimNotificationsOfMail(pool, mail, new Date())).toEqual([]);
  expect(await send()).toEqual({ sent: 0, away: false });
  for (let deaths = 1; deaths < 3; deaths++) {
    await end();
    expect(await claimNotificationsOfMail(pool, mail, new Date())).toMatchObject([
      { interrupted: true, attempts: deaths + 1 },
    ]);
  }
  await end();
  await send();
  expect(smtp.to(person.email)).toEqual([]);
  expect(await kept(person)).toMatchObject([{ state: 'failed', reason: 'gave_up' }]);
});

// rules/notifications 23
test('what is new does not join a mail that may have arrived already', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  smtp.treat(person.email, 'drop');
  await sendAll(workspace);
  smtp.treat(person.email, undefined);
  await submitted(workspace, person);
  await sendAll(workspace);
  const [lost, again, fresh] = smtp.to(person.email);
  expect(again).toMatchObject({ messageId: lost!.messageId, subject: lost!.subject });
  expect(fresh!.messageId).not.toBe(lost!.messageId);
});

test('with two instances each person gets one mail', { tags: ['deep'] }, async () => {
  const { workspace, person } = await reviewer();
  const people = [person];
  while (people.length < 10) people.push((await reviewer({}, workspace)).person);
  for (const each of people) {
    await submitted(workspace, each);
    await submitted(workspace, each);
  }
  await mailing.due(workspace);
  const second = instance({ db: server.pools.jobs });
  await Promise.all([send(), send(second), send(), send(second)]);
  for (const each of people) {
    expect(smtp.to(each.email)).toHaveLength(1);
    expect(await kept(each)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
  }
});

test('what people have typed is text in a mail, and adds no header to it', async () => {
  const { workspace, person } = await reviewer();
  const typed = '<img src=x onerror=alert(1)>\r\nBcc: evil@example.com';
  const facts = { reason: `${typed}\nSecond line` };
  const { module, course } = await server.make.moduleInReview(workspace);
  await pool.query(`update modules set workflow = 'rejected', status = 'rejected' where id = $1`, [module.id]);
  await submitted(workspace, person, {
    kind: 'module.rejected',
    by: typed,
    because: 'submitted_it',
    subject: { kind: 'module', id: module.id, name: typed },
    facts: { ...facts, module_id: module.id, course_id: course.id },
  });
  await sendAll(workspace);
  const [mail] = smtp.to(person.email);
  expect(mail!.header('bcc')).toBeUndefined();
  expect(mail!.subject).toMatch(/^<img src=x onerror=alert\(1\)> Bcc: evil@example.com rejected “<img/);
  expect(mail!.html).not.toMatch(/<img/);
  expect(mail!.html).toContain('&lt;img src=x onerror=alert(1)&gt;');
  expect(mail!.text).toContain('> Second line');
});
