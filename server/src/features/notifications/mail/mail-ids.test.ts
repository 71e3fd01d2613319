import { expect, test } from 'vitest';
import { startMailing } from './mail-fixture.ts';

const { smtp, server, sendAll, reviewer, submitted, kept } = await startMailing();
const { pool } = server.db;

const idsOf = (person: { email: string }) => smtp.to(person.email).map(({ messageId }) => messageId);
const isOver = (module: { id: string }) =>
  pool.query(`update sections set state = 'editable' where module_id = $1`, [module.id]);

test('a mail that is sent again has the same Message-ID though its first cause was no longer true the first time', async () => {
  const { workspace, person } = await reviewer();
  const [first] = [await submitted(workspace, person), await submitted(workspace, person)];
  await isOver(first.module);
  smtp.treat(person.email, 'drop');
  await sendAll(workspace);
  expect(await kept(person)).toMatchObject([{ state: 'suppressed' }, { state: 'pending', attempts: 1 }]);
  smtp.treat(person.email, undefined);
  await sendAll(workspace);
  const ids = idsOf(person);
  expect(ids).toHaveLength(2);
  expect(new Set(ids).size).toBe(1);
});

// rules/notifications 23
test('a mail that is sent again has the same Message-ID though its first cause is no longer true by then', async () => {
  const { workspace, person } = await reviewer();
  const [first] = [await submitted(workspace, person), await submitted(workspace, person)];
  smtp.treat(person.email, 'drop');
  await sendAll(workspace);
  await isOver(first.module);
  await sendAll(workspace);
  smtp.treat(person.email, undefined);
  await sendAll(workspace);
  const ids = idsOf(person);
  expect(ids).toHaveLength(3);
  expect(new Set(ids).size).toBe(1);
});

test('two mails that may both have arrived are sent again as two, each by its own Message-ID', async () => {
  const { workspace, person } = await reviewer();
  const later = () =>
    pool.query(`update notifications set due_at = now() + interval '1 hour' where recipient_id = $1 and attempts > 0`, [
      person.id,
    ]);
  smtp.treat(person.email, 'drop');
  await submitted(workspace, person);
  await sendAll(workspace);
  const waits = `update notifications set state = 'sending' where recipient_id = $1 and state = 'pending' and attempts > 0`;
  await later();
  // Claimed by another instance that is about to die, while the new one is sent.
  await pool.query(waits, [person.id]);
  await submitted(workspace, person);
  await sendAll(workspace);
  await pool.query(
    `update notifications set state = 'pending', due_at = now() - interval '1 second' where recipient_id = $1 and due_at is not null`,
    [person.id],
  );
  smtp.treat(person.email, undefined);
  await sendAll(workspace);
  const [one, other, ...again] = idsOf(person);
  expect(one).not.toBe(other);
  expect(again).toHaveLength(2);
  expect(again).toEqual(expect.arrayContaining([one, other]));
  expect(await kept(person)).toMatchObject([{ state: 'sent' }, { state: 'sent' }]);
});

test('what was put off before anything was sent begins another mail', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  const quiet = `insert into notification_settings select $1, to_char(now() - interval '1 hour', 'HH24:MI'), to_char(now() + interval '2 hours', 'HH24:MI'), '08:00', now()`;
  await pool.query(quiet, [workspace.id]);
  await sendAll(workspace);
  await pool.query('delete from notification_settings where workspace_id = $1', [workspace.id]);
  await submitted(workspace, person);
  await sendAll(workspace);
  expect(smtp.to(person.email).map(({ subject }) => subject)).toEqual(['2 modules are waiting for review']);
});
