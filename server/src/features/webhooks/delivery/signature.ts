import { createHmac } from 'node:crypto';
import type { ClaimedDelivery } from './claim-deliveries.ts';

/** What secrets begin with, so that they are known for what they are. */
const PREFIX = 'whsec_';

type Signed = { id: string; body: string; secrets: readonly string[]; at: Date };

/**
 * The headers of Standard Webhooks: which event it is, when this request was made, and a signature for each secret that
 * is valid, so that receivers may have either while it is rolled.
 */
export function signedHeaders({ id, body, secrets, at }: Signed): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

type Event = Pick<ClaimedDelivery, 'workspaceId' | 'sequence' | 'type' | 'at' | 'data'>;

/** The body of a request as `payloadOf` has it: the same each time that an event is sent. */
export function bodyOf({ workspaceId, sequence, type, at, data }: Event): string {
  const envelope = JSON.stringify({ type, timestamp: at, sequence, workspace_id: workspaceId });
  // It is JSON already, as PostgreSQL keeps it.
  return `${envelope.slice(0, -1)},"data":${data}}`;
}

/** Whatever looks like a secret, and ours without what they begin with, does not stand in what a receiver answered. */
export function withoutSecrets(text: string, secrets: readonly string[]): string {
  let clean = text.replaceAll(/whsec_[\w+/=-]*/g, `${PREFIX}…`);
  for (const secret of secrets) clean = clean.replaceAll(secret.slice(PREFIX.length), '…');
  return clean;
}
