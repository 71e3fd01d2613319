import type { WebhookRequest } from '../../../providers/drives/lark/webhook.ts';
import type { DriveServices } from '../connections/open-drive.ts';
import { EventStore } from './event-store.ts';
import { ringGoogle, type GoogleRing } from './google-bell.ts';
import { tellLark } from './lark-bell.ts';

/** Handles the push notifications of drive providers (rules/drives 4). */
export function createDriveBells(services: DriveServices) {
  const events = new EventStore(services.db);
  return {
    google: (rung: GoogleRing) => ringGoogle(services.db, rung),
    lark: (connection: string, request: WebhookRequest) => tellLark(services, events, connection, request),
  };
}
