import { z } from 'zod';
import { type LarkWebhookRequest, parseLarkWebhook } from '../../../providers/drives/lark/webhook.ts';
import { type DriveServices, DriveUnavailableError, openDrive } from '../connection/open-drive.ts';
import { LarkEventStore } from './lark-event-store.ts';
import { handleGooglePush, type GooglePushHeaders } from './google-push.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { isWorkspaceServedSql } from '../../../database/statements/away.ts';

const FIND = defineStatement({
  name: 'find-pushed-drive',
  scope: 'cross_tenant',
  row: z.strictObject({ workspaceId: z.uuid(), id: z.uuid() }),
  sql: `
select workspace_id as "workspaceId", id from drive_connections
where id = :id and kind <> 'google' and state <> 'disconnected' and ${isWorkspaceServedSql('workspace_id')}`,
});

const ConnectionId = z.uuid();

type LarkPushAnswer = { result: 'accepted' | 'refused' | 'unknown' } | { result: 'challenge'; challenge: string };

/**
 * Handles a webhook request from Lark or Feishu (rules/drives 4): checks the signature, then stores the event.
 * @throws if the event couldn't be stored; the provider then sends it again
 */
async function handleLarkPush(
  services: DriveServices,
  events: LarkEventStore,
  connection: string,
  request: LarkWebhookRequest,
): Promise<LarkPushAnswer> {
  if (!ConnectionId.safeParse(connection).success) return { result: 'unknown' };
  const found = await FIND.first(services.db.pool, { id: connection });
  if (!found) return { result: 'unknown' };
  try {
    const { credential } = await openDrive(services, found);
    if (credential.auth !== 'app') return { result: 'unknown' };
    const message = parseLarkWebhook(request, credential, new Date());
    if (message.result === 'challenge') return { result: 'challenge', challenge: message.answer.challenge };
    if (message.result === 'refused') return { result: 'refused' };
    if (message.result === 'event') await events.store(credential, message.event);
    return { result: 'accepted' };
  } catch (error) {
    if (error instanceof DriveUnavailableError) return { result: 'refused' };
    throw error;
  }
}

/** Handlers of push notifications (rules/drives 4). */
export function createDrivePushHandlers(services: DriveServices) {
  const events = new LarkEventStore(services.db);
  return {
    google: (rung: GooglePushHeaders) => handleGooglePush(services.db, rung),
    lark: (connection: string, request: LarkWebhookRequest) => handleLarkPush(services, events, connection, request),
  };
}
