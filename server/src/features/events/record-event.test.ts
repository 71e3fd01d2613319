import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { EventAction, traitsOfEventAction } from '@training/shared/events/events';
import {
  OUTGOING_EVENT_SCHEMAS,
  type OutgoingEventData,
  type OutgoingEventType,
} from '@training/shared/events/outgoing-events';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { makerFor } from '../../../test/make.ts';
import { inTransaction } from '../../core/transaction.ts';
import { newId } from '../../platform/ids.ts';
import { upsertUserToInvite } from '../users/upsert-invited-user.ts';
import { recordUntypedEvent, recordEvent } from './record-event.ts';

const db = await freshDatabase();
const make = makerFor(db);

/**
 * Maximum lengths, with the characters that take most bytes in JSON: control characters if allowed, otherwise emoji.
 */
const [title, name, url] = ['📦'.repeat(300), '📦'.repeat(200), `https://wiki.example.com/${'📦'.repeat(2020)}`];
const reason = '\u0001'.repeat(2000);
const id = newId();

const module = { module_id: id, course_id: id, title, status: 'published', workflow: 'in_review', round: 2 } as const;
const section = { ...module, section: 'quiz', content_hash: 'f'.repeat(64) } as const;
const course_published: [boolean, boolean] = [true, false];
const user = {
  user_id: id,
  email: 'a@example.com',
  external_id: '7'.repeat(100),
  full_name: name,
  role: 'learner',
  manager_id: id,
  is_active: true,
} as const;
const suggestion = { suggestion_id: id, title, source_name: name, source_url: url, department_id: id };

const expires_at = '2027-01-31T23:00:00.000Z';
const certificate = { user_id: id, email: 'a@example.com', full_name: name, module_id: id, title, expires_at };

const LONGEST: { [Type in OutgoingEventType]: OutgoingEventData<Type> } = {
  'module.submitted': { ...module, queried: ['flashcards', 'quiz'] },
  'module.section_queried': { ...section, reason, item_id: id },
  'module.section_approved': section,
  'module.published': {
    ...module,
    revision: 1,
    flashcards_hash: 'f'.repeat(64),
    quiz_hash: 'f'.repeat(64),
    course_published,
  },
  'module.rejected': { ...module, reason },
  'module.withdrawn': { ...module, reason },
  'module.unpublished': { ...module, reason, course_published },
  'module.archived': { ...module, reason, course_published },
  'module.restored': { ...module, reason, course_published },
  'user.created': { ...user, department_id: id },
  'user.updated': { ...user, department_id: id, changed: ['full_name', 'role', 'department_id'] },
  'user.deactivated': { ...user, department_id: id, changed: ['is_active'] },
  'user.reactivated': { ...user, department_id: id, changed: ['is_active'] },
  'learner.module_completed': {
    user_id: id,
    email: `${'e'.repeat(242)}@example.com`,
    full_name: name,
    department_id: id,
    module_id: id,
    course_id: id,
    title,
    cycle: 2,
    revision: 3,
    score: 0.9999,
    completed_at: '2026-03-01T08:30:00.000Z',
    expires_at: '2027-03-01T23:00:00.000Z',
  },
  'learner.path_completed': {
    user_id: id,
    email: `${'e'.repeat(242)}@example.com`,
    full_name: name,
    path_id: id,
    title,
    path_completion_id: id,
    completed_at: expires_at,
    expires_at,
  },
  'path.assigned': {
    path_id: id,
    title,
    assignment_id: id,
    to: { kind: 'department', department_id: id },
    due_on: '2027-01-31',
    due_days: null,
  },
  'token.created': { token_id: id, name, scopes: ['users:read', 'users:write'] },
  'token.revoked': { token_id: id, name },
  'suggestion.created': suggestion,
  'suggestion.accepted': { ...suggestion, module_id: id, course_id: id },
  'suggestion.dismissed': { ...suggestion, reason: '📦'.repeat(500) },
  'suggestion.superseded': { ...suggestion, superseded_by: id },
  'certification.due_soon': { ...certificate, completed_at: expires_at },
  'certification.expired': { ...certificate, completed_at: expires_at },
  'provider_key.failing': {
    provider_key_id: id,
    capability: 'generation',
    provider: 'openai',
    outcome: 'undecryptable',
  },
  'drive.reconnect_needed': {
    connection_id: id,
    kind: 'feishu',
    account: '📦'.repeat(500),
    reason: 'undecryptable',
  },
  'audit.checkpoint': { entries: 1_000_000, head: 'f'.repeat(64), key: 'k'.repeat(43), signature: 's'.repeat(86) },
  'endpoint.test': { endpoint_id: id },
};

