import { CLIENT_SECRETS } from '../auth/issuers/client-secret.ts';
import { USER_PINS } from '../auth/pins/sealed-pin.ts';
import { DRIVE_CREDENTIALS } from '../features/drive-sync/connection/mark-needs-reconnecting.ts';
import { CHAT_ADDRESSES } from '../features/notifications/chat/connect-chat.ts';
import { PROVIDER_KEYS } from '../features/provider-keys/rotate-provider-key.ts';
import { WEBHOOK_SECRETS } from '../features/webhooks/registered-webhook-secrets.ts';
import type { RegisteredColumn } from '../features/secrets/sealed-column.ts';

/**
 * Every column with encrypted secrets, used by operator commands and the check at startup. A test searches the schema
 * for columns missing here.
 */
export const SEALED_COLUMNS: readonly RegisteredColumn[] = [
  PROVIDER_KEYS,
  WEBHOOK_SECRETS,
  CHAT_ADDRESSES,
  DRIVE_CREDENTIALS,
  USER_PINS,
  CLIENT_SECRETS,
];
