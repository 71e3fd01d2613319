import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { EVENT_CONSUMERS } from '../../../app/jobs.ts';
import { sequenceAndDispatchEvents } from '../../events/assign-event-sequences.ts';
import { approveBoth, castOf, edit, refused, type Cast } from '../../reviews/reviews-fixture.ts';
import { makeDue, notificationsOf, sendAll } from '../notifications-fixture.ts';

/** Compares strings, or lists of them. */
const inOrder = (a: unknown, b: unknown) => (String(a) < String(b) ? -1 : 1);

const server = await startTestServer();
const { db } = server;

/** Numbers the workspace's events and passes them to the consumers. */
async function dispatch({ workspace }: Cast): Promise<void> {
  while (await sequenceAndDispatchEvents(db, workspace.id, EVENT_CONSUMERS));
}

/** Notifications of a kind, as rows of recipient and outcome. */
async function told(cast: Cast, kind: string, channel = 'inbox') {
  await dispatch(cast);
  const rows = await notificationsOf(db, cast.workspace.id);
  return rows
    .filter((row) => row.kind === kind && row.channel === channel)
    .map(({ recipient, state, reason }) => [recipient, reason ?? state])
    .toSorted(inOrder);
}

async function submitted(cast: Cast) {
  const { module } = await cast.module();
  await cast.trainer.client.reviews.submit.mutate({ module_id: module.id });
  return { module_id: module.id, hashes: await server.make.hashes(module.id) };
}

type Submitted = Awaited<ReturnType<typeof submitted>>;

const decision = ({ module_id, hashes }: Submitted, section: 'quiz' | 'flashcards') => ({
  module_id,
  section,
  round: hashes.round,
  content_hash: hashes[section],
});

const named = (...people: { fullName: string }[]) => people.map(({ fullName }) => fullName).toSorted(inOrder);
const rows = (state: string, ...people: { fullName: string }[]) => named(...people).map((name) => [name, state]);

// rules/notifications 3
test('a submission is told to everybody active who may decide, at once in the bell and by mail after a minute', async () => {
  const cast = await castOf(server);
  await server.make.user(cast.workspace, { role: 'content_manager', isActive: false });
  await submitted(cast);
  const reviewers = [cast.reviewer, cast.second, cast.admin];
  expect(await told(cast, 'module.submitted')).toEqual(rows('sent', ...reviewers));
  expect(await told(cast, 'module.submitted', 'email')).toEqual(rows('pending', ...reviewers));
  expect(await told(cast, 'module.submitted', 'chat')).toEqual([[null, 'chat_not_connected']]);
});

// rules/operation 8
test('events of a workspace whose time zone the database lacks are numbered, told and mailed', async () => {
  const cast = await castOf(server);
  const { id } = cast.workspace;
  await db.pool.query(`update workspaces set time_zone = 'Mars/Olympus' where id = $1`, [id]);
  await submitted(cast);
  const reviewers = [cast.reviewer, cast.second, cast.admin];
  expect(await told(cast, 'module.submitted')).toEqual(rows('sent', ...reviewers));
  await makeDue(db, id);
  await sendAll(db);
  expect(await told(cast, 'module.submitted', 'email')).toEqual(rows('sent', ...reviewers));
  await db.pool.query(`update workspaces set time_zone = 'UTC' where id = $1`, [id]);
});

// rules/notifications 8
test('what is told says who did it, what it is about, why they are told and where it is decided', async () => {
  const cast = await castOf(server);
  const { module_id } = await submitted(cast);
  await dispatch(cast);
  const { items, unseen } = await cast.reviewer.client.notifications.inbox.query({});
  expect(items).toMatchObject([
    {
      kind: 'module.submitted',
      category: 'module_submitted',
      by: cast.trainer.fullName,
      subject: { kind: 'module', id: module_id },
      facts: { module_id },
      seen: false,
    },
  ]);
  expect(unseen).toBe(1);
  expect(await cast.reviewer.client.notifications.why.query({ id: items[0]!.id })).toMatchObject({
    because: 'may_decide',
    deliveries: [
      { channel: 'inbox', state: 'sent' },
      { channel: 'email', state: 'pending', due_at: expect.any(String) },
    ],
  });
});

