import { DRIVE_CREDENTIALS } from './features/drives/connections/registered-drive-credentials.ts';
import { CHAT_ADDRESSES } from './features/notifications/chat/registered-addresses.ts';
import { PROVIDER_KEYS } from './features/provider-keys/registered-keys.ts';
import { WEBHOOK_SECRETS } from './features/webhooks/registered-webhook-secrets.ts';
import type { RegisteredColumn } from './features/secrets/sealed-column.ts';

/**
 * Every column that holds secrets; the operator's commands and the check at the start walk it. A test walks the schema
 * for one that is missing here.
 */
export const SEALED_COLUMNS: readonly RegisteredColumn[] = [
  PROVIDER_KEYS,
  WEBHOOK_SECRETS,
  CHAT_ADDRESSES,
  DRIVE_CREDENTIALS,
];
