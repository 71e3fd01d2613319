import type { Keyring } from '../../../platform/encryption/keyring.ts';
import type { Outward, OutwardFailure } from '../../../platform/outward/outward.ts';
import { openSecret } from '../../secrets/sealed-secret.ts';
import { WEBHOOK_SECRET } from '../sealed-webhook-secret.ts';
import type { ClaimedDelivery } from './claim-deliveries.ts';
import { resultOf, type Result } from './result.ts';
import { bodyOf, signedHeaders } from './signature.ts';

/** What is sent with every request besides what Standard Webhooks asks for. */
const HEADERS = { 'content-type': 'application/json', 'user-agent': 'Training-Webhooks/1' };

type Means = { outward: Pick<Outward, 'post'>; keyring: Keyring; signal: AbortSignal };

/** Signs an event and posts it; never throws. */
export async function attemptDelivery(delivery: ClaimedDelivery, means: Means): Promise<Result> {
  const at = new Date();
  const secrets = secretsOf(delivery, means.keyring);
  const answer = secrets.length > 0 ? await post(delivery, secrets, at, means) : UNSIGNED;
  return resultOf({ delivery, at, secrets, now: new Date() }, answer);
}

/** Nothing leaves without a signature. It counts as failed, so that it shows, and is tried again. */
const UNSIGNED: OutwardFailure = {
  failure: {
    kind: 'address',
    message: 'Not sent: the webhook’s secret can’t be decrypted. Roll it, and give the receiver the new one.',
  },
  ms: 0,
};

function post(delivery: ClaimedDelivery, secrets: readonly string[], at: Date, { outward, signal }: Means) {
  const body = bodyOf(delivery);
  const headers = { ...HEADERS, ...signedHeaders({ id: delivery.eventId, body, secrets, at }) };
  // It may arrive twice: receivers know it by its id.
  return outward.post({ url: delivery.url, headers, body, signal, keepAlive: true });
}

/** Those that are valid and that this server can open. */
function secretsOf({ workspaceId, endpointId, secrets }: ClaimedDelivery, keyring: Keyring): string[] {
  return secrets.flatMap(({ id, version, keyId, sealed }) => {
    const row = { workspaceId, id, endpointId, version, keyId, sealed: Buffer.from(sealed, 'base64') };
    const opened = openSecret(keyring, WEBHOOK_SECRET, row);
    return 'text' in opened ? [opened.text] : [];
  });
}
