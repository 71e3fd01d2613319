import { EventAction, traitsOfEventAction } from '@training/shared/events/events';
import { OUTGOING_EVENT_SCHEMAS, type OutgoingEventType } from '@training/shared/events/outgoing-events';
import { expect, test } from 'vitest';
import { startKeyServer } from '../../../test/key-server.ts';
import { deleteExpiredData } from '../../app/delete-expired-data.ts';
import { sequenceAndDispatchEvents } from './assign-event-sequences.ts';
import { edit } from '../reviews/reviews-fixture.ts';
import { outgoingCauses } from './outgoing-causes-fixture.ts';

const server = await startKeyServer();
const { pool } = server.db;
const { cast, call, upsert, decided, causes } = await outgoingCauses(server);
const { trainer, workspace } = cast;

/** The outgoing events about a subject, with the audit log's row of the same id. */
async function toldOf(subjectId: string) {
  const { rows } = await pool.query<{
    type: OutgoingEventType;
    data: object;
    action: EventAction;
    by: object;
    same_time: boolean;
  }>(
    `select o.type, o.data, a.action, o.at = a.at as same_time,
       json_build_object('kind', a.actor_kind, 'id', a.actor_id, 'name', a.actor_name) as by
     from audit_events a join outgoing_events o using (workspace_id, id)
     where a.subject_id = $1 order by id`,
    [subjectId],
  );
  return rows;
}

test.each(Object.entries(causes))('%s is told once when it happens, as its schema says', async (type, cause) => {
  const told = await toldOf(await cause());
  for (const event of told) {
    expect(traitsOfEventAction(event.action).outgoing).toBe(event.type);
    expect(OUTGOING_EVENT_SCHEMAS[event.type].parse(event.data)).toMatchObject({ by: event.by });
    expect(event.same_time).toBe(true);
  }
  expect(told.filter((event) => event.type === type)).toHaveLength(1);
});

// rules/events 5
test('a submission after a query is told with its round, and what had been queried', async () => {
  const moduleId = await decided('query');
  await edit(trainer.client, moduleId, 'quiz');
  await trainer.client.reviews.resubmit.mutate({ module_id: moduleId });
  expect((await toldOf(moduleId)).at(-1)).toMatchObject({
    type: 'module.submitted',
    action: 'module.resubmitted',
    data: { module_id: moduleId, round: 2, queried: ['quiz'], by: { kind: 'user', name: trainer.fullName } },
  });
});

test('what systems are told of a person is the person as they are then, and what is different', async () => {
  const id = await upsert({ full_name: 'Ana' }, { full_name: 'Anna', role: 'content_manager' });
  const [created, updated] = await toldOf(id);
  expect(created!.data).toMatchObject({ user_id: id, full_name: 'Ana', role: 'learner', is_active: true });
  const changes = { full_name: 'Anna', role: 'content_manager', changed: ['full_name', 'role'] };
  expect(updated!.data).toMatchObject({ user_id: id, ...changes, by: { kind: 'token' } });
});

test('an upsert that changes nothing, a preview and an article that is there already tell nobody', async () => {
  const count = async () => (await pool.query('select count(*)::integer as count from outgoing_events')).rows[0].count;
  const body = { email: 'same@told.example.com', full_name: 'Same' };
  const article = { content: 'The same article', source_name: 'Wiki' };
  await call('POST', '/api/v1/users', body);
  await call('POST', '/api/v1/intake', article);
  const before = await count();
  await call('POST', '/api/v1/users', body);
  await call('POST', '/api/v1/users?preview=true', { ...body, full_name: 'Other' });
  expect((await call('POST', '/api/v1/intake', article)).status).toBe(200);
  expect(await count()).toBe(before);
});

// rules/operation 11, rules/events 2
test('outgoing events are kept for 30 days and until they have their sequence, the audit log for good', async () => {
  const [old, recent] = [await upsert({ full_name: 'Old' }), await upsert({ full_name: 'Recent' })];
  const age = `update outgoing_events set at = now() - make_interval(days => $2) where data ->> 'user_id' = $1`;
  await pool.query(age, [old, 31]);
  await pool.query(age, [recent, 29]);
  await deleteExpiredData(server.db);
  expect(await toldOf(old)).toHaveLength(1);
  await sequenceAndDispatchEvents(server.db, workspace.id, []);
  await deleteExpiredData(server.db);
  expect(await toldOf(old)).toEqual([]);
  expect(await toldOf(recent)).toHaveLength(1);
  const { rows } = await pool.query('select action from audit_events where subject_id = $1', [old]);
  expect(rows).toEqual([{ action: 'user.created' }]);
});
