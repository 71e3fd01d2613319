import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { startTestServer } from '../../../test/server.ts';
import { assignmentsOf, dayIn } from './assignments-fixture.ts';

const server = await startTestServer();
const { make } = server;
const refused = (httpStatus: number, app_code: string) => ({ data: { httpStatus, app_code } });

// rules/analytics 10, rules/assignments 7
test('what is waived, with a reason, is owed no more and counts nowhere; the waiver can be taken back', async () => {
  const { assign, person, cycles, trainer, admin } = await assignmentsOf(server);
  const ana = await person({ fullName: 'Waived Wanda' });
  const { id } = await assign();
  const [{ id: enrollment_id } = { id: '' }] = await cycles(ana.id);
  await trainer.assignments.waive.mutate({ enrollment_id, reason: 'Holds the card of the port' });
  expect(await cycles(ana.id)).toMatchObject([{ waived: true, is_current: true, completed: false }]);
  const { people } = await trainer.assignments.people.query({ id, status: 'waived' });
  expect(people).toMatchObject([{ user_id: ana.id, waived: { reason: 'Holds the card of the port' } }]);
  expect((await trainer.assignments.get.query({ id })).counts).toMatchObject({ people: 2, open: 1, waived: 1 });
  const again = trainer.assignments.waive.mutate({ enrollment_id, reason: 'Twice' });
  await expect(again).rejects.toMatchObject(refused(409, 'enrollment_closed'));
  await trainer.assignments.undoWaiver.mutate({ enrollment_id });
  expect(await cycles(ana.id)).toMatchObject([{ waived: false, is_current: true, by: [id] }]);
  const twice = trainer.assignments.undoWaiver.mutate({ enrollment_id });
  await expect(twice).rejects.toMatchObject(refused(409, 'enrollment_closed'));
  const { events } = await admin.audit.list.query({ search: 'Waived Wanda' });
  expect(events).toMatchObject([
    { action: 'enrollment.waiver_undone' },
    { action: 'enrollment.waived', changes: { reason: 'Holds the card of the port' } },
  ]);
});

// rules/assignments 7
test('a reason is needed; what is completed, taken back or of another department is not waived', async () => {
  const { assign, person, cycles, trainer, admin, workspace, elsewhere, complete, module } =
    await assignmentsOf(server);
  const [ana, done] = [await person(), await person()];
  const other = await make.user(workspace, { departmentId: elsewhere.id });
  await complete(done.id);
  const theirs = await make.enrollment(workspace, other.id, module.id);
  const { id } = await assign();
  const idOf = async (userId: string) => (await cycles(userId))[0]!.id;
  const waive = (enrollment_id: string, reason = 'So be it') =>
    trainer.assignments.waive.mutate({ enrollment_id, reason });
  await expect(waive(await idOf(ana.id), ' ')).rejects.toMatchObject({ data: { httpStatus: 400 } });
  await expect(waive(await idOf(done.id))).rejects.toMatchObject(refused(409, 'enrollment_closed'));
  await expect(waive(theirs.id)).rejects.toMatchObject(refused(403, 'forbidden'));
  await expect(waive(id)).rejects.toMatchObject(refused(404, 'enrollment_not_found'));
  await admin.assignments.end.mutate({ id });
  await expect(waive(await idOf(ana.id))).rejects.toMatchObject(refused(409, 'enrollment_closed'));
});

// rules/assignments 7
test('nobody excuses themselves', async () => {
  const { assign, cycles, workspace, department, admin } = await assignmentsOf(server);
  const me = await make.user(workspace, { role: 'trainer', departmentId: department.id });
  const mine = server.client({ cookie: await server.signIn(me.email), [WORKSPACE_HEADER]: workspace.slug });
  await assign({ to: { kind: 'user', user_id: me.id } });
  const [{ id: enrollment_id } = { id: '' }] = await cycles(me.id);
  const own = mine.assignments.waive.mutate({ enrollment_id, reason: 'I know it' });
  await expect(own).rejects.toMatchObject(refused(403, 'self_grading'));
  expect(await cycles(me.id)).toMatchObject([{ waived: false }]);
  await admin.assignments.waive.mutate({ enrollment_id, reason: 'Teaches it' });
  expect(await cycles(me.id)).toMatchObject([{ waived: true }]);
});

test('a later assignment leaves a waiver as it is, unless it shall be done again', async () => {
  const { assign, person, cycles, trainer } = await assignmentsOf(server);
  const ana = await person();
  await assign();
  const enrollment_id = (await cycles(ana.id))[0]!.id;
  await trainer.assignments.waive.mutate({ enrollment_id, reason: 'Not needed' });
  await assign();
  expect(await cycles(ana.id)).toMatchObject([{ waived: true, is_current: true }]);
  await assign({ again: true });
  expect(await cycles(ana.id)).toMatchObject([
    { waived: true, is_current: false },
    { cycle: 2, is_current: true },
  ]);
});

// rules/assignments 7
test('a waiver that is taken back after its assignment ended, or the person left, leaves nothing owed', async () => {
  const { assign, person, cycles, admin, elsewhere, module, workspace, upsert, complete } = await assignmentsOf(server);
  const [ana, bo, own] = [await person(), await person(), await person()];
  await complete(bo.id);
  await make.enrollment(workspace, own.id, module.id, { source: 'library', startedAt: new Date() });
  const { id } = await assign({ due_on: dayIn(5), again: true });
  const [hers, his, theirs] = [await cycles(ana.id), await cycles(bo.id), await cycles(own.id)];
  const waived = [hers[0]!, his[1]!, theirs[0]!];
  for (const each of waived) await admin.assignments.waive.mutate({ enrollment_id: each.id, reason: 'On leave' });
  await upsert(ana.email, { department_id: elsewhere.id });
  await admin.assignments.end.mutate({ id });
  for (const each of waived) await admin.assignments.undoWaiver.mutate({ enrollment_id: each.id });
  expect(await cycles(ana.id)).toMatchObject([{ is_current: false, withdrawn: true, by: [] }]);
  expect(await cycles(bo.id)).toMatchObject([
    { completed: true, is_current: true },
    { is_current: false, withdrawn: true },
  ]);
  expect(await cycles(own.id)).toMatchObject([{ source: 'library', is_current: true, due_on: null }]);
});
