import { REGISTERED_CLIENT_SECRET_COLUMN } from '../auth/issuers/client-secret.ts';
import { REGISTERED_PIN_HASH_COLUMN } from '../auth/pins/sealed-pin.ts';
import { REGISTERED_DRIVE_CREDENTIALS } from '../features/drive-sync/connection/mark-needs-reconnecting.ts';
import { REGISTERED_CHAT_ADDRESS_COLUMN } from '../features/notifications/chat/connect-chat.ts';
import { REGISTERED_PROVIDER_KEY_COLUMN } from '../features/provider-keys/rotate-provider-key.ts';
import { REGISTERED_WEBHOOK_SECRET_COLUMN } from '../features/webhooks/registered-webhook-secrets.ts';
import type { RegisteredColumn } from '../features/secrets/sealed-column.ts';

/**
 * Every column with encrypted secrets, used by operator commands and the check at startup. A test searches the schema
 * for columns missing here.
 */
export const SEALED_COLUMNS: readonly RegisteredColumn[] = [
  REGISTERED_PROVIDER_KEY_COLUMN,
  REGISTERED_WEBHOOK_SECRET_COLUMN,
  REGISTERED_CHAT_ADDRESS_COLUMN,
  REGISTERED_DRIVE_CREDENTIALS,
  REGISTERED_PIN_HASH_COLUMN,
  REGISTERED_CLIENT_SECRET_COLUMN,
];
