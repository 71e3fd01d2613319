import { z } from 'zod';
import { OUTGOING_EVENT_SCHEMAS, OutgoingEventType } from '../events/outgoing-events.ts';
import { Id, Timestamp } from '../primitives.ts';
import { SubscribableEventType } from './webhooks.ts';

/** The exclusive upper limit of a delivery's body in bytes, whatever users have typed. */
export const WEBHOOK_PAYLOAD_BYTE_LIMIT = 20_480;

const sequence = z
  .int()
  .min(1)
  .describe(
    'The place of the event among all of the workspace, from 1 on. An endpoint sees those of its types, so there are ' +
      'gaps; what comes with a lower one than before is late or repeated.',
  );

/**
 * The body delivered for an event of this type, following Standard Webhooks. The header `webhook-id` identifies the
 * event, the same in every attempt and replay.
 */
export function webhookPayloadSchemaOf<Type extends OutgoingEventType>(type: Type) {
  return z.strictObject({
    type: z.literal(type),
    timestamp: Timestamp.describe('When it happened; when it was sent stands in the header `webhook-timestamp`.'),
    sequence: type === 'endpoint.test' ? z.null().describe('A test has no place among the events.') : sequence,
    workspace_id: Id,
    data: OUTGOING_EVENT_SCHEMAS[type],
  });
}

/** Returns the schema name, such as `ModuleSectionApprovedEvent`. */
export function webhookPayloadSchemaNameOf(type: OutgoingEventType): string {
  const words = type.split(/[._]/).map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  return `${words.join('')}Event`;
}

/** The fields common to all payloads, for receivers that don't know the type yet. */
export const UntypedWebhookPayload = z.strictObject({
  type: z.string(),
  timestamp: Timestamp,
  sequence: z.int().min(1).nullable(),
  workspace_id: Id,
  data: z.record(z.string(), z.unknown()),
});
export type UntypedWebhookPayload = z.infer<typeof UntypedWebhookPayload>;

const WORKSPACE = '0199c0de-6f10-7a2b-9c3d-4e5f60718293';
const WAREHOUSE = '0199c0de-7a1b-7c3d-8e5f-a1b2c3d4e5f6';
const ANA = '0199c0de-93b7-7d0a-8c1e-2b3c4d5e6f70';
const HASH = '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08';

const at = '2026-03-01T08:30:00.000Z';
const carla = { kind: 'user', id: '0199c0de-9001-7b11-8a22-334455667788', name: 'Carla Nunes' } as const;
const tom = { kind: 'user', id: '0199c0de-9002-7c22-9b33-445566778899', name: 'Tom Becker' } as const;
const hr = { kind: 'token', id: '0199c0de-9003-7d33-8c44-5566778899aa', name: 'HR sync' } as const;
const wiki = { kind: 'token', id: '0199c0de-9004-7e44-9d55-66778899aabb', name: 'Company wiki' } as const;
const server = { kind: 'system', id: null, name: 'Server' } as const;

const place = {
  module_id: '0199c0de-8a44-7e18-b3c7-5f60718293a4',
  course_id: '0199c0de-81f0-7b52-9a41-0c5d6e7f8091',
  title: 'Lifting and carrying',
} as const;
const inReview = { ...place, status: 'in_review', workflow: 'in_review', round: 1 } as const;
const published = { ...place, status: 'published', workflow: null, round: 1 } as const;

const forklift = { path_id: '0199c0de-b0a1-7b2c-8d3e-4f5a6b7c8d9e', title: 'Forklift drivers' } as const;

const ana = {
  user_id: ANA,
  email: 'ana.souza@example.com',
  external_id: '004711',
  full_name: 'Ana Souza',
  role: 'learner',
  department_id: WAREHOUSE,
  manager_id: null,
  is_active: true,
  by: hr,
} as const;

const suggestion = {
  suggestion_id: '0199c0de-9c5d-7f23-a6b8-3d4e5f607182',
  title: 'Charging the electric forklift',
  source_name: 'Company wiki',
  source_url: 'https://wiki.example.com/pages/42',
  department_id: WAREHOUSE,
} as const;

const certificate = {
  user_id: ANA,
  email: ana.email,
  full_name: ana.full_name,
  module_id: place.module_id,
  title: place.title,
  completed_at: '2025-03-20T10:12:00.000Z',
  expires_at: '2026-03-20T10:12:00.000Z',
  by: server,
} as const;

const token = { token_id: hr.id, name: hr.name, by: carla } as const;

