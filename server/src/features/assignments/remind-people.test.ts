import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { notifyLearnersAndManagers } from '../notifications/fan-out/notify-learners.ts';
import { checkRelevance } from '../notifications/outbox/is-still-relevant.ts';
import { assignmentsOf, DAY } from './assignments-fixture.ts';

const server = await startTestServer();
const { make, db } = server;

/** Two learners of the department whose training is overdue, and one of another department. */
async function late() {
  const world = await assignmentsOf(server);
  const { workspace, elsewhere, module, person } = world;
  const [ana, bo] = [await person({ fullName: 'Ana' }), await person({ fullName: 'Bo' })];
  const other = await make.user(workspace, { departmentId: elsewhere.id, fullName: 'Other' });
  const dueAt = new Date(Date.now() - DAY);
  const cycleOf = async ({ id }: { id: string }) => (await make.enrollment(workspace, id, module.id, { dueAt })).id;
  const inbox = async ({ email }: { email: string }) => {
    const headers = { cookie: await server.signIn(email), [WORKSPACE_HEADER]: workspace.slug };
    return (await server.client(headers).notifications.inbox.query({})).items;
  };
  const ids = { ana: await cycleOf(ana), bo: await cycleOf(bo), other: await cycleOf(other) };
  return { ...world, ana, bo, other, ids, inbox };
}

// rules/notifications 10
test('people are reminded in the bell and in the day’s mail, and the rows say when and by whom', async () => {
  const { trainer, admin, ana, ids, module, inbox, workspace } = await late();
  const { outcomes } = await trainer.assignments.remind.mutate({ enrollment_ids: [ids.bo, ids.ana] });
  expect(outcomes).toMatchObject([
    { full_name: 'Ana', module: module.title, refused: null },
    { full_name: 'Bo', refused: null },
  ]);
  expect(await inbox(ana)).toMatchObject([
    { kind: 'learning.reminded', subject: { name: module.title }, facts: { module_id: module.id }, seen: false },
  ]);
  const { rows: mails } = await db.pool.query(
    `select n.kind, n.state, n.due_at > now() as later from notifications n
     where n.workspace_id = $1 and n.recipient_id = $2 and n.channel = 'email'`,
    [workspace.id, ana.id],
  );
  expect(mails).toEqual([{ kind: 'learning.digest', state: 'pending', later: true }]);
  const { concerns } = await trainer.analytics.concerns.query({ list: 'overdue', order: 'person' });
  const { by_name } = concerns[0]?.reminded ?? { by_name: '' };
  expect(by_name).toMatch(/^Person \d+$/);
  expect(concerns.map(({ full_name, reminded }) => [full_name, reminded?.by_name])).toEqual([
    ['Ana', by_name],
    ['Bo', by_name],
  ]);
  const { events } = await admin.audit.list.query({ search: 'Ana' });
  const reminders = events.filter(({ action }) => action === 'enrollment.reminded');
  expect(reminders).toMatchObject([{ changes: { module: module.title } }]);
});

// rules/notifications 10
test('a second reminder within a day is refused and says who sent the first; one after a day is sent', async () => {
  const { trainer, admin, ana, ids, inbox, workspace } = await late();
  await trainer.assignments.remind.mutate({ enrollment_ids: [ids.ana] });
  const remind = async () =>
    (await admin.assignments.remind.mutate({ enrollment_ids: [ids.ana, ids.bo] })).outcomes.map(
      ({ refused }) => refused,
    );
  const [first, second] = await remind();
  expect(first).toMatchObject({ code: 'reminded_already' });
  expect(first?.detail).toMatch(/^Ana was reminded of “.+” just now by .+\. Remind again 24 hours after that\.$/);
  expect(second).toBeNull();
  expect(await inbox(ana)).toHaveLength(1);
  await db.pool.query(`update notifications set at = at - interval '25 hours' where workspace_id = $1`, [workspace.id]);
  expect(await remind()).toEqual([null, null]);
  expect(await inbox(ana)).toMatchObject([{ count: 2 }]);
});

// rules/notifications 10
test('of two reminders at the same moment one is sent', { tags: ['deep'] }, async () => {
  const { trainer, admin, ana, ids, inbox } = await late();
  const asked = [trainer, admin, trainer, admin, trainer, admin].map((client) =>
    client.assignments.remind.mutate({ enrollment_ids: [ids.ana] }),
  );
  const refused = (await Promise.all(asked)).map(({ outcomes }) => outcomes[0]?.refused?.code ?? null);
  expect(refused.filter((code) => code === null)).toHaveLength(1);
  expect(await inbox(ana)).toHaveLength(1);
});

