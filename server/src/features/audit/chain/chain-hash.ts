import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';

/**
 * An audit event as it is hashed and exported. Times are as on the wire, so that no time zone of a session counts.
 */
export const ChainedEvent = z.strictObject({
  id: z.string(),
  at: z.string(),
  action: z.string(),
  actor: z.strictObject({ kind: z.string(), id: z.string().nullable(), name: z.string() }),
  subject: z.strictObject({ kind: z.string(), id: z.string().nullable(), name: z.string() }),
  changes: z.unknown(),
  request_id: z.string().nullable(),
  ip: z.string().nullable(),
});
export type ChainedEvent = z.infer<typeof ChainedEvent>;

/** How the bytes are made; a later way gets another number, and the entries before keep theirs. */
const VERSION = 'audit-chain-1';

/** What stands before the first entry. */
export const GENESIS: Buffer = Buffer.alloc(32);

/** The columns of `audit_events e` that make a `ChainedEvent`. */
export const EVENT_JSON = `json_build_object(
  'id', e.id, 'at', wire_time(e.at), 'action', e.action,
  'actor', json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name),
  'subject', json_build_object('kind', e.subject_kind, 'id', e.subject_id, 'name', e.subject_name),
  'changes', e.changes, 'request_id', e.request_id, 'ip', e.ip)`;

/** SHA-256 of the event as canonical JSON (RFC 8785): whatever order its keys come in, the bytes are the same. */
export function eventHash(event: ChainedEvent): Buffer {
  const text = canonicalize(event);
  if (text === undefined) throw new Error(`The event ${event.id} is no JSON`);
  return createHash('sha256').update(text).digest();
}

/** The hash of an entry: over the workspace, its place, the entry before and the event. */
export function entryHash(workspaceId: string, position: number, previous: Buffer, event: Buffer): Buffer {
  const text = [VERSION, workspaceId, position, previous.toString('hex'), event.toString('hex')].join('\n');
  return createHash('sha256').update(text).digest();
}
