import { z } from 'zod';
import { defineStatement, type Runner } from '../../../database/statement.ts';
import type { ChannelClaim } from './claim-chat-channel.ts';

/** `leased_until` identifies the claim (see `finish`). `was_due` keeps the message's position. */
const Next = z.strictObject({ workspace_id: z.uuid(), id: z.uuid(), leased_until: z.date(), was_due: z.date() });
export type Next = z.infer<typeof Next>;

/**
 * Claims the next message, one at a time, while the lease is valid and the channel hasn't been replaced. Messages with
 * the same due time (sent together, or after quiet hours) are ordered by their event: an id begins with its time.
 * Claiming adds a millisecond to the due time, so that an earlier claim can't finish the message; its position is kept.
 */
const TAKE_NEXT = defineStatement({
  name: 'take-next-chat-message',
  scope: 'tenant',
  row: Next,
  sql: `
with next as materialized (
  select m.id, m.due_at from notifications m
  where m.workspace_id = :workspaceId and m.channel = 'chat' and m.due_at <= :now and exists (
    select from chat_connections c
    where c.workspace_id = :workspaceId and c.id = :chatId and c.version = :version and c.state = 'working'
      and c.turn_until = :turnUntil)
  order by m.due_at, coalesce(m.event_id, m.id), m.id limit 1
  for update skip locked
)
update notifications n set state = 'sending', attempts = n.attempts + 1, due_at = next.due_at + interval '1 millisecond'
from next where n.workspace_id = :workspaceId and n.id = next.id
returning n.workspace_id, n.id, n.due_at as leased_until, next.due_at as was_due`,
});

export function claimNextMessage(
  on: Runner,
  { workspaceId, id: chatId, version, turnUntil }: ChannelClaim,
  now: Date,
): Promise<Next | undefined> {
  return TAKE_NEXT.first(on, { workspaceId, chatId, version, turnUntil, now });
}
