import type { Keyring } from '../../../platform/encryption/keyring.ts';
import type { OutwardHttpClient, OutwardFailure } from '../../../platform/egress/outward-http-client.ts';
import { runJobInTrace } from '../../../platform/tracing/spans.ts';
import { decryptSecret } from '../../secrets/sealed-secret.ts';
import { SEALED_WEBHOOK_SECRET_COLUMN } from '../sealed-webhook-secret.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { evaluateAttempt, type DeliveryAttemptResult } from './delivery-result.ts';
import { webhookBodyOf, createSignedHeaders } from './signature.ts';

/** Headers sent in addition to those of Standard Webhooks. */
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Training-Webhooks/1' };

type Means = { outward: Pick<OutwardHttpClient, 'post'>; keyring: Keyring; signal: AbortSignal };

/** Signs an event and sends it. Never throws. */
export async function attemptDelivery(delivery: ClaimedDelivery, means: Means): Promise<DeliveryAttemptResult> {
  const at = new Date();
  const secrets = secretsOf(delivery, means.keyring);
  const answer =
    secrets.length > 0 ? await runJobInTrace('webhook delivery', () => post(delivery, secrets, at, means)) : UNSIGNED;
  return evaluateAttempt({ delivery, at, secrets, now: new Date() }, answer);
}

/**
 * Result if no secret can be decrypted: nothing is sent unsigned. Counts as a failure, so that it is shown and retried.
 */
const UNSIGNED: OutwardFailure = {
  failure: {
    kind: 'address',
    message: 'Not sent: the webhook’s secret can’t be decrypted. Roll it, and give the receiver the new one.',
  },
  ms: 0,
};

function post(delivery: ClaimedDelivery, secrets: readonly string[], at: Date, { outward, signal }: Means) {
  const body = webhookBodyOf(delivery);
  const headers = { ...HEADERS, ...createSignedHeaders({ id: delivery.eventId, body, secrets, at }) };
  // Retrying on a stale connection is safe: receivers recognize duplicates by the event's id.
  return outward.post({ url: delivery.url, headers, body, signal, keepAlive: true });
}

/** The valid secrets that this server can decrypt. */
function secretsOf({ workspaceId, endpointId, secrets }: ClaimedDelivery, keyring: Keyring): string[] {
  return secrets.flatMap(({ id, version, keyId, sealed }) => {
    const row = { workspaceId, id, endpointId, version, keyId, sealed: Buffer.from(sealed, 'base64') };
    const opened = decryptSecret(keyring, SEALED_WEBHOOK_SECRET_COLUMN, row);
    return 'text' in opened ? [opened.text] : [];
  });
}
