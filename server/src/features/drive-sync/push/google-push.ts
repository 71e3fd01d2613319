import { createHash, timingSafeEqual } from 'node:crypto';
import { z } from 'zod';
import type { Database } from '../../../database/database.ts';
import { defineStatement } from '../../../database/statements/statement.ts';
import { recordPush } from './record-push.ts';
import { wakeDrive } from '../poll/wake-drive.ts';
import { recordHeard } from '../poll/silent-channels.ts';

/** The headers of Google's notification. Its body contains nothing. */
export type GooglePush = {
  channel: string;
  token: string | undefined;
  resourceId: string | undefined;
  /** `sync` only confirms that the channel is open. */
  resourceState: string | undefined;
};

/** Finds a channel by its id, the only thing Google sends to identify it. Skips channels of disconnected drives. */
const FIND = defineStatement({
  name: 'find-drive-channel',
  scope: 'cross_tenant',
  row: z.strictObject({
    workspaceId: z.uuid(),
    connectionId: z.uuid(),
    driveId: z.string(),
    tokenHash: z.instanceof(Buffer),
    resourceId: z.string().nullable(),
  }),
  sql: `
select h.workspace_id as "workspaceId", h.connection_id as "connectionId", h.drive_id as "driveId", h.token_hash as "tokenHash",
  h.resource_id as "resourceId"
from drive_channels h
join drive_connections c on c.workspace_id = h.workspace_id and c.id = h.connection_id and c.state <> 'disconnected'
where h.id = :id`,
});

/** Stores the resource id from the first notification, for an instance that died before Google answered it. */
const LEARN_RESOURCE = defineStatement({
  name: 'learn-resource-of-drive-channel',
  scope: 'tenant',
  sql: `
update drive_channels set resource_id = :resourceId
where workspace_id = :workspaceId and id = :id and resource_id is null`,
});

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

const ChannelId = z.uuid();

/** Maximum length of a resource id that is accepted. */
const LONGEST_RESOURCE = 500;

/** Polls the drive soon if the token matches its channel, retired or not. Returns the outcome (rules/drives 4). */
export async function handleGooglePush(
  { pool }: Pick<Database, 'pool'>,
  { channel, token = '', resourceId, resourceState }: GooglePush,
): Promise<'rung' | 'refused' | 'unknown'> {
  if (!ChannelId.safeParse(channel).success) return 'unknown';
  const found = await FIND.first(pool, { id: channel });
  if (!found) return 'unknown';
  if (!timingSafeEqual(hashOfToken(token), found.tokenHash)) return 'refused';
  const { workspaceId, connectionId, driveId } = found;
  if (found.resourceId === null && resourceId && resourceId.length <= LONGEST_RESOURCE) {
    await LEARN_RESOURCE.run(pool, { workspaceId, id: channel, resourceId });
  }
  if (await recordHeard(pool, { workspaceId, connectionId, driveId })) {
    await recordPush(pool, { workspaceId, id: connectionId }, false);
  }
  if (resourceState !== 'sync') await wakeDrive(pool, workspaceId, connectionId);
  return 'rung';
}
