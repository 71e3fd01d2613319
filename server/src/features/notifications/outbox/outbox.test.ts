import { beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../../test/database.ts';
import { makerFor, type TestWorkspace } from '../../../../test/make.ts';
import { makeDue, notificationsOf, sendAll, tell } from '../notifications-fixture.ts';
import { outcomeOfFailedAttempt, completeNotification } from './complete-notification.ts';
import { claimNotificationsOfMail, listDueMails } from '../mail/claim-mail.ts';

/** Compares strings, or lists of them. */
const inOrder = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);

const db = await freshDatabase();
const make = makerFor(db);

// Senders claim due notifications in all workspaces.
beforeEach(() => db.pool.query('delete from notifications'));

let subjects = 0;

/** Creates a notification that stays true for each user. */
async function told(of: TestWorkspace, ...people: { id: string }[]) {
  const part = String(++subjects);
  const subject = { kind: 'webhook_endpoint' as const, id: null, name: `Endpoint ${part}` };
  const one = { kind: 'webhook.switched_off' as const, because: 'super_admin' as const, subject, part };
  await tell(make.contextOf(of), ...people.map(({ id }) => ({ ...one, recipientId: id })));
  await makeDue(db, of.id);
  return part;
}

const admin = (of: TestWorkspace, fullName?: string) =>
  make.user(of, { role: 'super_admin', ...(fullName && { fullName }) });
const mails = async (of: TestWorkspace) =>
  (await notificationsOf(db, of.id)).filter(({ channel }) => channel === 'email');

// rules/notifications 3
test('what somebody is told is a row in the bell at once, and a mail after a minute', async () => {
  const of = await make.workspace();
  const { id } = await admin(of);
  const subject = { kind: 'webhook_endpoint', id: null, name: 'hooks.example.com' } as const;
  const ctx = make.contextOf(of);
  const one = { kind: 'webhook.switched_off', because: 'super_admin', subject, recipientId: id } as const;
  await tell(ctx, one);
  await tell(ctx, one);
  expect(await notificationsOf(db, of.id)).toMatchObject([
    { channel: 'email', state: 'pending', due_at: new Date(ctx.now.getTime() + 60_000) },
    { channel: 'inbox', state: 'sent', due_at: null },
  ]);
});

test('a cause that is rolled back tells nobody', async () => {
  const of = await make.workspace();
  const { id } = await admin(of);
  const subject = { kind: 'webhook_endpoint', id: null, name: 'x' } as const;
  const good = { kind: 'webhook.switched_off', because: 'super_admin', subject, recipientId: id } as const;
  const nobody = { ...good, recipientId: of.id };
  await expect(tell(make.contextOf(of), good, nobody)).rejects.toThrow(/foreign key/);
  expect(await notificationsOf(db, of.id)).toEqual([]);
});

test('each notification is sent once, however many instances look', async () => {
  const of = await make.workspace();
  const people = await Promise.all(Array.from({ length: 12 }, () => admin(of)));
  await told(of, ...people);
  const sent = await Promise.all(Array.from({ length: 4 }, () => sendAll(db)));
  expect(
    sent
      .flat()
      .map(({ recipient }) => recipient?.id)
      .toSorted(inOrder),
  ).toEqual(people.map(({ id }) => id).toSorted(inOrder));
  expect((await mails(of)).every(({ state }) => state === 'sent')).toBe(true);
});