test('who wrote in the module, and may not decide on it, is not told to', async () => {
  const cast = await castOf(server);
  const { module } = await cast.module();
  await db.pool.query(
    'insert into module_contributors (workspace_id, module_id, cycle, user_id) values ($1, $2, 1, $3)',
    [cast.workspace.id, module.id, cast.second.id],
  );
  await cast.trainer.client.reviews.submit.mutate({ module_id: module.id });
  expect(await told(cast, 'module.submitted')).toEqual(
    [...rows('sent', cast.reviewer, cast.admin), [cast.second.fullName, 'own_work']].toSorted(inOrder),
  );
});

// rules/notifications 4
test('a later round that somebody has claimed is told to them alone', async () => {
  const cast = await castOf(server);
  const sent = await submitted(cast);
  await cast.reviewer.client.reviews.claim.mutate({ module_id: sent.module_id });
  await cast.reviewer.client.reviews.query.mutate({ ...decision(sent, 'quiz'), comment: 'Which?' });
  await edit(cast.trainer.client, sent.module_id, 'quiz');
  await dispatch(cast);
  await db.pool.query('delete from notifications where workspace_id = $1', [cast.workspace.id]);
  await cast.trainer.client.reviews.resubmit.mutate({ module_id: sent.module_id });
  expect(await told(cast, 'module.submitted')).toEqual(
    [[cast.reviewer.fullName, 'sent'], ...rows('claimed', cast.second, cast.admin)].toSorted(inOrder),
  );
  const [mine] = (await notificationsOf(db, cast.workspace.id)).filter(({ state }) => state === 'sent');
  expect(mine).toMatchObject({ because: 'claimed_it', round: 2, facts: { queried: ['quiz'] } });
});

test('a publication takes the place of the approval that brings it, and is mailed once', async () => {
  const cast = await castOf(server);
  const sent = await submitted(cast);
  await approveBoth(cast.reviewer.client, sent.module_id, sent.hashes);
  expect(await told(cast, 'module.section_approved')).toEqual([
    [cast.trainer.fullName, 'said_otherwise'],
    [cast.trainer.fullName, 'sent'],
  ]);
  expect(await told(cast, 'module.published')).toEqual(rows('sent', cast.trainer));
  await makeDue(db, cast.workspace.id);
  const mails = (await sendAll(db)).filter(({ workspace }) => workspace.id === cast.workspace.id);
  expect(mails.map(({ kind, recipient }) => [kind, recipient?.name])).toEqual([
    ['module.published', cast.trainer.fullName],
  ]);
});

test('of two reviewers who decide at once one is told of', async () => {
  const cast = await castOf(server);
  const sent = await submitted(cast);
  const approving = [cast.reviewer, cast.second].map(({ client }) =>
    client.reviews.approve.mutate(decision(sent, 'quiz')).then(
      () => 'approved',
      () => 'refused',
    ),
  );
  expect((await Promise.all(approving)).toSorted(inOrder)).toEqual(['approved', 'refused']);
  expect(await told(cast, 'module.section_approved')).toEqual(rows('sent', cast.trainer));
});

// rules/notifications 12
test('sections that are queried in the same round are mailed one by one, and are one entry in the bell', async () => {
  const cast = await castOf(server);
  const sent = await submitted(cast);
  await cast.reviewer.client.reviews.query.mutate({ ...decision(sent, 'quiz'), comment: 'Which?' });
  await cast.reviewer.client.reviews.query.mutate({ ...decision(sent, 'flashcards'), comment: 'And this?' });
  expect(await told(cast, 'module.section_queried', 'email')).toHaveLength(2);
  const { items } = await cast.trainer.client.notifications.inbox.query({});
  expect(items).toMatchObject([{ kind: 'module.section_queried', count: 2 }]);
});

test('what is refused, and so rolled back, tells nobody', async () => {
  const cast = await castOf(server);
  const { module } = await cast.module({ cards: [] });
  await refused(cast.trainer.client.reviews.submit.mutate({ module_id: module.id }), 400, 'incomplete');
  await dispatch(cast);
  expect(await notificationsOf(db, cast.workspace.id)).toEqual([]);
});

