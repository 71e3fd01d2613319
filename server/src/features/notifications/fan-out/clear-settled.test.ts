import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../../test/server.ts';
import { newId } from '../../../platform/ids.ts';
import { EVENT_CONSUMERS } from '../../../app/jobs.ts';
import { sequenceAndDispatchEvents } from '../../events/assign-event-sequences.ts';
import { approveBoth, castOf, edit, refused, type Cast } from '../../reviews/reviews-fixture.ts';
import { classroomOf, completeModule } from '../../learning/learning-fixture.ts';
import { notificationsOf, tell } from '../notifications-fixture.ts';
import {
  clearSettledAndOldReminders,
  clearAllSettledNotifications,
  clearSettledNotificationsOfModules,
} from './clear-settled.ts';

const server = await startTestServer();
const { db, make } = server;

async function dispatch({ workspace }: Pick<Cast, 'workspace'>): Promise<void> {
  while (await sequenceAndDispatchEvents(db, workspace.id, EVENT_CONSUMERS));
}

async function submitted(cast: Cast) {
  const { module } = await cast.module();
  await cast.trainer.client.reviews.submit.mutate({ module_id: module.id });
  await dispatch(cast);
  return { module_id: module.id, hashes: await make.hashes(module.id) };
}

async function bellOf({ client }: Cast['reviewer']) {
  const { items, unseen } = await client.notifications.inbox.query({});
  return { kinds: items.map(({ kind }) => kind), unseen };
}

// rules/notifications 11
test('a review that somebody else decided leaves the bells of all others, seen or not', async () => {
  const cast = await castOf(server);
  const { module_id, hashes } = await submitted(cast);
  const waits = { kinds: ['module.submitted'], unseen: 1 };
  expect([await bellOf(cast.reviewer), await bellOf(cast.admin)]).toEqual([waits, waits]);
  const { items } = await cast.admin.client.notifications.inbox.query({});
  await cast.admin.client.notifications.see.mutate({ ids: items.map(({ id }) => id) });
  await approveBoth(cast.second.client, module_id, hashes);
  await dispatch(cast);
  const empty = { kinds: [], unseen: 0 };
  expect([await bellOf(cast.reviewer), await bellOf(cast.admin)]).toEqual([empty, empty]);
  expect((await bellOf(cast.trainer)).kinds.toSorted()).toEqual(['module.published', 'module.section_approved']);
});

// rules/notifications 11
test('a requested change leaves the bell once it is resubmitted, and the review waits again', async () => {
  const cast = await castOf(server);
  const { module_id, hashes } = await submitted(cast);
  const { round, quiz: content_hash } = hashes;
  const query = { module_id, section: 'quiz' as const, round, content_hash, comment: 'Shorter.' };
  await cast.reviewer.client.reviews.query.mutate(query);
  await dispatch(cast);
  expect((await bellOf(cast.trainer)).kinds).toEqual(['module.section_queried']);
  await edit(cast.trainer.client, module_id, 'quiz');
  await cast.trainer.client.reviews.resubmit.mutate({ module_id });
  await dispatch(cast);
  expect((await bellOf(cast.trainer)).kinds).toEqual([]);
  expect(await bellOf(cast.second)).toEqual({ kinds: ['module.submitted'], unseen: 1 });
});

// rules/notifications 11
test('a warning leaves the bell once it is gone, and one that holds stays', async () => {
  const { workspace, admin } = await castOf(server);
  const add = async () => {
    const { endpoint } = await admin.client.webhooks.add.mutate({
      url: 'https://hr.example.com/',
      types: ['user.created'],
    });
    return endpoint;
  };
  const [fixed, off] = [await add(), await add()];
  await db.pool.query(`update webhook_endpoints set state = 'on', off_reason = null, off_at = null where id = $1`, [
    fixed.id,
  ]);
  for (const { id } of [fixed, off]) {
    const subject = { kind: 'webhook_endpoint', id, name: id } as const;
    const warning = { kind: 'webhook.switched_off', because: 'super_admin', subject, recipientId: admin.id } as const;
    await tell(make.contextOf(workspace), warning);
  }
  await clearAllSettledNotifications(db);
  const { items } = await admin.client.notifications.inbox.query({});
  expect(items.map(({ subject }) => subject.id)).toEqual([off.id]);
});

// rules/notifications 11
test('suggestions that colleagues have dismissed leave the bell; new ones of the same day are counted from one', async () => {
  const cast = await castOf(server);
  const { call } = await server.api(['intake:create'], cast.workspace);
  const intake = async (n: number) => {
    const content = Array.from({ length: 60 }, (_, at) => `word${n}x${at}`).join(' ');
    const { json } = await call('POST', '/api/v1/intake', { source_name: 'News', title: `Article ${n}`, content });
    await dispatch(cast);
    return String(json.id);
  };
  const ids = [await intake(1), await intake(2)];
  const told = async () =>
    (await cast.admin.client.notifications.inbox.query({})).items.map(({ facts }) => facts.count);
  expect(await told()).toEqual([2]);
  for (const id of ids) await cast.reviewer.client.suggestions.dismiss.mutate({ id, reason: 'Not ours.' });
  await clearAllSettledNotifications(db);
  expect(await told()).toEqual([]);
  await intake(3);
  expect(await told()).toEqual([1]);
  const rows = await notificationsOf(db, cast.workspace.id);
  expect(
    rows.filter(({ channel, recipient }) => channel === 'inbox' && recipient === cast.admin.fullName),
  ).toHaveLength(1);
});

