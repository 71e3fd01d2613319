import { EventAction, describeAction } from '@training/shared/events';
import { OUTGOING_EVENTS, type OutgoingType } from '@training/shared/outgoing-events';
import { expect, test } from 'vitest';
import { newKey, startKeyServer } from '../../../test/key-server.ts';
import { removeExpired } from '../../database/retention.ts';
import { numberEvents } from './dispatch/number-events.ts';
import { completeModule } from '../learning/learning-fixture.ts';
import { tellCertificates } from '../assignments/nights/tell-certificates.ts';
import { approveBoth, castOf, edit } from '../reviews/reviews-fixture.ts';

const server = await startKeyServer();
const { pool } = server.db;
const cast = await castOf(server);
const { admin, reviewer, trainer, workspace, department } = cast;
const { call } = await server.api(['users:write', 'intake:create'], workspace);
const reason = 'Because of that';

let made = 0;

async function upsert(...bodies: object[]): Promise<string> {
  const email = `person-${++made}@told.example.com`;
  let id = '';
  for (const body of bodies) ({ id } = (await call('POST', '/api/v1/users', { email, ...body })).json);
  return id;
}

async function suggested(): Promise<string> {
  const article = { content: `Article ${++made}`, source_name: 'Wiki', source_url: 'https://wiki.example.com/42' };
  return (await call('POST', '/api/v1/intake', article)).json.id;
}

async function decided(verb: 'approve' | 'query'): Promise<string> {
  const { module, hashes } = await cast.inReview();
  const seen = { module_id: module.id, section: 'quiz', round: hashes.round, content_hash: hashes.quiz } as const;
  if (verb === 'approve') await reviewer.client.reviews.approve.mutate(seen);
  else await reviewer.client.reviews.query.mutate({ ...seen, comment: reason });
  return module.id;
}

async function changed(
  status: 'draft' | 'published' | 'archived' | 'in_review',
  change: (module_id: string, round: number) => Promise<unknown>,
): Promise<string> {
  const { module, hashes } = await cast.module({ status });
  await change(module.id, hashes.round);
  return module.id;
}

/** The night after a completion whose certificate runs out in so many days. */
async function certified(days: number): Promise<string> {
  const { id: userId } = await server.make.user(workspace);
  const { module } = await cast.module({ status: 'published' });
  const expiresAt = new Date(Date.now() + days * 86_400_000);
  const done = { startedAt: new Date(0), completedAt: new Date(1), expiresAt };
  await server.make.enrollment(workspace, userId, module.id, done);
  await tellCertificates(server.db, workspace, new Date(), () => false);
  return userId;
}

const { reviews } = admin.client;

/** Makes each event happen as people and systems do, and names what it happens to. */
const CAUSES: { [Type in Exclude<OutgoingType, 'suggestion.superseded' | 'endpoint.test'>]: () => Promise<string> } = {
  'module.submitted': () => changed('draft', (module_id) => trainer.client.reviews.submit.mutate({ module_id })),
  'module.section_queried': () => decided('query'),
  'module.section_approved': () => decided('approve'),
  'module.published': async () => {
    const { module, hashes } = await cast.inReview();
    await approveBoth(reviewer.client, module.id, hashes);
    return module.id;
  },
  'module.rejected': () =>
    changed('in_review', (module_id, round) => reviewer.client.reviews.reject.mutate({ module_id, round, reason })),
  'module.withdrawn': () => changed('in_review', (module_id) => reviews.withdraw.mutate({ module_id, reason })),
  'module.unpublished': () => changed('published', (module_id) => reviews.unpublish.mutate({ module_id, reason })),
  'module.archived': () => changed('published', (module_id) => reviews.archive.mutate({ module_id, reason })),
  'module.restored': () => changed('archived', (module_id) => reviews.restore.mutate({ module_id, reason })),
  'learner.module_completed': async () => {
    const { module } = await cast.module({ status: 'published' });
    await completeModule(trainer.client, module.id);
    return module.id;
  },
  'user.created': () => upsert({ full_name: 'Ana' }),
  'user.updated': () => upsert({ full_name: 'Ana' }, { full_name: 'Anna' }),
  'user.deactivated': () => upsert({ full_name: 'Ana' }, { deactivate: true }),
  'user.reactivated': () => upsert({ full_name: 'Ana' }, { deactivate: true }, { deactivate: false }),
  'token.created': async () => (await admin.client.tokens.create.mutate({ name: 'HR', scopes: ['users:read'] })).id,
  'token.revoked': async () => {
    const { id } = await admin.client.tokens.create.mutate({ name: 'HR', scopes: ['users:read'] });
    await admin.client.tokens.revoke.mutate({ id });
    return id;
  },
  'suggestion.created': suggested,
  'suggestion.accepted': async () => {
    const id = await suggested();
    const course = await server.make.course(workspace, { departmentId: department.id });
    await trainer.client.suggestions.accept.mutate({ id, course_id: course.id, generate: false });
    return id;
  },
  'suggestion.dismissed': async () => {
    const id = await suggested();
    await trainer.client.suggestions.dismiss.mutate({ id, reason });
    return id;
  },
  'certification.due_soon': () => certified(10),
  'certification.expired': () => certified(-10),
  'provider_key.failing': async () => {
    const key = server.keyFor('good');
    const { id } = await admin.client.providerKeys.add.mutate(newKey('openai', key));
    server.standIn.setScenario(key, 'bad');
    await expect(server.generate(workspace)).rejects.toThrow();
    return id;
  },
};

/** What other systems are told of a subject, beside what the audit log has under the same id. */
async function toldOf(subjectId: string) {
  const { rows } = await pool.query<{
    type: OutgoingType;
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

test.each(Object.entries(CAUSES))('%s is told once when it happens, as its schema says', async (type, cause) => {
  const told = await toldOf(await cause());
  for (const event of told) {
    expect(describeAction(event.action).outgoing).toBe(event.type);
    expect(OUTGOING_EVENTS[event.type].parse(event.data)).toMatchObject({ by: event.by });
    expect(event.same_time).toBe(true);
  }
  expect(told.filter((event) => event.type === type)).toHaveLength(1);
});

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

test('outgoing events are kept for 30 days and until they have their sequence, the audit log for good', async () => {
  const [old, recent] = [await upsert({ full_name: 'Old' }), await upsert({ full_name: 'Recent' })];
  const age = `update outgoing_events set at = now() - make_interval(days => $2) where data ->> 'user_id' = $1`;
  await pool.query(age, [old, 31]);
  await pool.query(age, [recent, 29]);
  await removeExpired(server.db);
  expect(await toldOf(old)).toHaveLength(1);
  await numberEvents(server.db, workspace.id, []);
  await removeExpired(server.db);
  expect(await toldOf(old)).toEqual([]);
  expect(await toldOf(recent)).toHaveLength(1);
  const { rows } = await pool.query('select action from audit_events where subject_id = $1', [old]);
  expect(rows).toEqual([{ action: 'user.created' }]);
});
