import { readFileSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { documentValidator } from '../../../test/document-validator.ts';
import { startTestServer } from '../../../test/server.ts';
import { OPENAPI_FILE_PATH } from '../../http/openapi/openapi-document.ts';
import { inTransaction } from '../../core/transaction.ts';
import { recordPathCompletions } from '../evidence/record-path-completions.ts';
import { applyUnfinishedAssignments } from '../assignments/apply-runs.ts';
import { dayIn } from '../assignments/assignments-fixture.ts';
import { inOrder, pathsOf } from './paths-fixture.ts';

const server = await startTestServer();
const validate = documentValidator(readFileSync(OPENAPI_FILE_PATH, 'utf8'));

let world: Awaited<ReturnType<typeof pathsOf>>;
let call: ReturnType<typeof server.rest>;

beforeAll(async () => {
  world = await pathsOf(server);
  ({ call } = await server.api(['paths:read', 'paths:write'], world.workspace));
});

/** Sends a request whose answer has to be what the document says. @param at The path in the document */
async function send(method: 'GET' | 'POST', path: string, at: string, body?: unknown, headers = {}) {
  const answer = await call(method, `/api/v1${path}`, body, headers);
  const type = (answer.headers.get('content-type') ?? '').split(';', 1)[0] ?? '';
  const place = [`/api/v1${at}`, method.toLowerCase(), 'responses', String(answer.status), 'content', type, 'schema'];
  expect(validate(place, answer.json), answer.text.slice(0, 500)).toEqual([]);
  return answer;
}

// rules/paths 10
test('a system writes a path, previews and assigns it, and reads how people stand in it', async () => {
  const { department, modules, member } = world;
  const { user } = await member('learner');
  await server.db.pool.query(`update users set external_id = '4711' where id = $1`, [user.id]);
  const steps = inOrder(modules.map(({ id }) => id));
  const created = await send('POST', '/paths', '/paths', { title: 'By HR', steps });
  expect(created).toMatchObject({ status: 201, json: { title: 'By HR', version: 1 } });
  const { id } = created.json;
  expect((await send('GET', '/paths?search=by%20hr', '/paths')).json).toMatchObject({ total: 1, paths: [{ id }] });
  expect((await send('GET', `/paths/${id}`, '/paths/{id}')).json.steps).toHaveLength(3);

  const terms = { to: { kind: 'user', user_id: user.id }, due_on: dayIn(10) };
  const assignments = `/paths/${id}/assignments`;
  const previewed = await send('POST', `${assignments}/preview`, '/paths/{path_id}/assignments/preview', terms);
  expect(previewed.json).toMatchObject({ counts: { new: 3 }, total: 3 });
  expect((await send('GET', `/paths/${id}/standing`, '/paths/{id}/standing')).json.counts.people).toBe(0);
  const assigned = await send('POST', assignments, '/paths/{path_id}/assignments', terms);
  expect(assigned.status).toBe(201);

  const people = async () => (await send('GET', `/paths/${id}/people`, '/paths/{id}/people')).json;
  const row = { user_id: user.id, email: user.email, external_id: '4711', department: department.name };
  expect(await people()).toMatchObject({ total: 1, people: [{ ...row, status: 'not_started', done: 0, steps: 3 }] });

  const shorter = { version: 1, steps: steps.slice(0, 2) };
  const effect = await send('POST', `/paths/${id}/preview`, '/paths/{id}/preview', shorter);
  expect(effect.json).toMatchObject({ people: 1, counts: { lost: 1 } });
  const changed = await send('POST', `/paths/${id}`, '/paths/{id}', { ...shorter, title: 'Shorter' });
  expect(changed.json).toMatchObject({ title: 'Shorter', version: 2 });
  expect((await people()).people[0].steps).toBe(2);
  expect(await send('POST', `/paths/${id}`, '/paths/{id}', { ...shorter, title: 'Late' })).toMatchObject({
    status: 409,
    json: { code: 'stale_version' },
  });

  const end = [`/path-assignments/${assigned.json.id}/end`, '/path-assignments/{id}/end', {}] as const;
  expect((await send('POST', ...end)).status).toBe(200);
  expect(await send('POST', ...end)).toMatchObject({ status: 409, json: { code: 'assignment_ended' } });
  expect((await people()).total).toBe(0);
});

// rules/paths 10, rules/api 9
test('a repeated request with its Idempotency-Key creates and assigns nothing twice, and the job applies it', async () => {
  const { modules, member } = world;
  const { user } = await member('learner');
  const steps = inOrder(modules.map(({ id }) => id));
  const twice = async (path: string, at: string, body: object) => {
    const key = { 'idempotency-key': `once ${path}`.replaceAll(' ', '-') };
    const first = await send('POST', path, at, body, key);
    const second = await send('POST', path, at, body, key);
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.json).toEqual(first.json);
    return first;
  };
  const { id } = (await twice('/paths', '/paths', { title: 'Once', steps })).json;
  expect((await send('GET', '/paths?search=once', '/paths')).json.total).toBe(1);
  const terms = { to: { kind: 'user', user_id: user.id } };
  const assignments = `/paths/${id}/assignments`;
  await twice(`${assignments}/preview`, '/paths/{path_id}/assignments/preview', terms);
  await twice(assignments, '/paths/{path_id}/assignments', terms);
  await applyUnfinishedAssignments(server.db, () => false);
  const standing = (await send('GET', `/paths/${id}/standing`, '/paths/{id}/standing')).json;
  expect(standing).toMatchObject({ counts: { people: 1 }, assignments: [{ applying: false }] });
  expect(standing.assignments).toHaveLength(1);
});