// rules/notifications 11
test('what asked a learner for a training leaves the bell at once when it is completed', async () => {
  const room = await classroomOf(server);
  const { workspace } = room;
  const [{ id }, { client, id: recipientId }] = [await room.module(), await room.learner()];
  const { enrollment_id } = await client.learning.start.mutate({ module_id: id });
  const told = { because: 'studies_it', facts: { module_id: id }, recipientId } as const;
  const cycle = { kind: 'enrollment', id: enrollment_id, name: 'Fire safety' } as const;
  const certificate = { kind: 'training', id, name: 'Fire safety' } as const;
  const ctx = { ...make.contextOf(workspace), now: new Date(Date.now() - 60_000) };
  await tell(
    ctx,
    { ...told, subject: cycle, kind: 'learning.overdue' },
    { ...told, subject: cycle, kind: 'learning.graded' },
    { ...told, subject: certificate, kind: 'learning.expiring' },
  );
  const kinds = async () => (await client.notifications.inbox.query({})).items.map(({ kind }) => kind).toSorted();
  expect(await kinds()).toEqual(['learning.expiring', 'learning.graded', 'learning.overdue']);
  const { items } = await client.notifications.inbox.query({});
  await client.notifications.see.mutate({ ids: items.map((item) => item.id) });
  await completeModule(client, id);
  await dispatch({ workspace });
  expect(await kinds()).toEqual(['learning.graded']);
});

// rules/notifications 11, rules/notifications 12
test('nothing that happens or is seen in one workspace folds or clears in another', async () => {
  const [ours, theirs] = [await castOf(server), await castOf(server)];
  const [mine, other] = [await submitted(ours), await submitted(theirs)];
  const waits = { kinds: ['module.submitted'], unseen: 1 };
  const { items } = await ours.admin.client.notifications.inbox.query({});
  const ids = items.map(({ id }) => id);
  const later = new Date(Date.now() + 60_000).toISOString();
  // By ids of the other workspace, which its people may have got to know.
  expect(await theirs.admin.client.notifications.see.mutate({ ids })).toEqual({ unseen: 1 });
  expect(await theirs.admin.client.notifications.see.mutate({ ids, older_than: later })).toEqual({ unseen: 0 });
  const { module_id, hashes } = mine;
  const approve = { module_id, section: 'quiz' as const, round: hashes.round, content_hash: hashes.quiz };
  await refused(theirs.reviewer.client.reviews.approve.mutate(approve), 404, 'module_not_found');
  await refused(theirs.trainer.client.reviews.withdraw.mutate({ module_id }), 404, 'module_not_found');
  await approveBoth(theirs.second.client, other.module_id, other.hashes);
  await dispatch(theirs);
  await clearSettledNotificationsOfModules(db.em.fork(), theirs.workspace.id, [mine.module_id, other.module_id]);
  await clearSettledAndOldReminders(db.pool, theirs.workspace.id, '9999-12-31');
  await clearAllSettledNotifications(db);
  expect((await bellOf(theirs.reviewer)).kinds).toEqual([]);
  expect([await bellOf(ours.reviewer), await bellOf(ours.admin)]).toEqual([waits, waits]);
});

// rules/notifications 12
test('of one module, a person’s notifications in two workspaces are entries of their own', async () => {
  const [ours, theirs] = [await make.workspace(), await make.workspace()];
  const email = 'in-two-workspaces@example.com';
  const [one, two] = [await make.user(ours, { email }), await make.user(theirs, { email })];
  const cookie = await server.signIn(email);
  const moduleId = newId();
  for (const [workspace, { id }] of [[ours, one] as const, [theirs, two] as const]) {
    for (const score of [0.1, 0.2]) {
      const subject = { kind: 'answer', id: newId(), name: 'Fire safety' } as const;
      const facts = { module_id: moduleId, score };
      await tell(make.contextOf(workspace), {
        kind: 'learning.graded',
        because: 'studies_it',
        subject,
        facts,
        recipientId: id,
      });
    }
  }
  const within = (workspace: { slug: string }) =>
    server.client({ cookie, [WORKSPACE_HEADER]: workspace.slug }).notifications;
  const { items, unseen } = await within(ours).inbox.query({});
  expect([items.map(({ count }) => count), unseen]).toEqual([[2], 1]);
  await within(ours).see.mutate({ ids: items.map(({ id }) => id) });
  expect(await within(theirs).unseen.query()).toEqual({ unseen: 1 });
});
