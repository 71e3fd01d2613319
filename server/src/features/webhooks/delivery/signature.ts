import { createHmac } from 'node:crypto';
import type { ClaimedDelivery } from './claim-deliveries.ts';

/** Prefix of secrets, by which they are recognized. */
const PREFIX = 'whsec_';

type Signed = { id: string; body: string; secrets: readonly string[]; at: Date };

/**
 * The headers of Standard Webhooks: the event's id, the time of this request, and a signature with each valid secret,
 * so that receivers may use either one during a roll.
 */
export function createSignedHeaders({ id, body, secrets, at }: Signed): Record<string, string> {
  const timestamp = Math.floor(at.getTime() / 1000).toString();
  const content = `${id}.${timestamp}.${body}`;
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
  });
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': signatures.join(' ') };
}

type Event = Pick<ClaimedDelivery, 'workspaceId' | 'sequence' | 'type' | 'at' | 'data'>;

/** The body of a request, equal to `webhookPayloadSchemaOf`. Identical each time that an event is sent. */
export function webhookBodyOf({ workspaceId, sequence, type, at, data }: Event): string {
  const envelope = JSON.stringify({ type, timestamp: at, sequence, workspace_id: workspaceId });
  // PostgreSQL returns the data as JSON text already.
  return `${envelope.slice(0, -1)},"data":${data}}`;
}

/** Removes anything that looks like a secret from a response, and our own secrets even without their prefix. */
export function redactSecrets(text: string, secrets: readonly string[]): string {
  let clean = text.replaceAll(/whsec_[\w+/=-]*/g, `${PREFIX}…`);
  for (const secret of secrets) clean = clean.replaceAll(secret.slice(PREFIX.length), '…');
  return clean;
}