// rules/notifications 10, rules/roles 1
test('trainers remind only their department, auditors nobody, and what is done is not reminded of', async () => {
  const { trainer, workspace, ids, bo, module } = await late();
  const done = 'set started_at = assigned_at, completed_at = now(), progress = 1';
  await db.pool.query(`update enrollments ${done} where id = $1`, [ids.bo]);
  const { outcomes } = await trainer.assignments.remind.mutate({ enrollment_ids: [ids.other, ids.bo, module.id] });
  expect(outcomes).toMatchObject([
    { enrollment_id: ids.bo, refused: { code: 'enrollment_closed' } },
    { enrollment_id: ids.other, full_name: '', refused: { code: 'forbidden' } },
    { enrollment_id: module.id, full_name: '', refused: { code: 'enrollment_not_found' } },
  ]);
  for (const role of ['auditor', 'content_manager', 'learner'] as const) {
    const client = await server.as(role, workspace);
    const asked = client.assignments.remind.mutate({ enrollment_ids: [ids.ana] });
    await expect(asked).rejects.toMatchObject({ data: { httpStatus: 403 } });
  }
  const many = Array.from({ length: 101 }, () => bo.id);
  const asked = trainer.assignments.remind.mutate({ enrollment_ids: many });
  await expect(asked).rejects.toMatchObject({ data: { httpStatus: 400 } });
});

// rules/notifications 10
test('people are reminded of a certificate that expires', async () => {
  const { trainer, person, complete, cycles, inbox } = await late();
  const cai = await person({ fullName: 'Cai' });
  await complete(cai.id, { expires: 10 });
  const [cycle] = await cycles(cai.id);
  const { outcomes } = await trainer.assignments.remind.mutate({ enrollment_ids: [cycle!.id] });
  expect(outcomes).toMatchObject([{ refused: null }]);
  const [item] = await inbox(cai);
  expect(item).toMatchObject({ kind: 'learning.reminded' });
  expect(item?.facts.expires_at).toBeDefined();
  expect(item?.facts.due_at).toBeUndefined();
});

// rules/notifications 9, 10
test(
  'a reminder leaves the bell and the day’s mail once the training is done, excused or hidden',
  { tags: ['deep'] },
  async () => {
    const done = 'set started_at = assigned_at, completed_at = now(), progress = 1 where id = $1';
    const changes = {
      completed: `update enrollments ${done}`,
      waived: `update enrollments set waived_at = now(), waived_by_name = 'Tom', waived_reason = 'Away' where id = $1`,
      owed: 'select from enrollments where id = $1',
    };
    const became: Record<string, unknown> = {};
    for (const [name, change] of Object.entries(changes)) {
      const { trainer, ana, ids, inbox, workspace } = await late();
      await trainer.assignments.remind.mutate({ enrollment_ids: [ids.ana] });
      await db.pool.query(change, [ids.ana]);
      const { rows } = await db.pool.query<{ id: string }>(
        `select id from notifications where workspace_id = $1 and kind = 'learning.digest'`,
        [workspace.id],
      );
      const [verdict] = await checkRelevance(db.pool, workspace.id, [rows[0]!.id], new Date(Date.now() + 2 * DAY));
      // The first minutes of an hour look back for days.
      const firstMinute = new Date(new Date().setMinutes(2));
      await notifyLearnersAndManagers(db, firstMinute, () => false);
      const kinds = (await inbox(ana)).map(({ kind }) => kind);
      became[name] = [verdict?.do === 'suppress' ? verdict.reason : verdict?.do, kinds.includes('learning.reminded')];
    }
    expect(became).toEqual({ completed: ['not_true', false], waived: ['not_true', false], owed: ['send', true] });
  },
);

// rules/notifications 10, 21
test('who unsubscribed from mails about training is reminded in the bell only', async () => {
  const { trainer, ana, ids, inbox, workspace } = await late();
  await db.pool.query(
    `insert into notification_unsubscribes (workspace_id, user_id, category, at) values ($1, $2, 'learning', now())`,
    [workspace.id, ana.id],
  );
  await trainer.assignments.remind.mutate({ enrollment_ids: [ids.ana] });
  expect(await inbox(ana)).toHaveLength(1);
  const { rows } = await db.pool.query(
    `select state, reason from notifications where workspace_id = $1 and recipient_id = $2 and channel = 'email'`,
    [workspace.id, ana.id],
  );
  expect(rows).toEqual([{ state: 'suppressed', reason: 'unsubscribed' }]);
});
