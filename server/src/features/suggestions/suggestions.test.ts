import { WORKSPACE_HEADER } from '@training/shared/sessions';
import { expect, test } from 'vitest';
import { callProcedure } from '../../../test/call-procedure.ts';
import { startTestServer } from '../../../test/server.ts';

const server = await startTestServer();
const { make } = server;

async function queue() {
  const { workspace, call } = await server.api(['intake:create']);
  const [own, other] = [await make.department(workspace, 'Own'), await make.department(workspace, 'Other')];
  const push = async (content: string, departmentId?: string) => {
    const created = await call('POST', '/api/v1/intake', {
      content,
      source_name: 'Wiki',
      ...(departmentId && { department_id: departmentId }),
    });
    return String(created.json.id);
  };
  const ids = { own: await push('own', own.id), other: await push('other', other.id), unassigned: await push('free') };
  return { workspace, own, other, ids };
}

// rules/roles 2, rules/suggestions 7
test('a trainer sees their department’s suggestions and the unassigned ones; others see all', async () => {
  const { workspace, own, ids } = await queue();
  const trainer = await server.as('trainer', workspace, own.id);
  const seen = (await trainer.suggestions.list.query({})).suggestions.map(({ id }) => id);
  expect(seen.sort()).toEqual([ids.own, ids.unassigned].sort());
  await expect(trainer.suggestions.get.query({ id: ids.other })).rejects.toMatchObject({ data: { httpStatus: 404 } });
  for (const role of ['content_manager', 'auditor', 'super_admin'] as const) {
    expect((await (await server.as(role, workspace)).suggestions.list.query({})).total).toBe(3);
  }
});

// rules/suggestions 1 and 9
test('a dismissal keeps its reason, and its undo puts the suggestion back into the queue', async () => {
  const { workspace, own, ids } = await queue();
  const trainer = await server.as('trainer', workspace, own.id);
  const dismissed = await trainer.suggestions.dismiss.mutate({ id: ids.own, reason: ' Out of date ' });
  expect(dismissed).toMatchObject({ status: 'dismissed', dismiss_reason: 'Out of date' });
  expect((await trainer.suggestions.list.query({ status: 'dismissed' })).total).toBe(1);
  await expect(trainer.suggestions.dismiss.mutate({ id: ids.own, reason: 'Again' })).rejects.toMatchObject({
    data: { httpStatus: 409, app_code: 'suggestion_not_pending' },
  });
  const told = await server.db.pool.query(`select data from outgoing_events where type = 'suggestion.dismissed'`);
  expect(told.rows).toMatchObject([{ data: { suggestion_id: ids.own, reason: 'Out of date' } }]);
  const restored = await trainer.suggestions.restore.mutate({ id: ids.own });
  expect(restored).toMatchObject({ status: 'pending', dismissed_at: null, dismiss_reason: null });
  await expect(trainer.suggestions.restore.mutate({ id: ids.own })).rejects.toMatchObject({
    data: { httpStatus: 409, app_code: 'suggestion_not_dismissed' },
  });
  const auditor = await server.as('auditor', workspace);
  const { events } = await auditor.audit.list.query({ search: 'own' });
  expect(events.map(({ action }) => action)).toEqual(
    expect.arrayContaining(['suggestion.restored', 'suggestion.dismissed', 'suggestion.created']),
  );
});

// rules/suggestions 9
test('nobody dismisses a suggestion without a reason', async () => {
  const { workspace, ids } = await queue();
  const { email } = await make.user(workspace, { role: 'super_admin' });
  const headers = { cookie: await server.signIn(email), origin: server.base, [WORKSPACE_HEADER]: workspace.slug };
  const procedure = { name: 'suggestions.dismiss', type: 'mutation' };
  for (const reason of [undefined, null, '', ' \t ', 'two\nlines', 'x'.repeat(501)]) {
    const refused = await callProcedure(server.base, headers, procedure, { id: ids.own, reason });
    expect(refused, refused.text).toMatchObject({ status: 400 });
    expect(refused.text).toContain('"path":"reason"');
  }
  const { rows } = await server.db.pool.query('select status from suggestions where id = $1', [ids.own]);
  expect(rows).toEqual([{ status: 'pending' }]);
});

// rules/suggestions 1
test('a dismissal of more than 30 days ago stays', async () => {
  const { workspace, ids } = await queue();
  const manager = await server.as('content_manager', workspace);
  await manager.suggestions.dismiss.mutate({ id: ids.own, reason: 'Old' });
  await server.db.pool.query(`update suggestions set dismissed_at = now() - interval '31 days' where id = $1`, [
    ids.own,
  ]);
  await expect(manager.suggestions.restore.mutate({ id: ids.own })).rejects.toMatchObject({
    data: { app_code: 'suggestion_not_dismissed' },
  });
});

test('an auditor reads the queue and dismisses nothing; a learner sees none of it', async () => {
  const { workspace, ids } = await queue();
  const auditor = await server.as('auditor', workspace);
  await expect(auditor.suggestions.dismiss.mutate({ id: ids.own, reason: 'x' })).rejects.toMatchObject({
    data: { httpStatus: 403, app_code: 'forbidden' },
  });
  const learner = await server.as('learner', workspace);
  await expect(learner.suggestions.list.query({})).rejects.toMatchObject({ data: { httpStatus: 403 } });
});

test('of two dismissals at once, one is told that it came late', async () => {
  const { workspace, ids } = await queue();
  const manager = await server.as('content_manager', workspace);
  const race = await Promise.allSettled(
    ['a', 'b'].map((reason) => manager.suggestions.dismiss.mutate({ id: ids.own, reason })),
  );
  expect(race.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
});

// rules/overview 9
test('the queue is sorted by title, source or department, both ways and over all pages', async () => {
  const { workspace, call } = await server.api(['intake:create']);
  const [first, second] = [await make.department(workspace, 'Assembly'), await make.department(workspace, 'Welding')];
  const push = async (title: string, source_name: string, department_id?: string) =>
    call('POST', '/api/v1/intake', {
      title,
      content: `About ${title}`,
      source_name,
      ...(department_id && { department_id }),
    });
  await push('beta', 'Wiki', second.id);
  await push('Alpha', 'blog', first.id);
  await push('Gamma', 'Blog');
  const admin = await server.as('super_admin', workspace);
  const read = async (input: object) =>
    (await admin.suggestions.list.query(input)).suggestions.map(({ title }) => title);
  expect(await read({})).toEqual(['Gamma', 'Alpha', 'beta']);
  expect(await read({ descending: false })).toEqual(['beta', 'Alpha', 'Gamma']);
  expect(await read({ order: 'title', descending: false })).toEqual(['Alpha', 'beta', 'Gamma']);
  expect(await read({ order: 'title', limit: 1, offset: 1 })).toEqual(['beta']);
  expect(await read({ order: 'source', descending: false })).toEqual(['Gamma', 'Alpha', 'beta']);
  expect(await read({ order: 'department', descending: false })).toEqual(['Alpha', 'beta', 'Gamma']);
  expect(await read({ order: 'department' })).toEqual(['beta', 'Alpha', 'Gamma']);
});
