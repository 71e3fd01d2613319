import type { ChatServiceKind } from '@training/shared/notifications/chat';
import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect } from 'vitest';
import type { TestServer } from '../../../../test/server.ts';
import { chatAddressFor, type ChatStandIn } from '../../../../test/chat/stand-in.ts';
import { newId } from '../../../platform/ids.ts';
import { createNotifications, type NewNotification } from '../create-notifications.ts';

type Row = { state: string; reason: string | null; error: string | null; attempts: number; due: boolean };
let made = 0;

/** Creates a workspace that sends approvals to its chat channel, with helpers for tests. */
export async function chatOf(server: TestServer, standIn: ChatStandIn) {
  const { make, db } = server;
  const workspace = await make.workspace();
  const superAdmin = await make.user(workspace, { role: 'super_admin', fullName: 'Sam Super' });
  const headers = { cookie: await server.signIn(superAdmin.email), [WORKSPACE_HEADER]: workspace.slug };
  const admin = server.client(headers);
  const course = await make.course(workspace, { published: true });
  const module = await make.module(workspace, course.id, { title: 'Forklifts', status: 'published' });
  await db.pool.query(
    `insert into notification_switches (workspace_id, category, channel, enabled, updated_at)
     values ($1, 'approval_decision', 'chat', true, now())`,
    [workspace.id],
  );
  let told = 0;
  let toldAt = 0;

  const approvals = (times: number): NewNotification[] =>
    Array.from({ length: times }, () => ({
      kind: 'module.published',
      recipientId: null,
      because: 'channel',
      by: `Reviewer ${(told += 1)}`,
      subject: { kind: 'module', id: module.id, name: 'Forklifts' },
      part: String(told),
      facts: { module_id: module.id, course_id: course.id },
    }));

  const rowOf = async (): Promise<Row[]> => {
    const { rows } = await db.pool.query<Row>(
      `select state, reason, error, attempts, due_at is not null as due from notifications
       where workspace_id = $1 and channel = 'chat' order by id`,
      [workspace.id],
    );
    return rows;
  };

  return {
    workspace,
    superAdmin,
    admin,
    module,
    /** Creates a webhook token, unique per test. Its first part selects the fake service's scenario. */
    token: (scenario: string) => `${scenario}_${(made += 1)}x${workspace.id.slice(-12)}`,
    connect: (kind: ChatServiceKind, token: string, secret: string | null = null) =>
      admin.chat.connect.mutate({ kind, address: chatAddressFor(kind, token), name: 'reviews', secret }),
    /** The words in the last test message, as shown in the channel. */
    words: (token: string) => wordsIn(standIn.shown(token).at(-1)?.lines ?? []),
    /** Connects a channel and confirms its test message. */
    async connected(kind: ChatServiceKind, token: string, secret: string | null = null) {
      const { id } = await this.connect(kind, token, secret);
      expect(await admin.chat.test.mutate({ id })).toMatchObject({ accepted: true, asks_for_words: true });
      return admin.chat.confirm.mutate({ id, words: this.words(token) });
    },
    /** Notifies the channel `times` times that the module was published, each time by another user. */
    async tell(times = 1) {
      // One by one with increasing times, which define the order of the messages.
      for (const one of approvals(times)) {
        toldAt = Math.max(Date.now(), toldAt + 1);
        await createNotifications(db.pool, workspace.id, new Date(toldAt), [one]);
      }
    },
    /** Same as `tell`, but with equal times and in reverse order; the events' ids define the order of the messages. */
    async tellAtOnce(times: number) {
      const events = approvals(times).map((one) => ({ ...one, eventId: newId() }));
      await createNotifications(db.pool, workspace.id, new Date(), events.toReversed());
    },
    rows: rowOf,
    states: async () => (await rowOf()).map(({ state }) => state),
    /** Titles of the messages shown in the channel, without test messages. */
    shown: (token: string) =>
      standIn
        .shown(token)
        .map(({ lines }) => lines[0] ?? '')
        .filter((title) => !title.startsWith('Test message')),
    /** Pauses the channel for the given milliseconds; 0 ends a pause. */
    async isLeased() {
      const { rows } = await db.pool.query<{ leased: boolean }>(
        'select bool_or(lease_id is not null) as leased from chat_connections where workspace_id = $1',
        [workspace.id],
      );
      return rows[0]?.leased;
    },
    rest: (milliseconds: number) =>
      db.pool.query(`update chat_connections set due_at = now() + make_interval(secs => $2) where workspace_id = $1`, [
        workspace.id,
        milliseconds / 1000,
      ]),
    async actions() {
      const { rows } = await db.pool.query<{ action: string }>(
        `select action from audit_events where workspace_id = $1 and action like 'chat.%' order by at, id`,
        [workspace.id],
      );
      return rows.map(({ action }) => action);
    },
    async bells() {
      const { rows } = await db.pool.query(
        `select recipient_id, subject_name, facts -> 'problem' as problem from notifications
         where workspace_id = $1 and kind = 'chat.failing' and channel = 'inbox' and state = 'sent' order by recipient_id`,
        [workspace.id],
      );
      return rows;
    },
  };
}

/** Matches the refusal of a field. */
export const field = (path: string, message: string | RegExp) => ({
  data: {
    httpStatus: 400,
    errors: [expect.objectContaining({ path, message: expect.stringMatching(message) })],
  },
});

/** Checks that a new channel is sent nothing until a user enters the words of its test message. */
export async function staysOffUntilConfirmed(
  server: TestServer,
  standIn: ChatStandIn,
  kind: ChatServiceKind,
): Promise<void> {
  const chat = await chatOf(server, standIn);
  const token = chat.token('good');
  const { id, state } = await chat.connect(kind, token);
  expect(state).toBe('untested');
  await chat.tell();
  expect(await chat.rows()).toMatchObject([{ state: 'suppressed', reason: 'chat_not_connected' }]);
  expect(standIn.shown(token)).toEqual([]);

  expect(await chat.admin.chat.test.mutate({ id })).toMatchObject({
    accepted: true,
    advice: null,
    asks_for_words: true,
  });
  expect(standIn.shown(token)).toHaveLength(1);
  await chat.tell();
  expect(await chat.states()).toEqual(['suppressed', 'suppressed']);
  await expect(chat.admin.chat.confirm.mutate({ id, words: 'wrong words' })).rejects.toMatchObject(
    field('words', /aren’t the words of the last test message/),
  );
  const [first = '', second = ''] = chat.words(token).split(' ');
  const confirmed = await chat.admin.chat.confirm.mutate({ id, words: ` ${first.toUpperCase()}  ${second} ` });
  expect(confirmed).toMatchObject({ state: 'working', error: null, tested_at: expect.any(String) });

  await chat.tell();
  await expect.poll(() => chat.shown(token)).toEqual(['Reviewer 3 approved and published “Forklifts”']);
  expect(await chat.actions()).toEqual(['chat.connected', 'chat.tested', 'chat.confirmed']);
}

function wordsIn(lines: string[]): string {
  return lines.flatMap((line) => line.split(' enter these words: ')[1] ?? [])[0] ?? '';
}