// rules/notifications 4
test('a verdict is told to whoever submitted and to those who wrote, as far as they may still see the module', async () => {
  const cast = await castOf(server);
  const [writer, leaver, mover] = [
    await cast.person('trainer', cast.department.id),
    await cast.person('trainer', cast.department.id),
    await cast.person('trainer', cast.department.id),
  ];
  const { module } = await cast.module();
  for (const { client } of [writer, leaver, mover]) await edit(client, module.id, 'quiz');
  await cast.trainer.client.reviews.submit.mutate({ module_id: module.id });
  await db.pool.query('update users set is_active = false where id = $1', [leaver.id]);
  await db.pool.query('update users set department_id = $2 where id = $1', [mover.id, cast.outsider.departmentId]);
  await cast.reviewer.client.reviews.reject.mutate({ module_id: module.id, round: 1, reason: 'Too long' });
  expect(await told(cast, 'module.rejected')).toEqual(
    [...rows('sent', cast.trainer, writer), [leaver.fullName, 'inactive'], [mover.fullName, 'no_access']].toSorted(
      inOrder,
    ),
  );
});

test('what a super admin withdraws is told to its authors; what a trainer withdraws to nobody', async () => {
  const cast = await castOf(server);
  const [own, taken] = [await submitted(cast), await submitted(cast)];
  await cast.trainer.client.reviews.withdraw.mutate({ module_id: own.module_id });
  await cast.admin.client.reviews.withdraw.mutate({ module_id: taken.module_id, reason: 'Not now' });
  expect(await told(cast, 'module.withdrawn')).toEqual(rows('sent', cast.trainer));
  await makeDue(db, cast.workspace.id);
  const mails = (await sendAll(db)).filter(({ workspace }) => workspace.id === cast.workspace.id);
  expect(mails.map(({ kind, subject }) => [kind, subject.id])).toEqual([['module.withdrawn', taken.module_id]]);
});

// rules/notifications 7
test.each<[string, string, (cast: Cast, sent: Submitted) => Promise<unknown>]>([
  [
    'the matrix is changed',
    'switched_off',
    ({ admin }) =>
      admin.client.notifications.switch.mutate({ category: 'module_submitted', channel: 'email', enabled: false }),
  ],
  [
    'the recipient is deactivated',
    'inactive',
    ({ reviewer }) => db.pool.query('update users set is_active = false where id = $1', [reviewer.id]),
  ],
  [
    'they become an auditor',
    'no_access',
    ({ reviewer }) => db.pool.query(`update users set role = 'auditor' where id = $1`, [reviewer.id]),
  ],
  [
    'somebody else claims the review',
    'claimed',
    ({ second }, { module_id }) => second.client.reviews.claim.mutate({ module_id }),
  ],
  [
    'the submission is withdrawn',
    'not_true',
    ({ trainer }, { module_id }) => trainer.client.reviews.withdraw.mutate({ module_id }),
  ],
  ['it is decided', 'not_true', ({ second }, { module_id, hashes }) => approveBoth(second.client, module_id, hashes)],
])('a mail is not sent where %s before it goes out', async (_what, reason, change) => {
  const cast = await castOf(server);
  const sent = await submitted(cast);
  await dispatch(cast);
  await change(cast, sent);
  await makeDue(db, cast.workspace.id);
  const mails = await sendAll(db);
  expect(mails.filter(({ recipient }) => recipient?.id === cast.reviewer.id)).toEqual([]);
  expect(await told(cast, 'module.submitted', 'email')).toContainEqual([cast.reviewer.fullName, reason]);
});

test('what is seen in the bell is not mailed', async () => {
  const cast = await castOf(server);
  await submitted(cast);
  await dispatch(cast);
  const { items } = await cast.reviewer.client.notifications.inbox.query({});
  await cast.reviewer.client.notifications.see.mutate({ ids: items.map(({ id }) => id) });
  await makeDue(db, cast.workspace.id);
  const mails = (await sendAll(db)).filter(({ workspace }) => workspace.id === cast.workspace.id);
  expect(mails.map(({ recipient }) => recipient?.name).toSorted(inOrder)).toEqual(named(cast.second, cast.admin));
  expect(await told(cast, 'module.submitted', 'email')).toContainEqual([cast.reviewer.fullName, 'seen']);
});

test('what happened days before its place was given is told to nobody', async () => {
  const cast = await castOf(server);
  await submitted(cast);
  await db.pool.query(`update outgoing_events set at = now() - interval '2 days' where workspace_id = $1`, [
    cast.workspace.id,
  ]);
  expect(await told(cast, 'module.submitted')).toEqual([]);
});