/** A valid change for the action. */
function changeOf(action: EventAction) {
  const type = traitsOfEventAction(action).outgoing;
  return { action, subject: { kind: 'thing', id, name: 'Thing' }, ...(type && { outgoing: LONGEST[type] }) };
}

async function contextOfNew() {
  const workspace = await make.workspace();
  return { ...make.contextOf(workspace), actor: { kind: 'system', name } as const };
}

const WRITTEN = `
select a.id, a.action, a.at, o.id as told_id, o.type, o.at as told_at, o.data, o.sequence
from audit_events a full join outgoing_events o using (workspace_id, id)
where workspace_id = $1`;

// rules/events 1, 3, 4
test.each(EventAction.options)('%s is logged once and, where others are told of it, told once', async (action) => {
  const ctx = await contextOfNew();
  await inTransaction(ctx, (em) => recordUntypedEvent(em, ctx, changeOf(action)));
  const { rows } = await db.pool.query(WRITTEN, [ctx.workspace.id]);
  const type = traitsOfEventAction(action).outgoing ?? null;
  const told = { told_id: type && rows[0].id, told_at: type && ctx.now, type, sequence: null };
  expect(rows).toEqual([expect.objectContaining({ id: expect.any(String), action, at: ctx.now, ...told })]);
  if (type) {
    expect(OUTGOING_EVENT_SCHEMAS[type].parse(rows[0].data)).toMatchObject({ by: { kind: 'system', id: null, name } });
    expect(Buffer.byteLength(JSON.stringify(rows[0].data)), 'bytes').toBeLessThan(20_000);
  }
});

// rules/events 1
test('neither is there when what they tell of is rolled back', async () => {
  const workspace = await make.workspace();
  const { email } = await make.user(workspace, { isActive: false, fullName: 'Before' });
  const invited = upsertUserToInvite(make.contextOf(workspace), { email, full_name: 'After' });
  await expect(invited).rejects.toMatchObject({ code: 'user_inactive' });
  expect((await db.pool.query('select full_name from users where email = $1', [email])).rows).toEqual([
    { full_name: 'Before' },
  ]);
  expect((await db.pool.query(WRITTEN, [workspace.id])).rows).toEqual([]);
});

test('what is told is checked wherever this is not production, and a change of which it is missing is never written', async () => {
  const ctx = await contextOfNew();
  const subject = { kind: 'token', id, name: 'HR' };
  const wrong = { token_id: 'not an id', name: 'HR' };
  await expect(recordEvent(db.pool, ctx, { action: 'token.revoked', subject, outgoing: wrong })).rejects.toThrow(
    /token_id/,
  );
  await expect(recordUntypedEvent(db.pool, ctx, { action: 'token.revoked', subject })).rejects.toThrow();
  expect((await db.pool.query(WRITTEN, [ctx.workspace.id])).rows).toEqual([]);
});

/** Actions whose name is built from parts in the source code. */
const PUT_TOGETHER: Record<string, EventAction[]> = {
  '`user.${': [
    'user.created',
    'user.updated',
    'user.deactivated',
    'user.reactivated',
    'user.passkey_added',
    'user.passkey_removed',
    'user.passkeys_reset',
    'user.recovery_codes_created',
    'user.recovery_code_used',
  ],
  '`issuer.domain_${': ['issuer.domain_missing', 'issuer.domain_lapsed'],
  '`certification.${': ['certification.due_soon', 'certification.expired'],
};

// rules/events 3
test('each action that one can filter the audit log by is written somewhere', () => {
  const sources = path.join(import.meta.dirname, '../..');
  const isReader =
    /^(?:database|features[/](?:notifications[/](?:fan-out|outbox|why)|overview))[/]|[/](?:words|stored-sql)[.]ts$/;
  const writing = globSync('**/*.ts', { cwd: sources })
    .filter((file) => !isReader.test(file) && !/[.]test[.]ts$|-fixture[.]ts$/.test(file))
    .map((file) => readFileSync(path.join(sources, file), 'utf8'))
    .join('\n');
  const written = (action: EventAction) =>
    writing.includes(`'${action}'`) ||
    Object.entries(PUT_TOGETHER).some(([begins, actions]) => actions.includes(action) && writing.includes(begins));
  expect(EventAction.options.filter((action) => !written(action))).toEqual([]);
});
