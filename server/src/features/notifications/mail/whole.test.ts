import { afterAll, expect, test } from 'vitest';
import { startProcess } from '../../../../test/process.ts';
import { startSmtpServer } from '../../../../test/smtp-server.ts';
import { startTestServer } from '../../../../test/server.ts';
import { edit, castOf } from '../../reviews/reviews-fixture.ts';
import { makeDue } from '../notifications-fixture.ts';
import { buttonOf, oneClickOf, startMailing } from './mail-fixture.ts';

const AUTH_SECRET = 'y'.repeat(40);

test('of a submission each reviewer gets one mail from two instances, and of the decision its author', async () => {
  const smtp = await startSmtpServer({ until: afterAll });
  const env = { SMTP_URL: smtp.url, AUTH_SECRET };
  const server = await startTestServer({ jobs: true, env });
  await startTestServer({ jobs: true, env, databaseUrl: server.databaseUrl });
  const { trainer, reviewer, second, admin, learner, workspace, module: makeModule } = await castOf(server);
  const { module } = await makeModule();
  await edit(trainer.client, module.id, 'quiz');
  await trainer.client.reviews.submit.mutate({ module_id: module.id });

  const reviewers = [reviewer, second, admin];
  const bells = () =>
    Promise.all(reviewers.map(async ({ client }) => (await client.notifications.unseen.query()).unseen));
  await expect.poll(bells).toEqual([1, 1, 1]);
  await second.client.notifications.see.mutate({
    ids: (await second.client.notifications.inbox.query({})).items.map(({ id }) => id),
  });
  await makeDue(server.db, workspace.id);
  const told = () => smtp.received.map(({ to }) => to).toSorted();
  await expect.poll(told).toEqual([reviewer.email, admin.email].toSorted());
  const [mail] = smtp.to(reviewer.email);
  expect(mail!.subject).toBe(`${trainer.fullName} submitted “${module.title}” for review`);
  expect(buttonOf(mail!).pathname).toBe(`/${workspace.slug}/reviews/${module.id}`);
  expect((await fetch(oneClickOf(mail!))).status).toBe(200);

  const { round } = await server.make.hashes(module.id);
  await reviewer.client.reviews.reject.mutate({ module_id: module.id, round, reason: 'Not <yet>' });
  const author = async () => (await trainer.client.notifications.unseen.query()).unseen;
  await expect.poll(author).toBe(1);
  await makeDue(server.db, workspace.id);
  await expect.poll(() => smtp.to(trainer.email).length).toBe(1);
  const [rejected] = smtp.to(trainer.email);
  expect(rejected!.subject).toBe(`${reviewer.fullName} rejected “${module.title}”`);
  expect(rejected!.html).toContain('Not &lt;yet&gt;');
  expect(smtp.received).toHaveLength(3);
  expect(smtp.to(learner.email)).toEqual([]);
});

// rules/notifications 23
test(
  'kill -9 after the SMTP server has all of a mail has it sent once more, under the same id',
  { tags: ['deep'] },
  async () => {
    const { smtp, server, reviewer, submitted, due, send, kept } = await startMailing();
    const { workspace, person } = await reviewer();
    await submitted(workspace, person);
    await due(workspace);
    smtp.treat(person.email, 'hang');
    const MAIL_FROM = 'Training <training@acme.example>';
    const dying = startProcess({ DATABASE_URL: server.databaseUrl, SMTP_URL: smtp.url, MAIL_FROM, AUTH_SECRET });
    await expect.poll(() => smtp.to(person.email).length, { timeout: 60_000 }).toBe(1);
    dying.child.kill('SIGKILL');
    expect(await dying.ended).toBe('SIGKILL');
    expect(await kept(person)).toMatchObject([{ state: 'sending', attempts: 1 }]);
    smtp.treat(person.email, undefined);
    expect(await send()).toEqual({ sent: 0, away: false });
    const endLease = `update notifications set leased_until = now() - interval '1 second' where recipient_id = $1 and state = 'sending'`;
    await server.db.pool.query(endLease, [person.id]);
    expect(await send()).toEqual({ sent: 1, away: false });
    const ids = smtp.to(person.email).map(({ messageId }) => messageId);
    expect(ids).toHaveLength(2);
    expect(new Set(ids).size).toBe(1);
    expect(await kept(person)).toMatchObject([{ state: 'sent', attempts: 2 }]);
  },
);

test(
  'while the SMTP server says nothing, bells and jobs go on, and what waited is sent when it speaks again',
  { tags: ['deep'] },
  async () => {
    const smtp = await startSmtpServer({ until: afterAll });
    const env = { SMTP_URL: `${smtp.url}?greetingTimeout=1000`, AUTH_SECRET };
    const server = await startTestServer({ jobs: true, env });
    const { trainer, reviewer, workspace, module: makeModule } = await castOf(server);
    smtp.keepSilent(true);
    for (const submitted of [1, 2, 3]) {
      const { module } = await makeModule();
      await trainer.client.reviews.submit.mutate({ module_id: module.id });
      const bell = async () => (await reviewer.client.notifications.unseen.query()).unseen;
      await expect.poll(bell).toBe(submitted);
      await makeDue(server.db, workspace.id);
    }
    expect(smtp.received).toEqual([]);
    smtp.keepSilent(false);
    const arrived = async () => {
      await makeDue(server.db, workspace.id);
      return smtp.to(reviewer.email).length;
    };
    await expect.poll(arrived, { timeout: 60_000 }).toBeGreaterThan(0);
  },
);

test(
  'a server that stops lets go of a mail that hangs, and keeps that it may have arrived',
  { tags: ['deep'] },
  async () => {
    const { smtp, server, reviewer, submitted, due, kept } = await startMailing();
    const { workspace, person } = await reviewer();
    await submitted(workspace, person);
    await due(workspace);
    smtp.treat(person.email, 'hang');
    const env = { SMTP_URL: smtp.url, AUTH_SECRET };
    const stopping = await startTestServer({ jobs: true, env, databaseUrl: server.databaseUrl, keepOpen: true });
    await expect.poll(() => smtp.to(person.email).length).toBe(1);
    await stopping.close();
    expect(await kept(person)).toMatchObject([{ state: 'pending', attempts: 1, error: 'Message sending aborted' }]);
  },
);
