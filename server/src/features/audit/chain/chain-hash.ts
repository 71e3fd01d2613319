import { createHash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { z } from 'zod';

/**
 * An audit event in the form that is hashed and exported. Times have the API's format, independent of the database
 * session's time zone.
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

/** Version of the hash input's format. A new format gets a new number; existing entries keep theirs. */
const VERSION = 'audit-chain-1';

/** Hash preceding the first entry. */
export const GENESIS_HASH: Buffer = Buffer.alloc(32);

/** A `ChainedEvent` as JSON, from the columns of `audit_events e`. */
export const CHAINED_EVENT_JSON_SQL = `json_build_object(
  'id', e.id, 'at', to_iso(e.at), 'action', e.action,
  'actor', json_build_object('kind', e.actor_kind, 'id', e.actor_id, 'name', e.actor_name),
  'subject', json_build_object('kind', e.subject_kind, 'id', e.subject_id, 'name', e.subject_name),
  'changes', e.changes, 'request_id', e.request_id, 'ip', e.ip)`;

/** SHA-256 of the event as canonical JSON (RFC 8785), independent of the order of its keys. */
export function hashChainedEvent(event: ChainedEvent): Buffer {
  const text = canonicalize(event);
  if (text === undefined) throw new Error(`The event ${event.id} is no JSON`);
  return createHash('sha256').update(text).digest();
}

/** The hash of an entry: covers the workspace, the position, the previous entry's hash and the event's hash. */
export function hashChainEntry(workspaceId: string, position: number, previous: Buffer, event: Buffer): Buffer {
  const text = [VERSION, workspaceId, position, previous.toString('hex'), event.toString('hex')].join('\n');
  return createHash('sha256').update(text).digest();
}
