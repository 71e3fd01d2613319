import { expect, test } from 'vitest';
import { startMailing } from './mail-fixture.ts';

const { smtp, server, sendAll, reviewer, submitted } = await startMailing();
const { pool } = server.db;

const threadsOf = (person: { email: string }) => smtp.to(person.email).map((mail) => mail.header('references'));

// rules/notifications 20
test('mails of one module thread, of whichever round, and those of others and of other workspaces do not', async () => {
  const { workspace, person } = await reviewer();
  const { module } = await submitted(workspace, person);
  await sendAll(workspace);
  await pool.query('update modules set round = 2 where id = $1', [module.id]);
  const subject = { kind: 'module' as const, id: module.id, name: module.title };
  await submitted(workspace, person, { subject, round: 2, by: 'Bo' });
  await sendAll(workspace);
  await submitted(workspace, person);
  await sendAll(workspace);
  const [first, second, other] = threadsOf(person);
  expect(first).toMatch(/^<[\w.-]+@acme\.example>$/);
  expect(second).toBe(first);
  expect(other).toMatch(/^</);
  expect(other).not.toBe(first);
  for (const mail of smtp.to(person.email)) {
    expect(mail.header('in-reply-to')).toBe(mail.header('references'));
    expect(mail.messageId).not.toBe(mail.header('references'));
  }
});

test('a mail that tells of several modules belongs to no thread', async () => {
  const { workspace, person } = await reviewer();
  await submitted(workspace, person);
  await submitted(workspace, person);
  await sendAll(workspace);
  expect(threadsOf(person)).toEqual([undefined]);
});
