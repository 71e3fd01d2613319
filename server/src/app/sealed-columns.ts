import { REWRAPPABLE_CLIENT_SECRET_COLUMN } from '../auth/issuers/client-secret.ts';
import { REWRAPPABLE_PIN_HASH_COLUMN } from '../auth/pins/sealed-pin.ts';
import { REWRAPPABLE_DRIVE_CREDENTIALS } from '../features/drive-sync/connection/mark-needs-reconnecting.ts';
import { REWRAPPABLE_CHAT_ADDRESS_COLUMN } from '../features/notifications/chat/connect-chat.ts';
import { REWRAPPABLE_PROVIDER_KEY_COLUMN } from '../features/provider-keys/rotate-provider-key.ts';
import { REWRAPPABLE_WEBHOOK_SECRET_COLUMN } from '../features/webhooks/registered-webhook-secrets.ts';
import type { RegisteredColumn } from '../features/secrets/sealed-column.ts';

/**
 * Every column with encrypted secrets, used by operator commands and the check at startup. A test searches the schema
 * for columns missing here.
 */
export const SEALED_COLUMNS: readonly RegisteredColumn[] = [
  REWRAPPABLE_PROVIDER_KEY_COLUMN,
  REWRAPPABLE_WEBHOOK_SECRET_COLUMN,
  REWRAPPABLE_CHAT_ADDRESS_COLUMN,
  REWRAPPABLE_DRIVE_CREDENTIALS,
  REWRAPPABLE_PIN_HASH_COLUMN,
  REWRAPPABLE_CLIENT_SECRET_COLUMN,
];
