import { z } from 'zod';
import { Count, Id, Moment, Timestamp } from './primitives.ts';

/** Everything that the audit log records; the words are the stable names of what happened. */
export const AuditAction = z.enum([
  'workspace.created',
  'workspace.updated',
  'department.created',
  'department.renamed',
  'department.deleted',
  'user.created',
  'user.updated',
  'user.deactivated',
  'user.reactivated',
  'user.invited',
  'user.signed_in',
  'token.created',
  'token.revoked',
  'suggestion.created',
  'suggestion.dismissed',
  'suggestion.restored',
  'suggestion.accepted',
  'suggestion.moved',
  'course.created',
  'course.updated',
  'course.reordered',
  'module.created',
  'module.updated',
  'module.submitted',
  'module.resubmitted',
  'module.withdrawn',
  'module.revised',
  'module.published',
  'module.rejected',
  'module.unpublished',
  'module.archived',
  'module.restored',
  'section.edited',
  'section.approved',
  'section.queried',
  'review.claimed',
  'review.released',
  'provider_key.added',
  'provider_key.tested',
  'provider_key.rotated',
  'provider_key.removed',
  'provider_key.failing',
  'provider_key.recovered',
  'provider_key.rewrapped',
]);
export type AuditAction = z.infer<typeof AuditAction>;

export const ActorKind = z.enum(['user', 'token', 'system']);
export type ActorKind = z.infer<typeof ActorKind>;

export const AuditEvent = z.strictObject({
  id: Id,
  at: Timestamp,
  action: AuditAction,
  actor: z.strictObject({ kind: ActorKind, id: Id.nullable(), name: z.string() }),
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
  action: AuditAction.optional(),
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