/** Example data of each event type. */
const DATA: { [Type in OutgoingEventType]: z.infer<(typeof OUTGOING_EVENT_SCHEMAS)[Type]> } = {
  'module.submitted': { ...inReview, by: tom },
  'module.section_queried': {
    ...inReview,
    status: 'changes_requested',
    workflow: 'changes_requested',
    section: 'quiz',
    content_hash: HASH,
    reason: 'Question 3 has two right answers.',
    by: carla,
  },
  'module.section_approved': { ...inReview, section: 'flashcards', content_hash: HASH, by: carla },
  'module.published': {
    ...published,
    revision: 1,
    flashcards_hash: HASH,
    quiz_hash: HASH,
    course_published: [false, true],
    by: carla,
  },
  'module.rejected': {
    ...inReview,
    status: 'rejected',
    workflow: 'rejected',
    reason: 'We have a module about this already.',
    by: carla,
  },
  'module.withdrawn': { ...inReview, status: 'draft', workflow: 'draft', by: tom },
  'module.unpublished': { ...published, status: 'draft', workflow: 'draft', reason: 'It is out of date.', by: carla },
  'module.archived': { ...published, status: 'archived', reason: 'The machine was sold.', by: carla },
  'module.restored': { ...published, reason: 'We rent the machine again.', by: carla },
  'user.created': ana,
  'user.updated': { ...ana, role: 'trainer', changed: ['role'] },
  'user.deactivated': { ...ana, is_active: false, changed: ['is_active'] },
  'user.reactivated': { ...ana, changed: ['is_active'] },
  'learner.module_completed': {
    user_id: ANA,
    email: ana.email,
    full_name: ana.full_name,
    department_id: WAREHOUSE,
    ...place,
    cycle: 1,
    revision: 1,
    score: 0.9,
    completed_at: at,
    expires_at: '2027-03-01T08:30:00.000Z',
    by: { kind: 'user', id: ANA, name: ana.full_name },
  },
  'learner.path_completed': {
    user_id: ANA,
    email: ana.email,
    full_name: ana.full_name,
    ...forklift,
    path_completion_id: '0199c0de-b1a2-7c3d-8e4f-5a6b7c8d9e0f',
    completed_at: at,
    expires_at: '2027-03-01T08:30:00.000Z',
    by: server,
  },
  'path.assigned': {
    ...forklift,
    assignment_id: '0199c0de-b2b3-7d4e-9f50-6b7c8d9e0f1a',
    to: { kind: 'department', department_id: WAREHOUSE },
    due_on: '2026-04-01',
    due_days: null,
    by: carla,
  },
  'token.created': { ...token, scopes: ['users:read', 'users:write'] },
  'token.revoked': token,
  'suggestion.created': { ...suggestion, by: wiki },
  'suggestion.accepted': { ...suggestion, module_id: place.module_id, course_id: place.course_id, by: tom },
  'suggestion.dismissed': { ...suggestion, reason: 'It is about another site.', by: tom },
  'suggestion.superseded': { ...suggestion, superseded_by: '0199c0de-9d6e-7034-b7c9-4e5f60718293', by: wiki },
  'certification.due_soon': certificate,
  'certification.expired': certificate,
  'provider_key.failing': {
    provider_key_id: '0199c0de-9e7f-7145-88da-5f6071829304',
    capability: 'generation',
    provider: 'anthropic',
    outcome: 'quota_exhausted',
    by: server,
  },
  'drive.reconnect_needed': {
    connection_id: '0199c0de-a1b2-7c3d-9e4f-5a6b7c8d9e0f',
    kind: 'google',
    account: 'training@example.com',
    reason: 'access_lost',
    by: server,
  },
  'audit.checkpoint': {
    entries: 1041,
    head: HASH,
    key: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
    signature: 'T2wFcH_kSgrX8XkbpcYJ4WlQm7Z3rRQbTAcdQnJ7tUhDqJXzW0mY0aH4i8k1yZ5lq2dVxE3oPpN9sB6uCfGwDA',
    by: server,
  },
  'endpoint.test': { endpoint_id: '0199c0de-9f80-7256-99eb-607182930415', by: carla },
};

/** Returns an example of the whole body of an event of this type. */
export function exampleWebhookPayloadOf(type: OutgoingEventType): UntypedWebhookPayload {
  const sequence = type === 'endpoint.test' ? null : 1042;
  return { type, timestamp: at, sequence, workspace_id: WORKSPACE, data: DATA[type] };
}

/** Returns the description of an event type. */
export function eventTypeDescriptionOf(type: OutgoingEventType): string {
  return OUTGOING_EVENT_SCHEMAS[type].description ?? '';
}

/** A heading of the page: its key in the catalogue of webhooks. */
type TypeGroup = 'module' | 'suggestion' | 'learning' | 'user' | 'connection' | 'audit';

/** The types that an endpoint can subscribe to, under the headings of the page and in its order. */
export const EVENT_TYPE_GROUPS: readonly { group: TypeGroup; types: readonly SubscribableEventType[] }[] = [
  { group: 'module', types: typesOf('module.') },
  { group: 'suggestion', types: typesOf('suggestion.') },
  { group: 'learning', types: [...typesOf('path.'), ...typesOf('learner.'), ...typesOf('certification.')] },
  { group: 'user', types: typesOf('user.') },
  {
    group: 'connection',
    types: [...typesOf('provider_key.'), ...typesOf('token.'), ...typesOf('drive.')],
  },
  { group: 'audit', types: typesOf('audit.') },
];

function typesOf(prefix: string): SubscribableEventType[] {
  return SubscribableEventType.options.filter((type) => type.startsWith(prefix));
}
