import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statements/statement.ts';
import { newId } from '../../../platform/ids.ts';
import { leasedFor } from '../../../platform/queue/lease.ts';
import { CHAT_LEASE_SECONDS, type ChannelClaim } from './claim-chat-channel.ts';

/** A claimed message. `due_at` is its position among the others. */
const ClaimedMessage = z.strictObject({ workspace_id: z.uuid(), id: z.uuid(), lease_id: z.uuid(), due_at: z.date() });
export type ClaimedMessage = z.infer<typeof ClaimedMessage>;

/**
 * Claims the next message, one at a time, while the channel's lease is ours and the channel hasn't been replaced.
 * Messages with the same due time (sent together, or after quiet hours) are ordered by their event: an id begins with
 * its time. An earlier claim can't complete the message any more.
 */
const CLAIM_NEXT = defineStatement({
  name: 'claim-next-chat-message',
  scope: 'tenant',
  row: ClaimedMessage,
  sql: `
with next as materialized (
  select m.id from notifications m
  join chat_connections c on c.workspace_id = :workspaceId and c.id = :chatId and c.version = :version
    and c.state = 'working' and c.lease_id = :channelLeaseId
  where m.workspace_id = :workspaceId and m.channel = 'chat' and m.due_at <= :now
    and m.id is distinct from :except::uuid
  order by m.due_at, coalesce(m.event_id, m.id), m.id limit 1
  for update of m skip locked
)
update notifications n set state = 'sending', attempts = n.attempts + 1, ${leasedFor(CHAT_LEASE_SECONDS)}
from next where n.workspace_id = :workspaceId and n.id = next.id
returning n.workspace_id, n.id, n.lease_id, n.due_at`,
});

/** @param except A message that is left out. */
export function claimNextMessage(
  on: Runner,
  { workspaceId, id: chatId, version, leaseId: channelLeaseId }: ChannelClaim,
  now: Date,
  except: string | null = null,
): Promise<ClaimedMessage | undefined> {
  return CLAIM_NEXT.first(on, { workspaceId, chatId, version, channelLeaseId, leaseId: newId(), now, except });
}
