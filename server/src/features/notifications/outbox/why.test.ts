import { expect, test } from 'vitest';
import { deleteExpiredData } from '../../../app/delete-expired-data.ts';
import { startTestServer } from '../../../../test/server.ts';
import { inTransaction } from '../../../core/transaction.ts';
import { EVENT_CONSUMERS } from '../../../app/jobs.ts';
import { sequenceAndDispatchEvents } from '../../events/assign-event-sequences.ts';
import { markKeyFailingInTransaction } from '../../provider-keys/key-health.ts';
import { switchOffEndpoint } from '../../webhooks/switch-off.ts';
import { castOf, type Cast } from '../../reviews/reviews-fixture.ts';
import { makeDue, notificationsOf, sendAll } from '../notifications-fixture.ts';

/** Compares strings, or lists of them. */
const inOrder = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);

const server = await startTestServer();
const { make, db } = server;
const cast = await castOf(server);
const { admin, workspace } = cast;

async function dispatch({ workspace: { id } }: Pick<Cast, 'workspace'>): Promise<void> {
  while (await sequenceAndDispatchEvents(db, id, EVENT_CONSUMERS));
}

async function eventOf(subjectId: string, action: string): Promise<string> {
  const { rows } = await db.pool.query<{ id: string }>(
    'select id from audit_events where subject_id = $1 and action = $2',
    [subjectId, action],
  );
  return rows[0]!.id;
}

async function suggest(departmentId: string | null, content: string): Promise<string> {
  const { call } = await server.api(['intake:create'], workspace);
  const body = { content, source_name: 'Wiki', ...(departmentId && { department_id: departmentId }) };
  return (await call('POST', '/api/v1/intake', body)).json.id;
}

// rules/notifications 8
test('of an event, super admins see whom it was told, whom it was not, and why', async () => {
  const { module } = await cast.module();
  await cast.trainer.client.reviews.submit.mutate({ module_id: module.id });
  const event_id = await eventOf(module.id, 'module.submitted');
  const before = await admin.client.notifications.trace.query({ event_id });
  expect([before.event?.outcome, before.notifications]).toEqual(['not_yet', []]);
  await dispatch(cast);
  const { event, notifications, next } = await admin.client.notifications.trace.query({ event_id });
  expect(event).toMatchObject({ outcome: 'told', action: 'module.submitted', by: { name: cast.trainer.fullName } });
  expect(next).toBeNull();
  const seen = notifications.map(({ recipient, channel, state, reason }) => [
    recipient?.name,
    channel,
    reason ?? state,
  ]);
  expect(seen).toHaveLength(7);
  expect(seen).toContainEqual([undefined, 'chat', 'chat_not_connected']);
  expect(seen).toContainEqual([cast.reviewer.fullName, 'email', 'pending']);
});

// rules/notifications 8
test('an event that nobody is told of says so, and so does one that nobody could be told of', async () => {
  const { id } = await admin.client.departments.create.mutate({ name: 'Untold' });
  const untold = await eventOf(id, 'department.created');
  expect(await admin.client.notifications.trace.query({ event_id: untold })).toMatchObject({
    event: { outcome: 'not_notified' },
    notifications: [],
  });
  const { module } = await cast.module();
  await cast.trainer.client.reviews.submit.mutate({ module_id: module.id });
  await cast.trainer.client.reviews.withdraw.mutate({ module_id: module.id });
  await dispatch(cast);
  const withdrawn = await eventOf(module.id, 'module.withdrawn');
  expect(await admin.client.notifications.trace.query({ event_id: withdrawn })).toMatchObject({
    event: { outcome: 'nobody' },
  });
  const missing = await admin.client.notifications.trace.query({ event_id: workspace.id });
  expect(missing).toEqual({ event: null, notifications: [], next: null });
});

// rules/notifications 4
test('new suggestions are one growing message a day for whoever may act on them, and each is found in it', async () => {
  const [ours, theirs, everybodys] = [
    await suggest(cast.department.id, 'How to lift'),
    await suggest(cast.outsider.departmentId!, 'How to stack'),
    await suggest(null, 'How to leave'),
  ];
  await dispatch(cast);
  const mine = async () => {
    const { items } = await cast.trainer.client.notifications.inbox.query({});
    return items.filter(({ kind }) => kind === 'suggestions.new');
  };
  const [first] = await mine();
  expect(first).toMatchObject({ facts: { count: 2 }, seen: false });
  await cast.trainer.client.notifications.see.mutate({ ids: [first!.id] });
  const mail = async () =>
    (await notificationsOf(db, workspace.id)).find(
      ({ kind, channel, recipient }) =>
        kind === 'suggestions.new' && channel === 'email' && recipient === cast.trainer.fullName,
    );
  expect(await mail()).toMatchObject({ state: 'suppressed', reason: 'seen' });
  const another = await suggest(cast.department.id, 'How to carry');
  await dispatch(cast);
  expect(await mine()).toMatchObject([{ id: first!.id, facts: { count: 3 }, seen: false }]);
  expect(await mail()).toMatchObject({ state: 'pending', reason: null, facts: { count: 3 } });
  const namesOf = async (id: string) => {
    const event_id = await eventOf(id, 'suggestion.created');
    const { notifications } = await admin.client.notifications.trace.query({ event_id, channel: 'inbox' });
    return notifications.map(({ recipient }) => recipient?.name).toSorted(inOrder);
  };
  const { reviewer, second, trainer, outsider } = cast;
  const reviewers = [reviewer, second, admin].map(({ fullName }) => fullName);
  expect(await namesOf(ours)).toEqual([...reviewers, trainer.fullName].toSorted(inOrder));
  expect(await namesOf(another)).toEqual([...reviewers, trainer.fullName].toSorted(inOrder));
  expect(await namesOf(theirs)).toEqual([...reviewers, outsider.fullName].toSorted(inOrder));
  expect(await namesOf(everybodys)).toEqual([...reviewers, trainer.fullName, outsider.fullName].toSorted(inOrder));
});

