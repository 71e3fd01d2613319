import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';

const server = await startTestServer();
const { make } = server;

const extendTo = (due_on: string) => ({ kind: 'extend' as const, due_on });

// rules/assignments 10
test('an extended due date holds whatever the assignment does, until the assignment gives a later day', async () => {
  const { assign, person, cycles, trainer, admin, toDepartment } = await assignmentsOf(server);
  const [ana, bo] = [await person({ fullName: 'Ana' }), await person({ fullName: 'Bo' })];
  const { id } = await assign({ due_on: dayIn(5) });
  const enrollment_ids = [(await cycles(ana.id))[0]!.id];
  const change = async (due_on: string) =>
    (await trainer.assignments.changeSeveral.mutate({ enrollment_ids, change: extendTo(due_on) })).outcomes[0]?.refused;
  expect(await change(dayIn(20))).toBeNull();
  const days = async () => [(await cycles(ana.id))[0]?.due_on, (await cycles(bo.id))[0]?.due_on];
  expect(await days()).toEqual([dayIn(20), dayIn(5)]);
  expect(await change(dayIn(19))).toMatchObject({ code: 'invalid_request' });
  expect(await change(dayIn(4000))).toMatchObject({ code: 'invalid_request' });
  const rule = { id, to: toDepartment, due_days: null, joiners: true, window_days: 30 };
  await admin.assignments.update.mutate({ ...rule, version: 1, due_on: dayIn(10) });
  expect(await days()).toEqual([dayIn(20), dayIn(10)]);
  await admin.assignments.update.mutate({ ...rule, version: 2, due_on: dayIn(30) });
  expect(await days()).toEqual([dayIn(30), dayIn(30)]);
  const { events } = await admin.audit.list.query({ search: 'Ana' });
  expect(events).toMatchObject([{ action: 'enrollment.extended', changes: { due_on: [dayIn(5), dayIn(20)] } }]);
});

// rules/assignments 7, 10
test('an excused training is due no earlier than it was extended to, once it is owed again', async () => {
  const { assign, person, cycles, trainer } = await assignmentsOf(server);
  const ana = await person();
  await assign({ due_on: dayIn(5) });
  const enrollment_id = (await cycles(ana.id))[0]!.id;
  const change = extendTo(dayIn(20));
  await trainer.assignments.changeSeveral.mutate({ enrollment_ids: [enrollment_id], change });
  await trainer.assignments.waive.mutate({ enrollment_id, reason: 'Away' });
  await trainer.assignments.undoWaiver.mutate({ enrollment_id });
  expect((await cycles(ana.id))[0]).toMatchObject({ due_on: dayIn(20), waived: false });
});

// rules/assignments 7, 10
test('several are excused with one reason; the refused ones say why and stop no other', async () => {
  const { assign, person, cycles, workspace, department, elsewhere, module, complete } = await assignmentsOf(server);
  const me = await make.user(workspace, { role: 'trainer', departmentId: department.id, fullName: 'Me' });
  const mine = server.client({ cookie: await server.signIn(me.email), [WORKSPACE_HEADER]: workspace.slug });
  const [ana, bo] = [await person({ fullName: 'Ana' }), await person({ fullName: 'Bo' })];
  await complete(bo.id);
  await assign();
  const other = await make.user(workspace, { departmentId: elsewhere.id });
  const theirs = await make.enrollment(workspace, other.id, module.id);
  const idOf = async (userId: string) => (await cycles(userId))[0]!.id;
  const enrollment_ids = [theirs.id, await idOf(me.id), await idOf(bo.id), await idOf(ana.id)];
  const change = { kind: 'excuse' as const, reason: 'Closed for a week' };
  const { outcomes } = await mine.assignments.changeSeveral.mutate({ enrollment_ids, change });
  const codes = Object.fromEntries(outcomes.map(({ full_name, refused }) => [full_name, refused?.code ?? 'done']));
  expect(codes).toEqual({ Ana: 'done', Bo: 'enrollment_closed', Me: 'self_grading', '': 'forbidden' });
  expect(await cycles(ana.id)).toMatchObject([{ waived: true }]);
  expect(await cycles(other.id)).toMatchObject([{ waived: false }]);
  const own = await mine.assignments.changeSeveral.mutate({
    enrollment_ids: [await idOf(me.id)],
    change: extendTo(dayIn(60)),
  });
  expect(own.outcomes).toMatchObject([{ refused: { code: 'self_grading' } }]);
});