// rules/paths 10
test('a system moves the day of an assigned path, ends it, archives the path and restores it; each once', async () => {
  const { modules, member } = world;
  const { user } = await member('learner');
  const path = { title: 'By another HR', steps: inOrder(modules.map(({ id }) => id)) };
  const { id } = (await send('POST', '/paths', '/paths', path)).json;
  const terms = { to: { kind: 'user', user_id: user.id }, due_on: dayIn(10) };
  const assigned = await send('POST', `/paths/${id}/assignments`, '/paths/{path_id}/assignments', terms);
  const at = `/path-assignments/${assigned.json.id}`;
  const later = { ...terms, version: 1, due_on: dayIn(20) };
  const preview = await send('POST', `${at}/preview`, '/path-assignments/{id}/preview', later);
  expect(preview.json).toMatchObject({ counts: { kept: 3 }, trainings: [{ due_on: dayIn(20) }, {}, {}] });
  const key = { 'idempotency-key': 'move-the-day' };
  const moved = await send('POST', at, '/path-assignments/{id}', later, key);
  expect(moved).toMatchObject({ status: 200, json: assigned.json });
  const again = await send('POST', at, '/path-assignments/{id}', later, key);
  expect(again.headers.get('idempotent-replayed')).toBe('true');
  await applyUnfinishedAssignments(server.db, () => false);
  const standing = (await send('GET', `/paths/${id}/standing`, '/paths/{id}/standing')).json;
  expect(standing.assignments).toMatchObject([{ due_on: dayIn(20), version: 2 }]);
  expect(await send('POST', at, '/path-assignments/{id}', later)).toMatchObject({
    status: 409,
    json: { code: 'stale_version' },
  });

  const archive = (archived: boolean) => send('POST', `/paths/${id}/archive`, '/paths/{id}/archive', { archived });
  expect(await archive(true)).toMatchObject({ status: 409, json: { code: 'path_assigned' } });
  const end = await send('POST', `${at}/end/preview`, '/path-assignments/{id}/end/preview', {});
  expect(end.json).toMatchObject({ counts: { lost: 3 }, total: 3 });
  expect((await send('POST', `${at}/end`, '/path-assignments/{id}/end', {})).status).toBe(200);
  expect((await archive(true)).json.archived_at).not.toBeNull();
  expect((await send('GET', '/paths?search=another', '/paths')).json.total).toBe(0);
  expect((await archive(false)).json.archived_at).toBeNull();
  const { events } = await world.admin.audit.list.query({ search: 'By another HR' });
  expect(events.map(({ action, actor }) => [action, actor.kind])).toEqual(
    ['path.restored', 'path.archived', 'path.assigned', 'path.created'].map((action) => [action, 'token']),
  );
});

// rules/api 6
test('an id is read from the address: unknown ones are 404, others 400, and so are those in the body', async () => {
  const { path } = world;
  expect(await send('GET', `/paths/${path.steps[0]!.module_id}`, '/paths/{id}')).toMatchObject({ status: 404 });
  expect(await send('GET', '/paths/1', '/paths/{id}')).toMatchObject({ status: 400 });
  const refused = await send('POST', `/paths/${path.id}`, '/paths/{id}', { ...world.written, id: path.id, version: 1 });
  expect(refused).toMatchObject({ status: 400, json: { code: 'invalid_request' } });
  expect(refused.json.detail).toContain('It belongs in the path, not in the body');
});

// rules/paths 10
test('other systems are told once that a path was assigned, and of each person who completes it', async () => {
  const { admin, department, modules, workspace, member } = await pathsOf(server, 1);
  const { user } = await member('learner');
  const steps = [{ module_id: modules[0]!.id }];
  const { id } = await admin.paths.create.mutate({ title: 'Told', steps });
  const to = { kind: 'department', department_id: department.id } as const;
  await admin.paths.assign.mutate({ path_id: id, to, due_days: 5 });
  await server.db.pool.query(
    `update enrollments set started_at = now(), completed_at = now(), progress = 1 where user_id = $1`,
    [user.id],
  );
  const cause = { ...server.make.contextOf(workspace), now: new Date() };
  await inTransaction(cause, (em) => recordPathCompletions(em, cause, null));
  const { rows } = await server.db.pool.query(
    `select type, data from outgoing_events where workspace_id = $1 and type like '%path%' order by id`,
    [workspace.id],
  );
  expect(rows).toMatchObject([
    { type: 'path.assigned', data: { path_id: id, title: 'Told', to, due_on: null, due_days: 5 } },
    { type: 'learner.path_completed', data: { path_id: id, user_id: user.id, email: user.email } },
  ]);
});