// rules/notifications 8
test('every notification of a person is found, by its channel, its state and its category, page by page', async () => {
  const everything = { recipient_id: cast.reviewer.id } as const;
  const all = await admin.client.notifications.trace.query({ ...everything, limit: 200 });
  expect(all.notifications.length).toBeGreaterThan(4);
  expect(new Set(all.notifications.map(({ recipient }) => recipient?.id))).toEqual(new Set([cast.reviewer.id]));
  const paged: string[] = [];
  let page = await admin.client.notifications.trace.query({ ...everything, limit: 2 });
  paged.push(...page.notifications.map(({ id }) => id));
  while (page.next) {
    page = await admin.client.notifications.trace.query({ ...everything, limit: 2, after: page.next });
    paged.push(...page.notifications.map(({ id }) => id));
  }
  expect(paged).toEqual(all.notifications.map(({ id }) => id));
  const narrowed = { ...everything, channel: 'email', state: 'pending', category: 'module_submitted' } as const;
  const { notifications } = await admin.client.notifications.trace.query(narrowed);
  expect(notifications.length).toBeGreaterThan(0);
  expect(notifications.every((each) => each.channel === 'email' && each.state === 'pending')).toBe(true);
});

test('a failing provider key rings the bells of super admins', async () => {
  const key = await make.providerKey(workspace);
  const ctx = make.contextOf(workspace);
  await db.pool.query('insert into provider_key_health (workspace_id, provider_key_id) values ($1, $2)', [
    workspace.id,
    key.id,
  ]);
  await inTransaction(ctx, (em) => markKeyFailingInTransaction(em, ctx, { id: key.id, version: 1 }, 'invalid_key'));
  await dispatch(cast);
  const { items } = await admin.client.notifications.inbox.query({});
  expect(items[0]).toMatchObject({ kind: 'provider_key.failing', category: 'provider_keys', subject: { id: key.id } });
  expect((await cast.reviewer.client.notifications.inbox.query({})).items.map(({ kind }) => kind)).not.toContain(
    'provider_key.failing',
  );
});

test('an endpoint that is switched off because it fails is told to super admins, each time; one by hand is not', async () => {
  const of = await castOf(server);
  const ctx = make.contextOf(of.workspace);
  const endpoint = { id: of.workspace.id, url: 'https://hooks.example.com/a?password=secret', description: '' };
  await db.pool.query(
    `insert into webhook_endpoints (workspace_id, id, url, description, types, state, created_by_name, created_at, updated_at)
     values ($1, $2, $3, '', '{user.created}', 'on', 'Test', now(), now())`,
    [of.workspace.id, endpoint.id, endpoint.url],
  );
  const off = (reason: 'failing' | 'by_hand') =>
    inTransaction(ctx, (em) => switchOffEndpoint(em, ctx, endpoint, reason));
  const on = () =>
    db.pool.query(`update webhook_endpoints set state = 'on', off_reason = null, off_at = null where id = $1`, [
      endpoint.id,
    ]);
  await off('failing');
  await on();
  await off('by_hand');
  await on();
  await off('failing');
  const { items } = await of.admin.client.notifications.inbox.query({});
  expect(items).toMatchObject([
    {
      kind: 'webhook.switched_off',
      subject: { name: 'hooks.example.com' },
      facts: { address: 'hooks.example.com' },
      count: 2,
    },
  ]);
  expect(JSON.stringify(items)).not.toContain('secret');
  expect(await of.reviewer.client.notifications.unseen.query()).toEqual({ unseen: 0 });
  await on();
  await makeDue(db, of.workspace.id);
  expect((await sendAll(db)).filter((mail) => mail.workspace.id === of.workspace.id)).toEqual([]);
});

// rules/notifications 5
test('notifications are kept for 90 days', async () => {
  const age = (days: number, state: string) =>
    db.pool.query(
      `update notifications set at = now() - make_interval(days => $2)
       where id = (select id from notifications where workspace_id = $1 and state = $3 and at > now() - interval '1 day' limit 1)
       returning id`,
      [workspace.id, days, state],
    );
  const ids = [await age(91, 'sent'), await age(91, 'suppressed'), await age(89, 'sent')].map(({ rows }) => rows[0].id);
  await deleteExpiredData(db);
  const { rows } = await db.pool.query('select id from notifications where id = any ($1)', [ids]);
  expect(rows).toEqual([{ id: ids[2] }]);
});

// rules/users 22, rules/notifications 3
test('who has no e-mail address is told in the bell, and the trace says why not by mail', async () => {
  const own = await castOf(server);
  const { id } = await make.userWithoutEmail(own.workspace, '77', { role: 'content_manager' });
  const { module } = await own.module();
  await own.trainer.client.reviews.submit.mutate({ module_id: module.id });
  await dispatch(own);
  const { rows } = await db.pool.query(
    'select channel, state, reason from notifications where workspace_id = $1 and recipient_id = $2 order by channel',
    [own.workspace.id, id],
  );
  expect(rows).toEqual([
    { channel: 'email', state: 'suppressed', reason: 'no_email' },
    { channel: 'inbox', state: 'sent', reason: null },
  ]);
});
