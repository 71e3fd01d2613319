import type { WebhookRequest } from '../../../providers/drives/lark/webhook.ts';
import type { DriveServices } from '../connection/open-drive.ts';
import { EventStore } from './event-store.ts';
import { handleGooglePush, type GooglePush } from './google-push.ts';
import { handleLarkPush } from './lark-push.ts';

/** What is done for providers that ring (rules/drives 4). */
export function createDrivePushHandlers(services: DriveServices) {
  const events = new EventStore(services.db);
  return {
    google: (rung: GooglePush) => handleGooglePush(services.db, rung),
    lark: (connection: string, request: WebhookRequest) => handleLarkPush(services, events, connection, request),
  };
}
