import { beforeEach, expect, test } from 'vitest';
import { freshDatabase } from '../../../../test/database.ts';
import { makerFor, type TestWorkspace } from '../../../../test/make.ts';
import { makeDue, notificationsOf, sendAll, tell } from '../notifications-fixture.ts';
import { again } from './again.ts';
import { claimDue } from './claim-due.ts';
import { finish } from './finish.ts';

/** Of texts, and of lists of them. */
const inOrder = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);

const db = await freshDatabase();
const make = makerFor(db);

// Senders look for what is due in all workspaces.
beforeEach(() => db.pool.query('delete from notifications'));

let subjects = 0;

/** A message that stays true, to each of the people. */
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
const claiming = { channel: 'email', each: 5, most: 100, lease: 60_000 } as const;

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
  const sent = await Promise.all(Array.from({ length: 4 }, () => sendAll(db, { each: 3 })));
  expect(
    sent
      .flat()
      .map(({ recipient }) => recipient?.id)
      .toSorted(inOrder),
  ).toEqual(people.map(({ id }) => id).toSorted(inOrder));
  expect((await mails(of)).every(({ state }) => state === 'sent')).toBe(true);
});

test('who dies with a lease keeps it until its end, and who comes back late finishes nothing', async () => {
  const of = await make.workspace();
  await told(of, await admin(of));
  const now = new Date();
  const [dead] = await claimDue(db.pool, claiming, now);
  expect(await claimDue(db.pool, claiming, new Date(now.getTime() + 59_000))).toEqual([]);
  const later = new Date(now.getTime() + 61_000);
  const [taken] = await claimDue(db.pool, claiming, later);
  expect(taken).toMatchObject({ id: dead!.id });
  expect(await finish(db.pool, dead!, { state: 'failed', reason: 'gave_up' }, later)).toBe(false);
  expect(await finish(db.pool, taken!, { state: 'sent' }, later)).toBe(true);
  expect(await mails(of)).toMatchObject([{ state: 'sent', attempts: 2 }]);
});

test('a workspace with a great many due keeps no other waiting', async () => {
  const [busy, quiet] = [await make.workspace(), await make.workspace()];
  const people = await Promise.all(Array.from({ length: 30 }, () => admin(busy)));
  await told(busy, ...people);
  await told(quiet, await admin(quiet));
  const claims = await claimDue(db.pool, claiming, new Date());
  const of = (id: string) => claims.filter((claim) => claim.workspace_id === id).length;
  expect([of(busy.id), of(quiet.id)]).toEqual([5, 1]);
});

test('what a sender asks to wait for uses up no attempt, and is sent later', async () => {
  const of = await make.workspace();
  await told(of, await admin(of));
  const at = new Date(Date.now() + 3_600_000);
  await sendAll(db, { send: async () => ({ state: 'pending', at, free: true, error: 'Slow down' }) });
  expect(await mails(of)).toMatchObject([{ state: 'pending', due_at: at, attempts: 0 }]);
  await makeDue(db, of.id);
  expect(await sendAll(db)).toMatchObject([{ attempts: 1 }]);
});

test('a sender that throws is tried again later, and given up in the end', async () => {
  const of = await make.workspace();
  await told(of, await admin(of));
  let attempts = 0;
  const send = async () => {
    attempts++;
    throw new Error('A mistake');
  };
  for (let looks = 0; looks < 10; looks++) {
    await sendAll(db, { send });
    await makeDue(db, of.id);
  }
  expect(attempts).toBe(6);
  expect(await mails(of)).toMatchObject([{ state: 'failed', reason: 'gave_up' }]);
});

test('delays grow, are never shorter than was asked for, and come with some chance', () => {
  const seconds = (attempts: number, asked: number, chance: number) => {
    const outcome = again({ attempts }, { asked }, chance);
    return outcome.state === 'pending' ? Math.round((outcome.at.getTime() - Date.now()) / 1_000) : outcome;
  };
  expect([seconds(1, 0, 0), seconds(1, 0, 1), seconds(2, 0, 0), seconds(1, 900, 0)]).toEqual([60, 72, 300, 900]);
  expect(seconds(6, 0, 0)).toEqual({ state: 'failed', reason: 'gave_up' });
});

test('a server that stops gives back what it has taken and not sent', async () => {
  const of = await make.workspace();
  await told(of, await admin(of), await admin(of));
  const stopping = new AbortController();
  const sent = await sendAll(
    db,
    {
      atOnce: 1,
      send: async () => {
        stopping.abort();
        return { state: 'sent' };
      },
    },
    stopping.signal,
  );
  expect(sent).toHaveLength(1);
  const states = (await mails(of)).map(({ state, attempts }) => [state, attempts]);
  expect(states.toSorted(inOrder)).toEqual([
    ['pending', 0],
    ['sent', 1],
  ]);
});

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
