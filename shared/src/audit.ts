import { z } from 'zod';
import { EventAction } from './events.ts';
import { ActorKind, EventActor } from './outgoing-events.ts';
import { Count, Id, Moment, Timestamp } from './primitives.ts';

export const AuditEvent = z.strictObject({
  id: Id,
  at: Timestamp,
  action: EventAction,
  actor: EventActor,
  subject: z.strictObject({ kind: z.string(), id: Id.nullable(), name: z.string() }),
  changes: z
    .record(z.string(), z.unknown())
    .nullable()
    .describe('What changed, as `field: [before, after]`, or the reason that was given.'),
  request_id: z.string().nullable(),
  ip: z.string().nullable(),
});
export type AuditEvent = z.infer<typeof AuditEvent>;

export const ListAudit = z.strictObject({
  action: EventAction.optional(),
  actor_kind: ActorKind.optional(),
  search: z.string().trim().max(200).optional().describe('Part of the name of who did it or of what it was done to.'),
  from: Moment.optional(),
  to: Moment.optional().describe('Up to, and not including.'),
  limit: z.int().min(1).max(500).default(50),
  offset: z.int().min(0).default(0),
});
export type ListAudit = z.infer<typeof ListAudit>;

/** Newest first. */
export const AuditPage = z.strictObject({ events: z.array(AuditEvent), total: Count });
export type AuditPage = z.infer<typeof AuditPage>;