// rules/notifications 7
test('who dies with a lease keeps it until its end, and who comes back late finishes nothing', async () => {
  const of = await make.workspace();
  const { id: recipientId } = await admin(of);
  await told(of, { id: recipientId });
  const now = new Date();
  const mail = { workspaceId: of.id, recipientId, category: 'webhooks' } as const;
  const claim = () => claimNotificationsOfMail(db.pool, mail, now);
  const [dead] = await claim();
  const passing = (interval: string) =>
    db.pool.query(`update notifications set leased_until = leased_until - $2::interval where id = $1`, [
      dead!.id,
      interval,
    ]);
  await passing('170 s');
  expect(await claim()).toEqual([]);
  await passing('10 s');
  const [taken] = await claim();
  expect(taken).toMatchObject({ id: dead!.id });
  expect(await completeNotification(db.pool, dead!, { state: 'failed', reason: 'gave_up' }, now)).toBe(false);
  expect(await completeNotification(db.pool, taken!, { state: 'sent' }, now)).toBe(true);
  expect(await mails(of)).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

// rules/notifications 7
test('a workspace with a great many due keeps no other waiting', async () => {
  const [busy, quiet] = [await make.workspace(), await make.workspace()];
  const people = await Promise.all(Array.from({ length: 30 }, () => admin(busy)));
  await told(busy, ...people);
  await told(quiet, await admin(quiet));
  const due = await listDueMails(db.pool, { each: 5, most: 100 }, new Date());
  const of = (id: string) => due.filter(({ workspaceId }) => workspaceId === id).length;
  expect([of(busy.id), of(quiet.id)]).toEqual([5, 1]);
});

test('what the other side asks to wait for uses up no attempt, and is sent later', async () => {
  const of = await make.workspace();
  const { id: recipientId } = await admin(of);
  await told(of, { id: recipientId });
  const now = new Date();
  const at = new Date(now.getTime() + 3_600_000);
  const [claim] = await claimNotificationsOfMail(
    db.pool,
    { workspaceId: of.id, recipientId, category: 'webhooks' },
    now,
  );
  await completeNotification(db.pool, claim!, { state: 'pending', at, free: true, error: 'Slow down' }, now);
  expect(await mails(of)).toMatchObject([{ state: 'pending', due_at: at, attempts: 0 }]);
  await makeDue(db, of.id);
  expect(await sendAll(db)).toMatchObject([{ attempts: 1 }]);
});

test('delays grow, come with some chance, and end', () => {
  const seconds = (attempts: number, chance: number) => {
    const outcome = outcomeOfFailedAttempt({ attempts }, {}, chance);
    return outcome.state === 'pending' ? Math.round((outcome.at.getTime() - Date.now()) / 1_000) : outcome;
  };
  expect([seconds(1, 0), seconds(1, 1), seconds(2, 0)]).toEqual([60, 72, 300]);
  expect(seconds(6, 0)).toEqual({ state: 'failed', reason: 'gave_up' });
});

// rules/notifications 7
test('who is deactivated, has unsubscribed or has seen it meanwhile is not sent it', async () => {
  const of = await make.workspace();
  const [leaver, tired, reader, demoted] = await Promise.all(['a', 'b', 'c', 'd'].map((name) => admin(of, name)));
  await told(of, leaver!, tired!, reader!, demoted!);
  const of_ = [of.id];
  await db.pool.query(`update users set is_active = false where workspace_id = $1 and full_name = 'a'`, of_);
  await db.pool.query(`insert into notification_unsubscribes values ($1, $2, 'webhooks', now())`, [of.id, tired!.id]);
  await db.pool.query(
    `update notifications set seen_at = now() where workspace_id = $1 and channel = 'inbox' and recipient_id = $2`,
    [of.id, reader!.id],
  );
  await db.pool.query(`update users set role = 'auditor' where workspace_id = $1 and full_name = 'd'`, of_);
  expect(await sendAll(db)).toEqual([]);
  expect((await mails(of)).map(({ recipient, reason }) => [recipient, reason])).toEqual([
    ['a', 'inactive'],
    ['b', 'unsubscribed'],
    ['c', 'seen'],
    ['d', 'no_access'],
  ]);
});

// rules/notifications 6
test('quiet hours that begin before it is sent are waited for, in the workspace’s time zone', async () => {
  const of = await make.workspace();
  await told(of, await admin(of));
  const clock = `to_char(now() at time zone 'Asia/Tokyo' + make_interval(mins => $2), 'HH24:MI')`;
  await db.pool.query(`update workspaces set time_zone = 'Asia/Tokyo' where id = $1`, [of.id]);
  await db.pool.query(
    `insert into notification_settings select $1, ${clock}, to_char(now() at time zone 'Asia/Tokyo' + interval '2 hours', 'HH24:MI'), '08:00', now()`,
    [of.id, -60],
  );
  expect(await sendAll(db)).toEqual([]);
  const [mail] = await mails(of);
  expect(mail).toMatchObject({ state: 'pending', attempts: 0 });
  const minutes = (mail!.due_at!.getTime() - Date.now()) / 60_000;
  expect(minutes).toBeGreaterThan(117);
  expect(minutes).toBeLessThanOrEqual(120);
});
